; castle row binet line 1: expected answer unsat
(set-logic QF_NRA)
(declare-const root5 Real)
(assert (not (= (* (+ 1.0 (* (- 1.0) 1.0)) 1.0) (* 0.0 (+ (* 2.0 (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5))) (- 1.0))))))
(check-sat)
