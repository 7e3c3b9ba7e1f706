; castle row castle.e first three: expected answer unsat
(set-logic ALL)
(declare-const n Int)
(assert (= n 3))
(assert (not (and (<= (+ (- 2) n) 2) (< (+ (- 4) (* n n) (* (- 2) n)) 0))))
(check-sat)
