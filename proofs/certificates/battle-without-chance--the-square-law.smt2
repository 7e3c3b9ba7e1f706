; battle without chance, the square law: expected answer unsat
(set-logic ALL)
(declare-const a Real)
(declare-const d Real)
(declare-const p Real)
(declare-const q Real)
(assert (not (= (+ (* p (* (+ a (* (- 1) d q)) (+ a (* (- 1) d q)))) (* (- 1) q (* (+ d (* (- 1) a p)) (+ d (* (- 1) a p))))) (* (+ 1 (* (- 1) p q)) (+ (* p (* a a)) (* (- 1) q (* d d)))))))
(check-sat)
