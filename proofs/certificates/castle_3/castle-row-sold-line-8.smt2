; castle row sold line 8: expected answer unsat
(set-logic ALL)
(declare-const F Int)
(declare-const G Int)
(declare-const n Int)
(declare-const x Int)
(assert (not (= (+ (* x (* (+ F (* 2 G)) 1)) (* (- 1) n (* (+ F G) 1))) (+ (+ (* x G) (* (- 1) n F)) (* (- 1) (+ (* n G) (* (- 1) x (+ F G))))))))
(check-sat)
