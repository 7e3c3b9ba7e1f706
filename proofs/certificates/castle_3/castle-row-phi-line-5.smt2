; castle row phi line 5: expected answer unsat
(set-logic QF_NRA)
(declare-const root5 Real)
(assert (not (= (* (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5))) (+ (+ (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) 1.0) (+ (- (/ 5.0 4.0)) (* (/ 1.0 4.0) (* root5 root5)))))))
(check-sat)
