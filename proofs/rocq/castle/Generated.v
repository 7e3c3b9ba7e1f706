(* Written by proofs/_write_generated.py from the Python code, run on symbols.
   Agree.v proves that the definitions of the theorems are equal to these. *)
Require Import ZArith Bool.
From Castle Require Import Rules ClosedForms ClosedFormsA.
Open Scope Z_scope.

Definition start (soldiers strength : Z) : pos :=
  P soldiers 0 strength.

Definition outcome (soldiers defenders strength : Z) : option side :=
  if soldiers <=? 0
  then Some Rules.Castle
  else if defenders =? 0
    then if strength =? 0
      then Some Soldiers
      else None
    else None.

Definition move (soldiers defenders strength : Z) (at_castle at_defenders : Z) : Prop :=
  exists element_1, (Z.min defenders (Z.max 0 (soldiers + ((-1) * strength)))) <= element_1 < ((Z.min defenders soldiers) + 1) /\
  at_castle = (((-1) * element_1) + soldiers) /\ at_defenders = element_1.

Definition after (soldiers defenders strength : Z) (at_castle at_defenders defenders_per_wave : Z) : pos :=
  if 0 <? (Z.max 0 (at_defenders + ((-1) * defenders) + soldiers))
  then if 0 <? (Z.max 0 (((-1) * at_castle) + strength))
    then P (Z.max 0 (at_defenders + ((-1) * defenders) + soldiers)) (((-1) * at_defenders) + defenders + defenders_per_wave) (Z.max 0 (((-1) * at_castle) + strength))
    else P (Z.max 0 (at_defenders + ((-1) * defenders) + soldiers)) (((-1) * at_defenders) + defenders) (Z.max 0 (((-1) * at_castle) + strength))
  else P (Z.max 0 (at_defenders + ((-1) * defenders) + soldiers)) (((-1) * at_defenders) + defenders) (Z.max 0 (((-1) * at_castle) + strength)).

Definition compare_golden_multiple (factor number : Z) : Z :=
  if 0 <=? factor
  then if 0 <=? (((-1) * factor) + (2 * number))
    then if ((((-1) * factor) + (2 * number)) * (((-1) * factor) + (2 * number))) <? (5 * (factor * factor))
      then 1
      else if (5 * (factor * factor)) <? ((((-1) * factor) + (2 * number)) * (((-1) * factor) + (2 * number)))
        then (-1)
        else 0
    else if ((((-1) * factor) + (2 * number)) * (factor + ((-1) * 2 * number))) <? (5 * (factor * factor))
      then 1
      else if (5 * (factor * factor)) <? ((((-1) * factor) + (2 * number)) * (factor + ((-1) * 2 * number)))
        then (-1)
        else 0
  else if 0 <=? (((-1) * factor) + (2 * number))
    then if ((((-1) * factor) + (2 * number)) * (((-1) * factor) + (2 * number))) <? ((-1) * 5 * (factor * factor))
      then 1
      else if ((-1) * 5 * (factor * factor)) <? ((((-1) * factor) + (2 * number)) * (((-1) * factor) + (2 * number)))
        then (-1)
        else 0
    else if ((((-1) * factor) + (2 * number)) * (factor + ((-1) * 2 * number))) <? ((-1) * 5 * (factor * factor))
      then 1
      else if ((-1) * 5 * (factor * factor)) <? ((((-1) * factor) + (2 * number)) * (factor + ((-1) * 2 * number)))
        then (-1)
        else 0.

(* where divisor > 0 *)
Definition ceiling_division (dividend divisor : Z) : Z :=
  ((-1) * (((-1) * dividend) / divisor)).

Definition case_of (soldiers strength defenders_per_wave : Z) : row :=
  if strength <=? soldiers
  then Row1
  else if defenders_per_wave <? soldiers
    then Row2a
    else if (2 * soldiers) <=? strength
      then Row2d
      else if (compare_golden_multiple (defenders_per_wave + ((-1) * 2 * soldiers) + strength) soldiers) <? 0
        then Row2b
        else Row2c.

(* where defenders_per_wave*(defenders_per_wave + 4*soldiers) >= 0 *)
Definition most_left_alive (soldiers defenders_per_wave : Z) : Z :=
  ((((-1) * defenders_per_wave) + (Z.sqrt (defenders_per_wave * (defenders_per_wave + (4 * soldiers))))) / 2).

Definition best_fall_day (soldiers strength defenders_per_wave : Z) : Z :=
  if strength <=? soldiers
  then 1
  else if soldiers <=? defenders_per_wave
    then 2
    else (Z.max 2 (1 + ((-1) * (((most_left_alive soldiers defenders_per_wave) + soldiers + ((-1) * strength)) / (((-1) * defenders_per_wave) + soldiers))))).

Definition soldiers_on (soldiers defenders_per_wave day : Z) : Z :=
  (((-1) * defenders_per_wave * (((day + (-2)) * (day + (-1))) / 2)) + soldiers).

Definition shots_by (soldiers defenders_per_wave day : Z) : Z :=
  ((day * soldiers) + ((-1) * defenders_per_wave * ((day * (day + (-2)) * (day + (-1))) / 6))).

Definition point_left (defenders_per_wave : Z) : Z :=
  if defenders_per_wave =? 1
  then 0
  else 1.

(* where defenders_per_wave < soldiers and 2*defenders_per_wave < 2*soldiers and defenders_per_wave**2 + 4*defenders_per_wave*soldiers >= 0 *)
Definition published_fall_day (soldiers strength defenders_per_wave : Z) : Z :=
  ((-1) * ((((-1) * defenders_per_wave) + (Z.sqrt ((defenders_per_wave * defenders_per_wave) + (4 * defenders_per_wave * soldiers))) + (2 * soldiers) + ((-1) * 2 * strength)) / (((-1) * 2 * defenders_per_wave) + (2 * soldiers)))).

Definition battle_days (soldiers defenders : Z) (answer : option Z) : Prop :=
  if 0 <=? (compare_golden_multiple defenders soldiers)
  then if defenders <=? 0
    then answer = Some 0
    else answer = None
  else exists least_2, least_satisfying (fun least_2_place => (if (defenders * (snd (fibonacci_pair (Z.to_nat (2 * least_2_place))))) <=? ((fst (fibonacci_pair (Z.to_nat (2 * least_2_place)))) * soldiers) then true else false) = true) 0 least_2 /\
    answer = Some least_2.

Definition soldiers_fewest_waves (soldiers strength defenders_per_wave : Z) (answer : option nat) : Prop :=
  if 0 <=? (compare_golden_multiple (((-1) * (best_fall_day soldiers strength defenders_per_wave) * soldiers) + (defenders_per_wave * ((best_fall_day soldiers strength defenders_per_wave) + (-1))) + strength) soldiers)
  then if (((-1) * (best_fall_day soldiers strength defenders_per_wave) * soldiers) + (defenders_per_wave * ((best_fall_day soldiers strength defenders_per_wave) + (-1))) + strength) <=? 0
    then answer = Some (Z.to_nat (best_fall_day soldiers strength defenders_per_wave))
    else answer = None
  else exists least_3, least_satisfying (fun least_3_place => (if ((snd (fibonacci_pair (Z.to_nat (2 * least_3_place)))) * (((-1) * (best_fall_day soldiers strength defenders_per_wave) * soldiers) + (defenders_per_wave * ((best_fall_day soldiers strength defenders_per_wave) + (-1))) + strength)) <=? ((fst (fibonacci_pair (Z.to_nat (2 * least_3_place)))) * soldiers) then true else false) = true) 0 least_3 /\
    answer = Some (Z.to_nat ((best_fall_day soldiers strength defenders_per_wave) + least_3)).

Definition castle_fewest_waves (soldiers strength defenders_per_wave : Z) (answer : option nat) : Prop :=
  if strength <=? soldiers
  then answer = None
  else exists least_1, least_satisfying (fun least_1_place => (if (soldiers_on soldiers defenders_per_wave (least_1_place + 1)) <=? 0 then true else false) = true) 1 least_1 /\
    if (shots_by soldiers defenders_per_wave least_1) <? strength
    then answer = Some (Z.to_nat least_1)
    else exists least_3, least_satisfying (fun least_3_place => (if least_1 <=? least_3_place then true else if strength <=? (shots_by soldiers defenders_per_wave least_3_place) then true else false) = true) 1 least_3 /\
      if (soldiers_on soldiers defenders_per_wave least_3) <=? ((defenders_per_wave * (least_3 + (-1))) + ((-1) * (shots_by soldiers defenders_per_wave least_3)) + strength)
      then answer = Some (Z.to_nat least_3)
      else if 0 <? ((defenders_per_wave * (least_3 + (-1))) + ((-1) * (shots_by soldiers defenders_per_wave least_3)) + strength)
        then if (compare_golden_multiple ((defenders_per_wave * (least_3 + (-1))) + ((-1) * (point_left defenders_per_wave)) + ((-1) * (shots_by soldiers defenders_per_wave least_3)) + strength) (((-1) * defenders_per_wave * (point_left defenders_per_wave)) + (soldiers_on soldiers defenders_per_wave least_3))) <=? 0
          then answer = None
          else exists least_8, least_satisfying (fun least_8_place => (if (defenders_per_wave + (-1)) <=? (((-1) * (fst (fibonacci_pair (Z.to_nat ((2 * least_8_place) + 1)))) * (((-1) * defenders_per_wave * (point_left defenders_per_wave)) + (soldiers_on soldiers defenders_per_wave least_3))) + ((snd (fibonacci_pair (Z.to_nat ((2 * least_8_place) + 1)))) * ((defenders_per_wave * (least_3 + (-1))) + ((-1) * (point_left defenders_per_wave)) + ((-1) * (shots_by soldiers defenders_per_wave least_3)) + strength))) then true else false) = true) 1 least_8 /\
            answer = Some (Z.to_nat (least_3 + least_8))
        else answer = None.

(* where soldiers >= 1 and defenders_per_wave >= 1 *)
Definition castle_min_winning_strength (soldiers defenders_per_wave : Z) (answer : Z) : Prop :=
  if 0 <? (compare_golden_multiple ((defenders_per_wave * ((Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave))) + (-1))) + ((-1) * (point_left defenders_per_wave))) (((-1) * defenders_per_wave * (point_left defenders_per_wave)) + (soldiers_on soldiers defenders_per_wave (Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave))))))
  then if (((-1) * defenders_per_wave * (point_left defenders_per_wave)) + (soldiers_on soldiers defenders_per_wave (Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave))))) <? 0
    then answer = (Z.max ((shots_by soldiers defenders_per_wave ((Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave))) + (-1))) + 1) (((-1) * defenders_per_wave * ((Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave))) + (-1))) + (shots_by soldiers defenders_per_wave (Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave)))) + 1))
    else answer = (Z.max ((shots_by soldiers defenders_per_wave ((Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave))) + (-1))) + 1) (((-1) * defenders_per_wave * ((Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave))) + (-1))) + (point_left defenders_per_wave) + (((defenders_per_wave * (point_left defenders_per_wave)) + (Z.sqrt ((((-1) * 5 * defenders_per_wave * (point_left defenders_per_wave)) + (5 * (soldiers_on soldiers defenders_per_wave (Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave)))))) * (((-1) * defenders_per_wave * (point_left defenders_per_wave)) + (soldiers_on soldiers defenders_per_wave (Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave))))))) + ((-1) * (soldiers_on soldiers defenders_per_wave (Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave)))))) / 2) + (shots_by soldiers defenders_per_wave (Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave)))) + 1))
  else if (((-1) * defenders_per_wave * (point_left defenders_per_wave)) + (soldiers_on soldiers defenders_per_wave ((Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave))) + 1))) <? 0
    then answer = (Z.max ((shots_by soldiers defenders_per_wave (Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave)))) + 1) (((-1) * defenders_per_wave * (Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave)))) + (shots_by soldiers defenders_per_wave ((Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave))) + 1)) + 1))
    else answer = (Z.max ((shots_by soldiers defenders_per_wave (Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave)))) + 1) (((-1) * defenders_per_wave * (Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave)))) + (point_left defenders_per_wave) + (((defenders_per_wave * (point_left defenders_per_wave)) + (Z.sqrt ((((-1) * 5 * defenders_per_wave * (point_left defenders_per_wave)) + (5 * (soldiers_on soldiers defenders_per_wave ((Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave))) + 1)))) * (((-1) * defenders_per_wave * (point_left defenders_per_wave)) + (soldiers_on soldiers defenders_per_wave ((Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave))) + 1))))) + ((-1) * (soldiers_on soldiers defenders_per_wave ((Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave))) + 1)))) / 2) + (shots_by soldiers defenders_per_wave ((Z.max 2 (Z.sqrt ((2 * soldiers) / defenders_per_wave))) + 1)) + 1)).
