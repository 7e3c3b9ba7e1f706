; castle row eq10 line 4: expected answer unsat
(set-logic ALL)
(declare-const n Real)
(declare-const root5 Real)
(declare-const x Real)
(declare-const y Real)
(assert (not (= (* 16 (+ 1 root5) (+ 5 (* 3 root5)) (+ (* n n) (* n y) (* (- 1) x y) (* (- 2) n x))) (+ (* (+ (- 5) (* root5 root5)) (+ (* (- 22) (* n n)) (* root5 (+ (* (- 30) (* n n)) (* (- 16) n y) (* 30 x y) (* 50 n x))) (* (* root5 root5) (+ (* (- 10) (* n n)) (* (- 4) n y) (* 10 x y) (* 20 n x))) (* (* root5 root5 root5) (+ (* (- 2) (* n n)) (* 2 x y) (* 6 n x))) (* (- 12) n y) (* 19 n x) (* 22 x y) (* n x (* root5 root5 root5 root5)))) (* (- 16) (+ (* 2 n) (* (- 1) y (+ 1 root5))) (+ (* 2 x) (* n (+ 1 root5)))) (* (* (+ 1 root5) (+ 1 root5) (+ 1 root5) (+ 1 root5)) (+ (* 2 n) (* (- 1) x (+ 1 root5))) (+ (* 2 y) (* n (+ 1 root5))))))))
(check-sat)
