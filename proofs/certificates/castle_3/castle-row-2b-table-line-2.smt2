; castle row 2b.table line 2: expected answer unsat
(set-logic ALL)
(declare-const dpw Int)
(declare-const n Int)
(declare-const s Int)
(declare-const x2 Int)
(assert (not (= (+ (+ (+ (+ (+ s (* (- 2) n)) (+ dpw (* (- 1) n))) dpw) x2) (* (- 1) (+ (+ (+ s (* (- 1) n)) (* 2 (+ dpw (* (- 1) n)))) x2))) 0)))
(check-sat)
