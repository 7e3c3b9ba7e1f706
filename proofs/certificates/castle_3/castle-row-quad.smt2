; castle row quad: expected answer unsat
(set-logic ALL)
(declare-const U Int)
(declare-const V Int)
(declare-const dpw Int)
(declare-const n Int)
(assert (= V (+ (+ U dpw) (* (- 1) n))))
(assert (not (and (=> (> (+ (+ (* U U) (* dpw U)) (* (- 1) n dpw)) 0) (< (+ (+ (+ (* n n) (* n V)) (* (- 1) (* 2 n) U)) (* (- 1) U V)) 0)) (=> (< (+ (+ (+ (* n n) (* n V)) (* (- 1) (* 2 n) U)) (* (- 1) U V)) 0) (> (+ (+ (* U U) (* dpw U)) (* (- 1) n dpw)) 0)))))
(check-sat)
