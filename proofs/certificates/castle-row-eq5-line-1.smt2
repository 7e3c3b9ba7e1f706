; castle row eq5 line 1: expected answer unsat
(set-logic ALL)
(declare-const S Real)
(declare-const c Real)
(declare-const dpw Real)
(assert (not (= (+ c (* (- 2) S) (* 2 dpw)) (+ c (* (- 2) S) (* 2 dpw)))))
(check-sat)
