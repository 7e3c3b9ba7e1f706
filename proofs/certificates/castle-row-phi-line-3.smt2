; castle row phi line 3: expected answer unsat
(set-logic ALL)
(declare-const root5 Real)
(assert (not (= 4 (+ 5 (* (- 1) (* root5 root5)) (* (+ 1 root5) (+ (- 1) root5))))))
(check-sat)
