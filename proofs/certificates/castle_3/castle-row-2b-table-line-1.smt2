; castle row 2b.table line 1: expected answer unsat
(set-logic ALL)
(declare-const dpw Int)
(declare-const n Int)
(declare-const s Int)
(assert (not (= (+ (+ (+ s (* (- 2) n)) dpw) (* (- 1) (+ (+ s (* (- 1) n)) (+ dpw (* (- 1) n))))) 0)))
(check-sat)
