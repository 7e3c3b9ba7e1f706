; castle row 2b.limit: expected answer unsat
(set-logic ALL)
(declare-const phi Real)
(declare-const u Real)
(declare-const v Real)
(assert (> phi 0.0))
(assert (not (and (=> (> u v) (> (* phi (+ u (* (- 1.0) v))) 0.0)) (=> (> (* phi (+ u (* (- 1.0) v))) 0.0) (> u v)))))
(check-sat)
