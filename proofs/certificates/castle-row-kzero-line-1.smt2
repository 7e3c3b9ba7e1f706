; castle row kzero line 1: expected answer unsat
(set-logic ALL)
(declare-const A Real)
(declare-const n Real)
(declare-const root5 Real)
(declare-const x Real)
(assert (not (= (* 2 A (+ 1 root5) (+ (* x (+ 4 (* (* A A) (* (+ 1 root5) (+ 1 root5))))) (* (- 2) n (+ 1 root5) (+ (- 1) (* A A))))) (* 2 A (+ 1 root5) (+ (* 4 x) (* 2 n (+ 1 root5)) (* (* A A) (+ 1 root5) (+ (* (- 2) n) (* x (+ 1 root5)))))))))
(check-sat)
