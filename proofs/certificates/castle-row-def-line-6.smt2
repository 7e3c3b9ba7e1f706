; castle row def line 6: expected answer unsat
(set-logic ALL)
(declare-const x Real)
(assert (not (= x x)))
(check-sat)
