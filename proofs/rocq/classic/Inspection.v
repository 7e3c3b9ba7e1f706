(* inspection 4 2: its value to inspector is -3/11, exactly.
   inspector, the first player, can guarantee this expected payoff against every strategy of inspectee,
   and inspectee, who pays it, can guarantee to pay no more. Position 1 is the start of the game.
   The table was computed by Python: it lists all 28 positions that the rules reach.
   
   You must believe the definitions at the beginning of Value.v, the game below, and the kernel of Rocq.
   Not the certificate, not the checker, which is proved right, and not the program that wrote this file.
   The numbers at the ends of lines of the certificate show a slip of one digit; no theorem needs them.
   To compile it, with the files of the library in the same folder:
     coqc -Q . Values Value.v
     coqc -Q . Values Check.v
     coqc -Q . Values Inspection.v *)
Require Import QArith List.
Import ListNotations.
From Values Require Import Value Check.
Open Scope Q_scope.

Definition game : table := [
position 1 (Moves [[[to 2 1]; [to 3 1]]; [[to 4 1]; [to 5 1]]]) (* 1: 4 periods, 2 inspections; inspector: inspect, wait; inspectee: legal, violate *);
position 2 (Moves [[[to 6 1]; [to 7 1]]; [[to 8 1]; [to 9 1]]]) (* 2: 3 periods, 1 inspection; inspector: inspect, wait; inspectee: legal, violate *);
position 3 (Over 1) (* 3: 3 periods, 1 inspection, inspector has won; the end *);
position 4 (Moves [[[to 8 1]; [to 10 1]]; [[to 11 1]; [to 12 1]]]) (* 4: 3 periods, 2 inspections; inspector: inspect, wait; inspectee: legal, violate *);
position 5 (Over (-1 # 1)) (* 5: 3 periods, 2 inspections, inspectee has won; the end *);
position 6 (Moves [[[to 13 1]; [to 14 1]]]) (* 6: 2 periods, 0 inspections; inspector: wait; inspectee: legal, violate *);
position 7 (Over 1) (* 7: 2 periods, 0 inspections, inspector has won; the end *);
position 8 (Moves [[[to 13 1]; [to 15 1]]; [[to 16 1]; [to 17 1]]]) (* 8: 2 periods, 1 inspection; inspector: inspect, wait; inspectee: legal, violate *);
position 9 (Over (-1 # 1)) (* 9: 2 periods, 1 inspection, inspectee has won; the end *);
position 10 (Over 1) (* 10: 2 periods, 1 inspection, inspector has won; the end *);
position 11 (Moves [[[to 16 1]; [to 18 1]]; [[to 19 1]; [to 20 1]]]) (* 11: 2 periods, 2 inspections; inspector: inspect, wait; inspectee: legal, violate *);
position 12 (Over (-1 # 1)) (* 12: 2 periods, 2 inspections, inspectee has won; the end *);
position 13 (Moves [[[to 21 1]; [to 22 1]]]) (* 13: 1 period, 0 inspections; inspector: wait; inspectee: legal, violate *);
position 14 (Over (-1 # 1)) (* 14: 1 period, 0 inspections, inspectee has won; the end *);
position 15 (Over 1) (* 15: 1 period, 0 inspections, inspector has won; the end *);
position 16 (Moves [[[to 21 1]; [to 23 1]]; [[to 24 1]; [to 25 1]]]) (* 16: 1 period, 1 inspection; inspector: inspect, wait; inspectee: legal, violate *);
position 17 (Over (-1 # 1)) (* 17: 1 period, 1 inspection, inspectee has won; the end *);
position 18 (Over 1) (* 18: 1 period, 1 inspection, inspector has won; the end *);
position 19 (Moves [[[to 24 1]; [to 26 1]]; [[to 27 1]; [to 28 1]]]) (* 19: 1 period, 2 inspections; inspector: inspect, wait; inspectee: legal, violate *);
position 20 (Over (-1 # 1)) (* 20: 1 period, 2 inspections, inspectee has won; the end *);
position 21 (Over 0) (* 21: 0 periods, 0 inspections; the end *);
position 22 (Over (-1 # 1)) (* 22: 0 periods, 0 inspections, inspectee has won; the end *);
position 23 (Over 1) (* 23: 0 periods, 0 inspections, inspector has won; the end *);
position 24 (Over 0) (* 24: 0 periods, 1 inspection; the end *);
position 25 (Over (-1 # 1)) (* 25: 0 periods, 1 inspection, inspectee has won; the end *);
position 26 (Over 1) (* 26: 0 periods, 1 inspection, inspector has won; the end *);
position 27 (Over 0) (* 27: 0 periods, 2 inspections; the end *);
position 28 (Over (-1 # 1)) (* 28: 0 periods, 2 inspections, inspectee has won; the end *)].
Definition certificate : list line := [
Line (-3 # 11) [(4 # 11); (7 # 11)] [(28 # 33); (5 # 33)] 9 (* 1 *);
Line (-1 # 2) [(1 # 4); (3 # 4)] [(3 # 4); (1 # 4)] 22 (* 2 *);
Line 1 [] [] 71 (* 3 *);
Line (-1 # 7) [(3 # 7); (4 # 7)] [(6 # 7); (1 # 7)] 31 (* 4 *);
Line (-1 # 1) [] [] 9 (* 5 *);
Line (-1 # 1) [1] [1; 0] 95 (* 6 *);
Line 1 [] [] 10 (* 7 *);
Line (-1 # 3) [(1 # 3); (2 # 3)] [(2 # 3); (1 # 3)] 79 (* 8 *);
Line (-1 # 1) [] [] 45 (* 9 *);
Line 1 [] [] 37 (* 10 *);
Line 0 [1; 0] [1; 0] 43 (* 11 *);
Line (-1 # 1) [] [] 72 (* 12 *);
Line (-1 # 1) [1] [0; 1] 85 (* 13 *);
Line (-1 # 1) [] [] 90 (* 14 *);
Line 1 [] [] 82 (* 15 *);
Line 0 [1; 0] [1; 0] 82 (* 16 *);
Line (-1 # 1) [] [] 20 (* 17 *);
Line 1 [] [] 12 (* 18 *);
Line 0 [1; 0] [1; 0] 86 (* 19 *);
Line (-1 # 1) [] [] 47 (* 20 *);
Line 0 [] [] 96 (* 21 *);
Line (-1 # 1) [] [] 65 (* 22 *);
Line 1 [] [] 57 (* 23 *);
Line 0 [] [] 26 (* 24 *);
Line (-1 # 1) [] [] 92 (* 25 *);
Line 1 [] [] 84 (* 26 *);
Line 0 [] [] 53 (* 27 *);
Line (-1 # 1) [] [] 22 (* 28 *)].

Theorem value_of_Inspection : value game 1 (-3 # 11).
Proof. apply (checked_value game certificate 1 (-3 # 11)). vm_compute. reflexivity. Qed.
