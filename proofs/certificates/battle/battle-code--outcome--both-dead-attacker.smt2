; battle code, outcome, both dead attacker: expected answer unsat
(set-logic ALL)
(declare-const attackers Int)
(declare-const defenders Int)
(declare-const reserve Int)
(assert (not (and (=> (and (= defenders 0) (<= attackers reserve)) (= defenders 0)) (=> (and (= defenders 0) (> attackers reserve)) (= defenders 0)) (=> (and (> attackers reserve) (not (= defenders 0))) (and (not (= defenders 0)) (not (and (<= attackers reserve) (not (= defenders 0)))))))))
(check-sat)
