; castle row factor line 4: expected answer unsat
(set-logic ALL)
(declare-const n Real)
(declare-const root5 Real)
(declare-const x Real)
(declare-const y Real)
(assert (not (= (* (+ 5 (* 3 root5)) (+ 32 (* 32 root5)) (+ (* n n) (* n y) (* (- 1) x y) (* (- 2) n x))) (+ (* (+ (- 5) (* root5 root5)) (+ (* (- 44) (* n n)) (* root5 (+ (* (- 60) (* n n)) (* (- 32) n y) (* 60 x y) (* 100 n x))) (* (* root5 root5) (+ (* (- 20) (* n n)) (* (- 8) n y) (* 20 x y) (* 40 n x))) (* (* root5 root5 root5) (+ (* (- 4) (* n n)) (* 4 x y) (* 12 n x))) (* (- 24) n y) (* 38 n x) (* 44 x y) (* 2 n x (* root5 root5 root5 root5)))) (* (- 32) (+ (* 2 n) (* (- 1) y (+ 1 root5))) (+ (* 2 x) (* n (+ 1 root5)))) (* 2 (* (+ 1 root5) (+ 1 root5) (+ 1 root5) (+ 1 root5)) (+ (* 2 n) (* (- 1) x (+ 1 root5))) (+ (* 2 y) (* n (+ 1 root5))))))))
(check-sat)
