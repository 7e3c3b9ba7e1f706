; castle row 2b.table line 3: expected answer unsat
(set-logic ALL)
(declare-const dpw Int)
(declare-const n Int)
(declare-const s Int)
(declare-const x2 Int)
(declare-const x3 Int)
(assert (not (= (+ (+ (+ (+ (+ (+ s (* (- 2) n)) (* 2 (+ dpw (* (- 1) n)))) dpw) (* 2 x2)) x3) (* (- 1) (+ (+ (+ (+ s (* (- 1) n)) (* 3 (+ dpw (* (- 1) n)))) (* 2 x2)) x3))) 0)))
(check-sat)
