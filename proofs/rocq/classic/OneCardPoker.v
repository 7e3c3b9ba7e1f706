(* one-card-poker: its value to first is 1/3, exactly.
   first, the first player, has a strategy with this expected payoff against every strategy of second,
   and second, who pays it, has one that pays no more. Players know only the number of the information set.
   The tree was computed by Python: it lists all 11 nodes of the game.
   
   You must believe the definitions at the beginning of Tree.v, the game below, and the kernel of Rocq.
   Not the certificate, not the checker, which is proved right, and not the program that wrote this file.
   The numbers at the ends of lines of the certificate show a slip of one digit; no theorem needs them.
   To compile it, with the files of the library in the same folder:
     coqc -Q . Values Value.v
     coqc -Q . Values Check.v
     coqc -Q . Values Profile.v
     coqc -Q . Values Tree.v
     coqc -Q . Values OneCardPoker.v *)
Require Import QArith List.
Import ListNotations.
From Values Require Import Value Check Profile Tree.
Open Scope Q_scope.

Definition game : tree :=
Chance [(1 # 2); (1 # 2)] [ (* 1 *)
 Choose First 1 [ (* 2: ('ace',) *)
  End (-1 # 1); (* 3: fold *)
  Choose Second 2 [ (* 4: bet *)
   End 1; (* 5: pass *)
   End 2]]; (* 6: call *)
 Choose First 3 [ (* 7: ('king',) *)
  End (-1 # 1); (* 8: fold *)
  Choose Second 2 [ (* 9: bet *)
   End 1; (* 10: pass *)
   End (-2 # 1)]]] (* 11: call *).
Definition first_plays : list (positive * list Q) := [
at_set 1 [0; 1] (* 12: ace *);
at_set 3 [(2 # 3); (1 # 3)] (* 13: king *)].
Definition second_plays : list (positive * list Q) := [
at_set 2 [(1 # 3); (2 # 3)] (* 14: bet *)].
Definition numbers : list Z := [
48; 12; 88; 22; 11; 21; 32; 88; 22; 11; 78; 23; 12; 80]%Z.

Theorem value_of_OneCardPoker : tree_value game (1 # 3).
Proof. apply (checked_tree game first_plays second_plays (1 # 3) numbers). vm_compute. reflexivity. Qed.
