; castle row def line 4: expected answer unsat
(set-logic ALL)
(declare-const n Real)
(declare-const x Real)
(assert (not (= (+ (* (- 8) x) (* 5 n)) (+ (* (- 8) x) (* 5 n)))))
(check-sat)
