; castle row eq5 less: expected answer unsat
(set-logic ALL)
(declare-const C Int)
(declare-const dpw Int)
(declare-const n Int)
(declare-const x Int)
(assert (>= x 0))
(assert (not (<= (+ C (* (- 2) n) (* 2 dpw)) (+ C x (* (- 2) n) (* 2 dpw)))))
(check-sat)
