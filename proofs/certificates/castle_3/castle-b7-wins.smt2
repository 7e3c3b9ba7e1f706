; castle B7 wins: expected answer unsat
(set-logic ALL)
(declare-const m Int)
(declare-const x Int)
(assert (>= x 0))
(assert (>= m 0))
(assert (< (+ (+ (* m m) (* (- 1) m x)) (* (- 1) x x)) 0))
(assert (not (>= (+ (* 2 x) (* (- 1) m)) 1)))
(check-sat)
