; castle row eq11 line 1: expected answer unsat
(set-logic ALL)
(declare-const dpw Real)
(declare-const n Real)
(declare-const q Real)
(declare-const s Real)
(assert (not (= (+ (+ s (* (+ q 1.0) dpw)) (* (- 1.0) (+ (+ q 1.0) 1.0) n)) (+ (+ (+ (+ s (* q dpw)) (* (- 1.0) (+ q 1.0) n)) dpw) (* (- 1.0) n)))))
(check-sat)
