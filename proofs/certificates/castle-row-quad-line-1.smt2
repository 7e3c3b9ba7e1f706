; castle row quad line 1: expected answer unsat
(set-logic ALL)
(declare-const dpw Real)
(declare-const n Real)
(declare-const x Real)
(assert (not (= (+ (* (- 1) (* n n)) (* x (+ dpw x (* (- 1) n))) (* (- 1) n (+ dpw x (* (- 1) n))) (* 2 n x)) (+ (* x x) (* dpw x) (* (- 1) dpw n)))))
(check-sat)
