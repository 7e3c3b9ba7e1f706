(* The odds of a battle against one defender, and those of one attacker, are log-concave, whoever wins if both sides are
   wiped out. *)
Require Import QArith List Arith Lia Lqa.
From Battle Require Import Rules Turn Recurrence Solution OneArmy.
Open Scope Q_scope.

(* A battle without reserve that is fought to the end. *)
Definition fought (p q : Q) (who : side) : battle := Battle p q who 0 false.

Lemma turn_fought p q who w a d : in_the_end (fought p q who) to_win w -> w (S a, S d) ==
  mean (fun left => mean (fun other => w (left, other)) (survivor_distribution (S d) (S a) p))
    (survivor_distribution (S a) (S d) q).
Proof.
  intros E. pose proof (E (S a, S d)) as here. simpl outcome in here. cbv iota in here. rewrite here. apply mean_after.
Qed.

(* Against one defender, with at least two attackers or, if the attacker wins when both are wiped out, with one. *)
Lemma next_against_one p q who w a : in_the_end (fought p q who) to_win w -> w (a, 0)%nat == 1 ->
  w (S a, 1)%nat * (1 - (1 - q) * power (1 - p) (S a)) ==
  1 - power (1 - p) (S a) + q * power (1 - p) (S a) * w (a, 1)%nat.
Proof.
  intros E won. pose proof (turn_fought p q who w a 0 E) as here. rewrite one_shooter in here.
  assert (won' : w (S a, 0)%nat == 1) by exact (E (S a, 0)%nat).
  assert (M : forall n, w (n, 0)%nat == 1 ->
    mean (fun other => w (n, other)) (survivor_distribution 1 (S a) p) ==
    1 + power (1 - p) (S a) * (w (n, 1)%nat - 1)).
  { intros n N. rewrite (mean_eq _ (fun other => 1 + (w (n, other) - 1))) by (intros; ring).
    rewrite (mean_plus (fun _ => 1)), survivors_one, one_target; [reflexivity | lra]. }
  rewrite !M in here by assumption. lra.
Qed.

Section Against_one.
Variables (p q : Q) (v : nat -> Q).
Hypothesis P : 0 <= p <= 1.
Hypothesis Q' : 0 <= q <= 1.
Hypothesis hits : 0 < p \/ 0 < q.
Hypothesis none : v 0%nat == 0.
Hypothesis one : 0 <= v 1%nat <= 1 /\ p * q * (1 - p) * v 1%nat <= p * (1 - (1 - p) * (1 - p)).
Hypothesis next : forall a, v (S (S a)) * (1 - (1 - q) * power (1 - p) (S (S a))) ==
  1 - power (1 - p) (S (S a)) + q * power (1 - p) (S (S a)) * v (S a).

Lemma bound_against_one a : 0 <= v (S a) <= 1 /\
  p * q * power (1 - p) (S a) * v (S a) <= (1 - power (1 - p) (S a)) * (1 - (1 - p) * power (1 - p) (S a)).
Proof.
  induction a as [|a [R B]].
  - destruct one as [R B]. split; [exact R|]. simpl. setoid_replace (1 - (1 - p) * 1) with p by ring.
    setoid_replace (p * q * ((1 - p) * 1) * v 1%nat) with (p * q * (1 - p) * v 1%nat) by ring.
    setoid_replace ((1 - p) * ((1 - p) * 1)) with ((1 - p) * (1 - p)) by ring. exact B.
  - pose proof (next a) as N. pose proof (some_hit p q (S (S a)) P Q' hits ltac:(lia)) as less.
    assert (T : 0 <= power (1 - p) (S a) <= 1) by (split; [apply power_positive | apply power_at_most_1]; lra).
    change (power (1 - p) (S (S a))) with ((1 - p) * power (1 - p) (S a)) in *.
    set (t := power (1 - p) (S a)) in *. set (u := v (S a)) in *. set (z := v (S (S a))) in *. clearbody t u z.
    set (x := 1 - p) in *. assert (X : 0 <= x <= 1 /\ p == 1 - x) by (unfold x; lra). clearbody x. destruct X as [X PX].
    assert (S : 0 <= x * t <= 1) by nra. set (s := x * t) in *.
    assert (U : p * q * s * u <= (x - s) * (1 - s)).
    { apply Qle_trans with (x * (p * q * t * u)); [unfold s; lra|].
      apply Qle_trans with (x * ((1 - t) * (1 - x * t))); [|unfold s; lra].
      rewrite (Qmult_comm x), (Qmult_comm x). apply Qmult_le_compat_r; [exact B | lra]. }
    clearbody s. set (c := 1 - (1 - q) * s) in *. assert (C : 0 < c) by (unfold c; lra).
    assert (QS : 0 <= q * s) by (apply Qmult_le_0_compat; lra).
    assert (low : 0 <= z * c) by (rewrite N; assert (0 <= q * s * u) by (apply Qmult_le_0_compat; lra); lra).
    assert (high : z * c <= 1 * c).
    { rewrite N. unfold c. assert (q * s * u <= q * s) by nra. lra. }
    split; [split|].
    + apply Qmult_le_r with (z := c); lra.
    + apply Qmult_le_r with (z := c); lra.
    + apply Qmult_le_r with (z := c); [exact C|].
      apply Qle_trans with (q * s * ((1 - s) * (1 - s))).
      * setoid_replace (p * q * s * z * c) with (q * s * (p * (z * c))) by ring. rewrite N.
        rewrite !(Qmult_comm (q * s)). apply Qmult_le_compat_r; [|exact QS].
        setoid_replace (p * (1 - s + u * (q * s))) with (p * (1 - s) + p * q * s * u) by ring. rewrite PX at 1. lra.
      * assert (K : q * s <= c) by (unfold c; lra).
        assert (M : 0 <= (1 - s) * (1 - s)) by (apply Qmult_le_0_compat; lra).
        apply Qle_trans with (c * ((1 - s) * (1 - s))); [apply Qmult_le_compat_r; assumption|].
        assert (Y : (1 - s) * (1 - s) <= (1 - s) * (1 - x * s)).
        { assert (0 <= (1 - s) * (s - x * s)) by (apply Qmult_le_0_compat; [lra | nra]). lra. }
        rewrite (Qmult_comm c). apply Qmult_le_compat_r; [exact Y | lra].
Qed.

Lemma log_concave_against_one a : v a * v (S (S a)) <= v (S a) * v (S a).
Proof.
  destruct a as [|a]; [rewrite none; nra|].
  pose proof (next a) as N. pose proof (next (S a)) as N'.
  pose proof (some_hit p q (S (S a)) P Q' hits ltac:(lia)) as less.
  pose proof (some_hit p q (S (S (S a))) P Q' hits ltac:(lia)) as less'.
  destruct (bound_against_one a) as [R _]. destruct (bound_against_one (S a)) as [R' B].
  destruct (bound_against_one (S (S a))) as [R'' _].
  assert (T : 0 <= power (1 - p) (S (S a)) <= 1) by (split; [apply power_positive | apply power_at_most_1]; lra).
  change (power (1 - p) (S (S (S a)))) with ((1 - p) * power (1 - p) (S (S a))) in *.
  set (s := power (1 - p) (S (S a))) in *. set (u := v (S a)) in *. set (m := v (S (S a))) in *.
  set (z := v (S (S (S a)))) in *. clearbody s u m z.
  assert (QS : 0 <= q * s) by (apply Qmult_le_0_compat; lra).
  set (c := 1 - (1 - q) * ((1 - p) * s)) in *. assert (C : 0 < c) by (unfold c; lra).
  destruct (Qlt_le_dec 0 (q * s)) as [some | few].
  - assert (D : 0 < q * s * c) by (apply Qmult_lt_0_compat; assumption).
    apply Qmult_le_r with (z := q * s * c); [exact D|].
    assert (F : m * m * (q * s * c) - u * z * (q * s * c) ==
      (1 - m) * ((1 - s) * (1 - (1 - p) * s) - p * q * s * m)).
    { setoid_replace (u * z * (q * s * c)) with ((q * s * u) * (z * c)) by ring. rewrite N'.
      setoid_replace (q * s * u) with (m * (1 - (1 - q) * s) - (1 - s)) by lra. unfold c. ring. }
    assert (G : 0 <= (1 - m) * ((1 - s) * (1 - (1 - p) * s) - p * q * s * m)) by (apply Qmult_le_0_compat; lra).
    lra.
  - assert (O : q * s == 0) by lra.
    assert (V : m == 1).
    { assert (V : (m - 1) * (1 - (1 - q) * s) == 0).
      { transitivity (m * (1 - (1 - q) * s) - (1 - s) - q * s); [ring|]. rewrite N, O. ring. }
      apply Qmult_integral in V. destruct V; lra. }
    rewrite V. apply Qle_trans with (1 * z); [apply Qmult_le_compat_r; lra | lra].
Qed.
End Against_one.

(* The probability of a win of one attacker against one defender. *)
Lemma one_against_one p q who w : 0 <= p <= 1 -> 0 <= q <= 1 -> in_the_end (fought p q who) to_win w ->
  0 <= w (1, 1)%nat * (1 - (1 - q) * (1 - p)) <= p.
Proof.
  intros P Q E. pose proof (turn_fought p q who w 0 0 E) as here. rewrite !one_shooter in here.
  assert (W : w (1, 0)%nat == 1) by exact (E (1, 0)%nat). assert (L : w (0, 1)%nat == 0) by exact (E (0, 1)%nat).
  assert (B : 0 <= w (0, 0)%nat <= 1).
  { pose proof (E (0, 0)%nat) as B. simpl in B. destruct who; simpl in B; lra. }
  rewrite W, L in here. assert (K : 0 <= q * p) by (apply Qmult_le_0_compat; lra).
  assert (0 <= p * (1 - q)) by (apply Qmult_le_0_compat; lra).
  set (b := w (0, 0)%nat) in *. set (k := q * p) in *.
  assert (0 <= k * b) by (apply Qmult_le_0_compat; lra). assert (0 <= k * (1 - b)) by (apply Qmult_le_0_compat; lra).
  setoid_replace (q * ((1 - p) * 0 + p * b)) with (k * b) in here by (unfold k; ring). clearbody b.
  assert (E' : w (1, 1)%nat * (1 - (1 - q) * (1 - p)) == p * (1 - q) + k * b) by lra. rewrite E'.
  split; [lra|]. unfold k in *. lra.
Qed.

(* Against one defender each further attacker multiplies the probability by less than the one before. *)
Theorem log_concave_one_defender p q who w a : 0 <= p <= 1 -> 0 <= q <= 1 -> 0 < p \/ 0 < q ->
  in_the_end (fought p q who) to_win w -> w (a, 1)%nat * w (S (S a), 1)%nat <= w (S a, 1)%nat * w (S a, 1)%nat.
Proof.
  intros P Q hits E. apply (log_concave_against_one p q (fun n => w (n, 1)%nat)); auto.
  - exact (E (0, 1)%nat).
  - pose proof (one_against_one p q who w P Q E) as B. pose proof (some_hit p q 1 P Q hits ltac:(lia)) as less.
    simpl in less. set (v := w (1, 1)%nat) in *. clearbody v. set (c := 1 - (1 - q) * (1 - p)) in *.
    assert (C : 0 < c) by (unfold c; lra). assert (PC : p <= c) by (unfold c; nra).
    assert (V : 0 <= v <= 1) by (split; apply Qmult_le_r with (z := c); lra).
    split; [exact V|]. set (x := 1 - p) in *. assert (X : 0 <= x <= 1) by (unfold x; lra).
    apply Qle_trans with (p * (q * x * v)); [lra|]. rewrite !(Qmult_comm p). apply Qmult_le_compat_r; [|lra].
    apply Qmult_le_r with (z := c); [exact C|].
    apply Qle_trans with (q * x * p).
    { setoid_replace (q * x * v * c) with (q * x * (v * c)) by ring. rewrite !(Qmult_comm (q * x)).
      apply Qmult_le_compat_r; [lra|]. apply Qmult_le_0_compat; lra. }
    setoid_replace ((1 - x * x) * c) with (p * ((1 + x) * c)) by (unfold x; ring). rewrite (Qmult_comm (q * x)).
    rewrite !(Qmult_comm p). apply Qmult_le_compat_r; [|lra].
    assert (0 <= (1 - x) * (1 - q)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= q * x) by (apply Qmult_le_0_compat; lra). assert (q * x <= c) by (unfold c; lra).
    assert (0 <= x * c) by (apply Qmult_le_0_compat; lra). lra.
  - intros a'. apply (next_against_one p q who w (S a') E). exact (E (S a', 0)%nat).
Qed.

(* One attacker against two defenders or more. *)
Lemma next_of_one p q who w d : in_the_end (fought p q who) to_win w ->
  w (1, S (S d))%nat * (1 - (1 - p) * power (1 - q) (S (S d))) == p * power (1 - q) (S (S d)) * w (1, S d)%nat.
Proof.
  intros E. pose proof (turn_fought p q who w 0 (S d) E) as here.
  assert (lost : forall n, w (0, S n)%nat == 0) by (intros n; exact (E (0, S n)%nat)).
  rewrite one_target, one_shooter in here by (rewrite one_shooter, !lost; ring). lra.
Qed.

(* One attacker: each further defender multiplies the probability by less than the one before. *)
Theorem log_concave_one_attacker p q who w d : 0 <= p <= 1 -> 0 <= q <= 1 -> 0 < p \/ 0 < q ->
  in_the_end (fought p q who) to_win w -> w (1, d)%nat * w (1, S (S d))%nat <= w (1, S d)%nat * w (1, S d)%nat.
Proof.
  intros P Q hits E. assert (swap : 0 < q \/ 0 < p) by tauto.
  assert (T : forall n, 0 <= power (1 - q) n <= 1).
  { intro. split; [apply power_positive | apply power_at_most_1]; lra. }
  assert (R : forall n, 0 <= w (1, n)%nat).
  { intro n. rewrite (one_solution (fought p q who) to_win w (eventual (fought p q who) to_win)); auto.
    - apply (eventual_range (fought p q who) to_win (1, n)%nat); [split; assumption | assumption | intros []; simpl; lra].
    - split; assumption.
    - apply eventual_in_the_end; [split; assumption | assumption]. }
  pose proof (R (S d)) as V. pose proof (R (S (S d))) as V'.
  pose proof (next_of_one p q who w d E) as N. pose proof (some_hit q p (S (S d)) Q P swap ltac:(lia)) as less.
  destruct d as [|d].
  - pose proof (turn_fought p q who w 0 0 E) as here. rewrite !one_shooter in here.
    assert (W : w (1, 0)%nat == 1) by exact (E (1, 0)%nat). assert (L : w (0, 1)%nat == 0) by exact (E (0, 1)%nat).
    assert (B : 0 <= w (0, 0)%nat) by (pose proof (E (0, 0)%nat) as B; simpl in B; destruct who; simpl in B; lra).
    rewrite W, L in here. rewrite W. simpl power in *. set (b := w (0, 0)%nat) in *. set (v := w (1, 1)%nat) in *.
    set (z := w (1, 2)%nat) in *. clearbody b v z. set (y := 1 - q) in *. set (x := 1 - p) in *.
    assert (XY : 0 <= x <= 1 /\ 0 <= y <= 1) by (unfold x, y; lra). destruct XY as [X Y].
    setoid_replace (y * (y * 1)) with (y * y) in N by ring. setoid_replace (y * (y * 1)) with (y * y) in less by ring.
    assert (0 <= q * p * b) by (repeat apply Qmult_le_0_compat; lra).
    assert (F : p * y <= v * (1 - x * y)) by (unfold x, y in *; lra).
    assert (YY : 0 <= y * (1 - y)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= v * (x * (y * (1 - y)))) by (repeat apply Qmult_le_0_compat; lra).
    assert (0 <= p * (y * (1 - y))) by (apply Qmult_le_0_compat; lra).
    assert (G : p * (y * y) <= v * (1 - x * (y * y))) by lra.
    rewrite Qmult_1_l. apply Qmult_le_r with (z := 1 - x * (y * y)); [lra|]. rewrite N.
    setoid_replace (v * v * (1 - x * (y * y))) with (v * (1 - x * (y * y)) * v) by ring. apply Qmult_le_compat_r; assumption.
  - pose proof (next_of_one p q who w d E) as N'. pose proof (some_hit q p (S (S d)) Q P swap ltac:(lia)) as less'.
    pose proof (T (S (S d))) as T'. change (power (1 - q) (S (S (S d)))) with ((1 - q) * power (1 - q) (S (S d))) in *.
    set (t := power (1 - q) (S (S d))) in *. set (u := w (1, S d)%nat) in *. set (v := w (1, S (S d))%nat) in *.
    set (z := w (1, S (S (S d)))%nat) in *. pose proof (R (S d)) as U. fold u in U. clearbody t u v z.
    set (c := 1 - (1 - p) * t) in *. set (c' := 1 - (1 - p) * ((1 - q) * t)) in *.
    assert (C : 0 < c) by (unfold c; lra). assert (C' : 0 < c') by (unfold c'; lra).
    (* with s = y t: u z c c' = u (p s v) c, and v v c c' = v (p t u) c' *)
    apply Qmult_le_r with (z := c * c'); [apply Qmult_lt_0_compat; assumption|].
    setoid_replace (u * z * (c * c')) with (u * (z * c') * c) by ring. rewrite N.
    setoid_replace (v * v * (c * c')) with (v * (v * c) * c') by ring. rewrite N'.
    assert (D : c <= c').
    { unfold c, c'. assert (0 <= (1 - p) * (q * t)) by (repeat apply Qmult_le_0_compat; lra). lra. }
    assert (K : 0 <= p * t * (u * v)) by (repeat apply Qmult_le_0_compat; lra).
    assert (Y : (1 - q) * c <= c').
    { assert (0 <= q * c) by (apply Qmult_le_0_compat; lra). lra. }
    setoid_replace (u * (p * ((1 - q) * t) * v) * c) with ((1 - q) * c * (p * t * (u * v))) by ring.
    setoid_replace (v * (p * t * u) * c') with (c' * (p * t * (u * v))) by ring.
    apply Qmult_le_compat_r; assumption.
Qed.
