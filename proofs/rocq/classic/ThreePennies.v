(* matching-pennies-3: the strategies below are a Nash equilibrium, which pays exactly 0 to A, 0 to B, 0 to C.
   No player has a mixed strategy with a greater expected payoff against the strategies of the others.
   Players are in the order A, B, C. Python wrote the table, from the game that it read.
   
   You must believe the definitions at the beginning of Profile.v, the game below, and the kernel of Rocq.
   Not the certificate, not the checker, which is proved right, and not the program that wrote this file.
   The numbers at the ends of lines of the certificate show a slip of one digit; no theorem needs them.
   To compile it, with the files of the library in the same folder:
     coqc -Q . Values Value.v
     coqc -Q . Values Check.v
     coqc -Q . Values Profile.v
     coqc -Q . Values ThreePennies.v *)
Require Import QArith List.
Import ListNotations.
From Values Require Import Value Check Profile.
Open Scope Q_scope.

Definition sizes : list nat := [2; 2; 2]%nat.
Definition game : cells := [
cell [0; 0; 0]%nat [1; 1; (-1 # 1)] (* 1: heads, heads, heads *);
cell [0; 0; 1]%nat [1; (-1 # 1); 1] (* 2: heads, heads, tails *);
cell [0; 1; 0]%nat [(-1 # 1); (-1 # 1); (-1 # 1)] (* 3: heads, tails, heads *);
cell [0; 1; 1]%nat [(-1 # 1); 1; 1] (* 4: heads, tails, tails *);
cell [1; 0; 0]%nat [(-1 # 1); 1; 1] (* 5: tails, heads, heads *);
cell [1; 0; 1]%nat [(-1 # 1); (-1 # 1); (-1 # 1)] (* 6: tails, heads, tails *);
cell [1; 1; 0]%nat [1; (-1 # 1); 1] (* 7: tails, tails, heads *);
cell [1; 1; 1]%nat [1; 1; (-1 # 1)] (* 8: tails, tails, tails *)].
Definition strategies : list (list Q) := [
[(1 # 2); (1 # 2)] (* 9: A *);
[(1 # 2); (1 # 2)] (* 10: B *);
[(1 # 2); (1 # 2)] (* 11: C *)].
Definition numbers : list Z := [
26; 13; 56; 66; 44; 88; 46; 16; 48; 48; 48; 13]%Z.

Theorem value_of_ThreePennies : nash_equilibrium sizes game strategies [0; 0; 0].
Proof. apply (checked_profile sizes game strategies [0; 0; 0] numbers). vm_compute. reflexivity. Qed.
