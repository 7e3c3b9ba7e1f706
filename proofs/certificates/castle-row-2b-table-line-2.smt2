; castle row 2b.table line 2: expected answer unsat
(set-logic ALL)
(assert (not (= 0 0)))
(check-sat)
