; castle row quad line 1: expected answer unsat
(set-logic ALL)
(declare-const dpw Real)
(declare-const n Real)
(declare-const x Real)
(assert (not (= (* (- 1.0) (+ (+ (+ (* n n) (* n (+ (+ x dpw) (* (- 1.0) n)))) (* (- 1.0) x (+ (+ x dpw) (* (- 1.0) n)))) (* (- 1.0) (* 2.0 n) x))) (+ (+ (* x x) (* (- 1.0) n dpw)) (* dpw x)))))
(check-sat)
