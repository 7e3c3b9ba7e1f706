; castle B8 identity: expected answer unsat
(set-logic ALL)
(declare-const m Int)
(declare-const x Int)
(assert (not (= (+ (* (+ m (* 2 x)) (+ m (* 2 x))) (* (- 5) (* m m))) (+ (* (- 4) (* m m)) (* 4 (* x x)) (* 4 m x)))))
(check-sat)
