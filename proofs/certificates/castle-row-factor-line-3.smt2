; castle row factor line 3: expected answer unsat
(set-logic ALL)
(declare-const root5 Real)
(assert (not (= (* 2 (* (+ 1 root5) (+ 1 root5) (+ 1 root5) (+ 1 root5))) (+ 112 (* 48 root5) (* (+ (- 5) (* root5 root5)) (+ 22 (* 2 (* root5 root5)) (* 8 root5)))))))
(check-sat)
