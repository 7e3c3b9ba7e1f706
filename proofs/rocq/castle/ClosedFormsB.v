(* The closed forms of Theorem B, line for line as gametheory/games/castle/closed_form.py. *)
Require Import ZArith Bool.
From Castle Require Import ClosedForms.
Open Scope Z_scope.

(* _soldiers_on *)
Definition soldiers_on (soldiers defenders_per_wave day : Z) : Z :=
  soldiers - defenders_per_wave * ((day - 1) * (day - 2) / 2).

(* _shots_by *)
Definition shots_by (soldiers defenders_per_wave day : Z) : Z :=
  soldiers * day - defenders_per_wave * (day * (day - 1) * (day - 2) / 6).

(* _point_left *)
Definition point_left (defenders_per_wave : Z) : Z := if defenders_per_wave =? 1 then 0 else 1.

(* castle_wins_after *)
Definition castle_wins_after (alive left defenders_per_wave days : Z) : Prop :=
  let (odd, even) := fibonacci_pair (Z.to_nat (2 * days + 1)) in defenders_per_wave - 1 <= alive * even - left * odd.

(* _days_with_one_point_left, as the relation "this is the answer" *)
Definition days_with_one_point_left (firing left_alive defenders_per_wave : Z) (answer : option Z) : Prop :=
  let point := point_left defenders_per_wave in
  let alive := left_alive - point in
  let left := firing - point * defenders_per_wave in
  if compare_golden_multiple alive left <=? 0
  then answer = None
  else exists days, answer = Some days /\ least_satisfying (castle_wins_after alive left defenders_per_wave) 1 days.

(* castle_fewest_waves, as the relation "this is the answer" *)
Definition castle_fewest_waves (soldiers strength defenders_per_wave : Z) (answer : option nat) : Prop :=
  let shots := shots_by soldiers defenders_per_wave in
  if strength <=? soldiers then answer = None
  else exists last, least_satisfying (fun day => soldiers_on soldiers defenders_per_wave (day + 1) <= 0) 1 last /\
  if shots last <? strength then answer = Some (Z.to_nat last)
  else exists day, least_satisfying (fun day => last <= day \/ strength <= shots day) 1 day /\
  let firing := soldiers_on soldiers defenders_per_wave day in
  let left_alive := (day - 1) * defenders_per_wave + strength - shots day in
  if firing <=? left_alive then answer = Some (Z.to_nat day)
  else exists more,
    (if 0 <? left_alive then days_with_one_point_left firing left_alive defenders_per_wave more else more = None) /\
    answer = match more with None => None | Some days => Some (Z.to_nat (day + days)) end.

(* castle_min_winning_strength, as the relation "this is the answer" *)
Definition castle_min_winning_strength (soldiers defenders_per_wave answer : Z) : Prop :=
  let point := point_left defenders_per_wave in
  let soldiers_less_fresh day := soldiers_on soldiers defenders_per_wave day - point * defenders_per_wave in
  let wins day := compare_golden_multiple ((day - 1) * defenders_per_wave - point) (soldiers_less_fresh day) in
  let near := Z.max 2 (Z.sqrt (2 * soldiers / defenders_per_wave)) in
  let day := if 0 <? wins near then near else near + 1 in
  let left := soldiers_less_fresh day in
  let enough := if left <? 0 then 1 else (Z.sqrt (5 * left * left) - left) / 2 + 1 + point in
  let used_up := shots_by soldiers defenders_per_wave day - (day - 1) * defenders_per_wave + enough in
  answer = Z.max (shots_by soldiers defenders_per_wave (day - 1) + 1) used_up.
