(* Which side of the golden ratio decides whether the castle wins after the day on which its strength can be used up. *)
Require Import ZArith Lia Bool.
From Castle Require Import ClosedForms ClosedFormsA ClosedFormsB Fibonacci OnePoint.
Open Scope Z_scope.

(* The exact comparison x phi > m, as a quadratic form. *)
Lemma golden_form m x : 0 <= x -> (compare_golden_multiple x m > 0 <-> m < 0 \/ m * m < x * x + x * m).
Proof.
  intro Hx. unfold compare_golden_multiple. rewrite (Z.abs_eq x) by lia.
  set (p := 5 * x * x). set (w := (2 * m - x) * Z.abs (2 * m - x)).
  assert (E : (if w <? p then 1 else 0) - (if p <? w then 1 else 0) > 0 <-> w < p).
  { destruct (Z.ltb_spec w p), (Z.ltb_spec p w); lia. }
  rewrite E. unfold w, p. destruct (Z.abs_spec (2 * m - x)) as [[A ->] | [A ->]]; split; intro H.
  - right. nia.
  - destruct H; nia.
  - destruct (Z_lt_le_dec m 0); [left; lia | right; nia].
  - destruct (Z_lt_le_dec m 0); [nia | ]. assert (1 <= x) by nia. nia.
Qed.

Lemma fibonacci_grows j : Z.of_nat j <= od j.
Proof. induction j. cbn; lia. pose proof (fibonacci_order j). destruct (fibonacci_next j). lia. Qed.

(* With m < 0 the lead grows beyond every number. *)
Lemma lead_negative m x : m < 0 -> 0 <= x -> forall j, Z.of_nat j <= lead j m x.
Proof. intros. unfold lead. pose proof (fibonacci_order j). pose proof (fibonacci_grows j). nia. Qed.

(* Above the golden ratio, m - x becomes negative some day, so the castle wins. *)
Lemma above_golden d k : forall m x, m <= Z.of_nat k -> 0 <= x -> m < 0 \/ m * m < x * x + x * m ->
  exists j, (1 <= j)%nat /\ d - 1 <= lead j m x.
Proof.
  induction k; intros m x Hk Hx H; (destruct (Z_lt_le_dec m 0);
    [exists (S (Z.to_nat d)); pose proof (lead_negative m x ltac:(lia) Hx (S (Z.to_nat d))); split; lia | ]).
  - assert (m = 0) by lia. subst m. assert (1 <= x) by nia.
    exists (S (S (Z.to_nat d))). rewrite lead_next. split; [lia | ].
    pose proof (lead_negative (0 - x) (2 * x - 0) ltac:(lia) ltac:(lia) (S (Z.to_nat d))). lia.
  - destruct H as [? | H]; [lia | ]. assert (1 <= x) by nia. assert (1 <= 2 * x - m) by nia.
    destruct (IHk (m - x) (2 * x - m)) as (j & Hj & L); try lia.
    exists (S j). rewrite lead_next. split; [lia | exact L].
Qed.

(* Below it the lead is never reached. *)
Lemma below_golden j : forall m x, 0 <= x -> 0 <= m -> 0 < m + x -> x * x + x * m <= m * m -> lead j m x < 0.
Proof.
  induction j; intros m x Hx Hm P H.
  - unfold lead. change (ev 1) with 1. change (od 0) with 1. nia.
  - destruct (Z_lt_le_dec (2 * x - m) 0); [apply lead_lost; lia | ].
    rewrite lead_next. assert (0 <= m - x) by nia. apply IHj; lia.
Qed.

(* So the castle wins some day exactly when x phi > m. *)
Lemma golden_wins d m x : 1 <= d -> 0 <= x -> 2 <= d \/ 1 <= x ->
  ((exists j, (1 <= j)%nat /\ d - 1 <= lead j m x) <-> compare_golden_multiple x m > 0).
Proof.
  intros Hd Hx E. rewrite golden_form by lia. split.
  - intros (j & Hj & H). destruct (Z_lt_le_dec m 0); auto. right. apply Z.nle_gt. intro Q.
    destruct (Z.eq_dec (m + x) 0).
    + assert (m = 0) by lia. assert (x = 0) by lia. subst. unfold lead in H. lia.
    + pose proof (below_golden j m x Hx ltac:(lia) ltac:(lia) Q). lia.
  - intro H. destruct (above_golden d (Z.to_nat m) m x) as (j & ? & ?); try lia. exists j; auto.
Qed.

(* A decidable property that some number has is had by a least one. *)
Lemma least_exists (P : Z -> Prop) first : (forall u, P u \/ ~ P u) -> forall t, first <= t -> P t ->
  exists answer, least_satisfying P first answer.
Proof.
  intros dec t Ht. pattern t. apply (Zlt_lower_bound_ind _ first); auto. clear t Ht. intros t IH Ht H.
  assert (E : (exists u, first <= u < t /\ P u) \/ forall u, first <= u < t -> ~ P u).
  { clear IH H. pattern t. apply (Zlt_lower_bound_ind _ first); auto. clear t Ht. intros t IH Ht.
    destruct (Z.eq_dec t first) as [-> | ]; [right; lia | ]. destruct (IH (t - 1)) as [(u & ? & ?) | N]; try lia.
    - left. exists u. split; auto; lia.
    - destruct (dec (t - 1)); [left; exists (t - 1); split; auto; lia | right]. intros u Hu.
      destruct (Z.eq_dec u (t - 1)) as [-> | ]; auto. apply N; lia. }
  destruct E as [(u & Hu & U) | N]; [apply (IH u); auto | exists t; split; auto].
Qed.
