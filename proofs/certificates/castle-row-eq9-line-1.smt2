; castle row eq9 line 1: expected answer unsat
(set-logic ALL)
(declare-const n Real)
(declare-const root5 Real)
(declare-const x Real)
(declare-const y Real)
(assert (not (= (* (+ 2 (* 2 root5)) (+ (* 2 n) (* (- 1) y (+ 1 root5))) (+ (* 2 x) (* n (+ 1 root5)))) (* (+ 2 (* 2 root5)) (+ (* 2 (* n n) (+ 1 root5)) (* 4 n x) (* (- 1) n y (* (+ 1 root5) (+ 1 root5))) (* (- 2) x y (+ 1 root5)))))))
(check-sat)
