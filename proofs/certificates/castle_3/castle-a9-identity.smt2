; castle A9 identity: expected answer unsat
(set-logic ALL)
(declare-const U Int)
(declare-const dpw Int)
(declare-const n Int)
(assert (not (= (+ (* (+ (* 2 U) dpw) (+ (* 2 U) dpw)) (* (- 1) (+ (* dpw dpw) (* (* 4 n) dpw)))) (* 4 (+ (+ (* U U) (* dpw U)) (* (- 1) n dpw))))))
(check-sat)
