; castle L4f sign: expected answer unsat
(set-logic QF_NRA)
(declare-const u Real)
(declare-const v_ Real)
(assert (> v_ 0.0))
(assert (not (and (=> (> u 0.0) (> (* u v_) 0.0)) (=> (> (* u v_) 0.0) (> u 0.0)))))
(check-sat)
