; castle A12 identity: expected answer unsat
(set-logic ALL)
(declare-const U Int)
(declare-const dpw Int)
(declare-const n Int)
(assert (not (= (+ (* n n) (* (- 1) (* U U)) (* (- 1) U n)) (+ (* (- 1) (* U U)) (* dpw n) (* (+ n (* (- 1) U)) (+ n (* (- 1) dpw))) (* (- 1) U dpw)))))
(check-sat)
