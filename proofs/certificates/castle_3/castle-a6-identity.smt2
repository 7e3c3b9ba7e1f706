; castle A6 identity: expected answer unsat
(set-logic ALL)
(declare-const U Int)
(declare-const V Int)
(declare-const dpw Int)
(declare-const n Int)
(assert (= V (+ (+ U dpw) (* (- 1) n))))
(assert (not (= (+ (* n (+ (* 2 U) (* (- 1) n))) (* (- 1) V (+ n (* (- 1) U)))) (+ (+ (* U U) (* dpw U)) (* (- 1) n dpw)))))
(check-sat)
