; castle row sold line 2: expected answer unsat
(set-logic ALL)
(declare-const n Int)
(declare-const x Int)
(assert (not (= (+ (+ n (* (- 1) x)) (* (- 1) (+ (* 2 x) (* (- 1) n)))) (+ (* 2 n) (* (- 3) x)))))
(check-sat)
