; castle row 2b.limit: expected answer unsat
(set-logic QF_NRA)
(declare-const phi Real)
(declare-const u Real)
(declare-const v_ Real)
(assert (> phi 0.0))
(assert (not (and (=> (> u v_) (> (* phi (+ u (* (- 1.0) v_))) 0.0)) (=> (> (* phi (+ u (* (- 1.0) v_))) 0.0) (> u v_)))))
(check-sat)
