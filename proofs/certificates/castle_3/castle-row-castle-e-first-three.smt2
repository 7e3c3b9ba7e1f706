; castle row castle.e first three: expected answer unsat
(set-logic ALL)
(declare-const n Int)
(assert (= n 3))
(assert (not (and (<= (+ n (- 2)) 2) (< (+ (+ (* n n) (* (- 1) n 2)) (- 4)) 0))))
(check-sat)
