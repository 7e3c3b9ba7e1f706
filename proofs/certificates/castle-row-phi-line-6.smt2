; castle row phi line 6: expected answer unsat
(set-logic ALL)
(declare-const root5 Real)
(assert (not (= (+ 30 (* 14 root5) (* 2 root5 (+ 1 root5))) (+ 20 (* (- 4) (* root5 root5)) (* (+ 2 (* 2 root5)) (+ 5 (* 3 root5)))))))
(check-sat)
