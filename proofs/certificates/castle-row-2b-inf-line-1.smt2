; castle row 2b.inf line 1: expected answer unsat
(set-logic ALL)
(declare-const n Real)
(declare-const root5 Real)
(declare-const s Real)
(assert (not (= (+ (* 8 n) (* (- 4) (+ 1 root5) (+ s (* (- 1) n)))) (+ (* (- 2) n (+ (- 5) (* root5 root5))) (* 2 (+ 1 root5) (+ (* (- 2) s) (* n (+ 1 root5))))))))
(check-sat)
