(* The odds of a battle against one defender, and those of one attacker, are log-concave. *)
Require Import QArith List Arith Lia Lqa.
From Battle Require Import Rules Turn Recurrence Solution OneArmy.
Open Scope Q_scope.

(* Against one defender the attackers lose or win, as long as some army can hit. *)
Lemma win_or_lose p q w l a : 0 <= p <= 1 -> 0 <= q <= 1 -> 0 < p \/ 0 < q ->
  in_the_end (plain p q) to_win w -> in_the_end (plain p q) to_lose l -> w (a, 1)%nat == 1 - l (a, 1)%nat.
Proof.
  intros P Q hits W L.
  assert (E : in_the_end (plain p q) to_win (fun s => 1 - l s)).
  { intro s. specialize (L s). destruct (outcome (plain p q) s) as [e|] eqn:O.
    - rewrite L. destruct e; simpl; try ring.
      exfalso. clear - O. destruct s as [m n]. unfold outcome in O. simpl in O.
      destruct (n =? 0)%nat, m; simpl in O; discriminate.
    - rewrite L. rewrite (mean_eq (fun s => 1 - l s) (fun s => 1 + -1 * l s)) by (intros; ring).
      rewrite mean_plus, mean_scale, after_one. ring. }
  apply (one_solution (plain p q) to_win w (fun s => 1 - l s)); auto. split; assumption.
Qed.

(* The recurrence of a probability v of a win against one defender, with s = x^a. *)
Definition against_one (p q : Q) (a : nat) : Q := 1 - lose_product p q a.
Lemma next_against_one p q a : 0 <= p <= 1 -> 0 <= q <= 1 -> 0 < p \/ 0 < q ->
  against_one p q (S a) * (1 - (1 - q) * power (1 - p) (S a)) ==
  1 - power (1 - p) (S a) + q * power (1 - p) (S a) * against_one p q a.
Proof.
  intros P Q hits. pose proof (some_hit p q (S a) P Q hits ltac:(lia)) as less.
  unfold against_one. cbn [lose_product]. cbv zeta. set (s := power (1 - p) (S a)) in *. field. lra.
Qed.

(* It is a probability, and small enough. *)
Lemma bound_against_one p q a : 0 <= p <= 1 -> 0 <= q <= 1 -> 0 < p \/ 0 < q ->
  0 <= against_one p q a <= 1 /\
  p * q * power (1 - p) a * against_one p q a <= (1 - power (1 - p) a) * (1 - (1 - p) * power (1 - p) a).
Proof.
  intros P Q hits. induction a as [|a [R B]].
  - unfold against_one. simpl. split; [lra|]. setoid_replace (1 - 1) with 0 by ring. lra.
  - pose proof (next_against_one p q a P Q hits) as N. pose proof (some_hit p q (S a) P Q hits ltac:(lia)) as less.
    assert (T : 0 <= power (1 - p) a <= 1) by (split; [apply power_positive | apply power_at_most_1]; lra).
    simpl power in *. set (t := power (1 - p) a) in *. set (u := against_one p q a) in *.
    set (v := against_one p q (S a)) in *. clearbody t u v. set (x := 1 - p) in *.
    assert (X : 0 <= x <= 1 /\ p == 1 - x) by (unfold x; lra). clearbody x. destruct X as [X PX].
    assert (S : 0 <= x * t <= 1) by nra. set (s := x * t) in *.
    assert (U : p * q * s * u <= (x - s) * (1 - s)).
    { apply Qle_trans with (x * (p * q * t * u)); [unfold s; lra|].
      apply Qle_trans with (x * ((1 - t) * (1 - x * t))); [|unfold s; lra].
      rewrite (Qmult_comm x), (Qmult_comm x). apply Qmult_le_compat_r; [exact B | lra]. }
    clearbody s. set (c := 1 - (1 - q) * s) in *. assert (C : 0 < c) by (unfold c; lra).
    assert (QS : 0 <= q * s) by (apply Qmult_le_0_compat; lra).
    assert (low : 0 <= v * c) by (rewrite N; assert (0 <= q * s * u) by (apply Qmult_le_0_compat; lra); lra).
    assert (high : v * c <= 1 * c).
    { rewrite N. unfold c. assert (q * s * u <= q * s) by nra. lra. }
    split; [split|].
    + apply Qmult_le_r with (z := c); lra.
    + apply Qmult_le_r with (z := c); lra.
    + apply Qmult_le_r with (z := c); [exact C|].
      apply Qle_trans with (q * s * ((1 - s) * (1 - s))).
      * setoid_replace (p * q * s * v * c) with (q * s * (p * (v * c))) by ring. rewrite N.
        rewrite !(Qmult_comm (q * s)). apply Qmult_le_compat_r; [|exact QS].
        setoid_replace (p * (1 - s + u * (q * s))) with (p * (1 - s) + p * q * s * u) by ring. rewrite PX at 1. lra.
      * assert (K : q * s <= c) by (unfold c; lra).
        assert (M : 0 <= (1 - s) * (1 - s)) by (apply Qmult_le_0_compat; lra).
        apply Qle_trans with (c * ((1 - s) * (1 - s))); [apply Qmult_le_compat_r; assumption|].
        assert (Y : (1 - s) * (1 - s) <= (1 - s) * (1 - x * s)).
        { assert (0 <= (1 - s) * (s - x * s)) by (apply Qmult_le_0_compat; [lra | nra]). lra. }
        rewrite (Qmult_comm c). apply Qmult_le_compat_r; [exact Y | lra].
Qed.

(* Against one defender each further attacker multiplies the probability by less than the one before. *)
Theorem log_concave_one_defender p q w a : 0 <= p <= 1 -> 0 <= q <= 1 -> 0 < p \/ 0 < q ->
  in_the_end (plain p q) to_win w -> w (a, 1)%nat * w (S (S a), 1)%nat <= w (S a, 1)%nat * w (S a, 1)%nat.
Proof.
  intros P Q hits W.
  assert (E : forall n, w (n, 1)%nat == against_one p q n).
  { intro n. pose proof (eventual_in_the_end (plain p q) to_lose (conj P Q) hits) as L.
    rewrite (win_or_lose p q w _ n P Q hits W L). unfold against_one.
    rewrite (WB_8_one_defender p q _ n P Q hits L). reflexivity. }
  rewrite !E. pose proof (next_against_one p q a P Q hits) as N. pose proof (next_against_one p q (S a) P Q hits) as N'.
  pose proof (some_hit p q (S a) P Q hits ltac:(lia)) as less.
  pose proof (some_hit p q (S (S a)) P Q hits ltac:(lia)) as less'.
  destruct (bound_against_one p q a P Q hits) as [R _]. destruct (bound_against_one p q (S a) P Q hits) as [R' B].
  destruct (bound_against_one p q (S (S a)) P Q hits) as [R'' _].
  assert (T : 0 <= power (1 - p) (S a) <= 1) by (split; [apply power_positive | apply power_at_most_1]; lra).
  change (power (1 - p) (S (S a))) with ((1 - p) * power (1 - p) (S a)) in *.
  set (s := power (1 - p) (S a)) in *. set (u := against_one p q a) in *. set (v := against_one p q (S a)) in *.
  set (z := against_one p q (S (S a))) in *. clearbody s u v z.
  assert (QS : 0 <= q * s) by (apply Qmult_le_0_compat; lra).
  set (c := 1 - (1 - q) * ((1 - p) * s)) in *. assert (C : 0 < c) by (unfold c; lra).
  destruct (Qlt_le_dec 0 (q * s)) as [some | none].
  - assert (D : 0 < q * s * c) by (apply Qmult_lt_0_compat; assumption).
    apply Qmult_le_r with (z := q * s * c); [exact D|].
    assert (F : v * v * (q * s * c) - u * z * (q * s * c) ==
      (1 - v) * ((1 - s) * (1 - (1 - p) * s) - p * q * s * v)).
    { setoid_replace (u * z * (q * s * c)) with ((q * s * u) * (z * c)) by ring. rewrite N'.
      setoid_replace (q * s * u) with (v * (1 - (1 - q) * s) - (1 - s)) by lra. unfold c. ring. }
    assert (G : 0 <= (1 - v) * ((1 - s) * (1 - (1 - p) * s) - p * q * s * v)) by (apply Qmult_le_0_compat; lra).
    lra.
  - assert (O : q * s == 0) by lra.
    assert (V : v == 1).
    { assert (V : (v - 1) * (1 - (1 - q) * s) == 0).
      { transitivity (v * (1 - (1 - q) * s) - (1 - s) - q * s); [ring|]. rewrite N, O. ring. }
      apply Qmult_integral in V. destruct V; lra. }
    rewrite V. apply Qle_trans with (1 * z); [apply Qmult_le_compat_r; lra | lra].
Qed.

(* One attacker: each further defender multiplies the probability by less than the one before. *)
Theorem log_concave_one_attacker p q w d : 0 <= p <= 1 -> 0 <= q <= 1 -> 0 < p \/ 0 < q ->
  in_the_end (plain p q) to_win w -> w (1, d)%nat * w (1, S (S d))%nat <= w (1, S d)%nat * w (1, S d)%nat.
Proof.
  intros P Q hits W. assert (swap : 0 < q \/ 0 < p) by tauto.
  pose proof (fun n => WB_8_one_attacker p q w n P Q hits W) as E.
  assert (T : forall n, 0 <= power (1 - q) n <= 1).
  { intro. split; [apply power_positive | apply power_at_most_1]; lra. }
  assert (R : forall n, 0 <= w (1, n)%nat <= 1).
  { intro n. pose proof (eventual_range (plain p q) to_win (1, n)%nat (conj P Q) hits) as R.
    rewrite (one_solution (plain p q) to_win w (eventual (plain p q) to_win)); auto; [|split; assumption|].
    - apply R. intros []; simpl; lra.
    - apply eventual_in_the_end; auto. split; assumption. }
  (* a ratio k t / (1 - x t) grows with t *)
  assert (H : forall t t', 0 <= t' <= t -> (1 - p) * t < 1 -> p * t' / (1 - (1 - p) * t') <= p * t / (1 - (1 - p) * t)).
  { intros t t' L M. assert (M' : (1 - p) * t' < 1) by nra.
    apply Qle_shift_div_l; [lra|]. setoid_replace (p * t' / (1 - (1 - p) * t') * (1 - (1 - p) * t))
      with (p * t' * (1 - (1 - p) * t) / (1 - (1 - p) * t')) by (field; lra).
    apply Qle_shift_div_r; [lra|]. nra. }
  destruct d as [|d].
  - rewrite (E 0%nat), (E 1%nat). pose proof (W (1, 0)%nat) as one. simpl in one. rewrite one.
    cbn [win_product power]. cbv zeta. set (v := p / (1 - (1 - p) * (1 - q))).
    pose proof (R 1%nat) as V. rewrite (E 0%nat) in V. cbn [win_product] in V. fold v in V.
    pose proof (some_hit q p 1 Q P swap ltac:(lia)) as M. simpl in M.
    assert (K : p * ((1 - q) * ((1 - q) * 1)) / (1 - (1 - p) * ((1 - q) * ((1 - q) * 1))) <= v).
    { apply Qle_trans with (p * (1 - q) / (1 - (1 - p) * (1 - q))); [apply H; [nra | lra]|].
      unfold v. unfold Qdiv. apply Qmult_le_compat_r; [nra|]. apply Qinv_le_0_compat. lra. }
    rewrite Qmult_1_l, (Qmult_comm v). apply Qmult_le_compat_r; lra.
  - rewrite (E d), (E (S d)), (E (S (S d))). pose proof (R (S d)) as V. rewrite (E d) in V.
    cbn [win_product]. cbv zeta. set (t := power (1 - q) (S (S d))).
    change (power (1 - q) (S (S (S d)))) with ((1 - q) * t). pose proof (T (S (S d))) as T'. fold t in T'.
    pose proof (some_hit q p (S (S d)) Q P swap ltac:(lia)) as M. fold t in M. set (v := win_product p q d) in *.
    set (k := p * t / (1 - (1 - p) * t)).
    assert (K0 : 0 <= k) by (apply Qle_shift_div_l; [lra | nra]).
    assert (K : p * ((1 - q) * t) / (1 - (1 - p) * ((1 - q) * t)) <= k) by (apply H; [nra | lra]).
    set (k' := p * ((1 - q) * t) / (1 - (1 - p) * ((1 - q) * t))) in *. clearbody k k' v.
    setoid_replace (v * (v * k * k')) with (k' * (v * v * k)) by ring.
    setoid_replace (v * k * (v * k)) with (k * (v * v * k)) by ring.
    apply Qmult_le_compat_r; [exact K|]. repeat apply Qmult_le_0_compat; lra.
Qed.
