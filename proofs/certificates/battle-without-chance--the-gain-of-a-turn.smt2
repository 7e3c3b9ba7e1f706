; battle without chance, the gain of a turn: expected answer unsat
(set-logic ALL)
(declare-const a Real)
(declare-const d Real)
(declare-const p Real)
(declare-const q Real)
(assert (not (= (+ (* d (+ a (* (- 1) d q))) (* (- 1) a (+ d (* (- 1) a p)))) (+ (* p (* a a)) (* (- 1) q (* d d))))))
(check-sat)
