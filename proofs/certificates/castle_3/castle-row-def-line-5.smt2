; castle row def line 5: expected answer unsat
(set-logic ALL)
(declare-const n Real)
(declare-const x Real)
(assert (not (= (+ n (* (- 1.0) x)) (+ (* n 1.0) (* (- 1.0) x 1.0)))))
(check-sat)
