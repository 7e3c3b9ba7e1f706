(* The Wargame, line for line as gametheory/games/wargame/rules.py, as a game of Game.v. *)
Require Import QArith ZArith List.
Import ListNotations.
From Wargame Require Import Game.
Open Scope Z_scope.

Record position := Position { round : Z; camp_a : Z; field_a : Z; camp_b : Z; field_b : Z; battle : bool }.
Definition mirror (s : position) : position :=
  Position (round s) (camp_b s) (field_b s) (camp_a s) (field_a s) (battle s).

Record wargame := Wargame {
  soldiers : Z; rounds : Z; battle_chances : list Q; killed : Q; win : Q; draw : Q; loss : Q }.
(* The numbers that the rules accept. *)
Definition valid (g : wargame) : Prop :=
  1 <= soldiers g /\ 1 <= rounds g /\
  Z.of_nat (length (battle_chances g)) = rounds g /\ (last (battle_chances g) 0 == 1)%Q /\
  (forall p, In p (battle_chances g) -> 0 <= p /\ p <= 1)%Q /\
  (0 <= killed g <= 1)%Q /\ (loss g <= draw g /\ draw g <= win g)%Q /\ ~ (win g == loss g)%Q.
Definition symmetric (g : wargame) : Prop := (draw g == 0 /\ win g == - loss g)%Q.

(* range(n) and list(range(n, 0, -1)) of Python; the chances without a schedule of one's own. *)
Definition range (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).
Definition default_chances (n : nat) : list Q := map (fun left => 1 / inject_Z (Z.of_nat left))%Q (rev (seq 1 n)).

Definition start (g : wargame) : position := Position 1 (soldiers g) 0 (soldiers g) 0 false.
Definition payoffs (g : wargame) (place : Z) : Q :=
  if place =? 0 then win g else if place =? 1 then draw g else loss g.
Definition outcome (g : wargame) (s : position) : option Q :=
  if negb (battle s) then None
  else let ahead := Z.b2z (field_b s <? field_a s) - Z.b2z (field_a s <? field_b s) in
       Some (payoffs g (1 - ahead)).
Definition moves (s : position) (camp : Z) : list Z := range (if battle s then 0 else camp + 1).
Definition survivors (g : wargame) (field : Z) : Z :=
  let share := (1 - killed g)%Q in field * Qnum share / Zpos (Qden share).
Definition chance (g : wargame) (number : Z) : Q := nth (Z.to_nat (number - 1)) (battle_chances g) 1%Q.
Definition after_battle (s : position) (a b : Z) : position :=
  Position (round s) (camp_a s - a) (field_a s + a) (camp_b s - b) (field_b s + b) true.
Definition after_round (g : wargame) (s : position) (a b : Z) : position :=
  Position (round s + 1) (camp_a s - a) (survivors g (field_a s + a))
    (camp_b s - b) (survivors g (field_b s + b)) false.
Definition after (g : wargame) (s : position) (a b : Z) : list (position * Q) :=
  let p := chance g (round s) in
  let q := (1 - p)%Q in
  if Qeq_bool q 0 then [(after_battle s a b, p)]
  else if Qeq_bool p 0 then [(after_round g s a b, q)]
  else [(after_battle s a b, p); (after_round g s a b, q)].

Definition game_of (g : wargame) : game :=
  Game position Z (outcome g) (fun s => moves s (camp_a s)) (fun s => moves s (camp_b s)) (after g).
