(* The battle after the fall of the castle, day by day: Lemmas 2 and 3, (def) and (sold). *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules ClosedForms ClosedFormsA Fibonacci Day Battle BestDay TheoremA.
Open Scope Z_scope.

(* Lemma 2: n soldiers fired when the castle fell and x < n defenders were left alive: battle_days more days. *)
Theorem cd3_lemma_battle : forall n x dpw : Z, 1 <= n -> 0 <= x < n -> forall answer : option nat,
  fewest_waves dpw Soldiers (P (n - x) x 0) answer <-> battle_days n x (option_map Z.of_nat answer).
Proof.
  intros n x d Hn Hx answer. rewrite battle_days_spec by lia. pose proof (fun i => battle d i n x ltac:(lia)) as W.
  destruct answer as [t | ]; cbn [fewest_waves option_map].
  - split.
    + intros [A _]. exists t. split; auto. apply W, A.
    + intros (i & E & K). replace t with i by lia. split. apply W, K. intros t' W'. apply W in W'.
      eapply k_le; [apply K | apply W'].
  - split.
    + intros N i Hi. destruct (k_some n x i Hi) as (k & K & _). apply (N k), W, K.
    + intros N t A. apply W in A. apply (N t), A.
Qed.

(* Lemma 2: they win exactly when x phi < n. *)
Theorem cd3_lemma_battle_golden : forall n x dpw : Z, 1 <= n -> 0 <= x < n ->
  ((exists t, wins dpw Soldiers t (P (n - x) x 0)) <-> compare_golden_multiple x n < 0).
Proof.
  intros n x d Hn Hx. pose proof (golden_sign n x ltac:(lia)) as G. pose proof (golden n x ltac:(lia)) as H. split.
  - intros [t W]. apply battle in W; auto. destruct H as [H _]. specialize (H (ex_intro _ t (proj1 W))). lia.
  - intro C. destruct H as [_ [i Hi]]; [lia | ]. destruct (k_some n x i Hi) as (k & K & _).
    exists k. apply battle; auto.
Qed.

(* Lemma 3: the number of days does not fall when the ratio x / n grows. *)
Theorem cd3_lemma_battle_ratio : forall n x n' x' k' : Z, 1 <= n -> 1 <= n' -> x * n' <= x' * n ->
  battle_days n' x' (Some k') -> exists k, battle_days n x (Some k) /\ k <= k'.
Proof.
  intros n x n' x' k' Hn Hn' H B. apply battle_days_spec in B as (i & -> & [A _]); [ | lia].
  assert (S : shot n x i).
  { unfold shot in *. pose proof (fib_pos i).
    assert (x * n' * od i <= x' * n * od i) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (n * (x' * od i) <= n * (n' * ev i)) by (apply Z.mul_le_mono_nonneg_l; lia).
    apply Z.mul_le_mono_pos_l with (p := n'); lia. }
  destruct (k_some n x i S) as (k & K & ?). exists (Z.of_nat k). split; [ | lia]. apply battle_days_spec; eauto; lia.
Qed.

(* F(2i) and F(2i + 1), F(2i + 2), as numbers of the sequence. *)
Definition F (index : nat) : Z := fst (fibonacci_pair index).

Lemma F_even i : F (2 * i) = ev i.
Proof. reflexivity. Qed.

Lemma F_odd i : F (2 * i + 1) = od i.
Proof.
  unfold F, od. replace (2 * i + 1)%nat with (S (2 * i)) by lia. cbn [fibonacci_pair].
  destruct (fibonacci_pair (2 * i)); reflexivity.
Qed.

Lemma F_even_next i : F (2 * i + 2) = ev i + od i.
Proof. replace (2 * i + 2)%nat with (2 * S i)%nat by lia. rewrite F_even. apply fib_s. Qed.

(* The numbers of (def) and (sold), i days after the fall. *)
Definition defenders_on (n x : Z) (i : nat) := x * F (2 * i + 1) - n * F (2 * i).
Definition soldiers_on (n x : Z) (i : nat) := n * F (2 * i + 1) - x * F (2 * i + 2).

Lemma on_next n x i : defenders_on n x (S i) = defenders_on (n - x) (2 * x - n) i /\
                      soldiers_on n x (S i) = soldiers_on (n - x) (2 * x - n) i.
Proof.
  unfold defenders_on, soldiers_on. rewrite !F_odd, !F_even, !F_even_next. destruct (fib_s i) as [-> ->]. split; ring.
Qed.

(* A day of battle in which both sides survive. *)
Lemma battle_day n x d b : 0 < x -> n < 2 * x -> 0 < 2 * n - 3 * x -> move (P (n - x) x 0) b ->
  after d (P (n - x) x 0) b = P (n - x - (2 * x - n)) (2 * x - n) 0.
Proof. intros. rewrite battle_after by (auto; lia). f_equal; lia. Qed.

(* (def) and (sold): while both sides survive, a play of i days leads there, and nowhere else. *)
Theorem cd3_def_sold : forall dpw : Z, forall (i : nat) (n x : Z),
  (forall j, (j <= i)%nat -> 0 < defenders_on n x j /\ 0 < soldiers_on n x j) ->
  forall p, plays dpw i (P (n - x) x 0) p <-> p = P (soldiers_on n x i) (defenders_on n x i) 0.
Proof.
  intro d. induction i; intros n x H p.
  - replace (P (soldiers_on n x 0) (defenders_on n x 0) 0) with (P (n - x) x 0)
      by (unfold soldiers_on, defenders_on; cbn; f_equal; lia).
    split; [intro A; inversion A; auto | intros ->; constructor].
  - assert (H0 : 0 < x /\ 0 < n - x)
      by (specialize (H O ltac:(lia)); unfold soldiers_on, defenders_on in H; cbn in H; lia).
    assert (H1 : 0 < 2 * x - n /\ 0 < 2 * n - 3 * x)
      by (specialize (H 1%nat ltac:(lia)); unfold soldiers_on, defenders_on in H; cbn in H; lia).
    destruct (on_next n x i) as [-> ->]. assert (IH := IHi (n - x) (2 * x - n)).
    rewrite <- IH by (intros j J; destruct (on_next n x j) as [<- <-]; apply H; lia).
    split.
    + intro A. inversion A as [ | ? b ? ? O M L]; subst. rewrite battle_day in L by (auto; lia). auto.
    + intro A. assert (M : move (P (n - x) x 0) (n - x)) by (unfold move; sm; lia).
      apply onward with (b := n - x); auto. apply stands; sm; lia. rewrite battle_day by (auto; lia). auto.
Qed.
