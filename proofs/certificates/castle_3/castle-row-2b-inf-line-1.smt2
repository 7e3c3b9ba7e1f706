; castle row 2b.inf line 1: expected answer unsat
(set-logic ALL)
(declare-const n Int)
(declare-const root5 Real)
(declare-const s Int)
(assert (not (= (+ (to_real n) (* (- 1.0) (+ (to_real s) (* (- 1.0) (to_real n))) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)))) (+ (* (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) (+ (* (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) (to_real n)) (* (- 1.0) (to_real s)))) (* (- (/ 1.0 4.0)) (to_real n) (+ (- 5.0) (* root5 root5)))))))
(check-sat)
