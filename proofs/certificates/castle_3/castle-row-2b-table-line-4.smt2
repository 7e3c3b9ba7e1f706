; castle row 2b.table line 4: expected answer unsat
(set-logic ALL)
(declare-const dpw Int)
(declare-const n Int)
(declare-const s Int)
(declare-const x2 Int)
(assert (not (= (+ (+ n (* (- 1) x2)) (* (- 1) (+ (+ (+ s (* (- 1) n)) (* 2 (+ dpw (* (- 1) n)))) x2))) (+ (+ (+ n (* (- 1) (+ s (* (- 1) n)))) (* (- 2) (+ dpw (* (- 1) n)))) (* (- 2) x2)))))
(check-sat)
