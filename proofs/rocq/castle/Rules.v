(* The castle game, line for line as gametheory/games/castle/rules.py. *)
Require Import ZArith Bool.
Open Scope Z_scope.

(* Soldiers, defenders outside the castle, and strength of the castle at the start of a wave. *)
Record pos := P { so : Z; de : Z; st : Z }.
Inductive side := Soldiers | Castle.

(* Castle.start *)
Definition start (soldiers strength : Z) : pos := P soldiers 0 strength.

(* Castle.outcome *)
Definition outcome (p : pos) : option side :=
  if so p <=? 0 then Some Castle
  else if (de p =? 0) && (st p =? 0) then Some Soldiers else None.

(* Castle.moves: the legal numbers of shots at defenders; all other shots go to the castle. *)
Definition move (p : pos) (at_defenders : Z) : Prop :=
  Z.min (Z.max (so p - st p) 0) (de p) <= at_defenders < Z.min (so p) (de p) + 1.

(* Castle.after *)
Definition after (defenders_per_wave : Z) (p : pos) (at_defenders : Z) : pos :=
  let at_castle := so p - at_defenders in
  let strength := Z.max (st p - at_castle) 0 in
  let defenders := de p - at_defenders in
  let soldiers := Z.max (so p - defenders) 0 in
  P soldiers (if (0 <? soldiers) && (0 <? strength) then defenders + defenders_per_wave else defenders) strength.

(* Some play of t waves from p ends in a win of the side w. *)
Inductive wins (dpw : Z) (w : side) : nat -> pos -> Prop :=
| won p : outcome p = Some w -> wins dpw w 0 p
| day p b t : outcome p = None -> move p b -> wins dpw w t (after dpw p b) -> wins dpw w (S t) p.

(* Some play of t waves leads from p to a position; it does not pass through the end of the game. *)
Inductive plays (dpw : Z) : nat -> pos -> pos -> Prop :=
| here p : plays dpw 0 p p
| onward p b t p' : outcome p = None -> move p b -> plays dpw t (after dpw p b) p' -> plays dpw (S t) p p'.

(* The side w can win in t waves and not in fewer. *)
Definition fewest dpw w p t := wins dpw w t p /\ forall t', wins dpw w t' p -> (t <= t')%nat.

(* The side w cannot win. *)
Definition cannot_win dpw w p := forall t, ~ wins dpw w t p.

(* The answer of a solver: Some t for the fewest waves, None when the side cannot win. *)
Definition fewest_waves dpw w p (answer : option nat) :=
  match answer with Some t => fewest dpw w p t | None => cannot_win dpw w p end.
