; castle row eq1-3 line 1: expected answer unsat
(set-logic ALL)
(declare-const S Int)
(declare-const c Int)
(declare-const dpw Int)
(declare-const x Int)
(assert (not (= (+ c (* (- 1) (+ S (* (- 1) (+ dpw (* (- 1) x)))))) (+ (+ c dpw) (* (- 1) (+ S x))))))
(check-sat)
