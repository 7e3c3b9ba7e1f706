; castle row kzero line 2: expected answer unsat
(set-logic ALL)
(declare-const A Real)
(declare-const n Real)
(declare-const root5 Real)
(declare-const x Real)
(assert (not (= (* (+ 2 (* 2 root5)) (+ (* (- 1) x (+ 4 (* (* A A) (* (+ 1 root5) (+ 1 root5))))) (* 2 n (+ 1 root5) (+ (- 1) (* A A))))) (* (+ 2 (* 2 root5)) (+ (* (- 4) x) (* (- 2) n (+ 1 root5)) (* (* A A) (+ 1 root5) (+ (* 2 n) (* (- 1) x (+ 1 root5)))))))))
(check-sat)
