; castle row eq5 line 1: expected answer unsat
(set-logic ALL)
(declare-const S Real)
(declare-const c Real)
(declare-const dpw Real)
(assert (not (= (+ (+ c (* (- 1.0) (+ S (* (- 1.0) (+ dpw (* (- 1.0) 0.0)))))) (* (- 1.0) (+ (+ S (* (- 1.0) 0.0)) (* (- 1.0) (+ dpw 0.0))))) (+ (+ c (* 2.0 dpw)) (* (- 2.0) S)))))
(check-sat)
