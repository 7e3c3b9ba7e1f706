; castle row def line 9: expected answer unsat
(set-logic ALL)
(declare-const F Int)
(declare-const G Int)
(declare-const n Int)
(declare-const x Int)
(assert (not (= (+ (* n (* (+ F (* 2 G)) 1)) (* (- 1) x (+ (* (+ F G) 1) (* (+ F (* 2 G)) 1)))) (+ (+ (* n G) (* (- 1) x (+ F G))) (* (- 1) (+ (+ (* x G) (* (- 1) n F)) (* (- 1) (+ (* n G) (* (- 1) x (+ F G))))))))))
(check-sat)
