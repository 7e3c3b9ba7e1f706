; castle row def line 7: expected answer unsat
(set-logic ALL)
(declare-const n Real)
(declare-const x Real)
(assert (not (= (+ n (* (- 1) x)) (+ n (* (- 1) x)))))
(check-sat)
