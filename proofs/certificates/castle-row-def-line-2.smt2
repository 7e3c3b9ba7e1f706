; castle row def line 2: expected answer unsat
(set-logic ALL)
(declare-const n Real)
(declare-const x Real)
(assert (not (= (+ (* (- 3) x) (* 2 n)) (+ (* (- 3) x) (* 2 n)))))
(check-sat)
