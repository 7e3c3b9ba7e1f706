; castle row binet line 2: expected answer unsat
(set-logic ALL)
(declare-const root5 Real)
(assert (not (= (* root5 (+ 5 root5 (* root5 (+ 1 root5)))) (+ 10 (* 10 root5) (* (+ (- 5) (* root5 root5)) (+ 2 root5))))))
(check-sat)
