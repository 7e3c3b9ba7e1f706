; castle row eq5 line 1: expected answer unsat
(set-logic ALL)
(declare-const S Int)
(declare-const c Int)
(declare-const dpw Int)
(assert (not (= (+ (+ c (* (- 1) (+ S (* (- 1) (+ dpw (* (- 1) 0)))))) (* (- 1) (+ (+ S (* (- 1) 0)) (* (- 1) (+ dpw 0))))) (+ (+ c (* 2 dpw)) (* (- 2) S)))))
(check-sat)
