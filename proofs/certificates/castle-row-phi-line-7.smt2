; castle row phi line 7: expected answer unsat
(set-logic ALL)
(declare-const root5 Real)
(assert (not (= (+ 12 (* 3 (* (+ 1 root5) (+ 1 root5) (+ 1 root5))) (* 4 root5) (* 4 root5 (+ 1 root5))) (+ (* (+ 1 (* 3 root5)) (+ (- 5) (* root5 root5))) (* (+ 4 (* 4 root5)) (+ 5 (* 3 root5)))))))
(check-sat)
