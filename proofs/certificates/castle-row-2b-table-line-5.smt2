; castle row 2b.table line 5: expected answer unsat
(set-logic ALL)
(declare-const dpw Real)
(declare-const n Real)
(declare-const s Real)
(declare-const x2 Real)
(declare-const x3 Real)
(assert (not (= (+ (* (- 1) s) (* (- 3) dpw) (* (- 3) x2) (* (- 2) x3) (* 5 n)) (+ (* (- 1) s) (* (- 3) dpw) (* (- 3) x2) (* (- 2) x3) (* 5 n)))))
(check-sat)
