; castle row 2b.limit line 2: expected answer unsat
(set-logic ALL)
(declare-const dpw Real)
(declare-const n Real)
(declare-const root5 Real)
(declare-const s Real)
(assert (not (= (+ (* 8 n) (* (- 4) (+ 1 root5) (+ dpw s (* (- 2) n)))) (+ (* (- 2) n (+ (- 5) (* root5 root5))) (* 2 (+ 1 root5) (+ (* (- 2) dpw) (* (- 2) s) (* n (+ 3 root5))))))))
(check-sat)
