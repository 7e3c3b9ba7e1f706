(in-package "ACL2")
; A checker of the value of a zero-sum game, and its soundness: the last theorem. None of it need be believed.
(include-book "shared")
; vs: the values of all positions to the player in the seat. The plan x secures them by moving once.
(defun mean-value (entry vs)
  (if (endp entry) 0 (+ (* (cadr (car entry)) (nth (- (caar entry) 1) vs)) (mean-value (cdr entry) vs))))
(defun value-of-move (entries own vs)
  (if (or (endp entries) (endp own)) 0
    (+ (* (car own) (mean-value (car entries) vs)) (value-of-move (cdr entries) (cdr own) vs))))
(defun all-at-least (choices own v vs)
  (if (endp choices) t (and (<= v (value-of-move (car choices) own vs)) (all-at-least (cdr choices) own v vs))))
(defun check-place (place p seat x v vs)
  (and (rationalp v)
       (if (rationalp place) (equal v (gain seat place))
         (let ((choices (choices seat place)))
           (and (consp choices) (consp (car choices)) (proper-rows choices (len (car choices)) p (len vs))
                (all-at-least choices (mixed p x (len (car choices))) v vs))))))
(defun check-from (positions p seat x rest vs)
  (if (endp positions) (endp rest)
    (and (consp rest) (check-place (car positions) p seat x (car rest) vs)
         (check-from (cdr positions) (+ p 1) seat x (cdr rest) vs))))
(defun negated (l) (if (endp l) nil (cons (- (car l)) (negated (cdr l)))))
(defun check-value (game x y vs start v)
  (and (proper game) (natp start) (<= 1 start) (<= start (len game)) (rationalp v) (equal v (nth (- start 1) vs))
       (check-from game 1 'first x vs vs) (check-from game 1 'second y (negated vs) (negated vs))))

; The expected value of the positions that plays have reached never falls.
(local (defun worth (plays vs)
  (if (endp plays) 0 (+ (* (caar plays) (nth (- (cadr (car plays)) 1) vs)) (worth (cdr plays) vs)))))
(local (defun all-rational (vs) (if (endp vs) t (and (rationalp (car vs)) (all-rational (cdr vs))))))
; Plays have weights, and are over or at position t or later.
(local (defun far (plays game m)
  (if (endp plays) t
    (and (rationalp (caar plays)) (<= 0 (caar plays)) (natp (cadr (car plays))) (<= 1 (cadr (car plays)))
         (<= (cadr (car plays)) (len game))
         (or (rationalp (position-at (cadr (car plays)) game)) (<= m (cadr (car plays))))
         (far (cdr plays) game m)))))
(local (defthm worth-append (equal (worth (append a b) vs) (+ (worth a vs) (worth b vs)))))
(local (defthm len-positive (equal (< 0 (len l)) (consp l))))
(local (defthm far-nil (far nil game m)))
(local (defthm far-append (implies (far a game m) (equal (far (append a b) game m) (far b game m)))))
(local (defthm nth-rational (implies (and (all-rational vs) (natp k) (< k (len vs))) (rationalp (nth k vs)))
  :rule-classes (:rewrite :type-prescription)))
(local (defthm worth-by-chance
  (implies (acl2-numberp w) (equal (worth (by-chance entry w i j h) vs) (* w (mean-value entry vs))))))
(local (defthm worth-by-own-move
  (implies (acl2-numberp w) (equal (worth (by-own-move entries own w i j h) vs) (* w (value-of-move entries own vs))))
  :hints (("Goal" :in-theory (disable mean-value by-chance)))))
(local (defthm mean-value-rational
  (implies (and (weights (next-weights entry)) (all-between entry p (len vs)) (natp p) (all-rational vs)) (rationalp (mean-value entry vs)))
  :rule-classes :type-prescription))
(local (defthm value-of-move-rational
  (implies (and (proper-row entries p (len vs)) (natp p) (all-rational vs) (weights own)) (rationalp (value-of-move entries own vs)))
  :rule-classes :type-prescription :hints (("Goal" :in-theory (disable mean-value distribution next-weights all-between)
                                             :induct (value-of-move entries own vs))
     ("Subgoal *1/2" :in-theory (disable mean-value next-weights all-between)))))
(local (defthm worth-by-both
  (implies (and (rationalp w) (<= 0 w) (rationalp v) (weights own) (weights other) (all-rational vs) (natp p)
                (proper-rows choices width p (len vs)) (all-at-least choices own v vs) (equal (len choices) (len other)))
           (<= (* w v (total other)) (worth (by-both choices own other w j h) vs)))
  :rule-classes nil
  :hints (("Goal" :in-theory (disable value-of-move by-own-move proper-row) :induct (by-both choices own other w j h))
          ("Subgoal *1/2" :use ((:instance product-mono (a v) (b (value-of-move (car choices) own vs)) (w (* w (car other)))))))))
(local (defthm far-by-chance
  (implies (and (rationalp w) (<= 0 w) (weights (next-weights entry)) (natp p) (all-between entry p (len game)))
           (far (by-chance entry w i j h) game (+ 1 p)))
  :hints (("Goal" :in-theory (disable position-at)))))
(local (defthm far-by-own-move
  (implies (and (rationalp w) (<= 0 w) (weights own) (natp p) (proper-row entries p (len game)))
           (far (by-own-move entries own w i j h) game (+ 1 p)))
  :hints (("Goal" :in-theory (disable by-chance far next-weights all-between)))))
(local (defthm far-by-both
  (implies (and (rationalp w) (<= 0 w) (weights own) (weights other) (natp p) (proper-rows choices width p (len game)))
           (far (by-both choices own other w j h) game (+ 1 p)))
  :hints (("Goal" :in-theory (disable by-own-move far proper-row)))))
(local (defthm far-later (implies (and (far plays game q) (natp q) (<= m q)) (far plays game m))
  :hints (("Goal" :in-theory (disable position-at)))))
(local (defthm far-by-both-later
  (implies (and (rationalp w) (<= 0 w) (weights own) (weights other) (natp p) (<= m p) (natp m) (proper-rows choices width p (len game)))
           (far (by-both choices own other w j h) game (+ 1 m)))
  :hints (("Goal" :in-theory (disable by-both far far-later) :use (far-by-both (:instance far-later (plays (by-both choices own other w j h)) (q (+ 1 p)) (m (+ 1 m))))))))
(local (defthm checked-place
  (implies (and (check-from positions p seat x rest vs) (natp p) (natp q) (<= p q) (< q (+ p (len positions))))
           (check-place (nth (- q p) positions) q seat x (nth (- q p) rest) vs))
  :rule-classes nil :hints (("Goal" :in-theory (disable check-place) :induct (check-from positions p seat x rest vs)))))
(local (defthm checked-at
  (implies (and (check-from game 1 seat x vs vs) (natp q) (<= 1 q) (<= q (len game)))
           (check-place (position-at q game) q seat x (nth (- q 1) vs) vs))
  :hints (("Goal" :in-theory (disable check-place check-from) :use (:instance checked-place (positions game) (p 1) (rest vs))))))
(local (defthm checked-all-rational
  (implies (check-from positions p seat x rest vs) (and (all-rational rest) (equal (len rest) (len positions))))
  :hints (("Goal" :in-theory (enable check-place)))))
(local (defthm step-far
  (implies (and (check-from game 1 seat x vs vs) (far (list play) game m) (natp m))
           (far (next-plays play game seat x y) game (+ 1 m)))
  :hints (("Goal" :in-theory (disable check-from by-both position-at choices proper-rows all-at-least checked-at far-by-both checked-all-rational)
     :use ((:instance checked-at (q (cadr play))) (:instance checked-all-rational (positions game) (p 1) (rest vs))
           (:instance far-by-both-later (w (car play)) (p (cadr play)) (j 0) (h (cdr play))
              (choices (choices seat (position-at (cadr play) game)))
              (width (len (car (choices seat (position-at (cadr play) game)))))
              (own (mixed (cadr play) x (len (car (choices seat (position-at (cadr play) game))))))
              (other (mixed (cdr play) y (len (choices seat (position-at (cadr play) game)))))))))))
(local (defthm step-worth
  (implies (and (check-from game 1 seat x vs vs) (far (list play) game m) (natp m))
           (<= (worth (list play) vs) (worth (next-plays play game seat x y) vs)))
  :rule-classes :linear
  :hints (("Goal" :in-theory (disable check-from by-both position-at choices proper-rows all-at-least checked-at checked-all-rational)
     :use ((:instance checked-at (q (cadr play))) (:instance checked-all-rational (positions game) (p 1) (rest vs))
           (:instance worth-by-both (w (car play)) (v (nth (- (cadr play) 1) vs)) (p (cadr play)) (j 0) (h (cdr play))
              (choices (choices seat (position-at (cadr play) game)))
              (width (len (car (choices seat (position-at (cadr play) game)))))
              (own (mixed (cadr play) x (len (car (choices seat (position-at (cadr play) game))))))
              (other (mixed (cdr play) y (len (choices seat (position-at (cadr play) game)))))))))))
(local (defthm far-cons (implies (and (far plays game m) (consp plays)) (and (far (list (car plays)) game m) (far (cdr plays) game m)))))
(local (defthm worth-cons (implies (consp plays) (equal (worth plays vs) (+ (worth (list (car plays)) vs) (worth (cdr plays) vs)))) :rule-classes nil))
(local (defthm one-more-right
  (implies (and (check-from game 1 seat x vs vs) (far plays game m) (natp m))
           (and (far (one-more plays game seat x y) game (+ 1 m))
                (<= (worth plays vs) (worth (one-more plays game seat x y) vs))))
  :hints (("Goal" :in-theory (disable next-plays check-from far worth checked-at) :induct (one-more plays game seat x y))
          ("Subgoal *1/2" :use (far-cons worth-cons (:instance step-worth (play (car plays))) (:instance step-far (play (car plays)))))
          ("Subgoal *1/1" :in-theory (enable worth)))))
(local (defthm plays-right
  (implies (and (check-from game 1 seat x vs vs) (natp start) (<= 1 start) (<= start (len game)) (natp n))
           (and (far (plays n start game seat x y) game (+ n start))
                (<= (nth (- start 1) vs) (worth (plays n start game seat x y) vs))))
  :rule-classes nil
  :hints (("Goal" :in-theory (disable one-more check-from checked-at position-at) :induct (plays n start game seat x y))
          ("Subgoal *1/2" :use ((:instance one-more-right (plays (plays (- n 1) start game seat x y)) (m (+ (- n 1) start))))))))
(local (defthm worth-is-gain
  (implies (and (check-from game 1 seat x vs vs) (far plays game m) (natp m) (< (len game) m))
           (equal (mean-gain plays game seat) (worth plays vs)))
  :hints (("Goal" :in-theory (disable check-from position-at checked-at gain) :induct (mean-gain plays game seat))
          ("Subgoal *1/2" :use ((:instance checked-at (q (cadr (car plays)))))))))
(local (defthm secured
  (implies (and (check-from game 1 seat x vs vs) (natp start) (<= 1 start) (<= start (len game)))
           (guarantees game seat start (nth (- start 1) vs)))
  :hints (("Goal" :in-theory (disable check-from far worth mean-gain plays guarantees)
     :use ((:instance guarantees-suff (v (nth (- start 1) vs)))
           (:instance plays-right (n (len game)) (y (secures-witness game seat start x (nth (- start 1) vs))))
           (:instance worth-is-gain (m (+ (len game) start)) (plays (plays (len game) start game seat x (secures-witness game seat start x (nth (- start 1) vs))))))))))
(local (defthm nth-negated (implies (rationalp (nth k vs)) (equal (nth k (negated vs)) (- (nth k vs))))))
; What the checker accepts is the value.
(defthm checked-value (implies (check-value game first-plan second-plan values start v) (game-value game start v))
  :hints (("Goal" :in-theory (disable check-from secured guarantees proper)
     :use ((:instance secured (seat 'first) (x first-plan) (vs values))
           (:instance secured (seat 'second) (x second-plan) (vs (negated values)))))))
