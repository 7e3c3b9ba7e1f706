; castle row castle.e first: expected answer unsat
(set-logic ALL)
(declare-const n Int)
(assert (>= n 4))
(assert (not (> (+ (- 4) (* n n) (* (- 2) n)) 0)))
(check-sat)
