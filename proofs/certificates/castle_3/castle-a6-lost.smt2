; castle A6 lost: expected answer unsat
(set-logic ALL)
(declare-const U Int)
(declare-const n Int)
(assert (>= n 1))
(assert (>= U n))
(assert (not (< (+ (+ (* n n) (* (- 1) n U)) (* (- 1) U U)) 0)))
(check-sat)
