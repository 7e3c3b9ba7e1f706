; castle L4e descent c: expected answer unsat
(set-logic ALL)
(declare-const n Int)
(declare-const x Int)
(assert (>= n 1))
(assert (> x 0))
(assert (<= (+ (+ (* n n) (* (- 1) n x)) (* (- 1) x x)) 0))
(assert (not (< (+ n (* (- 1) x)) x)))
(check-sat)
