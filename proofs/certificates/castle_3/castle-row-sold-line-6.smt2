; castle row sold line 6: expected answer unsat
(set-logic ALL)
(declare-const n Real)
(declare-const x Real)
(assert (not (= (+ (* x (* 1.0 1.0)) (* (- 1.0) n (* 0.0 1.0))) x)))
(check-sat)
