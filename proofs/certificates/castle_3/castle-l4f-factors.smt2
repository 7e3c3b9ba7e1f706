; castle L4f factors: expected answer unsat
(set-logic QF_NRA)
(declare-const N Real)
(declare-const X Real)
(declare-const phi Real)
(assert (not (= (+ (+ (* N N) (* (- 1.0) N X)) (* (- 1.0) X X)) (+ (* (+ N (* (- 1.0) phi X)) (+ N (* (+ phi (- 1.0)) X))) (* (* (+ (+ (* phi phi) (* (- 1.0) phi)) (- 1.0)) X) X)))))
(check-sat)
