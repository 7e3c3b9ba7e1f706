; castle row quad: expected answer unsat
(set-logic ALL)
(declare-const U Int)
(declare-const V Int)
(declare-const dpw Int)
(declare-const n Int)
(assert (= V (+ U dpw (* (- 1) n))))
(assert (not (and (=> (> (+ (* U U) (* U dpw) (* (- 1) dpw n)) 0) (< (+ (* n n) (* V n) (* (- 1) U V) (* (- 2) U n)) 0)) (=> (< (+ (* n n) (* V n) (* (- 1) U V) (* (- 2) U n)) 0) (> (+ (* U U) (* U dpw) (* (- 1) dpw n)) 0)))))
(check-sat)
