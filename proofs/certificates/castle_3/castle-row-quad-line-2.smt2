; castle row quad line 2: expected answer unsat
(set-logic ALL)
(declare-const dpw Real)
(declare-const n Real)
(declare-const w Real)
(assert (not (= (+ (+ (* (* (+ w (* (- 1.0) dpw)) (/ 1.0 2.0)) (* (+ w (* (- 1.0) dpw)) (/ 1.0 2.0))) (* dpw (* (+ w (* (- 1.0) dpw)) (/ 1.0 2.0)))) (* (- 1.0) n dpw)) (+ 0.0 (+ (* (- (/ 1.0 4.0)) (* dpw dpw)) (* (/ 1.0 4.0) (* w w)) (* (- (/ 1.0 4.0)) (* 4.0 n) dpw))))))
(check-sat)
