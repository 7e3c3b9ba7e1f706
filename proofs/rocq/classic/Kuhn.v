(* kuhn: its value to first is -1/18, exactly.
   first, the first player, has a strategy with this expected payoff against every strategy of second,
   and second, who pays it, has one that pays no more. Players know only the number of the information set.
   The tree was computed by Python: it lists all 55 nodes of the game.
   
   You must believe the definitions at the beginning of Tree.v, the game below, and the kernel of Rocq.
   Not the certificate, not the checker, which is proved right, and not the program that wrote this file.
   The numbers at the ends of lines of the certificate show a slip of one digit; no theorem needs them.
   To compile it, with the files of the library in the same folder:
     coqc -Q . Values Value.v
     coqc -Q . Values Check.v
     coqc -Q . Values Profile.v
     coqc -Q . Values Tree.v
     coqc -Q . Values Kuhn.v *)
Require Import QArith List.
Import ListNotations.
From Values Require Import Value Check Profile Tree.
Open Scope Q_scope.

Definition game : tree :=
Chance [(1 # 6); (1 # 6); (1 # 6); (1 # 6); (1 # 6); (1 # 6)] [ (* 1 *)
 Choose First 1 [ (* 2: ((1, 2), '') *)
  Choose Second 2 [ (* 3: pass *)
   End (-1 # 1); (* 4: pass *)
   Choose First 3 [ (* 5: bet *)
    End (-1 # 1); (* 6: pass *)
    End (-2 # 1)]]; (* 7: bet *)
  Choose Second 4 [ (* 8: bet *)
   End 1; (* 9: pass *)
   End (-2 # 1)]]; (* 10: bet *)
 Choose First 1 [ (* 11: ((1, 3), '') *)
  Choose Second 5 [ (* 12: pass *)
   End (-1 # 1); (* 13: pass *)
   Choose First 3 [ (* 14: bet *)
    End (-1 # 1); (* 15: pass *)
    End (-2 # 1)]]; (* 16: bet *)
  Choose Second 6 [ (* 17: bet *)
   End 1; (* 18: pass *)
   End (-2 # 1)]]; (* 19: bet *)
 Choose First 7 [ (* 20: ((2, 1), '') *)
  Choose Second 8 [ (* 21: pass *)
   End 1; (* 22: pass *)
   Choose First 9 [ (* 23: bet *)
    End (-1 # 1); (* 24: pass *)
    End 2]]; (* 25: bet *)
  Choose Second 10 [ (* 26: bet *)
   End 1; (* 27: pass *)
   End 2]]; (* 28: bet *)
 Choose First 7 [ (* 29: ((2, 3), '') *)
  Choose Second 5 [ (* 30: pass *)
   End (-1 # 1); (* 31: pass *)
   Choose First 9 [ (* 32: bet *)
    End (-1 # 1); (* 33: pass *)
    End (-2 # 1)]]; (* 34: bet *)
  Choose Second 6 [ (* 35: bet *)
   End 1; (* 36: pass *)
   End (-2 # 1)]]; (* 37: bet *)
 Choose First 11 [ (* 38: ((3, 1), '') *)
  Choose Second 8 [ (* 39: pass *)
   End 1; (* 40: pass *)
   Choose First 12 [ (* 41: bet *)
    End (-1 # 1); (* 42: pass *)
    End 2]]; (* 43: bet *)
  Choose Second 10 [ (* 44: bet *)
   End 1; (* 45: pass *)
   End 2]]; (* 46: bet *)
 Choose First 11 [ (* 47: ((3, 2), '') *)
  Choose Second 2 [ (* 48: pass *)
   End 1; (* 49: pass *)
   Choose First 12 [ (* 50: bet *)
    End (-1 # 1); (* 51: pass *)
    End 2]]; (* 52: bet *)
  Choose Second 4 [ (* 53: bet *)
   End 1; (* 54: pass *)
   End 2]]] (* 55: bet *).
Definition first_plays : list (positive * list Q) := [
at_set 1 [1; 0] (* 56: (1, '') *);
at_set 3 [1; 0] (* 57: (1, 'pb') *);
at_set 7 [1; 0] (* 58: (2, '') *);
at_set 9 [(2 # 3); (1 # 3)] (* 59: (2, 'pb') *);
at_set 11 [1; 0] (* 60: (3, '') *);
at_set 12 [0; 1] (* 61: (3, 'pb') *)].
Definition second_plays : list (positive * list Q) := [
at_set 2 [1; 0] (* 62: (2, 'p') *);
at_set 4 [(2 # 3); (1 # 3)] (* 63: (2, 'b') *);
at_set 5 [0; 1] (* 64: (3, 'p') *);
at_set 6 [0; 1] (* 65: (3, 'b') *);
at_set 8 [(2 # 3); (1 # 3)] (* 66: (1, 'p') *);
at_set 10 [1; 0] (* 67: (1, 'b') *)].
Definition numbers : list Z := [
4; 12; 22; 88; 32; 88; 78; 42; 11; 78; 12; 52; 88; 32; 88; 78; 62; 11; 78; 72; 82; 11; 92; 88; 21; 5; 11; 21; 72; 52;
88; 92; 88; 78; 62; 11; 78; 15; 82; 11; 25; 88; 21; 5; 11; 21; 15; 22; 11; 25; 88; 21; 42; 11; 21; 43; 61; 0; 66; 36;
25; 52; 21; 59; 68; 57; 27]%Z.

Theorem value_of_Kuhn : tree_value game (-1 # 18).
Proof. apply (checked_tree game first_plays second_plays (-1 # 18) numbers). vm_compute. reflexivity. Qed.
