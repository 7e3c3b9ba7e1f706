; castle row castle.d day: expected answer unsat
(set-logic ALL)
(declare-const n Int)
(declare-const s Int)
(assert (>= n 2))
(assert (= s (+ n 2)))
(assert (not (and (> s n) (<= s (* 2 n)))))
(check-sat)
