(* What the castle can do within t days, by the number x of defenders that each volley leaves alive. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules Day.
Open Scope Z_scope.

(* A volley of S soldiers at D defenders and C points can leave x defenders alive. *)
Definition leaves (S D C x : Z) := Z.max 0 (D - S) <= x <= Z.max 0 (Z.min D (D + C - S)).

(* The castle can win within t days: today, or after a volley that leaves strength, or after one that leaves none. *)
Fixpoint can (d : Z) (t : nat) (S D C : Z) : Prop :=
  match t with
  | O => False
  | Datatypes.S t => exists x, leaves S D C x /\
      (S <= x \/ (1 <= D + C - S - x /\ can d t (S - x) (x + d) (D + C - S - x))
              \/ (D + C - S - x <= 0 /\ can d t (S - x) x 0))
  end.

(* Moves, as numbers left alive. *)
Lemma move_leaves S D C x : 1 <= S -> 0 <= D -> 0 <= C -> (move (P S D C) (D - x) <-> leaves S D C x).
Proof. unfold move, leaves; sm; lia. Qed.

Lemma after_kills d S D C x : S <= x -> so (after d (P S D C) (D - x)) = 0.
Proof. unfold after; sm; lia. Qed.

Lemma after_strength d S D C x : x < S -> 1 <= D + C - S - x ->
  after d (P S D C) (D - x) = P (S - x) (x + d) (D + C - S - x).
Proof. intros. unfold after; sm; cases; try lia; f_equal; lia. Qed.

Lemma after_no_strength d S D C x : x < S -> D + C - S - x <= 0 -> after d (P S D C) (D - x) = P (S - x) x 0.
Proof. intros. unfold after; sm; cases; try lia; f_equal; lia. Qed.

(* With neither defenders nor strength the castle cannot win. *)
Lemma no_targets d t : forall S, 1 <= S -> ~ can d t S 0 0.
Proof.
  induction t; intros S HS H; [exact H | ]. destruct H as (x & L & [H | [[H _] | [_ H]]]); unfold leaves in *; try lia.
  replace (S - x) with S in H by lia. replace x with 0 in H by lia. eapply IHt; eauto.
Qed.

(* A longer time is no worse. *)
Lemma can_more d t : forall u S D C, (t <= u)%nat -> can d t S D C -> can d u S D C.
Proof.
  induction t; intros [ | u] S D C L H; try (exfalso; exact H); try lia.
  destruct H as (x & A & [H | [[B H] | [B H]]]); exists x; split; auto; right; [left | right]; split; auto;
    apply IHt; auto; lia.
Qed.

(* `can` is "wins within t days", by the rules. *)
Lemma can_wins d t : 1 <= d -> forall S D C, 1 <= S -> 0 <= D -> 0 <= C -> can d t S D C ->
  exists u, (1 <= u <= t)%nat /\ wins d Castle u (P S D C).
Proof.
  intro Hd. induction t; intros S D C HS HD HC H; [destruct H | ].
  destruct (Z.eq_dec (D + C) 0). { exfalso. apply (no_targets d (Datatypes.S t) S HS). replace D with 0 in H by lia.
    replace C with 0 in H by lia. exact H. }
  assert (O : outcome (P S D C) = None) by (apply stands; sm; lia).
  destruct H as (x & L & H). assert (M : move (P S D C) (D - x)) by (apply move_leaves; auto).
  destruct (Z_le_gt_dec S x).
  - exists 1%nat. split; [lia | ]. apply day with (b := D - x); auto. constructor.
    unfold outcome. rewrite after_kills by lia. reflexivity.
  - unfold leaves in L. destruct H as [H | [[B H] | [B H]]]; [lia | | ];
      apply IHt in H; try lia; destruct H as (u & Hu & H); exists (Datatypes.S u); split; try lia;
      apply day with (b := D - x); auto.
    + rewrite after_strength by lia. exact H.
    + rewrite after_no_strength by lia. exact H.
Qed.

Lemma wins_can d t : 1 <= d -> forall S D C, 1 <= S -> 0 <= D -> 0 <= C -> wins d Castle t (P S D C) -> can d t S D C.
Proof.
  intro Hd. induction t; intros S D C HS HD HC W;
    inversion W as [? O | ? b ? O M N]; subst.
  - unfold outcome in *; sm; cases; try lia.
  - replace b with (D - (D - b)) in M, N by lia. set (x := D - b) in *.
    clearbody x.
    apply move_leaves in M; auto. exists x. split; auto. unfold leaves in M.
    destruct (Z_le_gt_dec S x); auto. right. destruct (Z_le_gt_dec (D + C - S - x) 0).
    + right. split; auto. rewrite after_no_strength in N by lia. apply IHt; auto; lia.
    + left. split; [lia | ]. rewrite after_strength in N by lia. apply IHt; auto; lia.
Qed.

(* The fewest days, in terms of `can`. *)
Lemma fewest_can d S D C t : 1 <= d -> 1 <= S -> 0 <= D -> 0 <= C ->
  (fewest d Castle (P S D C) t <-> can d t S D C /\ forall u, (u < t)%nat -> ~ can d u S D C).
Proof.
  intros. split.
  - intros [W L]. split. apply wins_can; auto. intros u Hu K. apply can_wins in K; auto.
    destruct K as (v & Hv & K). apply L in K. lia.
  - intros [K L]. assert (G : forall u, wins d Castle u (P S D C) -> (t <= u)%nat).
    { intros u W. destruct (Nat.le_gt_cases t u); auto. exfalso. apply (L u); auto. apply wins_can; auto. }
    split; auto. apply can_wins in K; auto. destruct K as (v & Hv & K). pose proof (G v K).
    replace t with v by lia. exact K.
Qed.

Lemma never_can d S D C : 1 <= d -> 1 <= S -> 0 <= D -> 0 <= C ->
  ((forall t, ~ wins d Castle t (P S D C)) <-> forall t, ~ can d t S D C).
Proof.
  intros. split; intros N t K.
  - apply can_wins in K; auto. destruct K as (u & _ & K). apply (N u K).
  - apply (N t), wins_can; auto.
Qed.
