(* The claim WG.5.certain about the Wargame, for all sizes, schedules, shares killed and payoffs. *)
Require Import QArith ZArith List Lia Lqa.
Import ListNotations.
From Wargame Require Import Game.
Open Scope Q_scope.

(* A can force a payoff of at least v: some move leads to such positions only, whatever B does and chance brings. *)
Inductive can_force (g : game) (v : Q) : position g -> Prop :=
| has_won s u : payoff g s = Some u -> v <= u -> can_force g v s
| has_a_move s a : payoff g s = None -> In a (moves_a g s) ->
    (forall b t q, In b (moves_b g s) -> In (t, q) (after g s a b) -> can_force g v t) -> can_force g v s.

(* Who can force a payoff guarantees it. *)
Lemma forced_is_guaranteed g v s : proper g -> can_force g v s -> guarantees g s v.
Proof.
  intros fair force. induction force as [s u over enough | s a going allowed _ IH].
  - eapply a_ends; eauto.
  - apply (a_moves g s v [(a, 1)] (fun _ _ _ => v)); [exact going| | |].
    + split; [split|].
      * intros x p [same|[]]. injection same as _ <-. discriminate.
      * simpl. ring.
      * intros x p [same|[]]. injection same as <- _. exact allowed.
    + intros x p b t q [same|[]] B next. injection same as <- _. eauto.
    + intros b B. simpl. unfold expected. rewrite (mean_constant _ v (fair s a b going allowed B)). lra.
Qed.

(* Where the mean reaches the greatest value, every entry of positive probability has that value. *)
Lemma mean_reached {X} (f : X -> Q) m d : (forall x p, In (x, p) d -> 0 <= p) ->
  (forall x p, In (x, p) d -> f x <= m) -> m * mean (fun _ => 1) d <= mean f d ->
  forall x p, In (x, p) d -> 0 < p -> m <= f x.
Proof.
  induction d as [|[y q] d IH]; [contradiction|]. intros positive most reached x p there some. simpl in reached.
  assert (rest : mean f d <= m * mean (fun _ => 1) d).
  { rewrite <- mean_scale. apply mean_le; [intros; eapply positive; right; eassumption|].
    intros z r in_rest. rewrite Qmult_1_r. apply (most z r). now right. }
  pose proof (positive y q (or_introl eq_refl)). pose proof (most y q (or_introl eq_refl)).
  destruct there as [same|there].
  - injection same as -> ->. apply Qmult_le_l with (z := p); [exact some|lra].
  - apply (IH (fun z r H => positive z r (or_intror H)) (fun z r H => most z r (or_intror H))) with (p := p); auto. nra.
Qed.

(* Some entry of a distribution has a positive probability. *)
Lemma some_positive {X} (d : list (X * Q)) : (forall x p, In (x, p) d -> 0 <= p) -> 0 < mean (fun _ => 1) d ->
  exists x p, In (x, p) d /\ 0 < p.
Proof.
  induction d as [|[y q] d IH]; simpl; intros positive more; [lra|].
  destruct (Qlt_le_dec 0 q) as [some|none]; [exists y, q; auto|].
  destruct IH as (x & p & there & some); [eauto|pose proof (positive y q (or_introl eq_refl)); nra|].
  exists x, p. auto.
Qed.

From Wargame Require Import Rules Agree Soldiers.
Open Scope Q_scope.

(* What follows has a positive probability. *)
Lemma follows_positive g s a b t q : valid g -> In (t, q) (after g s a b) -> 0 < q.
Proof.
  intros ok. destruct (chance_is_probability g (round s) ok) as [low high]. unfold after.
  set (p := chance g (round s)) in *.
  destruct (Qeq_bool (1 - p) 0) eqn:E; [apply Qeq_bool_iff in E|apply Qeq_bool_neq in E; destruct (Qeq_bool p 0) eqn:F;
    [apply Qeq_bool_iff in F|apply Qeq_bool_neq in F]]; simpl; intros H;
    repeat destruct H as [H|H]; try contradiction; injection H as _ <-; try lra;
    apply Qle_lteq in low; apply Qle_lteq in high; destruct low as [low|low], high as [high|high]; try lra;
    exfalso; try (apply F; symmetry; exact low); apply E; rewrite high; reflexivity.
Qed.

(* B keeps a move in the next position. *)
Lemma moves_left g s a b t q : (0 <= camp_b s)%Z -> In b (moves s (camp_b s)) -> In (t, q) (after g s a b) ->
  (0 <= camp_b t)%Z.
Proof.
  intros some allowed next. unfold moves in allowed. rewrite in_range in allowed.
  apply after_in in next. destruct next as [-> | ->]; simpl; destruct (battle s); lia.
Qed.

(* No payoff is greater than that of a win. *)
Lemma at_most_win g s u : valid g -> outcome g s = Some u -> u <= win g.
Proof.
  intros (_ & _ & _ & _ & _ & _ & (low & high) & _). unfold outcome. destruct (negb (battle s)); [discriminate|].
  intros same. injection same as <-. unfold payoffs. destruct (_ =? 0)%Z; [lra|]. destruct (_ =? 1)%Z; lra.
Qed.

(* So A cannot guarantee more than a win, where B has a move. *)
Lemma guaranteed_at_most_win g s v : valid g -> (0 <= camp_b s)%Z -> guarantees (game_of g) s v -> v <= win g.
Proof.
  intros ok some A. induction A as [s v u over less | s v x w going [X inside] W IH H]; simpl in *.
  - pose proof (at_most_win g s u ok over). lra.
  - assert (B : In 0%Z (moves s (camp_b s))).
    { unfold moves, outcome in *. rewrite in_range. destruct (battle s); simpl in *; [discriminate|lia]. }
    eapply Qle_trans; [apply (H 0%Z B)|]. rewrite <- (mean_constant x (win g) X).
    apply mean_le; [apply X|]. intros a c ac. unfold expected; simpl.
    pose proof (after_is_distribution g s a 0 ok) as D. rewrite <- (mean_constant _ (win g) D).
    apply mean_le; [apply D|]. intros t q next. eapply IH; eauto using moves_left.
Qed.

(* Who guarantees a win can force it: every move of the strategy with a positive probability does. *)
Lemma guaranteed_is_forced g s v : valid g -> (0 <= camp_b s)%Z -> guarantees (game_of g) s v -> win g <= v ->
  can_force (game_of g) (win g) s.
Proof.
  intros ok some A. induction A as [s v u over less | s v x w going [X inside] W IH H]; intros won.
  - apply (has_won (game_of g) (win g) s u over). lra.
  - destruct X as [positive one].
    destruct (some_positive x positive) as (a & c & ac & more); [lra|].
    apply (has_a_move (game_of g) (win g) s a going (inside a c ac)). intros b t q B next.
    assert (most : forall a c t q, In (a, c) x -> In (t, q) (after g s a b) -> w a b t <= win g).
    { intros a' c' t' q' ac' next'.
      apply (guaranteed_at_most_win g t'); [exact ok| |exact (W a' c' b t' q' ac' B next')].
      exact (moves_left g s a' b t' q' some B next'). }
    assert (expected_most : forall a c, In (a, c) x -> expected (game_of g) (w a b) s a b <= win g).
    { intros a' c' ac'. unfold expected; simpl. pose proof (after_is_distribution g s a' b ok) as D.
      rewrite <- (mean_constant _ (win g) D). apply mean_le; [apply D|]. intros t' q' next'. eauto. }
    assert (reached : win g <= expected (game_of g) (w a b) s a b).
    { apply (mean_reached (fun a => expected (game_of g) (w a b) s a b) (win g) x positive expected_most) with (p := c);
        auto. rewrite one. eapply Qle_trans; [|apply (H b B)]. lra. }
    apply (IH a c b t q ac B next); [exact (moves_left g s a b t q some B next)|].
    pose proof (after_is_distribution g s a b ok) as [D all].
    apply (mean_reached (w a b) (win g) (after g s a b) D) with (p := q); [eauto| |exact next|].
    + rewrite all. apply Qle_trans with (win g); [lra|exact reached].
    + exact (follows_positive g s a b t q ok next).
Qed.

(* WG.5.certain: where a position has a value, it is that of a win exactly if A can force a win. *)
Theorem WG_5_certain g s v : valid g -> (0 <= camp_b s)%Z -> value (game_of g) s v ->
  v == win g <-> can_force (game_of g) (win g) s.
Proof.
  intros ok some [A B]. split.
  - intros same. apply (guaranteed_is_forced g s v ok some A). lra.
  - intros force. apply Qle_antisym; [now apply (guaranteed_at_most_win g s)|].
    apply (guarantee_at_most_concession (game_of g) s); [now apply wargame_is_proper| |exact B].
    apply forced_is_guaranteed; [now apply wargame_is_proper|exact force].
Qed.
