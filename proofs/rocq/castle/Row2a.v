(* Row 2a of the post's table, dpw < n < s: (12), (14) and the number of days, as printed and as corrected. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules ClosedForms ClosedFormsA Battle BestDay TheoremA PublishedFormulas Logarithm.
Open Scope Z_scope.

(* The ceiling of (12) is that of the proof. *)
Lemma published_fall_day_rho n s d : 1 <= n -> 1 <= d < n ->
  published_fall_day n s d = ceiling_division (s - n - most_left_alive n d) (n - d).
Proof.
  intros Hn Hd. unfold published_fall_day, most_left_alive, ceiling_division. cbv zeta.
  replace (d * (d + 4 * n)) with (d * d + 4 * n * d) by ring. set (r := Z.sqrt _).
  set (p := (r - d) / 2). set (a := - (2 * s - 2 * n + d - r)). set (b := - (s - n - p)).
  pose proof (Z.div_mod (r - d) 2 ltac:(lia)) as P. pose proof (Z.mod_pos_bound (r - d) 2 ltac:(lia)).
  pose proof (Z.div_mod a (2 * (n - d)) ltac:(lia)). pose proof (Z.mod_pos_bound a (2 * (n - d)) ltac:(lia)).
  pose proof (Z.div_mod b (n - d) ltac:(lia)). pose proof (Z.mod_pos_bound b (n - d) ltac:(lia)).
  set (u := a / (2 * (n - d))) in *. set (v := b / (n - d)) in *. fold p in P.
  assert (a = 2 * b + (r - d) mod 2) by (unfold a, b; lia). clearbody u v a b p.
  assert (u <= v) by nia. assert (v <= u) by nia. lia.
Qed.

(* (12) is the least q with sqrt(dpw^2 + 4 n dpw) >= 2s - 2n + dpw - 2q (n - dpw): a ceiling, without rounding. *)
Theorem cd3_eq12_ceiling : forall n s dpw : Z, 1 <= n -> 1 <= dpw < n -> forall q : Z,
  published_fall_day n s dpw <= q <->
  (let m := 2 * s - 2 * n + dpw - 2 * q * (n - dpw) in m <= 0 \/ m * m <= dpw * dpw + 4 * n * dpw).
Proof.
  intros n s d Hn Hd q. unfold published_fall_day, ceiling_division. cbv zeta.
  set (r := Z.sqrt (d * d + 4 * n * d)). assert (V : 0 <= d * d + 4 * n * d) by nia.
  pose proof (Z.sqrt_spec _ V) as R. fold r in R. assert (0 <= r) by apply Z.sqrt_nonneg.
  set (a := - (2 * s - 2 * n + d - r)). pose proof (Z.div_mod a (2 * (n - d)) ltac:(lia)).
  pose proof (Z.mod_pos_bound a (2 * (n - d)) ltac:(lia)). set (u := a / (2 * (n - d))) in *.
  assert (E : - u <= q <-> 2 * s - 2 * n + d - 2 * q * (n - d) <= r).
  { assert (X : 2 * s - 2 * n + d = r - a) by (unfold a; lia). rewrite X. clearbody a u r. split; intro; nia. }
  rewrite E. set (m := 2 * s - 2 * n + d - 2 * q * (n - d)). clearbody m r. clear E. destruct R as [R1 R2]. split.
  - intro. destruct (Z_le_gt_dec m 0); [left; auto | right]. pose proof (Z.mul_le_mono_nonneg m r m r). lia.
  - intros [ | M]; [lia | ]. apply Z.nlt_ge. intro.
    pose proof (Z.mul_le_mono_nonneg (Z.succ r) m (Z.succ r) m). lia.
Qed.

(* The day of the fall is one day later than printed, and at least day 2. *)
Theorem cd3_eq12 : forall n s dpw : Z, 1 <= n -> 1 <= dpw < n -> n < s ->
  best_fall_day n s dpw = 1 + Z.max 1 (published_fall_day n s dpw).
Proof. intros. rewrite T_ceiling, published_fall_day_rho by lia. lia. Qed.

(* At most rho are left alive for (12), and more than that a day before. *)
Lemma published_spec n s d : 1 <= n -> 1 <= d < n ->
  let q := published_fall_day n s d in U n s d (q + 1) <= most_left_alive n d < U n s d q.
Proof.
  intros Hn Hd. cbv zeta. rewrite published_fall_day_rho by auto. unfold ceiling_division, U.
  set (e := - (s - n - most_left_alive n d)). pose proof (Z.div_mod e (n - d) ltac:(lia)).
  pose proof (Z.mod_pos_bound e (n - d) ltac:(lia)). set (w := e / (n - d)) in *.
  assert (s - n - most_left_alive n d = - e) by (unfold e; lia). clearbody w e. nia.
Qed.

(* Row 2a, corrected: with q = max(1, (12)), the soldiers need 1 + q + max(0, k) days. *)
Theorem cd3_row2a : forall n s dpw : Z, 1 <= n -> 1 <= dpw -> dpw < n -> n < s ->
  let q := Z.max 1 (published_fall_day n s dpw) in
  forall answer, fewest_waves dpw Soldiers (start n s) answer <->
  exists k, published_battle_days n (s + q * dpw - (q + 1) * n) (Some k) /\
            answer = Some (Z.to_nat (1 + q + Z.max 0 k)).
Proof.
  intros n s d Hn Hd Hdn Hs q answer. assert (E : best_fall_day n s d = 1 + q) by (apply cd3_eq12; auto; lia).
  replace (s + q * d - (q + 1) * n) with (U n s d (best_fall_day n s d)) by (rewrite E; unfold U; ring).
  assert (X : - n < U n s d (best_fall_day n s d)).
  { pose proof (strength_before_T n s d Hn ltac:(lia) Hs). unfold U. lia. }
  destruct answer as [t | ]; cbn [fewest_waves].
  - rewrite case_2 by lia. split.
    + intros (k & K & ->). exists (Z.of_nat k). split; [apply max_published; auto; lia | ].
      f_equal. pose proof (T_ge_two n s d Hs). lia.
    + intros (k & B & A). apply published_max in B as (i & M & K); auto; [ | lia]. exists i. split; auto.
      assert (t = Z.to_nat (1 + q + Z.max 0 k)) by congruence. pose proof (T_ge_two n s d Hs). lia.
  - rewrite case_2_never by lia. split.
    + intro N. destruct (T_golden n s d) as [i Hi]; try lia. exfalso; apply (N i Hi).
    + intros (k & _ & A). discriminate.
Qed.

(* The soldiers can always win. *)
Theorem cd3_row2a_can_win : forall n s dpw : Z, 1 <= n -> 1 <= dpw -> dpw < n -> n < s ->
  exists t, fewest dpw Soldiers (start n s) t.
Proof.
  intros. destruct (T_golden n s dpw) as [i Hi]; try lia. destruct (k_some _ _ _ Hi) as (k & K & _).
  exists (Z.to_nat (best_fall_day n s dpw) + k)%nat. apply case_2; auto. exists k; auto.
Qed.

(* Row 2a as printed gives a number for every game ... *)
Lemma case_2a n s d : 1 <= d < n -> n < s -> case_of n s d = Row2a.
Proof. intros. unfold case_of. destruct (Z.leb_spec s n), (Z.ltb_spec d n); auto; lia. Qed.

Theorem cd3_row2a_printed_number : forall n s dpw : Z, 1 <= n -> 1 <= dpw -> dpw < n -> n < s ->
  exists number, published_soldiers_waves n s dpw (Some number).
Proof.
  intros n s d Hn Hd Hdn Hs. pose proof (published_spec n s d Hn ltac:(lia)) as [A B].
  unfold published_soldiers_waves. rewrite case_2a by lia. cbv zeta. set (q := published_fall_day n s d) in *.
  destruct (rho_spec n d) as [R0 R]; try lia.
  replace (s + q * d - (q + 1) * n) with (U n s d (q + 1)) by (unfold U; ring).
  assert (X : - n < U n s d (q + 1)) by (rewrite U_next; lia).
  assert (S : exists i, shot n (U n s d (q + 1)) i).
  { apply golden; [lia | intro]. set (u := U n s d (q + 1)) in *.
    assert (BestDay.q n d u <= 0) by (apply R; auto). unfold BestDay.q, Q in *. assert (u < n) by nia. nia. }
  destruct S as [i Hi]. destruct (k_some _ _ _ Hi) as (k & K & _).
  exists (q + Z.max 0 (Z.of_nat k)), (Some (Z.of_nat k)). split; auto. apply max_published; auto; lia.
Qed.

(* ... and it is wrong for every game: always too small, and by exactly one day when (12) is at least 1. *)
Theorem cd3_row2a_printed : forall n s dpw : Z, 1 <= n -> 1 <= dpw -> dpw < n -> n < s ->
  forall number t, published_soldiers_waves n s dpw (Some number) -> fewest dpw Soldiers (start n s) t ->
  number < Z.of_nat t /\ (1 <= published_fall_day n s dpw -> number = Z.of_nat t - 1).
Proof.
  intros n s d Hn Hd Hdn Hs number t. pose proof (published_spec n s d Hn ltac:(lia)) as [A B].
  pose proof (cd3_eq12 n s d Hn ltac:(lia) Hs) as E. destruct (rho_spec n d) as [R0 _]; try lia.
  unfold published_soldiers_waves. rewrite case_2a by lia. cbv zeta. set (q := published_fall_day n s d) in *.
  replace (s + q * d - (q + 1) * n) with (U n s d (q + 1)) by (unfold U; ring).
  intros (days & D & M) F. destruct days as [k | ]; [injection M as -> | discriminate].
  assert (X : - n < U n s d (q + 1)) by (rewrite U_next; lia).
  apply published_max in D as (i & -> & K); auto; [ | lia]. apply case_2 in F; auto. destruct F as (j & J & ->).
  destruct (Z_le_gt_dec 1 q).
  - replace (best_fall_day n s d) with (q + 1) in * by lia. rewrite (k_one _ _ _ _ K J). lia.
  - replace (best_fall_day n s d) with 2 in * by lia. assert (i <= Z.to_nat (1 - q) + j)%nat; [ | lia].
    eapply k_le; [apply K | ]. apply back with (d := d); auto; try lia.
    replace (q + 1 + Z.of_nat (Z.to_nat (1 - q))) with 2 by lia. apply J.
Qed.
