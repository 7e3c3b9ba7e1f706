; castle L4c never: expected answer unsat
(set-logic ALL)
(declare-const n Int)
(declare-const x Int)
(assert (> x 0))
(assert (> n 0))
(assert (<= (+ (* n n) (* (- 1) (* x x)) (* (- 1) n x)) 0))
(assert (not (> (+ (* (- 1) n) (* 2 x)) 0)))
(check-sat)
