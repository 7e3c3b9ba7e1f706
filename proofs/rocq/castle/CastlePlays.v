(* Which plays are best for the castle: the conjecture that the last point should be left, and its correction. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules Day CastleSide Order.
Open Scope Z_scope.

(* A play of t waves to a win of the castle: on each day a volley by the rule, but a win today if there is one. *)
Inductive castle_wins_by (rule : Z -> pos -> Z -> Prop) (dpw : Z) : nat -> pos -> Prop :=
| win_today p b : outcome p = None -> move p b -> outcome (after dpw p b) = Some Castle -> castle_wins_by rule dpw 1 p
| by_rule p b t : outcome p = None -> (forall c, move p c -> outcome (after dpw p c) <> Some Castle) ->
    move p b -> rule dpw p b -> castle_wins_by rule dpw t (after dpw p b) -> castle_wins_by rule dpw (S t) p.

(* As few shots at defenders as leave strength. *)
Definition one_point_left (dpw : Z) (p : pos) (b : Z) :=
  1 <= st (after dpw p b) /\ forall c, move p c -> 1 <= st (after dpw p c) -> b <= c.

(* As many shots at the castle as possible. *)
Definition most_at_castle (dpw : Z) (p : pos) (b : Z) := forall c, move p c -> b <= c.

(* A win today, in numbers. *)
Lemma wins_today d S D C : 1 <= d -> 1 <= S -> 0 <= D -> 0 <= C ->
  ((exists b, move (P S D C) b /\ outcome (after d (P S D C) b) = Some Castle) <-> S <= D /\ S <= D + C - S).
Proof.
  intros Hd HS HD HC. split.
  - intros (b & M & O). unfold move, outcome, after in *; sm. cases; lia.
  - intros [A B]. exists (D - Z.min D (D + C - S)). split; [unfold move; sm; lia | ].
    unfold outcome. rewrite after_kills by lia. reflexivity.
Qed.

Lemma targets_left S D C : 1 <= S -> 0 <= D -> 0 <= C -> 1 <= D + C -> outcome (P S D C) = None.
Proof. intros. apply stands; sm; lia. Qed.

(* A win today takes one day, by any rule. *)
Lemma by_today rule d S D C : 1 <= d -> 1 <= S -> 0 <= D -> 0 <= C -> S <= D -> S <= D + C - S ->
  forall t, castle_wins_by rule d t (P S D C) <-> t = 1%nat.
Proof.
  intros Hd HS HD HC A B t. destruct (proj2 (wins_today d S D C Hd HS HD HC) (conj A B)) as (b & M & O). split.
  - intro W. inversion W as [ | ? c u ON N]; subst; auto. exfalso. exact (N b M O).
  - intros ->. apply win_today with (b := b); auto. apply targets_left; lia.
Qed.

Lemma fewest_today d S D C : 1 <= d -> 1 <= S -> 0 <= D -> 0 <= C -> S <= D -> S <= D + C - S ->
  forall t, fewest d Castle (P S D C) t <-> t = 1%nat.
Proof.
  intros Hd HS HD HC A B t. rewrite fewest_can by auto. split.
  - intros [K L]. destruct t as [ | [ | t]]; [destruct K | auto | ].
    exfalso. apply (L 1%nat); [lia | apply today; auto].
  - intros ->. split; [apply today; auto | ]. intros u Hu K. replace u with O in K by lia. exact K.
Qed.

(* A play by a rule is a play. *)
Lemma by_wins rule d t p : castle_wins_by rule d t p -> wins d Castle t p.
Proof.
  induction 1 as [p b O M A | p b t O N M R W IH]; apply day with (b := b); auto. constructor. exact A.
Qed.

(* Where nothing can be won, no rule wins. *)
Lemma by_lost rule d S D C : 1 <= d -> 1 <= S -> 0 <= D -> 0 <= C -> D + C - S <= 0 ->
  forall t, castle_wins_by rule d t (P S D C) <-> fewest d Castle (P S D C) t.
Proof.
  intros Hd HS HD HC A t. split; intro W; exfalso.
  - apply by_wins, wins_can in W; auto. revert W. apply lost; auto.
  - apply fewest_can in W; auto. destruct W as [W _]. revert W. apply lost; auto.
Qed.

(* On any other day, the rule's volley decides: the one that leaves x alive. *)
Lemma by_next rule d S D C x : 1 <= d -> 1 <= S -> 0 <= D -> 0 <= C -> 1 <= D + C - S -> D < S \/ D + C - S < S ->
  leaves S D C x -> (forall b, move (P S D C) b -> (rule d (P S D C) b <-> b = D - x)) ->
  forall t, castle_wins_by rule d (Datatypes.S t) (P S D C) <-> castle_wins_by rule d t (after d (P S D C) (D - x)).
Proof.
  intros Hd HS HD HC Hw N L R t.
  assert (NW : forall b, move (P S D C) b -> outcome (after d (P S D C) b) <> Some Castle).
  { intros b M O. assert (S <= D /\ S <= D + C - S); [ | lia]. apply (wins_today d); auto. exists b. auto. }
  assert (M : move (P S D C) (D - x)) by (apply move_leaves; auto). split; intro W.
  - inversion W as [? b O Mb A | ? b u O _ Mb Rb V];
      subst; [exfalso; exact (NW b Mb A) | ].
    apply R in Rb; auto. subst b. exact V.
  - apply by_rule with (b := D - x); auto. apply targets_left; lia. apply R; auto.
Qed.

(* The rules, as numbers left alive. *)
Lemma one_point_left_leaves d S D C : 1 <= d -> 1 <= S -> 0 <= D -> 1 <= C -> 1 <= D + C - S ->
  D < S \/ D + C - S < S -> forall b, move (P S D C) b -> (one_point_left d (P S D C) b <-> b = D - Z.min D (D + C - S - 1)).
Proof.
  intros Hd HS HD HC Hw N b M. unfold one_point_left, move, after in *; sm. split.
  - intros [A B]. specialize (B (D - Z.min D (D + C - S - 1))). lia.
  - intro. subst b. split; [lia | ]. intros. lia.
Qed.

Lemma most_at_castle_leaves d S D C : 1 <= S -> 0 <= D -> 0 <= C -> 1 <= D + C - S ->
  forall b, move (P S D C) b -> (most_at_castle d (P S D C) b <-> b = D - Z.min D (D + C - S)).
Proof.
  intros HS HD HC Hw b M. unfold most_at_castle, move in *; sm. split.
  - intro B. specialize (B (D - Z.min D (D + C - S))). lia.
  - intro. subst b. intros. lia.
Qed.

(* No play wins in 0 days. *)
Lemma not_at_once rule d p : ~ castle_wins_by rule d 0 p.
Proof. intro W. inversion W. Qed.
Lemma not_fewest_0 d S D C : 1 <= d -> 1 <= S -> 0 <= D -> 0 <= C -> ~ fewest d Castle (P S D C) 0.
Proof. intros Hd HS HD HC F. apply fewest_can in F; auto. destruct F as [[] _]. Qed.

(* dpw >= 2: no play is better for the castle than to leave as many alive as one point allows, until a win. *)
Lemma one_point_best d t : 2 <= d -> forall S D C, 1 <= S -> 0 <= D -> 1 <= C ->
  (castle_wins_by one_point_left d t (P S D C) <-> fewest d Castle (P S D C) t).
Proof.
  intro Hd. induction t; intros S D C HS HD HC.
  { split; intro W; exfalso; revert W; [apply not_at_once | apply not_fewest_0; lia]. }
  destruct (Z_le_gt_dec (D + C - S) 0); [apply by_lost; lia | ].
  destruct (Z_le_gt_dec S D), (Z_le_gt_dec S (D + C - S)); try (rewrite by_today, fewest_today by lia; reflexivity).
  all: rewrite (proj2 (lemma_5_keep_strength d S D C ltac:(lia) HS HD HC ltac:(lia) ltac:(lia) ltac:(lia)) t);
    rewrite by_next with (x := Z.min D (D + C - S - 1)) by
      (try apply one_point_left_leaves; try (unfold leaves); lia);
    rewrite after_strength by lia; apply IHt; lia.
Qed.

(* dpw = 1: none is better than to fire as much as possible at the castle, and so to fell it as soon as possible. *)
Lemma most_at_castle_best t : forall S D C, 1 <= S -> 0 <= D -> 0 <= C ->
  (castle_wins_by most_at_castle 1 t (P S D C) <-> fewest 1 Castle (P S D C) t).
Proof.
  induction t; intros S D C HS HD HC.
  { split; intro W; exfalso; revert W; [apply not_at_once | apply not_fewest_0; lia]. }
  destruct (Z_le_gt_dec (D + C - S) 0); [apply by_lost; lia | ].
  assert (T : S <= D /\ S <= D + C - S \/ D < S \/ D + C - S < S) by lia. destruct T as [[A B] | N].
  { rewrite by_today, fewest_today by lia. reflexivity. }
  rewrite by_next with (x := Z.min D (D + C - S)) by (try apply most_at_castle_leaves; try (unfold leaves); lia).
  destruct (Z_le_gt_dec (D + C - S) D) as [F | F]; rewrite ?(Z.min_r _ _ F), ?(Z.min_l D (D + C - S)) by lia.
  - rewrite after_no_strength by lia. rewrite IHt by lia. symmetry. apply fewest_next; try lia. intro u.
    destruct (Z.eq_dec C 0) as [-> | ]; [ | apply fell_now; lia]. split.
    + intro K. apply battle_day in K; try lia. replace (D + 0 - S) with (D - S) by ring. destruct K as [_ [K | K]];
        [lia | exact K].
    + intro K. exists (D + 0 - S). split; [unfold leaves; lia | right; right]. split; [lia | exact K].
  - rewrite after_strength by lia. rewrite IHt by lia. symmetry. apply fewest_next; try lia. intro u.
    rewrite keep_strength by lia. cbv zeta. rewrite (Z.min_l D) by lia. reflexivity.
Qed.

(* Corrected. *)
Theorem cd3_conjecture : forall n s dpw : Z, 1 <= n -> 1 <= s -> 1 <= dpw -> forall t,
  fewest dpw Castle (start n s) t <->
  castle_wins_by (if dpw =? 1 then most_at_castle else one_point_left) dpw t (start n s).
Proof.
  intros n s d Hn Hs Hd t. unfold start. destruct (Z.eqb_spec d 1) as [-> | ].
  - rewrite most_at_castle_best by lia. reflexivity.
  - rewrite one_point_best by lia. reflexivity.
Qed.

(* As printed, for dpw = 1 too, it is false: in 4/11/1 the castle can win in 4 days, but never with the point left. *)
Theorem cd3_conjecture_printed_false :
  fewest 1 Castle (start 4 11) 4 /\ forall t, ~ castle_wins_by one_point_left 1 t (start 4 11).
Proof.
  split.
  - apply (cd3_conjecture 4 11 1); try lia.
    assert (N : forall S D C t, 1 <= S -> 0 <= D -> 0 <= C -> 1 <= D + C - S -> D < S \/ D + C - S < S ->
      castle_wins_by most_at_castle 1 t (after 1 (P S D C) (D - Z.min D (D + C - S))) ->
      castle_wins_by most_at_castle 1 (Datatypes.S t) (P S D C)).
    { intros. apply by_next with (x := Z.min D (D + C - S)); auto; try lia; [unfold leaves; lia | ].
      apply most_at_castle_leaves; lia. }
    apply (N 4 0 11); try lia. apply (N 4 1 7); try lia. apply (N 3 2 3); try lia.
    apply (by_today most_at_castle 1 1 2 0); lia.
  - assert (N : forall S D C t, 1 <= S -> 0 <= D -> 1 <= C -> 1 <= D + C - S -> D < S \/ D + C - S < S ->
      castle_wins_by one_point_left 1 t (P S D C) ->
      exists u, castle_wins_by one_point_left 1 u (after 1 (P S D C) (D - Z.min D (D + C - S - 1)))).
    { intros S D C t HS HD HC Hw E W. destruct t; [apply not_at_once in W; destruct W | ]. exists t.
      revert W. apply by_next; try lia; [unfold leaves; lia | apply one_point_left_leaves; lia]. }
    intros t W. apply (N 4 0 11) in W as (t1 & W); try lia. apply (N 4 1 7) in W as (t2 & W); try lia.
    apply (N 3 2 3) in W as (t3 & W); try lia. apply (N 2 2 1) in W as (t4 & W); try lia.
    apply (by_lost one_point_left 1 2 1 1), fewest_can in W; try lia. destruct W as [W _]. revert W. apply lost; lia.
Qed.
