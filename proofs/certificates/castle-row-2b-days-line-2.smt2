; castle row 2b.days line 2: expected answer unsat
(set-logic ALL)
(declare-const dpw Real)
(declare-const n Real)
(declare-const s Real)
(declare-const x2 Real)
(declare-const x3 Real)
(assert (not (= (+ s x2 (* (- 1) x3) (* (- 3) n) (* 2 dpw)) (+ s x2 (* (- 1) x3) (* (- 3) n) (* 2 dpw)))))
(check-sat)
