; inspection 4 2: its value to inspector is -3/11, exactly.
; inspector, the first player, can guarantee this expected payoff against every strategy of inspectee,
; and inspectee, who pays it, can guarantee to pay no more. Position 1 is the start of the game.
; The table was computed by Python: it lists all 28 positions that the rules reach.
; You must believe the definitions of games.lisp, the game below, and ACL2. Not the certificate, not the
; checker, which is proved right in value.lisp, and not the program that wrote this file.
; The check numbers show a slip of one digit; no theorem needs them.
; To certify it, with the books of the program in the same folder:
;   for book in games shared value inspection; do echo '(certify-book "'$book'" 0 nil)' | acl2; done
(in-package "ACL2")
(include-book "value")
(defconst *game* '(
; 1: 4 periods, 2 inspections; inspector: inspect, wait; inspectee: legal, violate
((((2 1)) ((3 1))) (((4 1)) ((5 1))))
; 2: 3 periods, 1 inspection; inspector: inspect, wait; inspectee: legal, violate
((((6 1)) ((7 1))) (((8 1)) ((9 1))))
; 3: 3 periods, 1 inspection, inspector has won; the end
1
; 4: 3 periods, 2 inspections; inspector: inspect, wait; inspectee: legal, violate
((((8 1)) ((10 1))) (((11 1)) ((12 1))))
; 5: 3 periods, 2 inspections, inspectee has won; the end
-1
; 6: 2 periods, 0 inspections; inspector: wait; inspectee: legal, violate
((((13 1)) ((14 1))))
; 7: 2 periods, 0 inspections, inspector has won; the end
1
; 8: 2 periods, 1 inspection; inspector: inspect, wait; inspectee: legal, violate
((((13 1)) ((15 1))) (((16 1)) ((17 1))))
; 9: 2 periods, 1 inspection, inspectee has won; the end
-1
; 10: 2 periods, 1 inspection, inspector has won; the end
1
; 11: 2 periods, 2 inspections; inspector: inspect, wait; inspectee: legal, violate
((((16 1)) ((18 1))) (((19 1)) ((20 1))))
; 12: 2 periods, 2 inspections, inspectee has won; the end
-1
; 13: 1 period, 0 inspections; inspector: wait; inspectee: legal, violate
((((21 1)) ((22 1))))
; 14: 1 period, 0 inspections, inspectee has won; the end
-1
; 15: 1 period, 0 inspections, inspector has won; the end
1
; 16: 1 period, 1 inspection; inspector: inspect, wait; inspectee: legal, violate
((((21 1)) ((23 1))) (((24 1)) ((25 1))))
; 17: 1 period, 1 inspection, inspectee has won; the end
-1
; 18: 1 period, 1 inspection, inspector has won; the end
1
; 19: 1 period, 2 inspections; inspector: inspect, wait; inspectee: legal, violate
((((24 1)) ((26 1))) (((27 1)) ((28 1))))
; 20: 1 period, 2 inspections, inspectee has won; the end
-1
; 21: 0 periods, 0 inspections; the end
0
; 22: 0 periods, 0 inspections, inspectee has won; the end
-1
; 23: 0 periods, 0 inspections, inspector has won; the end
1
; 24: 0 periods, 1 inspection; the end
0
; 25: 0 periods, 1 inspection, inspectee has won; the end
-1
; 26: 0 periods, 1 inspection, inspector has won; the end
1
; 27: 0 periods, 2 inspections; the end
0
; 28: 0 periods, 2 inspections, inspectee has won; the end
-1
))
(defconst *first-plan* '(
(1 4/11 7/11)
(2 1/4 3/4)
(4 3/7 4/7)
(8 1/3 2/3)
))
(defconst *second-plan* '(
(1 28/33 5/33)
(2 3/4 1/4)
(4 6/7 1/7)
(8 2/3 1/3)
(13 0 1)
))
(defconst *values* '(
-3/11
-1/2
1
-1/7
-1
-1
1
-1/3
-1
1
0
-1
-1
-1
1
0
-1
1
0
-1
0
-1
1
0
-1
1
0
-1
))
(defconst *check-numbers* '(
87
95
20
11
60
88
28
11
39
88
11
7
88
55
88
11
83
88
11
51
88
1
88
11
1
88
11
1
88
41
26
55
26
96
51
38
95
86
19
13
87
78
89
11
94
88
88
11
90
88
11
1
88
88
88
11
1
88
11
1
88
1
88
11
1
88
11
1
88
11
78
))
(defthm value-of-inspection
  (game-value *game* 1 -3/11)
  :rule-classes nil :hints (("Goal" :use ((:instance checked-value (game *game*) (first-plan *first-plan*) (second-plan *second-plan*) (values *values*) (start 1) (v -3/11))) :in-theory '((check-value)))))
