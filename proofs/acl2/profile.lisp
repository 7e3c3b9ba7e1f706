(in-package "ACL2")
; A checker of equilibria of tables, and its soundness: the last theorem. None of it need be believed.
(include-book "shared")
; The probability of the strategies of all players but i, and for each cell the pair of i's strategy and what i loses there.
(defun others (profile x i) (if (endp x) 1
    (if (zp i) (probability (cdr profile) (cdr x)) (* (nth (car profile) (car x)) (others (cdr profile) (cdr x) (- i 1))))))
(defun losses (cells x i) (if (endp cells) nil
    (cons (list (nth i (caar cells)) (- (* (others (caar cells) x i) (nth i (cadr (car cells))))))
          (losses (cdr cells) x i))))
(defun check-players (payoffs i sizes cells x) (if (endp payoffs) (equal i (len x))
    (and (rationalp (car payoffs)) (equal (expected cells i x) (car payoffs)) (< i (len x))
         (pairs-ok (losses cells x i)) (each-at-least (losses cells x i) (nth i sizes) (- (car payoffs)))
         (check-players (cdr payoffs) (+ i 1) sizes cells x))))
(defun check-profile (sizes cells x payoffs)
  (and (equal (strip-cars cells) (profiles sizes)) (all-mixed sizes x) (check-players payoffs 0 sizes cells x)))

(local (defthm probability-instead (implies (and (natp i) (< i (len x)))
           (equal (probability profile (update-nth i own x)) (* (nth (nth i profile) own) (others profile x i))))
  :hints (("Goal" :induct (others profile x i)))))
(local (defthm expected-instead (implies (and (natp i) (< i (len x)))
           (equal (expected cells i (update-nth i own x)) (- (sum-of (losses cells x i) own))))
  :hints (("Goal" :induct (losses cells x i) :in-theory (disable others probability update-nth)))))
(local (defthm at-most (implies (and (natp i) (< i (len x)) (rationalp v) (pairs-ok (losses cells x i))
                (each-at-least (losses cells x i) (nth i sizes) (- v))) (no-better sizes cells i x v))
  :hints (("Goal" :in-theory (disable expected losses update-nth each-at-least sum-of pairs-ok)
     :use ((:instance sum-of-at-least (pairs (losses cells x i)) (l (no-better-witness sizes cells i x v)) (v (- v))))))))
(local (defthm check-players-right
  (implies (and (check-players payoffs i sizes cells x) (natp i)) (content-from payoffs i sizes cells x))
  :hints (("Goal" :in-theory (disable expected losses each-at-least pairs-ok no-better)))))
; What the checker accepts is an equilibrium.
(defthm checked-profile
  (implies (check-profile sizes game strategies payoffs) (nash-equilibrium sizes game strategies payoffs))
  :hints (("Goal" :in-theory (disable check-players content-from all-mixed profiles))))
