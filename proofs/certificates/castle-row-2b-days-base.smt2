; castle row 2b.days base: expected answer unsat
(set-logic ALL)
(declare-const dpw Int)
(declare-const n Int)
(declare-const s Int)
(declare-const x2 Int)
(declare-const x3 Int)
(assert (not (= (+ s x2 (* (- 1) x3) (* (- 3) n) (* 2 dpw)) (+ s x2 (* (- 1) x3) (* (- 3) n) (* 2 dpw)))))
(check-sat)
