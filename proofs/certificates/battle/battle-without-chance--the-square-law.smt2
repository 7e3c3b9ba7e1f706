; battle without chance, the square law: expected answer unsat
(set-logic QF_NRA)
(declare-const a Real)
(declare-const d Real)
(declare-const p Real)
(declare-const q Real)
(assert (not (= (+ (* p (* (+ a (* (- 1.0) q d)) (+ a (* (- 1.0) q d)))) (* (- 1.0) q (* (+ d (* (- 1.0) p a)) (+ d (* (- 1.0) p a))))) (* (+ 1.0 (* (- 1.0) p q)) (+ (* p (* a a)) (* (- 1.0) q (* d d)))))))
(check-sat)
