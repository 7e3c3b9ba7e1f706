; castle row 2b.table line 4: expected answer unsat
(set-logic ALL)
(declare-const dpw Real)
(declare-const n Real)
(declare-const s Real)
(declare-const x2 Real)
(assert (not (= (+ (* (- 1) s) (* (- 2) dpw) (* (- 2) x2) (* 4 n)) (+ (* (- 1) s) (* (- 2) dpw) (* (- 2) x2) (* 4 n)))))
(check-sat)
