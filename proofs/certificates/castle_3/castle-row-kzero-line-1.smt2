; castle row kzero line 1: expected answer unsat
(set-logic QF_NRA)
(declare-const A Real)
(declare-const n Real)
(declare-const root5 Real)
(declare-const x Real)
(assert (not (= (* (+ (* (* x (+ (* (* (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) A) (* (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) A)) 1.0)) A) (* (* (- 1.0) n (+ (* A A) (* (- 1.0) 1.0))) (* (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) A))) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5))) (* (+ (* (* (+ (* x (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5))) (* (- 1.0) n)) A) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) A) (* (+ (* x 1.0) (* n (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)))) 1.0)) (* (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) A)))))
(check-sat)
