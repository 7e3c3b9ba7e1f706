; wargame code, survivors of a field, half: expected answer unsat
(set-logic ALL)
(declare-const element_1 Int)
(declare-const n Int)
(declare-const quotient_2 Int)
(assert (>= n 1))
(assert (not (=> (and (<= 0 element_1) (<= (* 2 quotient_2) element_1) (< element_1 (+ 1 n)) (< element_1 (+ 2 (* 2 quotient_2)))) (and (= 0 0) (<= (* 2 quotient_2) element_1) (= (+ 1 n) (+ 1 n)) (< element_1 (+ 2 (* 2 quotient_2)))))))
(check-sat)
