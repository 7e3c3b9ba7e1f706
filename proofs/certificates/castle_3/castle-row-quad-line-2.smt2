; castle row quad line 2: expected answer unsat
(set-logic ALL)
(declare-const dpw Int)
(declare-const n Int)
(declare-const root Real)
(assert (not (= (+ (+ (* (* (+ root (* (- 1.0) (to_real dpw))) (/ 1.0 2.0)) (* (+ root (* (- 1.0) (to_real dpw))) (/ 1.0 2.0))) (* (to_real dpw) (* (+ root (* (- 1.0) (to_real dpw))) (/ 1.0 2.0)))) (* (- 1.0) (to_real n) (to_real dpw))) (+ 0.0 (+ (* (- (/ 1.0 4.0)) (* (to_real dpw) (to_real dpw))) (* (/ 1.0 4.0) (* root root)) (* (- (/ 1.0 4.0)) (* 4.0 (to_real n)) (to_real dpw)))))))
(check-sat)
