; castle row sold line 3: expected answer unsat
(set-logic ALL)
(declare-const n Real)
(declare-const x Real)
(assert (not (= (+ (* (- 3) n) (* 5 x)) (+ (* (- 3) n) (* 5 x)))))
(check-sat)
