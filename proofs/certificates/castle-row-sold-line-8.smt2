; castle row sold line 8: expected answer unsat
(set-logic ALL)
(declare-const F Real)
(declare-const G Real)
(declare-const n Real)
(declare-const x Real)
(assert (not (= (+ (* x (+ F (* 2 G))) (* (- 1) n (+ F G))) (+ (* G x) (* x (+ F G)) (* (- 1) F n) (* (- 1) G n)))))
(check-sat)
