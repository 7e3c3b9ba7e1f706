; castle row 2b.table line 1: expected answer unsat
(set-logic ALL)
(declare-const dpw Real)
(declare-const n Real)
(declare-const s Real)
(assert (not (= (+ (+ (+ s (* (- 2.0) n)) dpw) (* (- 1.0) (+ (+ s (* (- 1.0) n)) (+ dpw (* (- 1.0) n))))) 0.0)))
(check-sat)
