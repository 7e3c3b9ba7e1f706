; castle row wait move: expected answer unsat
(set-logic QF_NRA)
(declare-const left Real)
(declare-const right Real)
(assert (not (and (=> (> (+ right (* (- 1.0) left)) 4.0) (< (+ (* left (/ 1.0 4.0)) 1.0) (* right (/ 1.0 4.0)))) (=> (< (+ (* left (/ 1.0 4.0)) 1.0) (* right (/ 1.0 4.0))) (> (+ right (* (- 1.0) left)) 4.0)))))
(check-sat)
