; growth, unit: expected answer unsat
(set-logic QF_NRA)
(declare-const d Real)
(declare-const e Real)
(assert (>= d 2.0))
(assert (= (* e d) 1.0))
(assert (not (and (<= e (/ 1.0 2.0)) (> e 0.0))))
(check-sat)
