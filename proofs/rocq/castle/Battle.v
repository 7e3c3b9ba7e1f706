(* Lemma 2: the battle after the castle fell, in Fibonacci numbers, and the golden ratio as a quadratic form. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules ClosedForms ClosedFormsA Fibonacci Day.
Open Scope Z_scope.

(* n soldiers fired when the castle fell, and x defenders were left alive: the last of them is dead i days later. *)
Definition shot (n x : Z) (i : nat) := x * od i <= n * ev i.

(* ... and not earlier. *)
Definition k_is (n x : Z) (k : nat) := shot n x k /\ forall j, (j < k)%nat -> ~ shot n x j.

(* The golden form: positive exactly when x phi < n, for n, x > 0. *)
Definition Q n x := n * n - n * x - x * x.

(* `shot` is the Python function. *)
Lemma defenders_dead_shot n x i : defenders_dead n x (Z.of_nat i) = shot n x i.
Proof. unfold defenders_dead. rewrite fibonacci_pair_even. reflexivity. Qed.

(* A day changes the soldiers who fire and the defenders left alive from (n, x) to (n - x, 2x - n). *)
Lemma shift n x i : x * od (S i) - n * ev (S i) = (2 * x - n) * od i - (n - x) * ev i.
Proof. destruct (fib_s i) as [-> ->]. ring. Qed.

Lemma shot_S n x i : shot n x (S i) <-> shot (n - x) (2 * x - n) i.
Proof. unfold shot. pose proof (shift n x i). lia. Qed.

Lemma shot0 n x : shot n x 0 <-> x <= 0.
Proof. unfold shot; cbn. lia. Qed.

(* Defenders that are shot some day are fewer than the soldiers. *)
Lemma shot_few n x i : shot n x i -> 0 < n -> 0 < x -> x < n.
Proof. unfold shot; intros. pose proof (fib_pos i). nia. Qed.

(* With none left alive, all are dead on every day. *)
Lemma shot_neg n x i : 0 <= n -> x <= 0 -> shot n x i.
Proof. unfold shot; intros. pose proof (fib_pos i). nia. Qed.

(* More soldiers or fewer defenders are no worse. *)
Lemma shot_more n x n' x' i : n <= n' -> x' <= x -> shot n x i -> shot n' x' i.
Proof.
  unfold shot; intros. pose proof (fib_pos i).
  assert (x' * od i <= x * od i) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (n * ev i <= n' * ev i) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.

(* The same day, for the position that the rules give: a negative number of defenders counts as none. *)
Lemma shot_next n x j : x < n -> shot (n - x) (Z.max (2 * x - n) 0) j <-> shot n x (S j).
Proof.
  intro. rewrite shot_S. destruct (Z_le_gt_dec (2 * x - n) 0).
  - rewrite Z.max_r by lia. split; intros _; apply shot_neg; lia.
  - rewrite Z.max_l by lia. tauto.
Qed.

Lemma k_neg n x k : x <= 0 -> k_is n x k -> k = O.
Proof. intros H [_ B]. destruct k; auto. exfalso. apply (B O); [lia | apply shot0; auto]. Qed.

Lemma k_le n x k i : k_is n x k -> shot n x i -> (k <= i)%nat.
Proof. intros [_ B] H. destruct (Nat.le_gt_cases k i); auto. exfalso; eapply B; eauto. Qed.

Lemma k_one n x k k' : k_is n x k -> k_is n x k' -> k = k'.
Proof. intros K K'. pose proof (k_le _ _ _ _ K (proj1 K')). pose proof (k_le _ _ _ _ K' (proj1 K)). lia. Qed.

(* If the defenders are dead on some day, there is a first such day. *)
Lemma k_some n x i : shot n x i -> exists k, k_is n x k /\ (k <= i)%nat.
Proof.
  assert (dec : forall m, (forall j, (j < m)%nat -> ~ shot n x j) \/ exists k, k_is n x k /\ (k < m)%nat).
  { induction m. left; intros; lia. destruct IHm as [N | (k & K & ?)]; [ | right; exists k; split; auto; lia].
    destruct (Z_le_gt_dec (x * od m) (n * ev m)).
    right; exists m; split; [split; auto | lia].
    left; intros j Hj. destruct (Nat.eq_dec j m). subst; unfold shot; lia. apply N; lia. }
  intro H. destruct (dec (S i)) as [N | (k & K & ?)]. exfalso; apply (N i); auto. exists k; split; auto; lia.
Qed.

(* The first day is one earlier for the position a day later. *)
Lemma k_next n x k : 0 < x < n -> k_is (n - x) (Z.max (2 * x - n) 0) k <-> k_is n x (S k).
Proof.
  intro H. split; intros [A B].
  - split. apply shot_next; auto; lia. intros [ | j] J. rewrite shot0; lia. rewrite <- shot_next by lia. apply B; lia.
  - split. apply shot_next; auto; lia. intros j J. rewrite shot_next by lia. apply B; lia.
Qed.

(* One day of battle, by the rules. *)
Lemma battle_after d n x b : 0 <= x < n -> move (P (n - x) x 0) b ->
  after d (P (n - x) x 0) b = P (Z.max (n - x - Z.max (2 * x - n) 0) 0) (Z.max (2 * x - n) 0) 0.
Proof. intros H M. unfold move in M; sm. unfold after; sm; cases; f_equal; lia. Qed.

(* Lemma 2: the soldiers win the battle on the first day on which the defenders are dead. *)
Lemma battle d i : forall n x, 0 <= x < n -> (wins d Soldiers i (P (n - x) x 0) <-> k_is n x i).
Proof.
  induction i; intros n x H.
  - split; intro W.
    + inversion W as [? O | ]; subst. unfold outcome in O; sm; cases. split; [apply shot0; lia | intros; lia].
    + destruct W as [W _]. apply shot0 in W. apply isover; sm; lia.
  - split.
    + intro W. inversion W as [ | ? b u O M L]; subst. assert (0 < x) by (unfold outcome in O; sm; cases; lia).
      rewrite battle_after in L by auto. apply k_next; [lia | ].
      destruct (Z_le_gt_dec (n - x - Z.max (2 * x - n) 0) 0). exfalso; eapply dead; [ | exact L]; sm; lia.
      rewrite Z.max_l in L by lia. apply IHi in L; auto; lia.
    + intro K. assert (0 < x) by (destruct K as [_ B]; specialize (B O ltac:(lia)); rewrite shot0 in B; lia).
      apply k_next in K; [ | lia]. assert (2 * x - n < n - x).
      { destruct K as [K _]. destruct (Z_le_gt_dec (2 * x - n) 0). lia. eapply shot_few in K; lia. }
      assert (M : move (P (n - x) x 0) (Z.min (n - x) x)) by (unfold move; sm; lia).
      apply day with (b := Z.min (n - x) x); auto. apply stands; sm; lia.
      rewrite battle_after, Z.max_l by (auto; lia). apply IHi; auto; lia.
Qed.

(* The golden form is positive: some day, all defenders are dead. *)
Lemma some_k m : forall n x, x <= Z.of_nat m -> 0 < n -> (0 < x -> 0 < Q n x) -> exists i, shot n x i.
Proof.
  induction m; intros n x Hm Hn HQ. exists O; apply shot0; lia.
  destruct (Z_le_gt_dec x 0). exists O; apply shot0; lia. specialize (HQ ltac:(lia)).
  assert (x < n) by (unfold Q in HQ; nia).
  destruct (IHm (n - x) (2 * x - n)) as [i Hi]; try lia.
  - intros _. replace (Q (n - x) (2 * x - n)) with (Q n x) by (unfold Q; ring). auto.
  - exists (S i). apply shot_S; auto.
Qed.

(* ... and only then. *)
Lemma only_k i : forall n x, 0 < n -> 0 < x -> shot n x i -> 0 < Q n x.
Proof.
  induction i; intros n x Hn Hx H. apply shot0 in H; lia.
  assert (x < n) by (eapply shot_few; eauto). apply shot_S in H.
  destruct (Z_le_gt_dec (2 * x - n) 0). unfold Q; nia.
  replace (Q n x) with (Q (n - x) (2 * x - n)) by (unfold Q; ring). apply IHi; auto; lia.
Qed.

Lemma golden n x : 0 < n -> (exists i, shot n x i) <-> (0 < x -> 0 < Q n x).
Proof.
  intro Hn. split. intros [i Hi] Hx. eapply only_k; eauto.
  intro H. apply (some_k (Z.to_nat x)); auto; lia.
Qed.
