; castle row eq5 less: expected answer unsat
(set-logic ALL)
(declare-const C Int)
(declare-const dpw Int)
(declare-const n Int)
(declare-const x Int)
(assert (>= x 0))
(assert (not (<= (+ (+ C (* 2 dpw)) (* (- 2) n)) (+ (+ (+ C (* 2 dpw)) x) (* (- 2) n)))))
(check-sat)
