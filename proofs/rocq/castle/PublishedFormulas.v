(* The formulas of the post as printed, line for line as gametheory/games/castle/published_formulas.py. *)
Require Import ZArith Bool.
From Castle Require Import ClosedForms ClosedFormsA.
Open Scope Z_scope.

(* published_fall_day: q of (12). *)
Definition published_fall_day (soldiers strength defenders_per_wave : Z) : Z :=
  let root := Z.sqrt (defenders_per_wave * defenders_per_wave + 4 * soldiers * defenders_per_wave) in
  let excess := 2 * strength - 2 * soldiers + defenders_per_wave - root in
  ceiling_division excess (2 * (soldiers - defenders_per_wave)).

(* _times_phi_power: a number a + b phi, as the pair (a, b), times phi^(4 days). *)
Definition times_phi_power (number : Z * Z) (days : Z) : Z * Z :=
  let (whole, multiple) := number in
  let (this, following) := fibonacci_pair (Z.to_nat (4 * days)) in
  let before := following - this in
  (whole * before + multiple * this, whole * this + multiple * following).

(* _is_positive *)
Definition is_positive (number : Z * Z) : bool :=
  let (whole, multiple) := number in 0 <? compare_golden_multiple multiple (- whole).

(* _is_at_least *)
Definition is_at_least (number other : Z * Z) : bool :=
  0 <=? compare_golden_multiple (snd number - snd other) (fst other - fst number).

(* published_battle_days: k of (6), as the relation "this is the answer". *)
Definition published_battle_days (soldiers defenders : Z) (answer : option Z) : Prop :=
  let below := (soldiers, - defenders) in
  let above := (soldiers - defenders, defenders) in
  if negb (is_positive below && is_positive above) then answer = None
  else if 0 <? defenders then
    exists days, answer = Some days /\
    least_satisfying (fun days => is_at_least (times_phi_power below days) above = true) 1 days
  else
    exists days, answer = Some (1 - days) /\
    least_satisfying (fun days => is_at_least below (times_phi_power above days) = false) 1 days.

(* published_soldiers_waves: the printed rows, as the relation "this is the answer". *)
Definition published_soldiers_waves (soldiers strength defenders_per_wave : Z) (answer : option Z) : Prop :=
  let waves fall_day defenders := exists days, published_battle_days soldiers defenders days /\
    answer = match days with None => None | Some days => Some (fall_day + Z.max 0 days) end in
  match case_of soldiers strength defenders_per_wave with
  | Row1 => answer = Some 1
  | Row2a =>
      let fall_day := published_fall_day soldiers strength defenders_per_wave in
      waves fall_day (strength + fall_day * defenders_per_wave - (fall_day + 1) * soldiers)
  | Row2b => waves 2 (strength + defenders_per_wave - 2 * soldiers)
  | Row2c | Row2d => answer = None
  end.
