; matching-pennies: the strategies below are a Nash equilibrium, which pays exactly 0 to even, 0 to odd.
; No player has a mixed strategy with a greater expected payoff against the strategies of the others.
; Players are in the order even, odd. Python wrote the table, from the game that it read.
; You must believe the definitions of games.lisp, the game below, and ACL2. Not the certificate, not the
; checker, which is proved right in profile.lisp, and not the program that wrote this file.
; The check numbers show a slip of one digit; no theorem needs them.
; To certify it, with the books of the program in the same folder:
;   for book in games shared profile matching-pennies; do echo '(certify-book "'$book'" 0 nil)' | acl2; done
(in-package "ACL2")
(include-book "profile")
(defconst *sizes* '(
2
2
))
(defconst *game* '(
; 1: heads, heads
((0 0) (1 -1))
; 2: heads, tails
((0 1) (-1 1))
; 3: tails, heads
((1 0) (-1 1))
; 4: tails, tails
((1 1) (1 -1))
))
(defconst *strategies* '(
; 1: even
(1/2 1/2)
; 2: odd
(1/2 1/2)
))
(defconst *check-numbers* '(
21
21
21
41
83
70
27
94
21
66
66
22
))
(defthm value-of-matching-pennies
  (nash-equilibrium *sizes* *game* *strategies* '(0 0))
  :rule-classes nil :hints (("Goal" :use ((:instance checked-profile (sizes *sizes*) (game *game*) (strategies *strategies*) (payoffs '(0 0)))) :in-theory '((check-profile)))))
