; growth, cubic: expected answer unsat
(set-logic QF_NRA)
(declare-const phi Real)
(declare-const v Real)
(assert (and (> phi (/ 8.0 5.0)) (< phi (/ 81.0 50.0))))
(assert (<= v (/ 7.0 10.0)))
(assert (>= v (- (/ 9.0 10.0))))
(assert (not (and (>= (+ (+ (+ (* v v v) (* 2.0 v)) 1.0) (* (- 2.0) phi)) (- 5.0)) (<= (+ (+ (+ (* v v v) (* 2.0 v)) 1.0) (* (- 2.0) phi)) 0.0))))
(check-sat)
