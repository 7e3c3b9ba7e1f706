; castle row sold line 1: expected answer unsat
(set-logic ALL)
(declare-const n Int)
(declare-const x Int)
(assert (not (= (+ x (* (- 1) (+ n (* (- 1) x)))) (+ (* 2 x) (* (- 1) n)))))
(check-sat)
