; castle row sold line 1: expected answer unsat
(set-logic ALL)
(declare-const n Real)
(declare-const x Real)
(assert (not (= (+ (* (- 1) n) (* 2 x)) (+ (* (- 1) n) (* 2 x)))))
(check-sat)
