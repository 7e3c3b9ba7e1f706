; kuhn: its value to first is -1/18, exactly.
; first, the first player, has a strategy with this expected payoff against every strategy of second,
; and second, who pays it, has one that pays no more. Players know only the number of the information set.
; The tree was computed by Python: it lists all 55 nodes of the game.
; You must believe the definitions of games.lisp, the game below, and ACL2. Not the certificate, not the
; checker, which is proved right in tree.lisp, and not the program that wrote this file.
; The check numbers show a slip of one digit; no theorem needs them.
; To certify it, with the books of the program in the same folder:
;   for book in games shared tree kuhn; do echo '(certify-book "'$book'" 0 nil)' | acl2; done
(in-package "ACL2")
(include-book "tree")
(defconst *game* '(
chance
(1/6 1/6 1/6 1/6 1/6 1/6)
(first 1 (second 2 -1 (first 3 -1 -2)) (second 4 1 -2))
(first 1 (second 5 -1 (first 3 -1 -2)) (second 6 1 -2))
(first 7 (second 8 1 (first 9 -1 2)) (second 10 1 2))
(first 7 (second 5 -1 (first 9 -1 -2)) (second 6 1 -2))
(first 11 (second 8 1 (first 12 -1 2)) (second 10 1 2))
(first 11 (second 2 1 (first 12 -1 2)) (second 4 1 2))
))
(defconst *first-plan* '(
; 1: (1, '')
(1 1 0)
; 2: (1, 'pb')
(3 1 0)
; 3: (2, '')
(7 1 0)
; 4: (2, 'pb')
(9 2/3 1/3)
; 5: (3, '')
(11 1 0)
; 6: (3, 'pb')
(12 0 1)
))
(defconst *second-plan* '(
; 1: (2, 'p')
(2 1 0)
; 2: (2, 'b')
(4 2/3 1/3)
; 3: (3, 'p')
(5 0 1)
; 4: (3, 'b')
(6 0 1)
; 5: (1, 'p')
(8 2/3 1/3)
; 6: (1, 'b')
(10 1 0)
))
(defconst *check-numbers* '(
81
0
13
26
63
85
4
63
3
61
20
6
75
12
47
20
61
13
47
69
62
19
54
8
))
(defthm value-of-kuhn
  (tree-value *game* -1/18)
  :rule-classes nil :hints (("Goal" :use ((:instance checked-tree (game *game*) (first-plan *first-plan*) (second-plan *second-plan*) (v -1/18))) :in-theory '((check-tree)))))
