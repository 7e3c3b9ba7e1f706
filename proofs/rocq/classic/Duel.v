(* duel: its value to first is 0, exactly.
   first, the first player, can guarantee this expected payoff against every strategy of second,
   and second, who pays it, can guarantee to pay no more. Position 1 is the start of the game.
   The table was computed by Python: it lists all 31 positions that the rules reach.
   
   You must believe the definitions at the beginning of Value.v, the game below, and the kernel of Rocq.
   Not the certificate, not the checker, which is proved right, and not the program that wrote this file.
   The numbers at the ends of lines of the certificate show a slip of one digit; no theorem needs them.
   To compile it, with the files of the library in the same folder:
     coqc -Q . Values Value.v
     coqc -Q . Values Check.v
     coqc -Q . Values Duel.v *)
Require Import QArith List.
Import ListNotations.
From Values Require Import Value Check.
Open Scope Q_scope.

Definition game : table := [
position 1 (Moves [[[to 2 1]]; [[to 3 1]]]) (* 1: 0 steps; first: step, fire *);
position 2 (Moves [[[to 4 1]; [to 5 (1 # 10); to 6 (9 # 10)]]]) (* 2: 1 step; second: step, fire *);
position 3 (Over (-1 # 1)) (* 3: 0 steps, second has won; the end *);
position 4 (Moves [[[to 7 1]]; [[to 8 (1 # 5); to 9 (4 # 5)]]]) (* 4: 2 steps; first: step, fire *);
position 5 (Over (-1 # 1)) (* 5: 1 step, second has won; the end *);
position 6 (Over 1) (* 6: 1 step, first has won; the end *);
position 7 (Moves [[[to 10 1]; [to 11 (3 # 10); to 12 (7 # 10)]]]) (* 7: 3 steps; second: step, fire *);
position 8 (Over 1) (* 8: 2 steps, first has won; the end *);
position 9 (Over (-1 # 1)) (* 9: 2 steps, second has won; the end *);
position 10 (Moves [[[to 13 1]]; [[to 14 (2 # 5); to 15 (3 # 5)]]]) (* 10: 4 steps; first: step, fire *);
position 11 (Over (-1 # 1)) (* 11: 3 steps, second has won; the end *);
position 12 (Over 1) (* 12: 3 steps, first has won; the end *);
position 13 (Moves [[[to 16 1]; [to 17 (1 # 2); to 18 (1 # 2)]]]) (* 13: 5 steps; second: step, fire *);
position 14 (Over 1) (* 14: 4 steps, first has won; the end *);
position 15 (Over (-1 # 1)) (* 15: 4 steps, second has won; the end *);
position 16 (Moves [[[to 19 1]]; [[to 20 (3 # 5); to 21 (2 # 5)]]]) (* 16: 6 steps; first: step, fire *);
position 17 (Over (-1 # 1)) (* 17: 5 steps, second has won; the end *);
position 18 (Over 1) (* 18: 5 steps, first has won; the end *);
position 19 (Moves [[[to 22 1]; [to 23 (7 # 10); to 24 (3 # 10)]]]) (* 19: 7 steps; second: step, fire *);
position 20 (Over 1) (* 20: 6 steps, first has won; the end *);
position 21 (Over (-1 # 1)) (* 21: 6 steps, second has won; the end *);
position 22 (Moves [[[to 25 1]]; [[to 26 (4 # 5); to 27 (1 # 5)]]]) (* 22: 8 steps; first: step, fire *);
position 23 (Over (-1 # 1)) (* 23: 7 steps, second has won; the end *);
position 24 (Over 1) (* 24: 7 steps, first has won; the end *);
position 25 (Moves [[[to 28 1]; [to 29 (9 # 10); to 30 (1 # 10)]]]) (* 25: 9 steps; second: step, fire *);
position 26 (Over 1) (* 26: 8 steps, first has won; the end *);
position 27 (Over (-1 # 1)) (* 27: 8 steps, second has won; the end *);
position 28 (Moves [[[to 31 1]]]) (* 28: 10 steps; first: fire *);
position 29 (Over (-1 # 1)) (* 29: 9 steps, second has won; the end *);
position 30 (Over 1) (* 30: 9 steps, first has won; the end *);
position 31 (Over 1) (* 31: 10 steps, first has won; the end *)].
Definition certificate : list line := [
Line 0 [1; 0] [1] 55 (* 1 *);
Line 0 [1] [1; 0] 33 (* 2 *);
Line (-1 # 1) [] [] 88 (* 3 *);
Line 0 [1; 0] [1] 61 (* 4 *);
Line (-1 # 1) [] [] 9 (* 5 *);
Line 1 [] [] 1 (* 6 *);
Line 0 [1] [1; 0] 41 (* 7 *);
Line 1 [] [] 19 (* 8 *);
Line (-1 # 1) [] [] 45 (* 9 *);
Line 0 [1; 0] [1] 91 (* 10 *);
Line (-1 # 1) [] [] 63 (* 11 *);
Line 1 [] [] 55 (* 12 *);
Line 0 [1] [0; 1] 13 (* 13 *);
Line 1 [] [] 73 (* 14 *);
Line (-1 # 1) [] [] 2 (* 15 *);
Line (1 # 5) [0; 1] [1] 51 (* 16 *);
Line (-1 # 1) [] [] 20 (* 17 *);
Line 1 [] [] 12 (* 18 *);
Line (-2 # 5) [1] [0; 1] 69 (* 19 *);
Line 1 [] [] 30 (* 20 *);
Line (-1 # 1) [] [] 56 (* 21 *);
Line (3 # 5) [0; 1] [1] 39 (* 22 *);
Line (-1 # 1) [] [] 74 (* 23 *);
Line 1 [] [] 66 (* 24 *);
Line (-4 # 5) [1] [0; 1] 60 (* 25 *);
Line 1 [] [] 84 (* 26 *);
Line (-1 # 1) [] [] 13 (* 27 *);
Line 1 [1] [1] 23 (* 28 *);
Line (-1 # 1) [] [] 31 (* 29 *);
Line 1 [] [] 23 (* 30 *);
Line 1 [] [] 32 (* 31 *)].

Theorem value_of_Duel : value game 1 0.
Proof. apply (checked_value game certificate 1 0). vm_compute. reflexivity. Qed.
