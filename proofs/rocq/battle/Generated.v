(* Written by proofs/_write_generated.py from the Python code: run on symbols, or its results.
   Agree.v proves that the definitions of the theorems agree with these. *)
Require Import QArith List.
Import ListNotations.
From Battle Require Import Rules.
Open Scope Z_scope.

Definition outcome_attacker (attackers defenders reserve : Z) : option ending :=
  if reserve <? attackers
  then if defenders =? 0
    then Some wins
    else None
  else if defenders =? 0
    then Some wins
    else Some loses.

Definition outcome_attacker_stop (attackers defenders reserve : Z) : option ending :=
  if reserve <? attackers
  then if defenders =? 0
    then Some wins
    else if attackers <=? defenders
      then Some stopped
      else None
  else if defenders =? 0
    then Some wins
    else Some loses.

Definition outcome_defender (attackers defenders reserve : Z) : option ending :=
  if reserve <? attackers
  then if defenders =? 0
    then Some wins
    else None
  else Some loses.

Definition outcome_defender_stop (attackers defenders reserve : Z) : option ending :=
  if reserve <? attackers
  then if defenders =? 0
    then Some wins
    else if attackers <=? defenders
      then Some stopped
      else None
  else Some loses.

(* armies, shooters, hits: the armies left *)
Definition survivor_distributions : list (nat * nat * Q * list (nat * Q)) :=
  [(0%nat, 0%nat, 0 # 1, [(0%nat, 1 # 1)]);
   (0%nat, 0%nat, 1 # 3, [(0%nat, 1 # 1)]);
   (0%nat, 0%nat, 3 # 5, [(0%nat, 1 # 1)]);
   (0%nat, 0%nat, 7 # 10, [(0%nat, 1 # 1)]);
   (0%nat, 0%nat, 1 # 1, [(0%nat, 1 # 1)]);
   (0%nat, 1%nat, 0 # 1, [(0%nat, 1 # 1)]);
   (0%nat, 1%nat, 1 # 3, [(0%nat, 1 # 1)]);
   (0%nat, 1%nat, 3 # 5, [(0%nat, 1 # 1)]);
   (0%nat, 1%nat, 7 # 10, [(0%nat, 1 # 1)]);
   (0%nat, 1%nat, 1 # 1, [(0%nat, 1 # 1)]);
   (0%nat, 2%nat, 0 # 1, [(0%nat, 1 # 1)]);
   (0%nat, 2%nat, 1 # 3, [(0%nat, 1 # 1)]);
   (0%nat, 2%nat, 3 # 5, [(0%nat, 1 # 1)]);
   (0%nat, 2%nat, 7 # 10, [(0%nat, 1 # 1)]);
   (0%nat, 2%nat, 1 # 1, [(0%nat, 1 # 1)]);
   (0%nat, 3%nat, 0 # 1, [(0%nat, 1 # 1)]);
   (0%nat, 3%nat, 1 # 3, [(0%nat, 1 # 1)]);
   (0%nat, 3%nat, 3 # 5, [(0%nat, 1 # 1)]);
   (0%nat, 3%nat, 7 # 10, [(0%nat, 1 # 1)]);
   (0%nat, 3%nat, 1 # 1, [(0%nat, 1 # 1)]);
   (0%nat, 4%nat, 0 # 1, [(0%nat, 1 # 1)]);
   (0%nat, 4%nat, 1 # 3, [(0%nat, 1 # 1)]);
   (0%nat, 4%nat, 3 # 5, [(0%nat, 1 # 1)]);
   (0%nat, 4%nat, 7 # 10, [(0%nat, 1 # 1)]);
   (0%nat, 4%nat, 1 # 1, [(0%nat, 1 # 1)]);
   (1%nat, 0%nat, 0 # 1, [(1%nat, 1 # 1)]);
   (1%nat, 0%nat, 1 # 3, [(1%nat, 1 # 1)]);
   (1%nat, 0%nat, 3 # 5, [(1%nat, 1 # 1)]);
   (1%nat, 0%nat, 7 # 10, [(1%nat, 1 # 1)]);
   (1%nat, 0%nat, 1 # 1, [(1%nat, 1 # 1)]);
   (1%nat, 1%nat, 0 # 1, [(1%nat, 1 # 1)]);
   (1%nat, 1%nat, 1 # 3, [(1%nat, 2 # 3); (0%nat, 1 # 3)]);
   (1%nat, 1%nat, 3 # 5, [(1%nat, 2 # 5); (0%nat, 3 # 5)]);
   (1%nat, 1%nat, 7 # 10, [(1%nat, 3 # 10); (0%nat, 7 # 10)]);
   (1%nat, 1%nat, 1 # 1, [(0%nat, 1 # 1)]);
   (1%nat, 2%nat, 0 # 1, [(1%nat, 1 # 1)]);
   (1%nat, 2%nat, 1 # 3, [(1%nat, 4 # 9); (0%nat, 5 # 9)]);
   (1%nat, 2%nat, 3 # 5, [(1%nat, 4 # 25); (0%nat, 21 # 25)]);
   (1%nat, 2%nat, 7 # 10, [(1%nat, 9 # 100); (0%nat, 91 # 100)]);
   (1%nat, 2%nat, 1 # 1, [(0%nat, 1 # 1)]);
   (1%nat, 3%nat, 0 # 1, [(1%nat, 1 # 1)]);
   (1%nat, 3%nat, 1 # 3, [(1%nat, 8 # 27); (0%nat, 19 # 27)]);
   (1%nat, 3%nat, 3 # 5, [(1%nat, 8 # 125); (0%nat, 117 # 125)]);
   (1%nat, 3%nat, 7 # 10, [(1%nat, 27 # 1000); (0%nat, 973 # 1000)]);
   (1%nat, 3%nat, 1 # 1, [(0%nat, 1 # 1)]);
   (1%nat, 4%nat, 0 # 1, [(1%nat, 1 # 1)]);
   (1%nat, 4%nat, 1 # 3, [(1%nat, 16 # 81); (0%nat, 65 # 81)]);
   (1%nat, 4%nat, 3 # 5, [(1%nat, 16 # 625); (0%nat, 609 # 625)]);
   (1%nat, 4%nat, 7 # 10, [(1%nat, 81 # 10000); (0%nat, 9919 # 10000)]);
   (1%nat, 4%nat, 1 # 1, [(0%nat, 1 # 1)]);
   (2%nat, 0%nat, 0 # 1, [(2%nat, 1 # 1)]);
   (2%nat, 0%nat, 1 # 3, [(2%nat, 1 # 1)]);
   (2%nat, 0%nat, 3 # 5, [(2%nat, 1 # 1)]);
   (2%nat, 0%nat, 7 # 10, [(2%nat, 1 # 1)]);
   (2%nat, 0%nat, 1 # 1, [(2%nat, 1 # 1)]);
   (2%nat, 1%nat, 0 # 1, [(2%nat, 1 # 1)]);
   (2%nat, 1%nat, 1 # 3, [(2%nat, 2 # 3); (1%nat, 1 # 3)]);
   (2%nat, 1%nat, 3 # 5, [(2%nat, 2 # 5); (1%nat, 3 # 5)]);
   (2%nat, 1%nat, 7 # 10, [(2%nat, 3 # 10); (1%nat, 7 # 10)]);
   (2%nat, 1%nat, 1 # 1, [(1%nat, 1 # 1)]);
   (2%nat, 2%nat, 0 # 1, [(2%nat, 1 # 1)]);
   (2%nat, 2%nat, 1 # 3, [(2%nat, 4 # 9); (1%nat, 4 # 9); (0%nat, 1 # 9)]);
   (2%nat, 2%nat, 3 # 5, [(2%nat, 4 # 25); (1%nat, 12 # 25); (0%nat, 9 # 25)]);
   (2%nat, 2%nat, 7 # 10, [(2%nat, 9 # 100); (1%nat, 21 # 50); (0%nat, 49 # 100)]);
   (2%nat, 2%nat, 1 # 1, [(0%nat, 1 # 1)]);
   (2%nat, 3%nat, 0 # 1, [(2%nat, 1 # 1)]);
   (2%nat, 3%nat, 1 # 3, [(2%nat, 8 # 27); (1%nat, 4 # 9); (0%nat, 7 # 27)]);
   (2%nat, 3%nat, 3 # 5, [(2%nat, 8 # 125); (1%nat, 36 # 125); (0%nat, 81 # 125)]);
   (2%nat, 3%nat, 7 # 10, [(2%nat, 27 # 1000); (1%nat, 189 # 1000); (0%nat, 98 # 125)]);
   (2%nat, 3%nat, 1 # 1, [(0%nat, 1 # 1)]);
   (2%nat, 4%nat, 0 # 1, [(2%nat, 1 # 1)]);
   (2%nat, 4%nat, 1 # 3, [(2%nat, 16 # 81); (1%nat, 32 # 81); (0%nat, 11 # 27)]);
   (2%nat, 4%nat, 3 # 5, [(2%nat, 16 # 625); (1%nat, 96 # 625); (0%nat, 513 # 625)]);
   (2%nat, 4%nat, 7 # 10, [(2%nat, 81 # 10000); (1%nat, 189 # 2500); (0%nat, 9163 # 10000)]);
   (2%nat, 4%nat, 1 # 1, [(0%nat, 1 # 1)]);
   (3%nat, 0%nat, 0 # 1, [(3%nat, 1 # 1)]);
   (3%nat, 0%nat, 1 # 3, [(3%nat, 1 # 1)]);
   (3%nat, 0%nat, 3 # 5, [(3%nat, 1 # 1)]);
   (3%nat, 0%nat, 7 # 10, [(3%nat, 1 # 1)]);
   (3%nat, 0%nat, 1 # 1, [(3%nat, 1 # 1)]);
   (3%nat, 1%nat, 0 # 1, [(3%nat, 1 # 1)]);
   (3%nat, 1%nat, 1 # 3, [(3%nat, 2 # 3); (2%nat, 1 # 3)]);
   (3%nat, 1%nat, 3 # 5, [(3%nat, 2 # 5); (2%nat, 3 # 5)]);
   (3%nat, 1%nat, 7 # 10, [(3%nat, 3 # 10); (2%nat, 7 # 10)]);
   (3%nat, 1%nat, 1 # 1, [(2%nat, 1 # 1)]);
   (3%nat, 2%nat, 0 # 1, [(3%nat, 1 # 1)]);
   (3%nat, 2%nat, 1 # 3, [(3%nat, 4 # 9); (2%nat, 4 # 9); (1%nat, 1 # 9)]);
   (3%nat, 2%nat, 3 # 5, [(3%nat, 4 # 25); (2%nat, 12 # 25); (1%nat, 9 # 25)]);
   (3%nat, 2%nat, 7 # 10, [(3%nat, 9 # 100); (2%nat, 21 # 50); (1%nat, 49 # 100)]);
   (3%nat, 2%nat, 1 # 1, [(1%nat, 1 # 1)]);
   (3%nat, 3%nat, 0 # 1, [(3%nat, 1 # 1)]);
   (3%nat, 3%nat, 1 # 3, [(3%nat, 8 # 27); (2%nat, 4 # 9); (1%nat, 2 # 9); (0%nat, 1 # 27)]);
   (3%nat, 3%nat, 3 # 5, [(3%nat, 8 # 125); (2%nat, 36 # 125); (1%nat, 54 # 125); (0%nat, 27 # 125)]);
   (3%nat, 3%nat, 7 # 10, [(3%nat, 27 # 1000); (2%nat, 189 # 1000); (1%nat, 441 # 1000); (0%nat, 343 # 1000)]);
   (3%nat, 3%nat, 1 # 1, [(0%nat, 1 # 1)]);
   (3%nat, 4%nat, 0 # 1, [(3%nat, 1 # 1)]);
   (3%nat, 4%nat, 1 # 3, [(3%nat, 16 # 81); (2%nat, 32 # 81); (1%nat, 8 # 27); (0%nat, 1 # 9)]);
   (3%nat, 4%nat, 3 # 5, [(3%nat, 16 # 625); (2%nat, 96 # 625); (1%nat, 216 # 625); (0%nat, 297 # 625)]);
   (3%nat, 4%nat, 7 # 10, [(3%nat, 81 # 10000); (2%nat, 189 # 2500); (1%nat, 1323 # 5000); (0%nat, 6517 # 10000)]);
   (3%nat, 4%nat, 1 # 1, [(0%nat, 1 # 1)]);
   (4%nat, 0%nat, 0 # 1, [(4%nat, 1 # 1)]);
   (4%nat, 0%nat, 1 # 3, [(4%nat, 1 # 1)]);
   (4%nat, 0%nat, 3 # 5, [(4%nat, 1 # 1)]);
   (4%nat, 0%nat, 7 # 10, [(4%nat, 1 # 1)]);
   (4%nat, 0%nat, 1 # 1, [(4%nat, 1 # 1)]);
   (4%nat, 1%nat, 0 # 1, [(4%nat, 1 # 1)]);
   (4%nat, 1%nat, 1 # 3, [(4%nat, 2 # 3); (3%nat, 1 # 3)]);
   (4%nat, 1%nat, 3 # 5, [(4%nat, 2 # 5); (3%nat, 3 # 5)]);
   (4%nat, 1%nat, 7 # 10, [(4%nat, 3 # 10); (3%nat, 7 # 10)]);
   (4%nat, 1%nat, 1 # 1, [(3%nat, 1 # 1)]);
   (4%nat, 2%nat, 0 # 1, [(4%nat, 1 # 1)]);
   (4%nat, 2%nat, 1 # 3, [(4%nat, 4 # 9); (3%nat, 4 # 9); (2%nat, 1 # 9)]);
   (4%nat, 2%nat, 3 # 5, [(4%nat, 4 # 25); (3%nat, 12 # 25); (2%nat, 9 # 25)]);
   (4%nat, 2%nat, 7 # 10, [(4%nat, 9 # 100); (3%nat, 21 # 50); (2%nat, 49 # 100)]);
   (4%nat, 2%nat, 1 # 1, [(2%nat, 1 # 1)]);
   (4%nat, 3%nat, 0 # 1, [(4%nat, 1 # 1)]);
   (4%nat, 3%nat, 1 # 3, [(4%nat, 8 # 27); (3%nat, 4 # 9); (2%nat, 2 # 9); (1%nat, 1 # 27)]);
   (4%nat, 3%nat, 3 # 5, [(4%nat, 8 # 125); (3%nat, 36 # 125); (2%nat, 54 # 125); (1%nat, 27 # 125)]);
   (4%nat, 3%nat, 7 # 10, [(4%nat, 27 # 1000); (3%nat, 189 # 1000); (2%nat, 441 # 1000); (1%nat, 343 # 1000)]);
   (4%nat, 3%nat, 1 # 1, [(1%nat, 1 # 1)]);
   (4%nat, 4%nat, 0 # 1, [(4%nat, 1 # 1)]);
   (4%nat, 4%nat, 1 # 3, [(4%nat, 16 # 81); (3%nat, 32 # 81); (2%nat, 8 # 27); (1%nat, 8 # 81); (0%nat, 1 # 81)]);
   (4%nat, 4%nat, 3 # 5, [(4%nat, 16 # 625); (3%nat, 96 # 625); (2%nat, 216 # 625); (1%nat, 216 # 625); (0%nat, 81 # 625)]);
   (4%nat, 4%nat, 7 # 10, [(4%nat, 81 # 10000); (3%nat, 189 # 2500); (2%nat, 1323 # 5000); (1%nat, 1029 # 2500); (0%nat, 2401 # 10000)]);
   (4%nat, 4%nat, 1 # 1, [(0%nat, 1 # 1)])].

(* a game and a position: after a turn *)
Definition turns : list (battle * position * list (position * Q)) :=
  [(Battle (3 # 5) (7 # 10) attacker 0 false, (1%nat, 1%nat), [((1%nat, 1%nat), 3 # 25); ((1%nat, 0%nat), 9 # 50); ((0%nat, 1%nat), 7 # 25); ((0%nat, 0%nat), 21 # 50)]);
   (Battle (3 # 5) (7 # 10) attacker 0 false, (1%nat, 2%nat), [((1%nat, 2%nat), 9 # 250); ((1%nat, 1%nat), 27 # 500); ((0%nat, 2%nat), 91 # 250); ((0%nat, 1%nat), 273 # 500)]);
   (Battle (3 # 5) (7 # 10) attacker 0 false, (1%nat, 3%nat), [((1%nat, 3%nat), 27 # 2500); ((1%nat, 2%nat), 81 # 5000); ((0%nat, 3%nat), 973 # 2500); ((0%nat, 2%nat), 2919 # 5000)]);
   (Battle (3 # 5) (7 # 10) attacker 0 false, (2%nat, 1%nat), [((2%nat, 1%nat), 6 # 125); ((2%nat, 0%nat), 63 # 250); ((1%nat, 1%nat), 14 # 125); ((1%nat, 0%nat), 147 # 250)]);
   (Battle (3 # 5) (7 # 10) attacker 0 false, (2%nat, 2%nat), [((2%nat, 2%nat), 9 # 625); ((2%nat, 1%nat), 27 # 625); ((2%nat, 0%nat), 81 # 2500); ((1%nat, 2%nat), 42 # 625); ((1%nat, 1%nat), 126 # 625); ((1%nat, 0%nat), 189 # 1250); ((0%nat, 2%nat), 49 # 625); ((0%nat, 1%nat), 147 # 625); ((0%nat, 0%nat), 441 # 2500)]);
   (Battle (3 # 5) (7 # 10) attacker 0 false, (2%nat, 3%nat), [((2%nat, 3%nat), 27 # 6250); ((2%nat, 2%nat), 81 # 6250); ((2%nat, 1%nat), 243 # 25000); ((1%nat, 3%nat), 189 # 6250); ((1%nat, 2%nat), 567 # 6250); ((1%nat, 1%nat), 1701 # 25000); ((0%nat, 3%nat), 392 # 3125); ((0%nat, 2%nat), 1176 # 3125); ((0%nat, 1%nat), 882 # 3125)]);
   (Battle (3 # 5) (7 # 10) attacker 0 false, (3%nat, 1%nat), [((3%nat, 1%nat), 12 # 625); ((3%nat, 0%nat), 351 # 1250); ((2%nat, 1%nat), 28 # 625); ((2%nat, 0%nat), 819 # 1250)]);
   (Battle (3 # 5) (7 # 10) attacker 0 false, (3%nat, 2%nat), [((3%nat, 2%nat), 18 # 3125); ((3%nat, 1%nat), 81 # 3125); ((3%nat, 0%nat), 729 # 12500); ((2%nat, 2%nat), 84 # 3125); ((2%nat, 1%nat), 378 # 3125); ((2%nat, 0%nat), 1701 # 6250); ((1%nat, 2%nat), 98 # 3125); ((1%nat, 1%nat), 441 # 3125); ((1%nat, 0%nat), 3969 # 12500)]);
   (Battle (3 # 5) (7 # 10) attacker 0 false, (3%nat, 3%nat), [((3%nat, 3%nat), 27 # 15625); ((3%nat, 2%nat), 243 # 31250); ((3%nat, 1%nat), 729 # 62500); ((3%nat, 0%nat), 729 # 125000); ((2%nat, 3%nat), 189 # 15625); ((2%nat, 2%nat), 1701 # 31250); ((2%nat, 1%nat), 5103 # 62500); ((2%nat, 0%nat), 5103 # 125000); ((1%nat, 3%nat), 441 # 15625); ((1%nat, 2%nat), 3969 # 31250); ((1%nat, 1%nat), 11907 # 62500); ((1%nat, 0%nat), 11907 # 125000); ((0%nat, 3%nat), 343 # 15625); ((0%nat, 2%nat), 3087 # 31250); ((0%nat, 1%nat), 9261 # 62500); ((0%nat, 0%nat), 9261 # 125000)]);
   (Battle (3 # 5) (7 # 10) attacker 1 false, (2%nat, 1%nat), [((2%nat, 1%nat), 3 # 25); ((2%nat, 0%nat), 9 # 50); ((1%nat, 1%nat), 7 # 25); ((1%nat, 0%nat), 21 # 50)]);
   (Battle (3 # 5) (7 # 10) attacker 1 false, (2%nat, 2%nat), [((2%nat, 2%nat), 9 # 250); ((2%nat, 1%nat), 27 # 500); ((1%nat, 2%nat), 91 # 250); ((1%nat, 1%nat), 273 # 500)]);
   (Battle (3 # 5) (7 # 10) attacker 1 false, (2%nat, 3%nat), [((2%nat, 3%nat), 27 # 2500); ((2%nat, 2%nat), 81 # 5000); ((1%nat, 3%nat), 973 # 2500); ((1%nat, 2%nat), 2919 # 5000)]);
   (Battle (3 # 5) (7 # 10) attacker 1 false, (3%nat, 1%nat), [((3%nat, 1%nat), 6 # 125); ((3%nat, 0%nat), 63 # 250); ((2%nat, 1%nat), 14 # 125); ((2%nat, 0%nat), 147 # 250)]);
   (Battle (3 # 5) (7 # 10) attacker 1 false, (3%nat, 2%nat), [((3%nat, 2%nat), 9 # 625); ((3%nat, 1%nat), 27 # 625); ((3%nat, 0%nat), 81 # 2500); ((2%nat, 2%nat), 42 # 625); ((2%nat, 1%nat), 126 # 625); ((2%nat, 0%nat), 189 # 1250); ((1%nat, 2%nat), 49 # 625); ((1%nat, 1%nat), 147 # 625); ((1%nat, 0%nat), 441 # 2500)]);
   (Battle (3 # 5) (7 # 10) attacker 1 false, (3%nat, 3%nat), [((3%nat, 3%nat), 27 # 6250); ((3%nat, 2%nat), 81 # 6250); ((3%nat, 1%nat), 243 # 25000); ((2%nat, 3%nat), 189 # 6250); ((2%nat, 2%nat), 567 # 6250); ((2%nat, 1%nat), 1701 # 25000); ((1%nat, 3%nat), 392 # 3125); ((1%nat, 2%nat), 1176 # 3125); ((1%nat, 1%nat), 882 # 3125)]);
   (Battle (3 # 5) (7 # 10) attacker 1 false, (4%nat, 1%nat), [((4%nat, 1%nat), 12 # 625); ((4%nat, 0%nat), 351 # 1250); ((3%nat, 1%nat), 28 # 625); ((3%nat, 0%nat), 819 # 1250)]);
   (Battle (3 # 5) (7 # 10) attacker 1 false, (4%nat, 2%nat), [((4%nat, 2%nat), 18 # 3125); ((4%nat, 1%nat), 81 # 3125); ((4%nat, 0%nat), 729 # 12500); ((3%nat, 2%nat), 84 # 3125); ((3%nat, 1%nat), 378 # 3125); ((3%nat, 0%nat), 1701 # 6250); ((2%nat, 2%nat), 98 # 3125); ((2%nat, 1%nat), 441 # 3125); ((2%nat, 0%nat), 3969 # 12500)]);
   (Battle (3 # 5) (7 # 10) attacker 1 false, (4%nat, 3%nat), [((4%nat, 3%nat), 27 # 15625); ((4%nat, 2%nat), 243 # 31250); ((4%nat, 1%nat), 729 # 62500); ((4%nat, 0%nat), 729 # 125000); ((3%nat, 3%nat), 189 # 15625); ((3%nat, 2%nat), 1701 # 31250); ((3%nat, 1%nat), 5103 # 62500); ((3%nat, 0%nat), 5103 # 125000); ((2%nat, 3%nat), 441 # 15625); ((2%nat, 2%nat), 3969 # 31250); ((2%nat, 1%nat), 11907 # 62500); ((2%nat, 0%nat), 11907 # 125000); ((1%nat, 3%nat), 343 # 15625); ((1%nat, 2%nat), 3087 # 31250); ((1%nat, 1%nat), 9261 # 62500); ((1%nat, 0%nat), 9261 # 125000)]);
   (Battle (0 # 1) (1 # 3) attacker 0 false, (1%nat, 1%nat), [((1%nat, 1%nat), 2 # 3); ((0%nat, 1%nat), 1 # 3)]);
   (Battle (0 # 1) (1 # 3) attacker 0 false, (1%nat, 2%nat), [((1%nat, 2%nat), 4 # 9); ((0%nat, 2%nat), 5 # 9)]);
   (Battle (0 # 1) (1 # 3) attacker 0 false, (1%nat, 3%nat), [((1%nat, 3%nat), 8 # 27); ((0%nat, 3%nat), 19 # 27)]);
   (Battle (0 # 1) (1 # 3) attacker 0 false, (2%nat, 1%nat), [((2%nat, 1%nat), 2 # 3); ((1%nat, 1%nat), 1 # 3)]);
   (Battle (0 # 1) (1 # 3) attacker 0 false, (2%nat, 2%nat), [((2%nat, 2%nat), 4 # 9); ((1%nat, 2%nat), 4 # 9); ((0%nat, 2%nat), 1 # 9)]);
   (Battle (0 # 1) (1 # 3) attacker 0 false, (2%nat, 3%nat), [((2%nat, 3%nat), 8 # 27); ((1%nat, 3%nat), 4 # 9); ((0%nat, 3%nat), 7 # 27)]);
   (Battle (0 # 1) (1 # 3) attacker 0 false, (3%nat, 1%nat), [((3%nat, 1%nat), 2 # 3); ((2%nat, 1%nat), 1 # 3)]);
   (Battle (0 # 1) (1 # 3) attacker 0 false, (3%nat, 2%nat), [((3%nat, 2%nat), 4 # 9); ((2%nat, 2%nat), 4 # 9); ((1%nat, 2%nat), 1 # 9)]);
   (Battle (0 # 1) (1 # 3) attacker 0 false, (3%nat, 3%nat), [((3%nat, 3%nat), 8 # 27); ((2%nat, 3%nat), 4 # 9); ((1%nat, 3%nat), 2 # 9); ((0%nat, 3%nat), 1 # 27)]);
   (Battle (0 # 1) (1 # 3) attacker 1 false, (2%nat, 1%nat), [((2%nat, 1%nat), 2 # 3); ((1%nat, 1%nat), 1 # 3)]);
   (Battle (0 # 1) (1 # 3) attacker 1 false, (2%nat, 2%nat), [((2%nat, 2%nat), 4 # 9); ((1%nat, 2%nat), 5 # 9)]);
   (Battle (0 # 1) (1 # 3) attacker 1 false, (2%nat, 3%nat), [((2%nat, 3%nat), 8 # 27); ((1%nat, 3%nat), 19 # 27)]);
   (Battle (0 # 1) (1 # 3) attacker 1 false, (3%nat, 1%nat), [((3%nat, 1%nat), 2 # 3); ((2%nat, 1%nat), 1 # 3)]);
   (Battle (0 # 1) (1 # 3) attacker 1 false, (3%nat, 2%nat), [((3%nat, 2%nat), 4 # 9); ((2%nat, 2%nat), 4 # 9); ((1%nat, 2%nat), 1 # 9)]);
   (Battle (0 # 1) (1 # 3) attacker 1 false, (3%nat, 3%nat), [((3%nat, 3%nat), 8 # 27); ((2%nat, 3%nat), 4 # 9); ((1%nat, 3%nat), 7 # 27)]);
   (Battle (0 # 1) (1 # 3) attacker 1 false, (4%nat, 1%nat), [((4%nat, 1%nat), 2 # 3); ((3%nat, 1%nat), 1 # 3)]);
   (Battle (0 # 1) (1 # 3) attacker 1 false, (4%nat, 2%nat), [((4%nat, 2%nat), 4 # 9); ((3%nat, 2%nat), 4 # 9); ((2%nat, 2%nat), 1 # 9)]);
   (Battle (0 # 1) (1 # 3) attacker 1 false, (4%nat, 3%nat), [((4%nat, 3%nat), 8 # 27); ((3%nat, 3%nat), 4 # 9); ((2%nat, 3%nat), 2 # 9); ((1%nat, 3%nat), 1 # 27)]);
   (Battle (1 # 1) (3 # 5) attacker 0 false, (1%nat, 1%nat), [((1%nat, 0%nat), 2 # 5); ((0%nat, 0%nat), 3 # 5)]);
   (Battle (1 # 1) (3 # 5) attacker 0 false, (1%nat, 2%nat), [((1%nat, 1%nat), 4 # 25); ((0%nat, 1%nat), 21 # 25)]);
   (Battle (1 # 1) (3 # 5) attacker 0 false, (1%nat, 3%nat), [((1%nat, 2%nat), 8 # 125); ((0%nat, 2%nat), 117 # 125)]);
   (Battle (1 # 1) (3 # 5) attacker 0 false, (2%nat, 1%nat), [((2%nat, 0%nat), 2 # 5); ((1%nat, 0%nat), 3 # 5)]);
   (Battle (1 # 1) (3 # 5) attacker 0 false, (2%nat, 2%nat), [((2%nat, 0%nat), 4 # 25); ((1%nat, 0%nat), 12 # 25); ((0%nat, 0%nat), 9 # 25)]);
   (Battle (1 # 1) (3 # 5) attacker 0 false, (2%nat, 3%nat), [((2%nat, 1%nat), 8 # 125); ((1%nat, 1%nat), 36 # 125); ((0%nat, 1%nat), 81 # 125)]);
   (Battle (1 # 1) (3 # 5) attacker 0 false, (3%nat, 1%nat), [((3%nat, 0%nat), 2 # 5); ((2%nat, 0%nat), 3 # 5)]);
   (Battle (1 # 1) (3 # 5) attacker 0 false, (3%nat, 2%nat), [((3%nat, 0%nat), 4 # 25); ((2%nat, 0%nat), 12 # 25); ((1%nat, 0%nat), 9 # 25)]);
   (Battle (1 # 1) (3 # 5) attacker 0 false, (3%nat, 3%nat), [((3%nat, 0%nat), 8 # 125); ((2%nat, 0%nat), 36 # 125); ((1%nat, 0%nat), 54 # 125); ((0%nat, 0%nat), 27 # 125)]);
   (Battle (1 # 1) (3 # 5) attacker 1 false, (2%nat, 1%nat), [((2%nat, 0%nat), 2 # 5); ((1%nat, 0%nat), 3 # 5)]);
   (Battle (1 # 1) (3 # 5) attacker 1 false, (2%nat, 2%nat), [((2%nat, 1%nat), 4 # 25); ((1%nat, 1%nat), 21 # 25)]);
   (Battle (1 # 1) (3 # 5) attacker 1 false, (2%nat, 3%nat), [((2%nat, 2%nat), 8 # 125); ((1%nat, 2%nat), 117 # 125)]);
   (Battle (1 # 1) (3 # 5) attacker 1 false, (3%nat, 1%nat), [((3%nat, 0%nat), 2 # 5); ((2%nat, 0%nat), 3 # 5)]);
   (Battle (1 # 1) (3 # 5) attacker 1 false, (3%nat, 2%nat), [((3%nat, 0%nat), 4 # 25); ((2%nat, 0%nat), 12 # 25); ((1%nat, 0%nat), 9 # 25)]);
   (Battle (1 # 1) (3 # 5) attacker 1 false, (3%nat, 3%nat), [((3%nat, 1%nat), 8 # 125); ((2%nat, 1%nat), 36 # 125); ((1%nat, 1%nat), 81 # 125)]);
   (Battle (1 # 1) (3 # 5) attacker 1 false, (4%nat, 1%nat), [((4%nat, 0%nat), 2 # 5); ((3%nat, 0%nat), 3 # 5)]);
   (Battle (1 # 1) (3 # 5) attacker 1 false, (4%nat, 2%nat), [((4%nat, 0%nat), 4 # 25); ((3%nat, 0%nat), 12 # 25); ((2%nat, 0%nat), 9 # 25)]);
   (Battle (1 # 1) (3 # 5) attacker 1 false, (4%nat, 3%nat), [((4%nat, 0%nat), 8 # 125); ((3%nat, 0%nat), 36 # 125); ((2%nat, 0%nat), 54 # 125); ((1%nat, 0%nat), 27 # 125)])].
