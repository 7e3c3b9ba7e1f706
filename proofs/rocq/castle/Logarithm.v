(* Formula (6) of the post: the logarithm, rounded up, counts the days of the battle. Numbers a + b phi are exact. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules ClosedForms ClosedFormsA Fibonacci Doubling Day Battle TheoremA PublishedFormulas.
Open Scope Z_scope.

(* Cassini's identity for neighbours F(2k), F(2k+1). *)
Lemma cassini k : od k * od k - od k * ev k - ev k * ev k = 1.
Proof. induction k; [reflexivity | ]. destruct (fib_s k) as [-> ->]. lia. Qed.

(* phi^(4k) as a pair. *)
Lemma fibonacci_pair_four k : fibonacci_pair (Z.to_nat (4 * Z.of_nat k)) =
  (ev k * (2 * od k - ev k), ev k * ev k + od k * od k).
Proof.
  replace (Z.to_nat (4 * Z.of_nat k)) with (2 * (2 * k))%nat by lia. rewrite doubling.
  unfold ev, od, doubled. destruct (fibonacci_pair (2 * k)); reflexivity.
Qed.

(* The sign of a + b phi is clear when b and a + b / 2 have the same sign. *)
Lemma compare_nonneg f m : 0 <= f -> 2 * m <= f -> 0 <= compare_golden_multiple f m.
Proof.
  intros. unfold compare_golden_multiple. cbv zeta. rewrite (Z.abs_eq f), (Z.abs_neq (2 * m - f)) by lia. cases; nia.
Qed.

Lemma compare_neg f m : f < 0 -> f <= 2 * m -> compare_golden_multiple f m < 0.
Proof.
  intros. unfold compare_golden_multiple. cbv zeta. rewrite (Z.abs_neq f), (Z.abs_eq (2 * m - f)) by lia. cases; nia.
Qed.

Lemma compare_opposite f m : compare_golden_multiple (- f) (- m) = - compare_golden_multiple f m.
Proof.
  unfold compare_golden_multiple. cbv zeta. rewrite Z.abs_opp.
  replace (2 * - m - - f) with (- (2 * m - f)) by ring. rewrite Z.abs_opp. cases; lia.
Qed.

(* phi^(4k) (n - x phi) - (n + x / phi) = phi^(2k) sqrt 5 (n F(2k) - x F(2k+1)): it has the sign of the last factor. *)
Lemma logarithm_shot n x k :
  is_at_least (times_phi_power (n, - x) (Z.of_nat k)) (n - x, x) = true <-> shot n x k.
Proof.
  unfold is_at_least, times_phi_power, shot. rewrite fibonacci_pair_four. cbv zeta. cbn [fst snd].
  pose proof (fib_pos k) as F. pose proof (cassini k) as E. set (a := ev k) in *. set (b := od k) in *.
  set (w := n * a - x * b).
  replace (n * (a * (2 * b - a)) + - x * (a * a + b * b) - x) with (w * (2 * b - a))
    by (unfold w; rewrite <- (Z.mul_1_r x) at 3; rewrite <- E; ring).
  replace (n - x - (n * (a * a + b * b - a * (2 * b - a)) + - x * (a * (2 * b - a)))) with (w * (b - 3 * a))
    by (unfold w; rewrite <- (Z.mul_1_r (n - x)) at 1; rewrite <- E at 1; ring).
  rewrite Z.leb_le. split; intro H.
  - destruct (Z_le_gt_dec 0 w). unfold w in *; lia.
    exfalso. pose proof (compare_neg (w * (2 * b - a)) (w * (b - 3 * a)) ltac:(nia) ltac:(nia)). lia.
  - assert (0 <= w) by (unfold w; lia). apply compare_nonneg; nia.
Qed.

(* The logarithm exists for x > 0 exactly when the battle is won. *)
Lemma logarithm_exists n x : 0 < n -> 0 < x ->
  is_positive (n, - x) && is_positive (n - x, x) = true <-> 0 < Q n x.
Proof.
  intros Hn Hx. unfold is_positive. rewrite compare_opposite, andb_true_iff, !Z.ltb_lt.
  pose proof (golden_sign n x Hn) as G. split; [intros [A _]; lia | intro H; split; [lia | ]].
  unfold compare_golden_multiple. cbv zeta. rewrite (Z.abs_eq x) by lia. unfold Q in *. assert (x < n) by nia.
  rewrite Z.abs_neq by lia. cases; nia.
Qed.

(* ... and for -n < x <= 0 always. *)
Lemma logarithm_exists_neg n x : 0 < n -> - n < x <= 0 -> is_positive (n, - x) && is_positive (n - x, x) = true.
Proof.
  intros Hn Hx. unfold is_positive. rewrite andb_true_iff, !Z.ltb_lt. unfold compare_golden_multiple. cbv zeta.
  rewrite (Z.abs_eq (- x)), (Z.abs_neq x), !Z.abs_neq by lia. split; cases; nia.
Qed.

(* (6) for x > 0: the days of the battle. *)
Lemma published_days n x answer : 0 < n -> 0 < x -> published_battle_days n x answer <->
  match answer with Some k => exists i, k = Z.of_nat i /\ k_is n x i | None => forall i, ~ shot n x i end.
Proof.
  intros Hn Hx. unfold published_battle_days. cbv zeta. pose proof (logarithm_exists n x Hn Hx) as L.
  pose proof (golden n x Hn) as G. destruct (is_positive _ && is_positive _); cbn [negb].
  - replace (0 <? x) with true by (symmetry; apply Z.ltb_lt; auto).
    destruct G as [_ [i Hi]]. intros; apply L; auto. split.
    + intros (days & -> & (P & A & B)). exists (Z.to_nat days). split; [lia | ].
      replace days with (Z.of_nat (Z.to_nat days)) in A by lia. apply logarithm_shot in A. split; auto.
      intros [ | j] J H. apply shot0 in H; lia. apply (B (Z.of_nat (S j))). lia. apply logarithm_shot; auto.
    + destruct answer as [days | ]; intro H; [ | exfalso; apply (H i Hi)].
      destruct H as (k & -> & [A B]). exists (Z.of_nat k). split; auto. split; [ | split].
      * destruct k; [apply shot0 in A | ]; lia.
      * apply logarithm_shot; auto.
      * intros j J H. replace j with (Z.of_nat (Z.to_nat j)) in H by lia. apply logarithm_shot in H.
        apply (B (Z.to_nat j)); auto; lia.
  - assert (N : forall i, ~ shot n x i).
    { intros i H. apply only_k in H; auto. apply L in H. discriminate. }
    split; intro H; [subst; auto | ]. destruct answer; auto. destruct H as (i & _ & [A _]). exfalso; apply (N i A).
Qed.

(* (6) for -n < x <= 0: no day. *)
Lemma published_no_day n x answer : 0 < n -> - n < x <= 0 -> published_battle_days n x answer <-> answer = Some 0.
Proof.
  intros Hn Hx. unfold published_battle_days. cbv zeta. rewrite logarithm_exists_neg by auto. cbn [negb].
  replace (0 <? x) with false by (symmetry; apply Z.ltb_ge; lia).
  assert (F : is_at_least (n, - x) (times_phi_power (n - x, x) 1) = false).
  { unfold is_at_least, times_phi_power. change (fibonacci_pair (Z.to_nat (4 * 1))) with (3, 5). cbn [fst snd].
    apply Z.leb_gt, compare_neg; lia. }
  split.
  - intros (days & -> & (P & A & B)). destruct (Z.eq_dec days 1); [subst; auto | ].
    exfalso. apply (B 1); auto; lia.
  - intros ->. exists 1. split; auto. split; [lia | split; auto]. intros; lia.
Qed.

(* A formula (6) for more than -n defenders is a first day of the battle. *)
Lemma published_max n x k : 0 < n -> - n < x -> published_battle_days n x (Some k) ->
  exists i, Z.max 0 k = Z.of_nat i /\ k_is n x i.
Proof.
  intros Hn Hx H. destruct (Z_le_gt_dec x 0).
  - apply published_no_day in H; [ | lia ..]. injection H as ->. exists O. split; auto.
    split; [apply shot0; auto | intros; lia].
  - apply published_days in H; [ | lia ..]. destruct H as (i & -> & K). exists i. split; auto; lia.
Qed.

Lemma max_published n x i : 0 < n -> - n < x -> k_is n x i -> published_battle_days n x (Some (Z.of_nat i)).
Proof.
  intros Hn Hx K. destruct (Z_le_gt_dec x 0).
  - apply published_no_day; [lia .. | ]. rewrite (k_neg n x i); auto.
  - apply published_days; [lia .. | ]. eauto.
Qed.

(* Formula (6) for x > 0 is right: the battle after the fall takes k days, or is lost if there is no logarithm. *)
Theorem cd3_eq6 : forall soldiers defenders dpw : Z, 1 <= soldiers -> 1 <= defenders < soldiers ->
  forall answer : option Z, published_battle_days soldiers defenders answer <->
  exists days, fewest_waves dpw Soldiers (P (soldiers - defenders) defenders 0) days /\
               answer = option_map Z.of_nat days.
Proof.
  intros n x d Hn Hx answer. rewrite published_days by lia. pose proof (fun i => battle d i n x ltac:(lia)) as W. split.
  - destruct answer as [k | ].
    + intros (i & -> & K). exists (Some i). split; [split; [apply W; auto | ] | auto].
      intros t H. apply W in H. eapply k_le; [apply K | apply H].
    + intro N. exists None. split; auto. intros t H. apply W in H. apply (N t (proj1 H)).
  - intros (days & H & ->). destruct days as [i | ]; cbn [option_map].
    + exists i. split; auto. apply W, H.
    + intros i Hi. destruct (k_some n x i Hi) as (k & K & _). apply (H k), W, K.
Qed.

(* A formula (6) of 0 or less means that no day of battle is needed. *)
Theorem cd3_eq6_none_left : forall soldiers defenders : Z, 1 <= soldiers -> - soldiers < defenders <= 0 ->
  forall answer : option Z, published_battle_days soldiers defenders answer <-> answer = Some 0.
Proof. intros. apply published_no_day; lia. Qed.
