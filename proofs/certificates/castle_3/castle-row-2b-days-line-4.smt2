; castle row 2b.days line 4: expected answer unsat
(set-logic ALL)
(declare-const dpw Int)
(declare-const n Int)
(declare-const s Int)
(declare-const x2 Int)
(declare-const x3 Int)
(assert (not (= (+ (+ (+ (+ (+ s (* (- 2) n)) (* (+ 4 (- 3)) (+ dpw (* (- 1) n)))) dpw) x2) (* (- 1) x3)) (+ (+ (+ (+ (+ s (* (- 2) n)) (+ dpw (* (- 1) n))) dpw) x2) (* (- 1) x3)))))
(check-sat)
