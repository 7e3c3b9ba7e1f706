; castle row 2b.table line 3: expected answer unsat
(set-logic ALL)
(declare-const dpw Real)
(declare-const n Real)
(declare-const s Real)
(declare-const x2 Real)
(declare-const x3 Real)
(assert (not (= (+ (+ (+ (+ (+ (+ s (* (- 2.0) n)) (* 2.0 (+ dpw (* (- 1.0) n)))) dpw) (* 2.0 x2)) x3) (* (- 1.0) (+ (+ (+ (+ s (* (- 1.0) n)) (* 3.0 (+ dpw (* (- 1.0) n)))) (* 2.0 x2)) x3))) 0.0)))
(check-sat)
