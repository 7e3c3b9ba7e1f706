; castle A9 squares: expected answer unsat
(set-logic ALL)
(declare-const P Int)
(declare-const Q Int)
(assert (>= P 0))
(assert (<= P Q))
(assert (not (<= (* P P) (* Q Q))))
(check-sat)
