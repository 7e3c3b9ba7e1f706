; castle row 2b.days line 1: expected answer unsat
(set-logic ALL)
(declare-const dpw Real)
(declare-const n Real)
(declare-const s Real)
(declare-const x2 Real)
(assert (not (= (+ dpw s (* (- 1) x2) (* (- 2) n)) (+ dpw s (* (- 1) x2) (* (- 2) n)))))
(check-sat)
