; castle L5b quotient: expected answer unsat
(set-logic ALL)
(declare-const P Int)
(declare-const Q Int)
(declare-const k Int)
(assert (> k 0))
(assert (<= (* k P) (* k Q)))
(assert (not (<= P Q)))
(check-sat)
