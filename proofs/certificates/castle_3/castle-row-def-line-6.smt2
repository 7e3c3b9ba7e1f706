; castle row def line 6: expected answer unsat
(set-logic ALL)
(declare-const n Int)
(declare-const x Int)
(assert (not (= (+ (* x (* 1 1)) (* (- 1) n (* 0 1))) x)))
(check-sat)
