; castle A9 identity: expected answer unsat
(set-logic ALL)
(declare-const U Int)
(declare-const dpw Int)
(declare-const n Int)
(assert (not (= (+ (* (+ dpw (* 2 U)) (+ dpw (* 2 U))) (* (- 1) (* dpw dpw)) (* (- 4) dpw n)) (+ (* 4 (* U U)) (* (- 4) dpw n) (* 4 U dpw)))))
(check-sat)
