; castle row eq4 line 1: expected answer unsat
(set-logic ALL)
(declare-const S Int)
(declare-const c Int)
(declare-const dpw Int)
(declare-const x Int)
(assert (not (= (+ (+ c (* (- 1) (+ S (* (- 1) (+ dpw (* (- 1) x)))))) (* (- 1) (+ (+ S (* (- 1) x)) (* (- 1) (+ dpw x))))) (+ (+ (+ c (* 2 dpw)) x) (* (- 2) S)))))
(check-sat)
