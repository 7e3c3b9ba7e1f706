(* The closed form of the soldiers' fewest waves, line for line as gametheory/games/castle/closed_form.py. *)
Require Import ZArith Bool.
From Castle Require Import ClosedForms.
Open Scope Z_scope.

(* case_of: the row of the closing table, with 2d from s = 2n on. *)
Inductive row := Row1 | Row2a | Row2b | Row2c | Row2d.
Definition case_of (soldiers strength defenders_per_wave : Z) : row :=
  if strength <=? soldiers then Row1
  else if defenders_per_wave <? soldiers then Row2a
  else if 2 * soldiers <=? strength then Row2d
  else
    let left_alive := strength + defenders_per_wave - 2 * soldiers in
    if compare_golden_multiple left_alive soldiers <? 0 then Row2b else Row2c.

(* _defenders_dead *)
Definition defenders_dead (soldiers defenders days : Z) : Prop :=
  let (even, odd) := fibonacci_pair (Z.to_nat (2 * days)) in defenders * odd <= soldiers * even.

(* battle_days, as the relation "this is the answer" *)
Definition battle_days (soldiers defenders : Z) (answer : option Z) : Prop :=
  if 0 <=? compare_golden_multiple defenders soldiers
  then answer = (if defenders <=? 0 then Some 0 else None)
  else exists days, answer = Some days /\ least_satisfying (defenders_dead soldiers defenders) 0 days.

(* most_left_alive *)
Definition most_left_alive (soldiers defenders_per_wave : Z) : Z :=
  let root := Z.sqrt (defenders_per_wave * (defenders_per_wave + 4 * soldiers)) in
  (root - defenders_per_wave) / 2.

(* best_fall_day *)
Definition best_fall_day (soldiers strength defenders_per_wave : Z) : Z :=
  if strength <=? soldiers then 1
  else if soldiers <=? defenders_per_wave then 2
  else
    let excess := strength - soldiers - most_left_alive soldiers defenders_per_wave in
    Z.max 2 (1 + ceiling_division excess (soldiers - defenders_per_wave)).

(* soldiers_fewest_waves, as the relation "this is the answer" *)
Definition soldiers_fewest_waves (soldiers strength defenders_per_wave : Z) (answer : option nat) : Prop :=
  let day := best_fall_day soldiers strength defenders_per_wave in
  exists days,
    battle_days soldiers (strength + (day - 1) * defenders_per_wave - day * soldiers) days /\
    answer = match days with None => None | Some days => Some (Z.to_nat (day + days)) end.
