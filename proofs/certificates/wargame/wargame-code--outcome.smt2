; wargame code, outcome: expected answer unsat
(set-logic ALL)
(declare-const draw Real)
(declare-const field_a Int)
(declare-const field_b Int)
(declare-const loss Real)
(declare-const win Real)
(assert (not (and (=> (> field_a field_b) (and (= (* (- 1.0) win) (* (- 1.0) win)) (=> (= field_a field_b) (= win draw)) (=> (> field_a field_b) (= win win)) (=> (< field_a field_b) (= win loss)))) (=> (and (>= field_a field_b) (<= field_a field_b)) (and (= (* (- 1.0) draw) (* (- 1.0) draw)) (=> (= field_a field_b) (= draw draw)) (=> (> field_a field_b) (= draw win)) (=> (< field_a field_b) (= draw loss)))) (=> (and (<= field_a field_b) (< field_a field_b)) (and (= (* (- 1.0) loss) (* (- 1.0) loss)) (=> (= field_a field_b) (= loss draw)) (=> (> field_a field_b) (= loss win)) (=> (< field_a field_b) (= loss loss)))))))
(check-sat)
