; castle row binet line 3: expected answer unsat
(set-logic QF_NRA)
(declare-const A Real)
(declare-const B Real)
(declare-const root5 Real)
(assert (not (= (* (+ (* (* A (* (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)))) (* (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)))) (* (- 1.0) B 1.0)) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5))) (+ (* (+ (+ (* (* A (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5))) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5))) (* B 1.0)) (* (+ A (* (- 1.0) B)) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)))) (* (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)) (+ (/ 1.0 2.0) (* (/ 1.0 2.0) root5)))) (* (+ (- 5.0) (* root5 root5)) (+ (* (/ 1.0 8.0) B) (* (/ 1.0 32.0) A) (* root5 (+ (* (/ 1.0 8.0) B) (* (/ 3.0 32.0) A))) (* (/ 1.0 32.0) A (* root5 root5 root5)) (* (/ 3.0 32.0) A (* root5 root5))))))))
(check-sat)
