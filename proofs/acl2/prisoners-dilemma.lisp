; prisoners-dilemma: the strategies below are a Nash equilibrium, which pays exactly 1 to row, 1 to column.
; No player has a mixed strategy with a greater expected payoff against the strategies of the others.
; Players are in the order row, column. Python wrote the table, from the game that it read.
; You must believe the definitions of games.lisp, the game below, and ACL2. Not the certificate, not the
; checker, which is proved right in profile.lisp, and not the program that wrote this file.
; The check numbers show a slip of one digit; no theorem needs them.
; To certify it, with the books of the program in the same folder:
;   for book in games shared profile prisoners-dilemma; do echo '(certify-book "'$book'" 0 nil)' | acl2; done
(in-package "ACL2")
(include-book "profile")
(defconst *sizes* '(
2
2
))
(defconst *game* '(
; 1: cooperate, cooperate
((0 0) (3 3))
; 2: cooperate, defect
((0 1) (0 5))
; 3: defect, cooperate
((1 0) (5 0))
; 4: defect, defect
((1 1) (1 1))
))
(defconst *strategies* '(
; 1: row
(0 1)
; 2: column
(0 1)
))
(defconst *check-numbers* '(
21
21
21
41
86
43
3
17
21
32
32
62
))
(defthm value-of-prisoners-dilemma
  (nash-equilibrium *sizes* *game* *strategies* '(1 1))
  :rule-classes nil :hints (("Goal" :use ((:instance checked-profile (sizes *sizes*) (game *game*) (strategies *strategies*) (payoffs '(1 1)))) :in-theory '((check-profile)))))
