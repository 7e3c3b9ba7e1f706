(in-package "ACL2")
; What the theorems of this folder mean: read this page before you believe one. Nothing is proved here.
; How to read it: (defun f (a b) e) defines f(a, b) = e, and (f a b) is f applied to a and b. (car l) is the first of a list,
; (cdr l) the rest, (nth i l) the element with number i, counted from 0; (endp l) says that l is empty. Numbers are
; integers and fractions of any size. (defun-sk p (a) (forall b e)) defines p(a): e is true for all b, whatever they are.

; A distribution over n things is a list of n weights that are not negative, with total 1.
(defun total (l) (if (endp l) 0 (+ (car l) (total (cdr l)))))
(defun weights (l) (if (endp l) (null l) (and (rationalp (car l)) (<= 0 (car l)) (weights (cdr l)))))
(defun distribution (l n) (and (weights l) (equal (len l) n) (equal (total l) 1)))

; A plan lists, for what a player knows, a distribution over the n moves there. What it does not list means the first move:
; so every object is a plan.
(defun zeros (n) (if (zp n) nil (cons 0 (zeros (- n 1)))))
(defun mixed (known plan n)
  (let ((l (cdr (assoc-equal known plan)))) (if (distribution l n) l (cons 1 (zeros (- n 1))))))

; Players are `first` and `second`; the second one pays the first. The gain of a player from the payoff u to the first:
(defun gain (seat u) (if (equal seat 'first) u (- u)))

; ZERO-SUM GAMES with simultaneous moves and chance. A game is a list of positions, which have the numbers 1, 2, 3 and so on.
; A position is a number, if play is over: the payoff. Otherwise it is a list of rows, one for each move of the first player;
; a row has an entry for each move of the second; an entry lists (q c): position q is next with probability c.
; A player who has no choice has one move. Positions come before those that can follow them.
(defun position-at (p game) (nth (- p 1) game))
(defun next-weights (entry) (if (endp entry) nil (cons (cadr (car entry)) (next-weights (cdr entry)))))
(defun all-between (entry p n)
  (if (endp entry) t
    (and (natp (caar entry)) (< p (caar entry)) (<= (caar entry) n) (all-between (cdr entry) p n))))
(defun proper-row (row p n)
  (if (endp row) t
    (and (distribution (next-weights (car row)) (len (car row))) (all-between (car row) p n) (proper-row (cdr row) p n))))
(defun proper-rows (rows width p n)
  (if (endp rows) t
    (and (equal (len (car rows)) width) (proper-row (car rows) p n) (proper-rows (cdr rows) width p n))))
(defun proper-from (positions p n)
  (if (endp positions) t
    (and (or (rationalp (car positions))
             (and (consp (car positions)) (consp (caar positions))
                  (proper-rows (car positions) (len (caar positions)) p n)))
         (proper-from (cdr positions) (+ p 1) n))))
(defun proper (game) (proper-from game 1 (len game)))

; The same position as the player in the seat sees it: for each move of the other player, what follows each own move.
(defun columns (rows)
  (declare (xargs :measure (acl2-count (car rows))))
  (if (consp (car rows)) (cons (strip-cars rows) (columns (strip-cdrs rows))) nil))
(defun choices (seat rows) (if (equal seat 'first) (columns rows) rows))

; A play is (w . history): its probability, and a list of the current position, the own move and the other player's move
; that led to it, counted from 0, the position before, and so on to the start. What can follow a play, and its probability:
(defun by-chance (entry w i j history)
  (if (endp entry) nil
    (cons (cons (* w (cadr (car entry))) (list* (caar entry) i j history)) (by-chance (cdr entry) w i j history))))
(defun by-own-move (entries own w i j history)
  (if (or (endp entries) (endp own)) nil
    (append (by-chance (car entries) (* w (car own)) i j history)
            (by-own-move (cdr entries) (cdr own) w (+ i 1) j history))))
(defun by-both (choices own other w j history)
  (if (or (endp choices) (endp other)) nil
    (append (by-own-move (car choices) own (* w (car other)) 0 j history)
            (by-both (cdr choices) own (cdr other) w (+ j 1) history))))
; All plays after one more move: the own plan x knows the position, and the plan y of the other player the whole history.
(defun next-plays (play game seat x y)
  (let* ((history (cdr play)) (place (position-at (car history) game)) (choices (choices seat place)))
    (if (rationalp place) (list play)
      (by-both choices (mixed (car history) x (len (car choices))) (mixed history y (len choices)) (car play) 0 history))))
(defun one-more (plays game seat x y)
  (if (endp plays) nil (append (next-plays (car plays) game seat x y) (one-more (cdr plays) game seat x y))))
(defun plays (n start game seat x y)
  (if (zp n) (list (list 1 start)) (one-more (plays (- n 1) start game seat x y) game seat x y)))
(defun mean-gain (plays game seat)
  (if (endp plays) 0
    (+ (* (car (car plays)) (gain seat (position-at (cadr (car plays)) game))) (mean-gain (cdr plays) game seat))))

; After as many moves as there are positions every play is over. A plan x secures v if its mean gain is at least v against
; every plan of the other player. The value: what the first player can secure, and the second can keep it to.
(defun-sk secures (game seat start x v) (forall y (<= v (mean-gain (plays (len game) start game seat x y) game seat))))
(defun-sk guarantees (game seat start v) (exists x (secures game seat start x v)))
(defun game-value (game start v)
  (and (proper game) (natp start) (<= 1 start) (<= start (len game)) (rationalp v)
       (guarantees game 'first start v) (guarantees game 'second start (- v))))

; TABLES of any number of players. sizes: the number of strategies of each. cells: for each profile, in which strategies are
; counted from 0, (profile payoffs). x: a mixed strategy for each player. The table lists each profile once, in this order:
(defun with-strategy (k profiles) (if (endp profiles) nil (cons (cons k (car profiles)) (with-strategy k (cdr profiles)))))
(defun with-strategies (n profiles)
  (if (zp n) nil (append (with-strategies (- n 1) profiles) (with-strategy (- n 1) profiles))))
(defun profiles (sizes) (if (endp sizes) (list nil) (with-strategies (car sizes) (profiles (cdr sizes)))))
; The probability of a profile if all players draw independently, and the expected payoff of player i, counted from 0.
(defun probability (profile x) (if (endp x) 1 (* (nth (car profile) (car x)) (probability (cdr profile) (cdr x)))))
(defun expected (cells i x)
  (if (endp cells) 0 (+ (* (probability (caar cells) x) (nth i (cadr (car cells)))) (expected (cdr cells) i x))))
(defun all-mixed (sizes x)
  (if (endp sizes) (endp x) (and (distribution (car x) (car sizes)) (all-mixed (cdr sizes) (cdr x)))))
; No player gets more by another mixed strategy, if the others do not change theirs.
(defun-sk no-better (sizes cells i x v)
  (forall own (implies (distribution own (nth i sizes)) (<= (expected cells i (update-nth i own x)) v))))
(defun content-from (payoffs i sizes cells x)
  (if (endp payoffs) (equal i (len x))
    (and (equal (expected cells i x) (car payoffs)) (no-better sizes cells i x (car payoffs))
         (content-from (cdr payoffs) (+ i 1) sizes cells x))))
(defun nash-equilibrium (sizes cells x payoffs)
  (and (equal (strip-cars cells) (profiles sizes)) (all-mixed sizes x) (content-from payoffs 0 sizes cells x)))

; ZERO-SUM TREES with hidden information. A node is a number, the payoff; or (chance weights . nodes); or (first set . nodes) or
; (second set . nodes), where the player knows only the number of the information set.
(defun proper-nodes (nodes)
  (if (endp nodes) t
    (and (or (rationalp (car nodes))
             (and (member-equal (caar nodes) '(chance first second)) (consp (cddr (car nodes)))
                  (if (equal (caar nodes) 'chance) (distribution (cadr (car nodes)) (len (cddr (car nodes))))
                    (natp (cadr (car nodes))))
                  (proper-nodes (cddr (car nodes)))))
         (proper-nodes (cdr nodes)))))
; A player sees how many moves there are, so that all nodes of an information set have equally many. Player, set and number
; of moves at each node of a player:
(defun moves-at (nodes)
  (if (endp nodes) nil
    (if (rationalp (car nodes)) (moves-at (cdr nodes))
      (append (if (equal (caar nodes) 'chance) nil (list (list (caar nodes) (cadr (car nodes)) (len (cddr (car nodes))))))
              (moves-at (cddr (car nodes))) (moves-at (cdr nodes))))))
(defun agrees (one others)
  (if (endp others) t
    (and (or (not (equal (car one) (caar others))) (not (equal (cadr one) (cadr (car others)))) (equal one (car others)))
         (agrees one (cdr others)))))
(defun all-agree (l) (if (endp l) t (and (agrees (car l) (cdr l)) (all-agree (cdr l)))))
; The probabilities at a node if the player in the seat has the plan x, and the other one y; and the mean gain at nodes that
; have probabilities.
(defun at-node (node seat x y)
  (if (equal (car node) 'chance) (cadr node)
    (mixed (cadr node) (if (equal (car node) seat) x y) (len (cddr node)))))
(defun tree-gain (nodes probabilities seat x y)
  (if (endp nodes) 0
    (+ (* (car probabilities)
          (if (rationalp (car nodes)) (gain seat (car nodes))
            (tree-gain (cddr (car nodes)) (at-node (car nodes) seat x y) seat x y)))
       (tree-gain (cdr nodes) (cdr probabilities) seat x y))))
(defun-sk tree-secures (tree seat x v) (forall y (<= v (tree-gain (list tree) '(1) seat x y))))
(defun-sk tree-guarantees (tree seat v) (exists x (tree-secures tree seat x v)))
(defun tree-value (tree v)
  (and (proper-nodes (list tree)) (all-agree (moves-at (list tree))) (rationalp v)
       (tree-guarantees tree 'first v) (tree-guarantees tree 'second (- v))))
