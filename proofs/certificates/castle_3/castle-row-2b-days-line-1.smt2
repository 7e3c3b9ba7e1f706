; castle row 2b.days line 1: expected answer unsat
(set-logic ALL)
(declare-const dpw Real)
(declare-const n Real)
(declare-const s Real)
(declare-const x2 Real)
(assert (not (= (+ (+ s (* (- 1.0) n)) (* (- 1.0) (+ n (* (- 1.0) (+ dpw (* (- 1.0) x2)))))) (+ (+ (+ s (* (- 2.0) n)) dpw) (* (- 1.0) x2)))))
(check-sat)
