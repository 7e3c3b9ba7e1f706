; castle row eq11 line 1: expected answer unsat
(set-logic ALL)
(declare-const dpw Real)
(declare-const n Real)
(declare-const q Real)
(declare-const s Real)
(assert (not (= (+ s (* dpw (+ 1 q)) (* (- 1) n (+ 2 q))) (+ dpw s (* (- 1) n) (* dpw q) (* (- 1) n (+ 1 q))))))
(check-sat)
