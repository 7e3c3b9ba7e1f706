; castle row sold line 1: expected answer unsat
(set-logic ALL)
(declare-const n Real)
(declare-const x Real)
(assert (not (= (+ x (* (- 1.0) (+ n (* (- 1.0) x)))) (+ (* 2.0 x) (* (- 1.0) n)))))
(check-sat)
