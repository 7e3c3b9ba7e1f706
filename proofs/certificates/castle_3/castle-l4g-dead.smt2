; castle L4g dead: expected answer unsat
(set-logic ALL)
(declare-const m Int)
(declare-const x Int)
(assert (> x 0))
(assert (<= m 0))
(assert (not (and (< (+ m (* (- 1) x)) 0) (>= (+ (* 2 x) (* (- 1) m)) 1))))
(check-sat)
