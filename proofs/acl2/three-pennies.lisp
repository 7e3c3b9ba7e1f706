; matching-pennies-3: the strategies below are a Nash equilibrium, which pays exactly 0 to A, 0 to B, 0 to C.
; No player has a mixed strategy with a greater expected payoff against the strategies of the others.
; Players are in the order A, B, C. Python wrote the table, from the game that it read.
; You must believe the definitions of games.lisp, the game below, and ACL2. Not the certificate, not the
; checker, which is proved right in profile.lisp, and not the program that wrote this file.
; The check numbers show a slip of one digit; no theorem needs them.
; To certify it, with the books of the program in the same folder:
;   for book in games shared profile three-pennies; do echo '(certify-book "'$book'" 0 nil)' | acl2; done
(in-package "ACL2")
(include-book "profile")
(defconst *sizes* '(
2
2
2
))
(defconst *game* '(
; 1: heads, heads, heads
((0 0 0) (1 1 -1))
; 2: heads, heads, tails
((0 0 1) (1 -1 1))
; 3: heads, tails, heads
((0 1 0) (-1 -1 -1))
; 4: heads, tails, tails
((0 1 1) (-1 1 1))
; 5: tails, heads, heads
((1 0 0) (-1 1 1))
; 6: tails, heads, tails
((1 0 1) (-1 -1 -1))
; 7: tails, tails, heads
((1 1 0) (1 -1 1))
; 8: tails, tails, tails
((1 1 1) (1 1 -1))
))
(defconst *strategies* '(
; 1: A
(1/2 1/2)
; 2: B
(1/2 1/2)
; 3: C
(1/2 1/2)
))
(defconst *check-numbers* '(
31
21
21
21
81
82
26
85
52
69
70
44
68
31
66
66
66
94
))
(defthm value-of-three-pennies
  (nash-equilibrium *sizes* *game* *strategies* '(0 0 0))
  :rule-classes nil :hints (("Goal" :use ((:instance checked-profile (sizes *sizes*) (game *game*) (strategies *strategies*) (payoffs '(0 0 0)))) :in-theory '((check-profile)))))
