; castle row castle.e first: expected answer unsat
(set-logic ALL)
(declare-const n Int)
(assert (>= n 4))
(assert (not (> (+ (+ (* n n) (* (- 1) n 2)) (- 4)) 0)))
(check-sat)
