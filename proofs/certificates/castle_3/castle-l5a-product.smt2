; castle L5a product: expected answer unsat
(set-logic ALL)
(declare-const P Int)
(declare-const Q Int)
(declare-const k Int)
(assert (<= P Q))
(assert (>= k 0))
(assert (not (<= (* P k) (* Q k))))
(check-sat)
