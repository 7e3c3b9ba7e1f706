; castle code, outcome: expected answer unsat
(set-logic ALL)
(declare-const C Int)
(declare-const D Int)
(declare-const S Int)
(assert (not (and (=> (and (= C 0) (= D 0) (> S 0)) (and (= C 0) (= D 0) (>= S 1))) (=> (and (> S 0) (not (= D 0))) (and (> S 0) (not (and (= C 0) (= D 0) (>= S 1))))) (=> (and (= D 0) (> S 0) (not (= C 0))) (and (> S 0) (not (and (= C 0) (= D 0) (>= S 1))))))))
(check-sat)
