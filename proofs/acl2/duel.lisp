; duel: its value to first is 0, exactly.
; first, the first player, can guarantee this expected payoff against every strategy of second,
; and second, who pays it, can guarantee to pay no more. Position 1 is the start of the game.
; The table was computed by Python: it lists all 31 positions that the rules reach.
; You must believe the definitions of games.lisp, the game below, and ACL2. Not the certificate, not the
; checker, which is proved right in value.lisp, and not the program that wrote this file.
; The check numbers show a slip of one digit; no theorem needs them.
; To certify it, with the books of the program in the same folder:
;   for book in games shared value duel; do echo '(certify-book "'$book'" 0 nil)' | acl2; done
(in-package "ACL2")
(include-book "value")
(defconst *game* '(
; 1: 0 steps; first: step, fire
((((2 1))) (((3 1))))
; 2: 1 step; second: step, fire
((((4 1)) ((5 1/10) (6 9/10))))
; 3: 0 steps, second has won; the end
-1
; 4: 2 steps; first: step, fire
((((7 1))) (((8 1/5) (9 4/5))))
; 5: 1 step, second has won; the end
-1
; 6: 1 step, first has won; the end
1
; 7: 3 steps; second: step, fire
((((10 1)) ((11 3/10) (12 7/10))))
; 8: 2 steps, first has won; the end
1
; 9: 2 steps, second has won; the end
-1
; 10: 4 steps; first: step, fire
((((13 1))) (((14 2/5) (15 3/5))))
; 11: 3 steps, second has won; the end
-1
; 12: 3 steps, first has won; the end
1
; 13: 5 steps; second: step, fire
((((16 1)) ((17 1/2) (18 1/2))))
; 14: 4 steps, first has won; the end
1
; 15: 4 steps, second has won; the end
-1
; 16: 6 steps; first: step, fire
((((19 1))) (((20 3/5) (21 2/5))))
; 17: 5 steps, second has won; the end
-1
; 18: 5 steps, first has won; the end
1
; 19: 7 steps; second: step, fire
((((22 1)) ((23 7/10) (24 3/10))))
; 20: 6 steps, first has won; the end
1
; 21: 6 steps, second has won; the end
-1
; 22: 8 steps; first: step, fire
((((25 1))) (((26 4/5) (27 1/5))))
; 23: 7 steps, second has won; the end
-1
; 24: 7 steps, first has won; the end
1
; 25: 9 steps; second: step, fire
((((28 1)) ((29 9/10) (30 1/10))))
; 26: 8 steps, first has won; the end
1
; 27: 8 steps, second has won; the end
-1
; 28: 10 steps; first: fire
((((31 1))))
; 29: 9 steps, second has won; the end
-1
; 30: 9 steps, first has won; the end
1
; 31: 10 steps, first has won; the end
1
))
(defconst *first-plan* '(
(16 0 1)
(22 0 1)
))
(defconst *second-plan* '(
(13 0 1)
(19 0 1)
(25 0 1)
))
(defconst *values* '(
0
0
-1
0
-1
1
0
1
-1
0
-1
1
0
1
-1
1/5
-1
1
-2/5
1
-1
3/5
-1
1
-4/5
1
-1
1
-1
1
1
))
(defconst *check-numbers* '(
20
30
49
88
1
88
11
0
11
88
81
88
11
45
11
88
64
88
11
96
11
88
47
88
11
47
11
88
88
88
11
11
21
89
47
31
13
68
26
20
1
1
88
1
88
11
1
11
88
1
88
11
1
11
88
15
88
11
82
11
88
35
88
11
62
11
88
11
88
11
11
11
1
))
(defthm value-of-duel
  (game-value *game* 1 0)
  :rule-classes nil :hints (("Goal" :use ((:instance checked-value (game *game*) (first-plan *first-plan*) (second-plan *second-plan*) (values *values*) (start 1) (v 0))) :in-theory '((check-value)))))
