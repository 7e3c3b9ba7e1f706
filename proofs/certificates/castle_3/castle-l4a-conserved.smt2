; castle L4a conserved: expected answer unsat
(set-logic ALL)
(declare-const n Int)
(declare-const x Int)
(assert (not (= (+ (+ (* (+ n (* (- 1) x)) (+ n (* (- 1) x))) (* (- 1) (+ n (* (- 1) x)) (+ (* 2 x) (* (- 1) n)))) (* (- 1) (+ (* 2 x) (* (- 1) n)) (+ (* 2 x) (* (- 1) n)))) (+ (+ (* n n) (* (- 1) n x)) (* (- 1) x x)))))
(check-sat)
