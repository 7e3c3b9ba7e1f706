; castle row phi line 6: expected answer unsat
(set-logic QF_NRA)
(declare-const root5 Real)
(assert (not (= (+ (+ (* 3.0 (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5))) (* 2.0 1.0)) (* (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)))) (+ (* (+ (* 3.0 (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5))) 1.0) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5))) (+ (/ 5.0 2.0) (* (- (/ 1.0 2.0)) (* root5 root5)))))))
(check-sat)
