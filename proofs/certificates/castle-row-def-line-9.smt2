; castle row def line 9: expected answer unsat
(set-logic ALL)
(declare-const F Real)
(declare-const G Real)
(declare-const n Real)
(declare-const x Real)
(assert (not (= (+ (* n (+ F (* 2 G))) (* (- 1) x (+ (* 2 F) (* 3 G)))) (+ (* F n) (* (- 1) G x) (* (- 2) x (+ F G)) (* 2 G n)))))
(check-sat)
