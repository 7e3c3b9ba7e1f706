; castle row eq9 line 2: expected answer unsat
(set-logic QF_NRA)
(declare-const n Real)
(declare-const root5 Real)
(declare-const x Real)
(declare-const y Real)
(assert (not (= (* (+ n (* (- 1.0) x (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)))) (+ (* n (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5))) (* y 1.0))) (+ (+ (+ (* (* n n) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5))) (* (* n y) 1.0)) (* (* (- 1.0) (* n x) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5))) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)))) (* (* (- 1.0) x y) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)))))))
(check-sat)
