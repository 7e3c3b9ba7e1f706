; growth, powers: expected answer unsat
(set-logic QF_NRA)
(declare-const phi Real)
(declare-const u Real)
(assert (= (* phi phi) (+ phi 1.0)))
(assert (not (and (= (* phi phi) (+ phi 1.0)) (= (* phi phi phi) (+ (* 2.0 phi) 1.0)) (= (* u (* phi phi)) (+ (* u phi) u)))))
(check-sat)
