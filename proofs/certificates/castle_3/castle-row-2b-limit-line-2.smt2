; castle row 2b.limit line 2: expected answer unsat
(set-logic ALL)
(declare-const dpw Real)
(declare-const n Real)
(declare-const root5 Real)
(declare-const s Real)
(assert (not (= (+ n (* (- 1.0) (+ (+ s dpw) (* (- 2.0) n)) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)))) (+ (* (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) (+ (+ (* (+ (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) 1.0) n) (* (- 1.0) dpw)) (* (- 1.0) s))) (* (- (/ 1.0 4.0)) n (+ (- 5.0) (* root5 root5)))))))
(check-sat)
