; castle A6 identity: expected answer unsat
(set-logic ALL)
(declare-const U Int)
(declare-const V Int)
(declare-const dpw Int)
(declare-const n Int)
(assert (= V (+ U dpw (* (- 1) n))))
(assert (not (= (+ (* n (+ (* (- 1) n) (* 2 U))) (* (- 1) V (+ n (* (- 1) U)))) (+ (* U U) (* U dpw) (* (- 1) dpw n)))))
(check-sat)
