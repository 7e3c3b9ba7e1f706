(* Lemmas 4 and 5: which positions and which volleys are better for the castle. *)
Require Import ZArith Lia.
From Castle Require Import Rules CastleSide.
Open Scope Z_scope.

(* Lemma 4 (order): with no more soldiers, no fewer defenders and targets, and strength if the other has strength,
   the castle wins no later. *)
Lemma order d t : 1 <= d -> forall S D C S' D' C', 1 <= S -> 1 <= S' -> 0 <= D -> 0 <= C -> 0 <= D' -> 0 <= C' ->
  S' <= S -> D <= D' -> D + C - S <= D' + C' - S' -> C = 0 \/ 1 <= C' -> can d t S D C -> can d t S' D' C'.
Proof.
  intro Hd. induction t; intros S D C S' D' C' HS HS' HD HC HD' HC' A1 A2 A3 A4 H; [exact H | ].
  destruct H as (x & L & H). unfold leaves in L.
  assert (Y : exists y, x <= y /\ D' - S' <= y /\ (y = x \/ y = D' - S')) by (exists (Z.max x (D' - S')); lia).
  destruct Y as (y & Y1 & Y2 & Y3). exists y.
  destruct (Z_le_gt_dec (D + C - S) 0).
  { exfalso. destruct H as [? | [[? _] | [_ H]]]; try lia. replace x with 0 in H by lia. apply no_targets in H; lia. }
  assert (0 <= x /\ D - S <= x /\ x <= D /\ x <= D + C - S) by lia. clear L.
  split; [unfold leaves; lia | ].
  destruct (Z_le_gt_dec S' y); [left; lia | right].
  destruct (Z_le_gt_dec (D' + C' - S' - y) 0); [right | left]; (split; [lia | ]);
    destruct H as [? | [[B H] | [B H]]]; try lia; (eapply IHt; [ .. | exact H]); lia.
Qed.

(* Once the castle fell, only one number can be left alive. *)
Lemma battle_day d t S D : 1 <= S -> 0 <= D -> can d (Datatypes.S t) S D 0 ->
  1 <= D - S /\ (S <= D - S \/ can d t (S - (D - S)) (D - S) 0).
Proof.
  intros HS HD (x & L & H). unfold leaves in L. destruct H as [H | [[B H] | [B H]]]; try lia.
  destruct (Z_le_gt_dec (D - S) 0).
  - replace x with 0 in H by lia. apply no_targets in H; lia.
  - replace x with (D - S) in H by lia. split; auto; lia.
Qed.

(* dpw >= 2: a point of strength and one more defender are worth one more soldier, for the rest of any battle. *)
Lemma one_more d t : 2 <= d -> forall S D S' D' C', 1 <= S -> 0 <= D -> 1 <= S' -> 0 <= D' -> 1 <= C' ->
  S' <= S + 1 -> D + 1 <= D' -> D - S + 1 <= D' + C' - S' -> can d t S D 0 -> can d t S' D' C'.
Proof.
  intro Hd. induction t; intros S D S' D' C' HS HD HS' HD' HC' A1 A2 A3 H; [exact H | ].
  apply battle_day in H; auto. destruct H as [Y H].
  destruct (Z_le_gt_dec S (D - S)).
  - exists (Z.max (D - S + 1) (D' - S')). split; [unfold leaves | left]; lia.
  - destruct H as [H | H]; [lia | ]. exists (Z.max (D - S) (D' - S')). split; [unfold leaves; lia | ].
    destruct (Z_le_gt_dec S' (Z.max (D - S) (D' - S'))); [left; lia | right; left]. split; [lia | ].
    eapply IHt; [ .. | exact H]; lia.
Qed.

(* dpw = 1: one soldier less is worth more than the last point of strength. *)
Lemma lone t : forall S D S' D', 1 <= S -> 0 <= D -> 1 <= S' -> 0 <= D' -> S' <= S - 1 -> D <= D' ->
  can 1 t S D 1 -> can 1 t S' D' 0.
Proof.
  induction t; intros S D S' D' HS HD HS' HD' A1 A2 H; [exact H | ].
  destruct H as (x & L & H). unfold leaves in L. exists (D' - S').
  destruct (Z_le_gt_dec S x). { split; [unfold leaves | left]; lia. }
  destruct H as [H | [[B H] | [B H]]]; try lia.
  - split; [unfold leaves; lia | ]. destruct (Z_le_gt_dec S' (D' - S')); [left; lia | right; right]. split; [lia | ].
    replace (D + 1 - S - x) with 1 in H by lia. eapply IHt; [ .. | exact H]; lia.
  - destruct (Z.eq_dec x 0). { subst x. apply no_targets in H; lia. }
    split; [unfold leaves; lia | ]. destruct (Z_le_gt_dec S' (D' - S')); [left; lia | right; right]. split; [lia | ].
    eapply order; [ .. | exact H]; lia.
Qed.

(* Lemma 5: when the castle can win today … *)
Lemma today d t S D C : 1 <= S -> 0 <= D -> 0 <= C -> S <= D -> S <= D + C - S -> can d (Datatypes.S t) S D C.
Proof. intros. exists (Z.min D (D + C - S)). split; [unfold leaves | left]; lia. Qed.

(* … when it cannot win at all … *)
Lemma lost d t S D C : 1 <= S -> 0 <= D -> 0 <= C -> D + C - S <= 0 -> ~ can d t S D C.
Proof.
  destruct t; intros HS HD HC A H; [exact H | ]. destruct H as (x & L & H). unfold leaves in L.
  destruct H as [H | [[B H] | [B H]]]; try lia. replace x with 0 in H by lia. apply no_targets in H; lia.
Qed.

(* … and otherwise: leave as many alive as leave strength, for dpw >= 2, or if no other volley exists … *)
Lemma keep_strength d t S D C : 1 <= d -> 1 <= S -> 0 <= D -> 1 <= C -> 1 <= D + C - S ->
  (D < S \/ D + C - S < S) -> 2 <= d \/ D < D + C - S ->
  (can d (Datatypes.S t) S D C <->
   let x := Z.min D (D + C - S - 1) in can d t (S - x) (x + d) (D + C - S - x)).
Proof.
  intros Hd HS HD HC Hw N E. cbv zeta. split.
  - intros (x & L & H). unfold leaves in L. destruct H as [H | [[B H] | [B H]]]; try lia.
    + eapply order; [ .. | exact H]; lia.
    + eapply one_more; [ .. | exact H]; lia.
  - intro H. exists (Z.min D (D + C - S - 1)). split; [unfold leaves; lia | right; left; split; [lia | exact H]].
Qed.

(* … and fell the castle as soon as possible, for dpw = 1. *)
Lemma fell_now t S D C : 1 <= S -> 0 <= D -> 1 <= C -> 1 <= D + C - S <= D -> D + C - S < S ->
  (can 1 (Datatypes.S t) S D C <-> can 1 t (S - (D + C - S)) (D + C - S) 0).
Proof.
  intros HS HD HC Hw N. split.
  - intros (x & L & H). unfold leaves in L. destruct H as [H | [[B H] | [B H]]]; try lia.
    + apply lone with (S := S - (D + C - S - 1)) (D := D + C - S); try lia.
      eapply order; [ .. | exact H]; lia.
    + replace x with (D + C - S) in H by lia. exact H.
  - intro H. exists (D + C - S). split; [unfold leaves; lia | right; right; split; [lia | exact H]].
Qed.

(* ---------- The lemmas, by the rules ---------- *)

(* Lemma 4: a win from the position below is one from the position above, no later. *)
Theorem lemma_4 : forall dpw : Z, 1 <= dpw -> forall S D C S' D' C' : Z,
  1 <= S -> 1 <= S' -> 0 <= D -> 0 <= C -> 0 <= D' -> 0 <= C' ->
  S' <= S -> D <= D' -> D + C - S <= D' + C' - S' -> C = 0 \/ 1 <= C' ->
  forall t, wins dpw Castle t (P S D C) -> exists u, (u <= t)%nat /\ wins dpw Castle u (P S' D' C').
Proof.
  intros d Hd S D C S' D' C' HS HS' HD HC HD' HC' A1 A2 A3 A4 t W. apply wins_can in W; auto.
  assert (K : can d t S' D' C') by (eapply order; [ .. | exact W]; lia).
  apply can_wins in K; auto. destruct K as (u & Hu & K). exists u. split; [lia | exact K].
Qed.

(* If the next day decides, it does so for the fewest days. *)
Lemma fewest_next d S D C S' D' C' t : 1 <= d -> 1 <= S -> 0 <= D -> 0 <= C -> 1 <= S' -> 0 <= D' -> 0 <= C' ->
  (forall u, can d (Datatypes.S u) S D C <-> can d u S' D' C') ->
  (fewest d Castle (P S D C) (Datatypes.S t) <-> fewest d Castle (P S' D' C') t).
Proof.
  intros Hd HS HD HC HS' HD' HC' E. rewrite !fewest_can by auto. rewrite E. split;
    intros [A B]; (split; [exact A | ]); intros u Hu K.
  - apply (B (Datatypes.S u)); [lia | apply E; exact K].
  - destruct u; [exact K | ]. apply (B u); [lia | apply E; exact K].
Qed.

(* Lemma 5: let the castle be able to win on no volley of today, and not be lost. For dpw >= 2, and while no volley can
   use up the strength, no volley is better than the one that leaves as many alive as leave strength. *)
Theorem lemma_5_keep_strength : forall dpw S D C : Z, 1 <= dpw -> 1 <= S -> 0 <= D -> 1 <= C ->
  1 <= D + C - S -> D < S \/ D + C - S < S -> 2 <= dpw \/ D < D + C - S ->
  let x := Z.min D (D + C - S - 1) in move (P S D C) (D - x) /\
  forall t, fewest dpw Castle (P S D C) (Datatypes.S t) <-> fewest dpw Castle (after dpw (P S D C) (D - x)) t.
Proof.
  intros d S D C Hd HS HD HC Hw N E x. assert (L : leaves S D C x) by (unfold leaves, x; lia).
  split; [apply move_leaves; auto; lia | ]. intro t. rewrite after_strength by (unfold x; lia).
  apply fewest_next; try (unfold x; lia). intro u. apply keep_strength; auto.
Qed.

(* For dpw = 1, when the strength can be used up, none is better than the one that fells the castle. *)
Theorem lemma_5_fell : forall S D C : Z, 1 <= S -> 0 <= D -> 1 <= C -> 1 <= D + C - S <= D -> D + C - S < S ->
  let x := D + C - S in move (P S D C) (D - x) /\
  forall t, fewest 1 Castle (P S D C) (Datatypes.S t) <-> fewest 1 Castle (after 1 (P S D C) (D - x)) t.
Proof.
  intros S D C HS HD HC Hw N x. assert (L : leaves S D C x) by (unfold leaves, x; lia).
  split; [apply move_leaves; auto; lia | ]. intro t. rewrite after_no_strength by (unfold x; lia).
  apply fewest_next; try (unfold x; lia). intro u. apply fell_now; auto.
Qed.
