; castle row def line 7: expected answer unsat
(set-logic ALL)
(declare-const n Real)
(declare-const x Real)
(assert (not (= (+ (* n (* 1.0 1.0)) (* (- 1.0) x (+ (* 0.0 1.0) (* 1.0 1.0)))) (+ n (* (- 1.0) x)))))
(check-sat)
