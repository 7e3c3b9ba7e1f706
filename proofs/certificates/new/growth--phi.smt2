; growth, phi: expected answer unsat
(set-logic QF_NRA)
(declare-const phi Real)
(assert (= (* phi phi) (+ phi 1.0)))
(assert (> phi 1.0))
(assert (not (and (> phi (/ 8.0 5.0)) (< phi (/ 81.0 50.0)))))
(check-sat)
