(* A Warlight battle, line for line as gametheory/games/battle/rules.py. Numbers of armies are not negative, and equal
   results of a turn stay separate entries of its list, which changes no expectation. *)
Require Import QArith List Arith.
Import ListNotations.
Open Scope Q_scope.

Inductive side := attacker | defender.
Inductive ending := wins | loses | stopped.
Record battle := Battle {
  attacker_hits : Q; defender_hits : Q; both_dead : side; reserve : nat; stop_when_outnumbered : bool }.
Definition position := (nat * nat)%type.
(* The probabilities that the rules accept. *)
Definition valid (g : battle) : Prop := 0 <= attacker_hits g <= 1 /\ 0 <= defender_hits g <= 1.

Fixpoint comb (n k : nat) : nat :=
  match n, k with
  | _, O => 1
  | O, S _ => 0
  | S n, S k => comb n k + comb n (S k)
  end.
Fixpoint power (b : Q) (n : nat) : Q := match n with O => 1 | S n => b * power b n end.
Definition whole (n : nat) : Q := inject_Z (Z.of_nat n).

Definition outcome (g : battle) (s : position) : option ending :=
  let '(attackers, defenders) := s in
  let fights := (reserve g <? attackers)%nat in
  if (defenders =? 0)%nat then
    Some (if fights then wins else match both_dead g with attacker => wins | defender => loses end)
  else if negb fights then Some loses
  else if stop_when_outnumbered g && (attackers <=? defenders)%nat then Some stopped else None.
Definition survivor_distribution (armies shooters : nat) (hits : Q) : list (nat * Q) :=
  map (fun count => ((armies - count)%nat,
                     whole (comb shooters count) * power hits count * power (1 - hits) (shooters - count)))
    (seq 0 (S shooters)).
Definition after (g : battle) (s : position) : list (position * Q) :=
  let '(attackers, defenders) := s in
  let fighting := (attackers - reserve g)%nat in
  let left := survivor_distribution fighting defenders (defender_hits g) in
  let others := survivor_distribution defenders fighting (attacker_hits g) in
  flat_map (fun '(a, x) => map (fun '(d, y) => ((reserve g + a, d)%nat, x * y)) others) left.

(* The expectation of f after a turn. *)
Fixpoint mean {X} (f : X -> Q) (d : list (X * Q)) : Q :=
  match d with [] => 0 | (x, p) :: rest => p * f x + mean f rest end.

(* The expectation of f (the outcome) after at most t turns, 0 for a battle that is not over; `undecided` is the
   probability of that. With f = 1 for wins and 0 otherwise it is the probability to have won. *)
Fixpoint by_turn (g : battle) (f : ending -> Q) (t : nat) (s : position) : Q :=
  match outcome g s, t with
  | Some e, _ => f e
  | None, O => 0
  | None, S t => mean (by_turn g f t) (after g s)
  end.
Fixpoint undecided (g : battle) (t : nat) (s : position) : Q :=
  match outcome g s, t with
  | Some _, _ => 0
  | None, O => 1
  | None, S t => mean (undecided g t) (after g s)
  end.

(* What holds of the expectation in the end: it is f at an end, and the mean over a turn before it. *)
Definition in_the_end (g : battle) (f : ending -> Q) (w : position -> Q) : Prop :=
  forall s, match outcome g s with Some e => w s == f e | None => w s == mean w (after g s) end.

Definition to_win (e : ending) : Q := match e with wins => 1 | _ => 0 end.
Definition to_lose (e : ending) : Q := match e with loses => 1 | _ => 0 end.
