; castle row 2b.table line 2: expected answer unsat
(set-logic ALL)
(declare-const dpw Real)
(declare-const n Real)
(declare-const s Real)
(declare-const x2 Real)
(assert (not (= (+ (+ (+ (+ (+ s (* (- 2.0) n)) (+ dpw (* (- 1.0) n))) dpw) x2) (* (- 1.0) (+ (+ (+ s (* (- 1.0) n)) (* 2.0 (+ dpw (* (- 1.0) n)))) x2))) 0.0)))
(check-sat)
