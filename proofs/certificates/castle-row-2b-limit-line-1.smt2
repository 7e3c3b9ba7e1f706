; castle row 2b.limit line 1: expected answer unsat
(set-logic ALL)
(declare-const root5 Real)
(assert (not (= (+ 8 (* 4 root5)) (+ 5 (* (- 1) (* root5 root5)) (* (+ 1 root5) (+ 3 root5))))))
(check-sat)
