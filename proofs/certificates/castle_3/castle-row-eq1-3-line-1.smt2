; castle row eq1-3 line 1: expected answer unsat
(set-logic ALL)
(declare-const S Real)
(declare-const c Real)
(declare-const dpw Real)
(declare-const x Real)
(assert (not (= (+ c (* (- 1.0) (+ S (* (- 1.0) (+ dpw (* (- 1.0) x)))))) (+ (+ c dpw) (* (- 1.0) (+ S x))))))
(check-sat)
