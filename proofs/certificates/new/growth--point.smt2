; growth, point: expected answer unsat
(set-logic QF_NRA)
(declare-const e Real)
(declare-const phi Real)
(assert (and (<= e (/ 1.0 2.0)) (> e 0.0)))
(assert (and (> phi (/ 8.0 5.0)) (< phi (/ 81.0 50.0))))
(assert (not (<= (* phi e) (/ 81.0 100.0))))
(check-sat)
