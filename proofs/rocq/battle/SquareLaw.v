(* The correction of WB.5.reason: without chance, if each side kills exactly the average, p a^2 and q d^2 decide. *)
Require Import QArith Qround Lia Lqa.
From Battle Require Import Rules Agree.
Open Scope Q_scope.

(* The loop of `wins_on_average` in proofs/battle/advantage.py: the attacker is left when the defender is gone. *)
Inductive wins_on_average (p q : Q) : Q -> Q -> Prop :=
| over a d : 0 < a -> d <= 0 -> wins_on_average p q a d
| fight a d : 0 < a -> 0 < d -> wins_on_average p q (a - q * d) (d - p * a) -> wins_on_average p q a d.

(* The square law: a turn multiplies p a^2 - q d^2 by 1 - p q. *)
Theorem square_law p q a d :
  p * ((a - q * d) * (a - q * d)) - q * ((d - p * a) * (d - p * a)) == (1 - p * q) * (p * (a * a) - q * (d * d)).
Proof. ring. Qed.

(* The stronger side stands after a turn: q r < 1 for every ratio r of the armies with q r^2 < p. *)
Lemma stands p q r e a d : 0 < p -> p <= 1 -> 0 < q -> q <= 1 -> 0 < e -> q * (r * r) + e <= p ->
  0 < a -> 0 < d -> d <= r * a -> 0 < a - q * d.
Proof.
  intros p0 p1 q0 q1 e0 ahead a0 d0 ratio.
  assert (0 < r) by nra.
  assert (q * r < 1).
  { destruct (Qlt_le_dec (q * r) 1) as [less|more]; [exact less|].
    assert (1 <= q * r * (q * r)) by nra. assert (q * r * (q * r) <= q * (r * r)) by nra. lra. }
  assert (q * d <= q * (r * a)) by nra. nra.
Qed.

(* In a turn the ratio of the armies falls by at least e. *)
Lemma ratio_falls p q r e a d : 0 < q -> 0 < e -> q * (r * r) + e <= p -> 0 < a -> 0 < d -> d <= r * a ->
  d - p * a <= (r - e) * (a - q * d).
Proof.
  intros q0 e0 ahead a0 d0 ratio. assert (0 < r) by nra.
  assert ((q * (r * r) + e) * a <= p * a) by (apply Qmult_le_compat_r; lra).
  assert (0 <= q * r * (r * a - d)) by (apply Qmult_le_0_compat; nra).
  assert (0 <= e * q * d) by (apply Qmult_le_0_compat; nra).
  lra.
Qed.

(* So the defender is gone after at most n turns if the ratio is at most n e. *)
Lemma gone_after p q e n r a d : 0 < p -> p <= 1 -> 0 < q -> q <= 1 -> 0 < e -> q * (r * r) + e <= p ->
  r <= whole n * e -> 0 < a -> 0 < d -> d <= r * a -> wins_on_average p q a d.
Proof.
  intros p0 p1 q0 q1 e0. revert r a d. induction n as [|n IH]; intros r a d ahead few a0 d0 ratio.
  - change (whole 0) with 0 in few. exfalso. nra.
  - pose proof (stands p q r e a d p0 p1 q0 q1 e0 ahead a0 d0 ratio) as left.
    pose proof (ratio_falls p q r e a d q0 e0 ahead a0 d0 ratio) as falls.
    apply fight; [exact a0|exact d0|].
    destruct (Qlt_le_dec 0 (d - p * a)) as [some|none]; [|now apply over].
    assert (0 < r - e).
    { destruct (Qlt_le_dec 0 (r - e)) as [more|less]; [exact more|]. nra. }
    apply (IH (r - e)); try assumption.
    + assert ((r - e) * (r - e) <= r * r) by nra. nra.
    + assert (whole (S n) == whole n + 1) as more.
      { unfold whole. rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite inject_Z_plus. reflexivity. }
      rewrite more in few. lra.
Qed.

(* WB.5.reason, corrected: the attacker wins whenever p a^2 > q d^2, for all armies, also fractions of one. *)
Theorem WB_5_reason p q a d : 0 < p -> p <= 1 -> 0 < q -> q <= 1 -> 0 < a -> 0 < d ->
  q * (d * d) < p * (a * a) -> wins_on_average p q a d.
Proof.
  intros p0 p1 q0 q1 a0 d0 ahead.
  set (r := d / a). set (e := p - q * (r * r)).
  assert (ratio : r * a == d) by (unfold r; field; lra).
  assert (e0 : 0 < e).
  { apply Qmult_lt_r with (z := a * a); [nra|].
    assert (e * (a * a) == p * (a * a) - q * (r * a * (r * a))) as -> by (unfold e; ring). rewrite ratio. lra. }
  apply (gone_after p q e (Z.to_nat (Qceiling (r / e))) r); try assumption; try (unfold e; lra).
  assert (same : r / e * e == r) by (field; lra).
  apply Qle_trans with (r / e * e); [rewrite same; apply Qle_refl|].
  apply Qmult_le_compat_r; [|lra]. eapply Qle_trans; [apply Qle_ceiling|].
  unfold whole. rewrite <- Zle_Qle. lia.
Qed.

(* With the sides exchanged: the defender wins whenever p a^2 < q d^2. *)
Theorem WB_5_reason_defender p q a d : 0 < p -> p <= 1 -> 0 < q -> q <= 1 -> 0 < a -> 0 < d ->
  p * (a * a) < q * (d * d) -> wins_on_average q p d a.
Proof. intros. now apply WB_5_reason. Qed.
