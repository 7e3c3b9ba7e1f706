(* The recurrence of a battle, what it says of the end, and how fast the probabilities by turn come near it. *)
Require Import QArith List Arith Lia Lqa.
Import ListNotations.
From Battle Require Import Rules Turn.
Open Scope Q_scope.

(* The recurrence: to win is to wait for the first turn with a hit, and then to win from the next position. *)
Theorem recurrence g f w s : in_the_end g f w -> outcome g s = None -> exists rest,
  w s * (1 - quiet g s) == mean w rest /\
  (forall t c, In (t, c) rest -> In (t, c) (after g s) /\ (size g t < size g s)%nat).
Proof.
  intros end_ going. destruct (after_first g s going) as (p & rest & after_ & is & fewer). exists rest. split.
  - specialize (end_ s). rewrite going, after_ in end_. simpl in end_. rewrite is in end_. lra.
  - intros t c there. split; [rewrite after_; now right|eauto].
Qed.

(* The bound of the probabilities by turn: what holds in the end is at least what holds after t turns, and at most
   that and the probability that the battle is not over. *)
Theorem bound g f w t s : valid g -> in_the_end g f w -> (forall s, 0 <= w s /\ w s <= 1) ->
  by_turn g f t s <= w s /\ w s <= by_turn g f t s + undecided g t s.
Proof.
  intros ok end_ range. revert s. induction t as [|t IH]; intros s; simpl; pose proof (end_ s) as here;
    destruct (outcome g s) as [e|].
  - rewrite here. lra.
  - specialize (range s). lra.
  - rewrite here. lra.
  - rewrite here, <- mean_plus. split; apply mean_le; try (intros; eapply after_positive; eassumption);
      intros; apply IH.
Qed.

(* In every turn some probability of a hit remains: a side that can hit does so with one army at least. *)
Lemma quiet_at_most g s r : valid g -> outcome g s = None ->
  1 - attacker_hits g <= r \/ 1 - defender_hits g <= r -> quiet g s <= r.
Proof.
  intros [A D] going side. destruct s as [a d]. destruct (both_shoot g a d going) as [some_a some_d].
  unfold quiet; simpl. destruct (a - reserve g)%nat as [|m] eqn:E; [lia|]. destruct d as [|n]; [lia|]. simpl.
  pose proof (power_positive (1 - defender_hits g) n) as Y. pose proof (power_at_most_1 (1 - defender_hits g) n) as Y'.
  pose proof (power_positive (1 - attacker_hits g) m) as X. pose proof (power_at_most_1 (1 - attacker_hits g) m) as X'.
  set (y := 1 - defender_hits g) in *. set (x := 1 - attacker_hits g) in *.
  assert (0 <= x <= 1 /\ 0 <= y <= 1) as [[? ?] [? ?]] by (unfold x, y; lra).
  assert (0 <= y * power y n <= y) as [? ?]
    by (split; [apply Qmult_le_0_compat; auto|specialize (Y' ltac:(lra)); nra]).
  assert (0 <= x * power x m <= x) as [? ?]
    by (split; [apply Qmult_le_0_compat; auto|specialize (X' ltac:(lra)); nra]).
  destruct side; nra.
Qed.

(* The probability that a battle is not over falls geometrically, if r < 1 bounds the misses of one side. *)
Theorem undecided_at_most g t s r : valid g -> 1 - attacker_hits g <= r \/ 1 - defender_hits g <= r ->
  undecided g t s <= power 2 (size g s) * power ((1 + r) / 2) t.
Proof.
  intros ok side.
  assert (0 <= r) by (destruct ok as [[_ A] [_ D]]; destruct side; lra).
  assert (half : (1 + r) / 2 == (1 # 2) * (1 + r)) by (field; discriminate).
  assert (some : forall n, 0 <= power ((1 + r) / 2) n) by (intros n; apply power_positive; lra).
  assert (one : forall n, 1 <= power 2 n) by (intros n; induction n as [|n IH]; simpl; lra).
  revert s. induction t as [|t IH]; intros s; simpl; destruct (outcome g s) as [e|] eqn:going.
  - specialize (one (size g s)). lra.
  - specialize (one (size g s)). lra.
  - specialize (one (size g s)). specialize (some t). assert (0 <= (1 + r) / 2) by lra.
    apply Qmult_le_0_compat; [lra|apply Qmult_le_0_compat; lra].
  - apply Qle_trans with (mean (fun u => power ((1 + r) / 2) t * power 2 (size g u)) (after g s)).
    { apply mean_le; [intros; eapply after_positive; eassumption|]. intros u c _.
      rewrite Qmult_comm. apply IH. }
    rewrite mean_scale.
    assert (mean (fun u => power 2 (size g u)) (after g s) <= power 2 (size g s) * ((1 + r) / 2)) as turn.
    { pose proof (after_one g s) as all. pose proof (fun u c => after_positive g s u c ok) as positive.
      destruct (after_first g s going) as (p & rest & after_ & is & fewer). rewrite after_ in *. simpl in *.
      pose proof (quiet_at_most g s r ok going side) as small. rewrite <- is in small.
      assert (mean (fun u => power 2 (size g u)) rest <= mean (fun _ => (1 # 2) * power 2 (size g s) * 1) rest) as few.
      { apply mean_le; [eauto|]. intros u c there. apply fewer in there.
        destruct (size g s) as [|n]; [lia|]. simpl.
        assert (power 2 (size g u) <= power 2 n); [|lra].
        clear - there one. induction n as [|n IHn]; [replace (size g u) with 0%nat by lia; simpl; lra|].
        destruct (Nat.eq_dec (size g u) (S n)) as [->|]; [lra|]. simpl.
        specialize (one n). assert (less : (size g u < S n)%nat) by lia. apply IHn in less. lra. }
      rewrite mean_scale in few. specialize (one (size g s)). nra. }
    specialize (some t). nra.
Qed.

(* There is only one solution of the recurrence, if some side can hit: so it is what holds in the end. *)
Theorem one_solution g f w z s : valid g -> 0 < attacker_hits g \/ 0 < defender_hits g ->
  in_the_end g f w -> in_the_end g f z -> w s == z s.
Proof.
  intros ok hits W Z. remember (size g s) as n eqn:E. revert s E.
  induction n as [n IH] using (well_founded_induction lt_wf). intros s E.
  pose proof (W s) as here. pose proof (Z s) as there.
  destruct (outcome g s) eqn:going; [now rewrite here, there|].
  destruct (after_first g s going) as (p & rest & after_ & is & fewer).
  rewrite after_ in here, there. simpl in here, there.
  assert (mean w rest == mean z rest) as equal.
  { apply mean_eq. intros u c next. apply (IH (size g u)); [rewrite E; eauto|reflexivity]. }
  assert (p < 1).
  { rewrite is. destruct hits as [A|D].
    - apply Qle_lt_trans with (1 - attacker_hits g); [apply quiet_at_most; auto using Qle_refl|lra].
    - apply Qle_lt_trans with (1 - defender_hits g); [apply quiet_at_most; auto using Qle_refl|lra]. }
  assert ((1 - p) * (w s - z s) == 0) as zero by lra.
  apply Qmult_integral in zero. destruct zero; lra.
Qed.

(* The same battle with another rule for two sides wiped out in one turn. *)
Definition with_dead (g : battle) (who : side) : battle :=
  Battle (attacker_hits g) (defender_hits g) who (reserve g) (stop_when_outnumbered g).
(* The probability that both sides are wiped out in one of t turns. *)
Fixpoint both_wiped_out (g : battle) (t : nat) (s : position) : Q :=
  match outcome g s, t with
  | Some _, _ => if ((snd s =? 0) && negb (reserve g <? fst s))%nat%bool then 1 else 0
  | None, O => 0
  | None, S t => mean (both_wiped_out g t) (after g s)
  end.

(* WB.6: the attacker's advantage is the probability that both are wiped out, after any number of turns. *)
Theorem WB_6 g t s : by_turn (with_dead g attacker) to_win t s ==
  by_turn (with_dead g defender) to_win t s + both_wiped_out g t s.
Proof.
  revert s. induction t as [|t IH]; intros [a d]; cbn [by_turn both_wiped_out];
    change (after (with_dead g attacker) (a, d)) with (after g (a, d));
    change (after (with_dead g defender) (a, d)) with (after g (a, d));
    unfold outcome; cbn [with_dead both_dead reserve stop_when_outnumbered fst snd];
    destruct (d =? 0)%nat, (reserve g <? a)%nat; cbn [negb andb to_win]; try (destruct (both_dead g)); try ring;
    destruct (stop_when_outnumbered g && (a <=? d)%nat); cbn [to_win]; try ring;
    rewrite <- mean_plus; apply mean_eq; intros u c _; apply IH.
Qed.
