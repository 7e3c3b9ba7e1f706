; castle row eq10: expected answer unsat
(set-logic ALL)
(declare-const U Int)
(declare-const V Int)
(declare-const dpw Int)
(declare-const n Int)
(assert (= V (+ U dpw (* (- 1) n))))
(assert (not (= (+ (* n n) (* V n) (* (- 1) U V) (* (- 2) U n)) (+ (* (- 1) (* U U)) (* dpw n) (* (- 1) U dpw)))))
(check-sat)
