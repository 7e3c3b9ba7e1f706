; castle row def line 3: expected answer unsat
(set-logic ALL)
(declare-const n Real)
(declare-const x Real)
(assert (not (= (+ (+ (* 2.0 x) (* (- 1.0) n)) (* (- 1.0) (+ (* 2.0 n) (* (- 3.0) x)))) (+ (* 5.0 x) (* (- 3.0) n)))))
(check-sat)
