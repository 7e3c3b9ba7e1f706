; castle B7 wins: expected answer unsat
(set-logic ALL)
(declare-const m Int)
(declare-const x Int)
(assert (>= m 0))
(assert (>= x 1))
(assert (< (+ (* m m) (* (- 1) (* x x)) (* (- 1) m x)) 0))
(assert (not (>= (+ (* (- 1) m) (* 2 x)) 1)))
(check-sat)
