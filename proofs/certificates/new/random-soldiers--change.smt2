; random soldiers, change: expected answer unsat
(set-logic QF_NRA)
(declare-const D Real)
(declare-const S Real)
(declare-const d Real)
(declare-const y Real)
(assert (not (= (+ (+ (+ (+ (+ (+ (* (* 4.0 d) (+ (+ S (* (- 1.0) D)) y)) (* 2.0 (* (+ S (* (- 1.0) y)) (+ S (* (- 1.0) y))))) (* (- 1.0) (* 4.0 (+ S (* (- 1.0) y))) (+ y d))) (* 3.0 (* (+ y d) (+ y d)))) (* (+ (* 9.0 d) 3.0) (+ S (* (- 1.0) y)))) (* (- 1.0) (* 3.0 d) (+ y d))) (* (- 1.0) (+ (+ (+ (+ (* 2.0 (* S S)) (* (- 1.0) (* 4.0 S) D)) (* 3.0 (* D D))) (* (+ (* 9.0 d) 3.0) S)) (* (- 1.0) (* 3.0 d) D)))) (+ (+ (+ (+ (* (* 4.0 S) D) (* (- 1.0) d D)) (* (- 3.0) (* D D))) (* (+ (+ (* 2.0 d) (* (- 8.0) S)) (- 3.0)) y)) (* 9.0 (* y y))))))
(check-sat)
