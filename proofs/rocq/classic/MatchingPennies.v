(* matching-pennies: the strategies below are a Nash equilibrium, which pays exactly 0 to even, 0 to odd.
   No player has a mixed strategy with a greater expected payoff against the strategies of the others.
   Players are in the order even, odd. Python wrote the table, from the game that it read.
   
   You must believe the definitions at the beginning of Profile.v, the game below, and the kernel of Rocq.
   Not the certificate, not the checker, which is proved right, and not the program that wrote this file.
   The numbers at the ends of lines of the certificate show a slip of one digit; no theorem needs them.
   To compile it, with the files of the library in the same folder:
     coqc -Q . Values Value.v
     coqc -Q . Values Check.v
     coqc -Q . Values Profile.v
     coqc -Q . Values MatchingPennies.v *)
Require Import QArith List.
Import ListNotations.
From Values Require Import Value Check Profile.
Open Scope Q_scope.

Definition sizes : list nat := [2; 2]%nat.
Definition game : cells := [
cell [0; 0]%nat [1; (-1 # 1)] (* 1: heads, heads *);
cell [0; 1]%nat [(-1 # 1); 1] (* 2: heads, tails *);
cell [1; 0]%nat [(-1 # 1); 1] (* 3: tails, heads *);
cell [1; 1]%nat [1; (-1 # 1)] (* 4: tails, tails *)].
Definition strategies : list (list Q) := [
[(1 # 2); (1 # 2)] (* 5: even *);
[(1 # 2); (1 # 2)] (* 6: odd *)].
Definition numbers : list Z := [
24; 90; 74; 26; 48; 48; 4]%Z.

Theorem value_of_MatchingPennies : nash_equilibrium sizes game strategies [0; 0].
Proof. apply (checked_profile sizes game strategies [0; 0] numbers). vm_compute. reflexivity. Qed.
