; castle L4e descent a: expected answer unsat
(set-logic ALL)
(declare-const n Int)
(declare-const x Int)
(assert (not (= (+ (+ (* x x) (* (- 1) x (+ n (* (- 1) x)))) (* (- 1) (+ n (* (- 1) x)) (+ n (* (- 1) x)))) (* (- 1) (+ (+ (* n n) (* (- 1) n x)) (* (- 1) x x))))))
(check-sat)
