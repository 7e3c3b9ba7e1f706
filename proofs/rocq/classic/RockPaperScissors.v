(* rps.nfg: the strategies below are a Nash equilibrium, which pays exactly 0 to row, 0 to column.
   No player has a mixed strategy with a greater expected payoff against the strategies of the others.
   Players are in the order row, column. Python wrote the table, from the game that it read.
   
   You must believe the definitions at the beginning of Profile.v, the game below, and the kernel of Rocq.
   Not the certificate, not the checker, which is proved right, and not the program that wrote this file.
   The numbers at the ends of lines of the certificate show a slip of one digit; no theorem needs them.
   To compile it, with the files of the library in the same folder:
     coqc -Q . Values Value.v
     coqc -Q . Values Check.v
     coqc -Q . Values Profile.v
     coqc -Q . Values RockPaperScissors.v *)
Require Import QArith List.
Import ListNotations.
From Values Require Import Value Check Profile.
Open Scope Q_scope.

Definition sizes : list nat := [3; 3]%nat.
Definition game : cells := [
cell [0; 0]%nat [0; 0] (* 1: rock, rock *);
cell [0; 1]%nat [(-1 # 1); 1] (* 2: rock, paper *);
cell [0; 2]%nat [1; (-1 # 1)] (* 3: rock, scissors *);
cell [1; 0]%nat [1; (-1 # 1)] (* 4: paper, rock *);
cell [1; 1]%nat [0; 0] (* 5: paper, paper *);
cell [1; 2]%nat [(-1 # 1); 1] (* 6: paper, scissors *);
cell [2; 0]%nat [(-1 # 1); 1] (* 7: scissors, rock *);
cell [2; 1]%nat [1; (-1 # 1)] (* 8: scissors, paper *);
cell [2; 2]%nat [0; 0] (* 9: scissors, scissors *)].
Definition strategies : list (list Q) := [
[(1 # 3); (1 # 3); (1 # 3)] (* 10: row *);
[(1 # 3); (1 # 3); (1 # 3)] (* 11: column *)].
Definition numbers : list Z := [
4; 90; 42; 17; 6; 92; 67; 19; 8; 72; 72; 4]%Z.

Theorem value_of_RockPaperScissors : nash_equilibrium sizes game strategies [0; 0].
Proof. apply (checked_profile sizes game strategies [0; 0] numbers). vm_compute. reflexivity. Qed.
