; castle row phi line 4: expected answer unsat
(set-logic ALL)
(declare-const root5 Real)
(assert (not (= (* 2 (* (+ 1 root5) (+ 1 root5))) (+ 2 (* 2 (* root5 root5)) (* 4 root5)))))
(check-sat)
