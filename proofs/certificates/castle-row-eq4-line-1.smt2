; castle row eq4 line 1: expected answer unsat
(set-logic ALL)
(declare-const S Real)
(declare-const c Real)
(declare-const dpw Real)
(declare-const x Real)
(assert (not (= (+ c x (* (- 2) S) (* 2 dpw)) (+ c x (* (- 2) S) (* 2 dpw)))))
(check-sat)
