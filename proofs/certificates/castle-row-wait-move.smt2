; castle row wait move: expected answer unsat
(set-logic ALL)
(declare-const left Real)
(declare-const right Real)
(assert (not (and (=> (> (+ right (* (- 1) left)) 4) (< (+ 1 (* (/ 1 4) left)) (* (/ 1 4) right))) (=> (< (+ 1 (* (/ 1 4) left)) (* (/ 1 4) right)) (> (+ right (* (- 1) left)) 4)))))
(check-sat)
