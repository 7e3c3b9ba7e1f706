; castle row sold line 3: expected answer unsat
(set-logic ALL)
(declare-const n Int)
(declare-const x Int)
(assert (not (= (+ (+ (* 2 x) (* (- 1) n)) (* (- 1) (+ (* 2 n) (* (- 3) x)))) (+ (* 5 x) (* (- 3) n)))))
(check-sat)
