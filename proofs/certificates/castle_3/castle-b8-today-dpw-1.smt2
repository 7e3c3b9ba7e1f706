; castle B8 today dpw 1: expected answer unsat
(set-logic ALL)
(declare-const S Int)
(declare-const U Int)
(declare-const dpw Int)
(assert (>= S 1))
(assert (= dpw 1))
(assert (not (=> (>= U S) (< (+ (+ (* S S) (* (- 1) S U)) (* (- 1) U U)) 0))))
(check-sat)
