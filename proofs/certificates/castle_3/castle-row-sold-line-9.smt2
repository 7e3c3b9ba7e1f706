; castle row sold line 9: expected answer unsat
(set-logic ALL)
(declare-const F Real)
(declare-const G Real)
(declare-const n Real)
(declare-const x Real)
(assert (not (= (+ (* n (* (+ F (* 2.0 G)) 1.0)) (* (- 1.0) x (+ (* (+ F G) 1.0) (* (+ F (* 2.0 G)) 1.0)))) (+ (+ (* n G) (* (- 1.0) x (+ F G))) (* (- 1.0) (+ (+ (* x G) (* (- 1.0) n F)) (* (- 1.0) (+ (* n G) (* (- 1.0) x (+ F G))))))))))
(check-sat)
