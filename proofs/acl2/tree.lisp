(in-package "ACL2")
; A checker of the value of a zero-sum tree, and its soundness: the last theorem. None of it need be believed.
(include-book "shared")
; The sequence form from the seat of a player with the plan x: for each end, (c . path): the gain times the probabilities of
; chance and of the own moves, and the other player's moves, the last one first, each as (k set n): move k of n at a set.
; The nodes have probabilities; or, if set is not nil, the other player chooses node k, k + 1 and so on there.
(defun ends (nodes probabilities set n k c path seat x) (if (endp nodes) nil
    (let* ((node (car nodes)) (c1 (if set c (* c (car probabilities)))) (path1 (if set (cons (list k set n) path) path)))
      (append (if (rationalp node) (list (cons (* c1 (gain seat node)) path1))
                (if (or (equal (car node) 'chance) (equal (car node) seat))
                    (ends (cddr node) (at-node node seat x nil) nil 0 0 c1 path1 seat x)
                  (ends (cddr node) nil (cadr node) (len (cddr node)) 0 c1 path1 seat x)))
              (ends (cdr nodes) (cdr probabilities) set n (+ k 1) c path seat x)))))
; Backward induction, one information set of the other player at a time: all ends that begin with it and go on in the same
; way become one end, with the least sum over the moves.
(defun at-set (ends set n) (if (endp ends) nil (if (equal (cdr (cadr (car ends))) (list set n))
        (cons (list (car (cadr (car ends))) (caar ends)) (at-set (cdr ends) set n)) (at-set (cdr ends) set n))))
(defun not-at-set (ends set n) (if (endp ends) nil
    (if (equal (cdr (cadr (car ends))) (list set n)) (not-at-set (cdr ends) set n)
      (cons (car ends) (not-at-set (cdr ends) set n)))))
(defun same-past (ends set n past) (if (endp ends) t
    (and (implies (equal (cdr (cadr (car ends))) (list set n)) (equal (cddr (car ends)) past))
         (same-past (cdr ends) set n past))))
(defun past-of (ends set n)
  (if (endp ends) nil (if (equal (cdr (cadr (car ends))) (list set n)) (cddr (car ends)) (past-of (cdr ends) set n))))
(defun least-of (pairs n) (declare (xargs :measure (nfix n)))
  (if (or (zp n) (equal n 1)) (of-first pairs) (min (of-first pairs) (least-of (of-others pairs) (- n 1)))))
(defun joined (ends set n) (if (endp (at-set ends set n)) ends
    (cons (cons (least-of (at-set ends set n) n) (past-of ends set n)) (not-at-set ends set n))))
(defun sum-at-least (ends sum v)
  (if (endp ends) (<= v sum) (and (endp (cdar ends)) (rationalp (caar ends)) (sum-at-least (cdr ends) (+ (caar ends) sum) v))))
(defun check-sets (sets ends v) (if (endp sets) (sum-at-least ends 0 v)
    (let ((set (car (car sets))) (n (cadr (car sets))))
      (and (posp n) (pairs-ok (at-set ends set n)) (same-past ends set n (past-of ends set n))
           (check-sets (cdr sets) (joined ends set n) v)))))
; The information sets of the other player with their numbers of moves; those that come first in the tree come last.
(defun sets-in (nodes seat) (if (endp nodes) nil (append (if (rationalp (car nodes)) nil
              (append (if (or (equal (caar nodes) 'chance) (equal (caar nodes) seat)) nil
                        (list (list (cadr (car nodes)) (len (cddr (car nodes)))))) (sets-in (cddr (car nodes)) seat)))
            (sets-in (cdr nodes) seat))))
(defun check-seat (tree seat x v)
  (check-sets (remove-duplicates-equal (reverse (sets-in (list tree) seat))) (ends (list tree) '(1) nil 0 0 1 nil seat x) v))
(defun check-tree (tree x y v) (and (proper-nodes (list tree)) (all-agree (moves-at (list tree))) (rationalp v)
       (check-seat tree 'first x v) (check-seat tree 'second y (- v))))

(local (defun chance-of (path y)
  (if (endp path) 1 (* (nth (car (car path)) (mixed (cadr (car path)) y (caddr (car path)))) (chance-of (cdr path) y)))))
(local (defun worth (ends y) (if (endp ends) 0 (+ (* (caar ends) (chance-of (cdar ends) y)) (worth (cdr ends) y)))))
(local (defthm worth-append (equal (worth (append a b) y) (+ (worth a y) (worth b y)))))
(local (defthm nth-of-weights (implies (weights l) (or (and (rationalp (nth k l)) (<= 0 (nth k l))) (equal (nth k l) nil))) :rule-classes nil))
(local (defthm chance-rational (and (rationalp (chance-of path y)) (<= 0 (chance-of path y)))
  :rule-classes (:rewrite :type-prescription)
  :hints (("Subgoal *1/2" :use ((:instance nth-of-weights (k (car (car path))) (l (mixed (cadr (car path)) y (caddr (car path))))))))))
(local (defthm car-nthcdr (equal (car (nthcdr k l)) (nth k l))))
(local (defthm cdr-nthcdr (implies (natp k) (equal (cdr (nthcdr k l)) (nthcdr (+ 1 k) l)))))
(local (defthm nthcdr-0 (equal (nthcdr 0 l) l)))
(local (defthm ends-right (implies (and (acl2-numberp c) (natp k) (proper-nodes nodes))
           (equal (worth (ends nodes probabilities set n k c path seat x) y) (* c (chance-of path y)
                     (tree-gain nodes (if set (nthcdr k (mixed set y n)) probabilities) seat x y)))) :rule-classes nil
  :hints (("Goal" :induct (ends nodes probabilities set n k c path seat x) :in-theory (disable nthcdr nth gain)))))
(local (defthm sum-at-least-right
  (implies (and (sum-at-least ends sum v) (rationalp sum)) (<= v (+ sum (worth ends y)))) :rule-classes nil))
(local (defthm each-at-least-below (implies (and (each-at-least pairs n v) (<= u v)) (each-at-least pairs n u))))
(local (defthm least-of-rational (implies (pairs-ok pairs) (rationalp (least-of pairs n))) :rule-classes (:rewrite :type-prescription)))
(local (defthm least-of-right (implies (pairs-ok pairs) (each-at-least pairs n (least-of pairs n)))
  :hints (("Goal" :induct (least-of pairs n) :expand ((:free (v) (each-at-least pairs 1 v)))))))
(local (defthm worth-splits (implies (same-past ends set n past) (equal (worth ends y)
                  (+ (worth (not-at-set ends set n) y)
                     (* (chance-of past y) (sum-of (at-set ends set n) (mixed set y n)))))) :rule-classes nil))
(local (defthm joined-right
  (implies (and (posp n) (pairs-ok (at-set ends set n)) (same-past ends set n (past-of ends set n)))
           (<= (worth (joined ends set n) y) (worth ends y))) :rule-classes nil
  :hints (("Goal" :in-theory (disable at-set not-at-set past-of same-past least-of sum-of chance-of)
     :use ((:instance worth-splits (past (past-of ends set n)))
           (:instance sum-of-at-least (pairs (at-set ends set n)) (l (mixed set y n)) (v (least-of (at-set ends set n) n)))
           (:instance product-mono (w (chance-of (past-of ends set n) y)) (a (least-of (at-set ends set n) n))
                                   (b (sum-of (at-set ends set n) (mixed set y n)))))))))
(local (defthm check-sets-right (implies (check-sets sets ends v) (<= v (worth ends y))) :rule-classes nil
  :hints (("Goal" :in-theory (disable joined same-past past-of at-set pairs-ok sum-at-least worth) :induct (check-sets sets ends v))
          ("Subgoal *1/2" :use ((:instance joined-right (set (caar sets)) (n (cadr (car sets))))))
          ("Subgoal *1/1" :use ((:instance sum-at-least-right (sum 0)))))))
(local (defthm checked-seat
  (implies (and (check-seat tree seat x v) (proper-nodes (list tree))) (tree-guarantees tree seat v))
  :hints (("Goal" :in-theory (disable ends check-sets worth tree-gain proper-nodes tree-guarantees sets-in)
     :use (tree-guarantees-suff
           (:instance ends-right (nodes (list tree)) (probabilities '(1)) (set nil) (n 0) (k 0) (c 1) (path nil)
                                 (y (tree-secures-witness tree seat x v)))
           (:instance check-sets-right (sets (remove-duplicates-equal (reverse (sets-in (list tree) seat))))
                      (ends (ends (list tree) '(1) nil 0 0 1 nil seat x)) (y (tree-secures-witness tree seat x v))))))))
; What the checker accepts is the value.
(defthm checked-tree (implies (check-tree game first-plan second-plan v) (tree-value game v))
  :hints (("Goal" :in-theory (disable check-seat proper-nodes moves-at all-agree tree-guarantees))))
