; castle row wait line 2: expected answer unsat
(set-logic ALL)
(declare-const n Real)
(declare-const root5 Real)
(declare-const x Real)
(declare-const y Real)
(assert (not (= (* (+ 2 (* 2 root5)) (+ (* 2 n) (* (- 1) x (+ 1 root5))) (+ (* 2 y) (* n (+ 1 root5)))) (* (+ 2 (* 2 root5)) (+ (* 2 (* n n) (+ 1 root5)) (* 4 n y) (* (- 1) n x (* (+ 1 root5) (+ 1 root5))) (* (- 2) x y (+ 1 root5)))))))
(check-sat)
