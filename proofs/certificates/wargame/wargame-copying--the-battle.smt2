; wargame copying, the battle: expected answer unsat
(set-logic ALL)
(declare-const field Int)
(declare-const larger Int)
(declare-const other Int)
(assert (>= larger field))
(assert (not (and (=> (>= field other) (>= larger other)) (=> (> field other) (> larger other)))))
(check-sat)
