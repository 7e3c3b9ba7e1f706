; castle row 2b.days line 4: expected answer unsat
(set-logic ALL)
(declare-const dpw Real)
(declare-const n Real)
(declare-const s Real)
(declare-const x2 Real)
(declare-const x3 Real)
(assert (not (= (+ (+ (+ (+ (+ s (* (- 2.0) n)) (* (+ 4.0 (- 3.0)) (+ dpw (* (- 1.0) n)))) dpw) x2) (* (- 1.0) x3)) (+ (+ (+ (+ (+ s (* (- 2.0) n)) (+ dpw (* (- 1.0) n))) dpw) x2) (* (- 1.0) x3)))))
(check-sat)
