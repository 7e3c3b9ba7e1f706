; castle row sold line 2: expected answer unsat
(set-logic ALL)
(declare-const n Real)
(declare-const x Real)
(assert (not (= (+ (+ n (* (- 1.0) x)) (* (- 1.0) (+ (* 2.0 x) (* (- 1.0) n)))) (+ (* 2.0 n) (* (- 3.0) x)))))
(check-sat)
