; castle row def line 4: expected answer unsat
(set-logic ALL)
(declare-const n Int)
(declare-const x Int)
(assert (not (= (+ (+ (* 2 n) (* (- 3) x)) (* (- 1) (+ (* 5 x) (* (- 3) n)))) (+ (* 5 n) (* (- 8) x)))))
(check-sat)
