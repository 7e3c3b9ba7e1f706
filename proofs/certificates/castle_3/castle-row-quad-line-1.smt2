; castle row quad line 1: expected answer unsat
(set-logic ALL)
(declare-const dpw Int)
(declare-const n Int)
(declare-const x Int)
(assert (not (= (* (- 1) (+ (+ (+ (* n n) (* n (+ (+ x dpw) (* (- 1) n)))) (* (- 1) x (+ (+ x dpw) (* (- 1) n)))) (* (- 1) (* 2 n) x))) (+ (+ (* x x) (* (- 1) n dpw)) (* dpw x)))))
(check-sat)
