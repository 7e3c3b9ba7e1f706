; castle row sold line 7: expected answer unsat
(set-logic ALL)
(declare-const n Int)
(declare-const x Int)
(assert (not (= (+ (* n (* 1 1)) (* (- 1) x (+ (* 0 1) (* 1 1)))) (+ n (* (- 1) x)))))
(check-sat)
