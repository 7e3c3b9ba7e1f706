; castle row 2b.table line 4: expected answer unsat
(set-logic ALL)
(declare-const dpw Real)
(declare-const n Real)
(declare-const s Real)
(declare-const x2 Real)
(assert (not (= (+ (+ n (* (- 1.0) x2)) (* (- 1.0) (+ (+ (+ s (* (- 1.0) n)) (* 2.0 (+ dpw (* (- 1.0) n)))) x2))) (+ (+ (+ n (* (- 1.0) (+ s (* (- 1.0) n)))) (* (- 2.0) (+ dpw (* (- 1.0) n)))) (* (- 2.0) x2)))))
(check-sat)
