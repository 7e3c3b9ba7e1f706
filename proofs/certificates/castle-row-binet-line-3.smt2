; castle row binet line 3: expected answer unsat
(set-logic ALL)
(declare-const A Real)
(declare-const B Real)
(declare-const root5 Real)
(assert (not (= (* (+ 2 (* 2 root5)) (+ (* (- 16) B) (* A (* (+ 1 root5) (+ 1 root5) (+ 1 root5) (+ 1 root5))))) (+ (* (+ (- 5) (* root5 root5)) (+ (* 2 A) (* 8 B) (* root5 (+ (* 6 A) (* 8 B))) (* 2 A (* root5 root5 root5)) (* 6 A (* root5 root5)))) (* 4 (* (+ 1 root5) (+ 1 root5)) (+ (* 4 B) (* A (* (+ 1 root5) (+ 1 root5))) (* (- 2) B (+ 1 root5)) (* 2 A (+ 1 root5))))))))
(check-sat)
