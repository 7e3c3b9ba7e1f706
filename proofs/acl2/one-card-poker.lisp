; one-card-poker: its value to first is 1/3, exactly.
; first, the first player, has a strategy with this expected payoff against every strategy of second,
; and second, who pays it, has one that pays no more. Players know only the number of the information set.
; The tree was computed by Python: it lists all 11 nodes of the game.
; You must believe the definitions of games.lisp, the game below, and ACL2. Not the certificate, not the
; checker, which is proved right in tree.lisp, and not the program that wrote this file.
; The check numbers show a slip of one digit; no theorem needs them.
; To certify it, with the books of the program in the same folder:
;   for book in games shared tree one-card-poker; do echo '(certify-book "'$book'" 0 nil)' | acl2; done
(in-package "ACL2")
(include-book "tree")
(defconst *game* '(
chance
(1/2 1/2)
(first 1 -1 (second 2 1 2))
(first 3 -1 (second 2 1 -2))
))
(defconst *first-plan* '(
; 1: ace
(1 0 1)
; 2: king
(3 2/3 1/3)
))
(defconst *second-plan* '(
; 1: bet
(2 1/3 2/3)
))
(defconst *check-numbers* '(
41
0
66
36
6
21
0
54
11
41
13
))
(defthm value-of-one-card-poker
  (tree-value *game* 1/3)
  :rule-classes nil :hints (("Goal" :use ((:instance checked-tree (game *game*) (first-plan *first-plan*) (second-plan *second-plan*) (v 1/3))) :in-theory '((check-tree)))))
