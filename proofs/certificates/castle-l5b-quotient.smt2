; castle L5b quotient: expected answer unsat
(set-logic ALL)
(declare-const P Int)
(declare-const Q Int)
(declare-const k Int)
(assert (> k 0))
(assert (<= (* P k) (* Q k)))
(assert (not (<= P Q)))
(check-sat)
