; rps.nfg: the strategies below are a Nash equilibrium, which pays exactly 0 to row, 0 to column.
; No player has a mixed strategy with a greater expected payoff against the strategies of the others.
; Players are in the order row, column. Python wrote the table, from the game that it read.
; You must believe the definitions of games.lisp, the game below, and ACL2. Not the certificate, not the
; checker, which is proved right in profile.lisp, and not the program that wrote this file.
; The check numbers show a slip of one digit; no theorem needs them.
; To certify it, with the books of the program in the same folder:
;   for book in games shared profile rock-paper-scissors; do echo '(certify-book "'$book'" 0 nil)' | acl2; done
(in-package "ACL2")
(include-book "profile")
(defconst *sizes* '(
3
3
))
(defconst *game* '(
; 1: rock, rock
((0 0) (0 0))
; 2: rock, paper
((0 1) (-1 1))
; 3: rock, scissors
((0 2) (1 -1))
; 4: paper, rock
((1 0) (1 -1))
; 5: paper, paper
((1 1) (0 0))
; 6: paper, scissors
((1 2) (-1 1))
; 7: scissors, rock
((2 0) (-1 1))
; 8: scissors, paper
((2 1) (1 -1))
; 9: scissors, scissors
((2 2) (0 0))
))
(defconst *strategies* '(
; 1: row
(1/3 1/3 1/3)
; 2: column
(1/3 1/3 1/3)
))
(defconst *check-numbers* '(
21
31
31
91
63
70
40
67
74
81
11
78
85
21
56
56
22
))
(defthm value-of-rock-paper-scissors
  (nash-equilibrium *sizes* *game* *strategies* '(0 0))
  :rule-classes nil :hints (("Goal" :use ((:instance checked-profile (sizes *sizes*) (game *game*) (strategies *strategies*) (payoffs '(0 0)))) :in-theory '((check-profile)))))
