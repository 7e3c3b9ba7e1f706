; castle row sold line 5: expected answer unsat
(set-logic ALL)
(declare-const n Int)
(declare-const x Int)
(assert (not (= (+ n (* (- 1) x)) (+ (* n 1) (* (- 1) x 1)))))
(check-sat)
