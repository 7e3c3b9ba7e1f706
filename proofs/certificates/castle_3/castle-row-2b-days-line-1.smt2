; castle row 2b.days line 1: expected answer unsat
(set-logic ALL)
(declare-const dpw Int)
(declare-const n Int)
(declare-const s Int)
(declare-const x2 Int)
(assert (not (= (+ (+ s (* (- 1) n)) (* (- 1) (+ n (* (- 1) (+ dpw (* (- 1) x2)))))) (+ (+ (+ s (* (- 2) n)) dpw) (* (- 1) x2)))))
(check-sat)
