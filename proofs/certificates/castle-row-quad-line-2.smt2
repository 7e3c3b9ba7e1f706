; castle row quad line 2: expected answer unsat
(set-logic ALL)
(declare-const dpw Real)
(declare-const n Real)
(declare-const w Real)
(assert (not (= (+ (* (+ w (* (- 1) dpw)) (+ w (* (- 1) dpw))) (* (- 4) dpw n) (* 2 dpw (+ w (* (- 1) dpw)))) (+ (* w w) (* (- 1) (* dpw dpw)) (* (- 4) dpw n)))))
(check-sat)
