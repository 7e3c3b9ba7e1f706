; castle L4f factors: expected answer unsat
(set-logic ALL)
(declare-const N Real)
(declare-const X Real)
(declare-const phi Real)
(assert (not (= (+ (* N N) (* (- 1) (* X X)) (* (- 1) N X)) (+ (* (* X X) (+ (- 1) (* phi phi) (* (- 1) phi))) (* (+ N (* X (+ (- 1) phi))) (+ N (* (- 1) X phi)))))))
(check-sat)
