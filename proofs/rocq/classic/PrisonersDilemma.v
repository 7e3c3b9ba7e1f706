(* prisoners-dilemma: the strategies below are a Nash equilibrium, which pays exactly 1 to row, 1 to column.
   No player has a mixed strategy with a greater expected payoff against the strategies of the others.
   Players are in the order row, column. Python wrote the table, from the game that it read.
   
   You must believe the definitions at the beginning of Profile.v, the game below, and the kernel of Rocq.
   Not the certificate, not the checker, which is proved right, and not the program that wrote this file.
   The numbers at the ends of lines of the certificate show a slip of one digit; no theorem needs them.
   To compile it, with the files of the library in the same folder:
     coqc -Q . Values Value.v
     coqc -Q . Values Check.v
     coqc -Q . Values Profile.v
     coqc -Q . Values PrisonersDilemma.v *)
Require Import QArith List.
Import ListNotations.
From Values Require Import Value Check Profile.
Open Scope Q_scope.

Definition sizes : list nat := [2; 2]%nat.
Definition game : cells := [
cell [0; 0]%nat [3; 3] (* 1: cooperate, cooperate *);
cell [0; 1]%nat [0; 5] (* 2: cooperate, defect *);
cell [1; 0]%nat [5; 0] (* 3: defect, cooperate *);
cell [1; 1]%nat [1; 1] (* 4: defect, defect *)].
Definition strategies : list (list Q) := [
[0; 1] (* 5: row *);
[0; 1] (* 6: column *)].
Definition numbers : list Z := [
27; 63; 50; 46; 14; 14; 44]%Z.

Theorem value_of_PrisonersDilemma : nash_equilibrium sizes game strategies [1; 1].
Proof. apply (checked_profile sizes game strategies [1; 1] numbers). vm_compute. reflexivity. Qed.
