; castle A12 identity: expected answer unsat
(set-logic ALL)
(declare-const U Int)
(declare-const dpw Int)
(declare-const n Int)
(assert (not (= (+ (+ (* n n) (* (- 1) n U)) (* (- 1) U U)) (+ (* (+ n (* (- 1) dpw)) (+ n (* (- 1) U))) (* (- 1) (+ (+ (* U U) (* dpw U)) (* (- 1) n dpw)))))))
(check-sat)
