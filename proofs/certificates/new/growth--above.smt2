; growth, above: expected answer unsat
(set-logic QF_NRA)
(declare-const phi Real)
(declare-const u Real)
(declare-const z Real)
(assert (= (* phi phi) (+ phi 1.0)))
(assert (< (* z z) (+ (+ (+ (* u u) (* (- 1.0) u)) 2.0) (* (* 2.0 phi) u))))
(assert (not (< (* z z) (+ (* (+ (+ u phi) (- (/ 1.0 2.0))) (+ (+ u phi) (- (/ 1.0 2.0)))) (/ 3.0 4.0)))))
(check-sat)
