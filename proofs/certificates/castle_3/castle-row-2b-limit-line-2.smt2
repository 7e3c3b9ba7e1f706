; castle row 2b.limit line 2: expected answer unsat
(set-logic ALL)
(declare-const dpw Int)
(declare-const n Int)
(declare-const root5 Real)
(declare-const s Int)
(assert (not (= (+ (to_real n) (* (- 1.0) (+ (+ (to_real s) (to_real dpw)) (* (- 2.0) (to_real n))) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)))) (+ (* (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) (+ (+ (* (+ (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) 1.0) (to_real n)) (* (- 1.0) (to_real dpw))) (* (- 1.0) (to_real s)))) (* (- (/ 1.0 4.0)) (to_real n) (+ (- 5.0) (* root5 root5)))))))
(check-sat)
