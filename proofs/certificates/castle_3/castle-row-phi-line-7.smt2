; castle row phi line 7: expected answer unsat
(set-logic QF_NRA)
(declare-const root5 Real)
(assert (not (= (+ (* (+ (* 3.0 (* (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)))) (* 2.0 (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)))) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5))) 1.0) (+ (* (* 2.0 (+ (* 3.0 (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5))) 1.0)) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5))) (* (+ (- 5.0) (* root5 root5)) (+ (/ 1.0 8.0) (* (/ 3.0 8.0) root5)))))))
(check-sat)
