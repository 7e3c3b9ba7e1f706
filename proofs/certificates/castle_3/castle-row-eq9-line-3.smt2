; castle row eq9 line 3: expected answer unsat
(set-logic QF_NRA)
(declare-const root5 Real)
(assert (not (= (* (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5))) (+ (+ (* 3.0 (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5))) 2.0) (* (+ (- 5.0) (* root5 root5)) (+ (/ 11.0 16.0) (* (/ 1.0 4.0) root5) (* (/ 1.0 16.0) (* root5 root5))))))))
(check-sat)
