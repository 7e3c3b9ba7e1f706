(in-package "ACL2")
; Lemmas about lists of weights, for the checkers of the other files.
(include-book "games")
(defthm product-mono (implies (and (rationalp a) (rationalp b) (rationalp w) (<= 0 w) (<= a b)) (<= (* w a) (* w b)))
  :rule-classes nil :hints (("Goal" :nonlinearp t)))
(defthm times-swap (equal (* y (* x z)) (* x (* y z)))
  :hints (("Goal" :use ((:instance associativity-of-* (x y) (y x)) (:instance associativity-of-*)) :in-theory (disable associativity-of-*))))
(defthm times-minus (equal (* x (- y)) (- (* x y))) :hints (("Goal" :use ((:instance distributivity (z (- y)))))))
(defthm weights-zeros (weights (zeros n)))
(defthm total-zeros (equal (total (zeros n)) 0))
(defthm len-zeros (equal (len (zeros n)) (nfix n)))
(defthm total-rational (implies (weights l) (and (rationalp (total l)) (<= 0 (total l)))) :rule-classes (:rewrite :type-prescription))
; Whatever a plan lists, what it means is a distribution.
(defthm mixed-is-distribution
  (and (weights (mixed known plan n))
       (implies (and (integerp n) (< 0 n)) (and (equal (len (mixed known plan n)) n) (equal (total (mixed known plan n)) 1)))))
(in-theory (disable mixed))

; Pairs (k c): the sum of weight k times c is at least v times the total, if for each k the sum of the c is at least v.
(defun pairs-ok (pairs)
  (if (endp pairs) t (and (natp (caar pairs)) (rationalp (cadr (car pairs))) (pairs-ok (cdr pairs)))))
(defun sum-of (pairs l) (if (endp pairs) 0 (+ (* (cadr (car pairs)) (nth (caar pairs) l)) (sum-of (cdr pairs) l))))
(defun of-first (pairs)
  (if (endp pairs) 0 (if (zp (caar pairs)) (+ (cadr (car pairs)) (of-first (cdr pairs))) (of-first (cdr pairs)))))
(defun of-others (pairs)
  (if (endp pairs) nil
    (if (zp (caar pairs)) (of-others (cdr pairs)) (cons (list (- (caar pairs) 1) (cadr (car pairs))) (of-others (cdr pairs))))))
(defun each-at-least (pairs n v)
  (declare (xargs :measure (nfix n)))
  (if (zp n) t (and (<= v (of-first pairs)) (each-at-least (of-others pairs) (- n 1) v))))
(defthm of-first-rational (implies (pairs-ok pairs) (rationalp (of-first pairs))) :rule-classes (:rewrite :type-prescription))
(defthm of-others-ok (implies (pairs-ok pairs) (pairs-ok (of-others pairs))))
(local (defthm sum-of-cons
  (implies (pairs-ok pairs)
           (equal (sum-of pairs (cons w l)) (+ (* w (of-first pairs)) (sum-of (of-others pairs) l))))))
(local (defthm sum-of-nil (implies (pairs-ok pairs) (equal (sum-of pairs nil) 0))))
(local (defun pairs-induct (pairs l) (declare (xargs :measure (acl2-count l))) (if (endp l) pairs (pairs-induct (of-others pairs) (cdr l)))))
(local (defthm nth-of-weights (implies (weights l) (or (rationalp (nth k l)) (equal (nth k l) nil))) :rule-classes nil))
(defthm sum-of-rational (implies (and (pairs-ok pairs) (weights l)) (rationalp (sum-of pairs l)))
  :rule-classes (:rewrite :type-prescription)
  :hints (("Goal" :induct (sum-of pairs l)) ("Subgoal *1/2" :use ((:instance nth-of-weights (k (caar pairs)))))))
(defthm sum-of-at-least
  (implies (and (pairs-ok pairs) (weights l) (rationalp v) (each-at-least pairs (len l) v))
           (<= (* v (total l)) (sum-of pairs l)))
  :rule-classes nil
  :hints (("Goal" :induct (pairs-induct pairs l) :in-theory (disable sum-of of-first of-others))
          ("Subgoal *1/2" :use ((:instance sum-of-cons (w (car l)) (l (cdr l)))
                                (:instance product-mono (a v) (b (of-first pairs)) (w (car l)))))))
