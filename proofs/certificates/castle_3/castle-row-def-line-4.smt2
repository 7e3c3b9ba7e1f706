; castle row def line 4: expected answer unsat
(set-logic ALL)
(declare-const n Real)
(declare-const x Real)
(assert (not (= (+ (+ (* 2.0 n) (* (- 3.0) x)) (* (- 1.0) (+ (* 5.0 x) (* (- 3.0) n)))) (+ (* 5.0 n) (* (- 8.0) x)))))
(check-sat)
