(* Written by proofs/_write_generated.py from the Python code, run on symbols.
   Agree.v proves that the definitions of the theorems are equal to these. *)
Require Import QArith ZArith List.
Import ListNotations.
From Wargame Require Import Rules.
Open Scope Z_scope.

Definition code_start (soldiers : Z) : position :=
  Position 1 soldiers 0 soldiers 0 false.

Definition code_outcome_of_battle (field_a field_b : Z) (win draw loss : Q) : option Q :=
  if field_b <? field_a
  then Some win
  else if field_a <? field_b
    then Some loss
    else Some draw.

Definition code_outcome_before (field_a field_b : Z) (win draw loss : Q) : option Q :=
  None.

Definition code_moves_a_before (round camp_a field_a camp_b field_b : Z) (sent : Z) : Prop :=
  0 <= sent < (camp_a + 1).

Definition code_moves_a_of_battle (round camp_a field_a camp_b field_b : Z) (sent : Z) : Prop :=
  False.

Definition code_moves_b_before (round camp_a field_a camp_b field_b : Z) (sent : Z) : Prop :=
  0 <= sent < (camp_b + 1).

Definition code_moves_b_of_battle (round camp_a field_a camp_b field_b : Z) (sent : Z) : Prop :=
  False.

(* numerator/denominator is the share of a field that survives *)
Definition code_survivors (numerator denominator element_1 : Z) : Z :=
  ((element_1 * numerator) / denominator).

Definition code_after (survivors : Z -> Z) (round camp_a field_a camp_b field_b : Z) (a b : Z) (chance : Q) : list (position * Q) :=
  if negb (Qeq_bool (1 + ((-1) * chance))%Q 0)
  then if negb (Qeq_bool chance 0)
    then [(Position round (((-1) * a) + camp_a) (a + field_a) (((-1) * b) + camp_b) (b + field_b) true, chance); (Position (round + 1) (((-1) * a) + camp_a) (survivors (a + field_a)) (((-1) * b) + camp_b) (survivors (b + field_b)) false, (1 + ((-1) * chance))%Q)]
    else [(Position (round + 1) (((-1) * a) + camp_a) (survivors (a + field_a)) (((-1) * b) + camp_b) (survivors (b + field_b)) false, (1 + ((-1) * chance))%Q)]
  else [(Position round (((-1) * a) + camp_a) (a + field_a) (((-1) * b) + camp_b) (b + field_b) true, chance)].

(* the chances of 1 to 12 rounds *)
Definition code_default_chances : list (list Q) :=
  [[1 # 1];
   [1 # 2; 1 # 1];
   [1 # 3; 1 # 2; 1 # 1];
   [1 # 4; 1 # 3; 1 # 2; 1 # 1];
   [1 # 5; 1 # 4; 1 # 3; 1 # 2; 1 # 1];
   [1 # 6; 1 # 5; 1 # 4; 1 # 3; 1 # 2; 1 # 1];
   [1 # 7; 1 # 6; 1 # 5; 1 # 4; 1 # 3; 1 # 2; 1 # 1];
   [1 # 8; 1 # 7; 1 # 6; 1 # 5; 1 # 4; 1 # 3; 1 # 2; 1 # 1];
   [1 # 9; 1 # 8; 1 # 7; 1 # 6; 1 # 5; 1 # 4; 1 # 3; 1 # 2; 1 # 1];
   [1 # 10; 1 # 9; 1 # 8; 1 # 7; 1 # 6; 1 # 5; 1 # 4; 1 # 3; 1 # 2; 1 # 1];
   [1 # 11; 1 # 10; 1 # 9; 1 # 8; 1 # 7; 1 # 6; 1 # 5; 1 # 4; 1 # 3; 1 # 2; 1 # 1];
   [1 # 12; 1 # 11; 1 # 10; 1 # 9; 1 # 8; 1 # 7; 1 # 6; 1 # 5; 1 # 4; 1 # 3; 1 # 2; 1 # 1]].
