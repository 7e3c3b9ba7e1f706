; castle row eq11 line 1: expected answer unsat
(set-logic ALL)
(declare-const dpw Int)
(declare-const n Int)
(declare-const q Int)
(declare-const s Int)
(assert (not (= (+ (+ s (* (+ q 1) dpw)) (* (- 1) (+ (+ q 1) 1) n)) (+ (+ (+ (+ s (* q dpw)) (* (- 1) (+ q 1) n)) dpw) (* (- 1) n)))))
(check-sat)
