; battle without chance, the gain of a turn: expected answer unsat
(set-logic ALL)
(declare-const a Real)
(declare-const d Real)
(declare-const p Real)
(declare-const q Real)
(assert (not (= (+ (* d (+ a (* (- 1.0) q d))) (* (- 1.0) (+ d (* (- 1.0) p a)) a)) (+ (* p (* a a)) (* (- 1.0) q (* d d))))))
(check-sat)
