; castle row eq9 line 4: expected answer unsat
(set-logic ALL)
(declare-const n Real)
(declare-const root5 Real)
(declare-const x Real)
(declare-const y Real)
(assert (not (= (* (+ 32 (* 32 root5)) (+ (* (- 1) n x (+ 12 (* 3 (* (+ 1 root5) (+ 1 root5) (+ 1 root5))) (* 4 root5) (* 4 root5 (+ 1 root5)))) (* 2 n y (+ 15 (* 7 root5) (* root5 (+ 1 root5)))) (* 2 (* n n) (+ 1 root5) (+ 5 (* 3 root5))) (* (- 2) x y (+ 1 root5) (+ 5 (* 3 root5))))) (+ (* (+ (- 5) (* root5 root5)) (+ (* (- 88) (* n n)) (* root5 (+ (* (- 208) (* n n)) (* (- 240) n y) (* 148 n x) (* 208 x y))) (* (* root5 root5) (+ (* (- 160) (* n n)) (* (- 80) n y) (* 160 x y) (* 184 n x))) (* (* root5 root5 root5) (+ (* (- 48) (* n n)) (* (- 16) n y) (* 48 x y) (* 104 n x))) (* (* root5 root5 root5 root5) (+ (* (- 8) (* n n)) (* 8 x y) (* 28 n x))) (* (- 176) n y) (* 44 n x) (* 88 x y) (* 4 n x (* root5 root5 root5 root5 root5)))) (* (+ 4 (* 4 root5)) (+ (* (- 16) (+ (* 2 n) (* (- 1) y (+ 1 root5))) (+ (* 2 x) (* n (+ 1 root5)))) (* (* (+ 1 root5) (+ 1 root5) (+ 1 root5) (+ 1 root5)) (+ (* 2 n) (* (- 1) x (+ 1 root5))) (+ (* 2 y) (* n (+ 1 root5))))))))))
(check-sat)
