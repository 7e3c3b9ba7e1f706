; castle B8 identity: expected answer unsat
(set-logic ALL)
(declare-const m Int)
(declare-const x Int)
(assert (not (= (+ (* (+ (* 2 x) m) (+ (* 2 x) m)) (* (- 1) (* 5 m) m)) (* (- 4) (+ (+ (* m m) (* (- 1) m x)) (* (- 1) x x))))))
(check-sat)
