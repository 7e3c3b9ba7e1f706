(* Theorem A: the soldiers' fewest waves are those of the closed form, and they can win exactly when it says so. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules ClosedForms ClosedFormsA Fibonacci Day Battle BestDay.
Open Scope Z_scope.

(* ---------- The bound ---------- *)

(* In a win of t days the castle falls after 1 + j days, and the battle takes i more.
   V is the excess of targets over shots, as long as no soldier dies. *)
Lemma bound d n t : 1 <= d -> 1 <= n -> forall S D C V, wins d Soldiers t (P S D C) -> 0 < C -> S <= n -> 0 <= D ->
  V + n <= D + C -> exists j i, t = (1 + j + i)%nat /\ shot n (V + Z.of_nat j * (d - n)) i.
Proof.
  intros Hd Hn. induction t; intros S D C V W HC HS HD HV.
  - inversion W as [? O | ]; subst. unfold outcome in O; sm; cases; lia.
  - inversion W as [ | ? b u O M L]; subst. pose proof (goes_on _ O) as G; sm. unfold move in M; sm.
    unfold after in L; sm. set (x := D - b) in *. set (R := Z.max (C - (S - b)) 0) in *.
    assert (x + R >= V + n - S) by lia. assert (0 <= x) by lia.
    destruct (Z_le_gt_dec (S - x) 0). { exfalso; eapply dead; [ | exact L]; sm; lia. }
    rewrite (Z.max_l (S - x)) in L by lia.
    destruct (Z_le_gt_dec R 0).
    + replace R with 0 in * by lia. replace ((0 <? S - x) && (0 <? 0)) with false in L by (rewrite andb_false_r; auto).
      apply battle in L; [ | lia]. destruct L as [A _].
      exists 0%nat, t. split; auto. apply shot_more with (n := S) (x := x); auto; cbn; lia.
    + replace ((0 <? S - x) && (0 <? R)) with true in L by (cases; lia || auto).
      apply IHt with (V := V + (d - n)) in L; try lia.
      destruct L as (j & i & -> & L). exists (Datatypes.S j), i. split. lia.
      replace (V + Z.of_nat (Datatypes.S j) * (d - n)) with (V + (d - n) + Z.of_nat j * (d - n)) by lia. auto.
Qed.

(* From the start: the castle falls on day 2 + j, with at least U left alive. *)
Lemma lower d n s t : 1 <= d -> 1 <= n -> n < s -> wins d Soldiers t (start n s) ->
  exists (j i : nat), t = (2 + j + i)%nat /\ shot n (U n s d (2 + Z.of_nat j)) i.
Proof.
  intros Hd Hn Hs W. apply first_day_only in W as (u & -> & W); auto.
  apply (bound d n) with (V := s + d - 2 * n) in W; try lia. destruct W as (j & i & -> & A).
  exists j, i. split. lia. unfold U. replace (s + (2 + Z.of_nat j - 1) * d - (2 + Z.of_nat j) * n) with
   (s + d - 2 * n + Z.of_nat j * (d - n)) by ring. auto.
Qed.

(* Every win is at least as long as the one for the best day. *)
Lemma bound_T n s d t : 1 <= n -> 1 <= d -> n < s -> wins d Soldiers t (start n s) ->
  exists i : nat, Z.of_nat t >= best_fall_day n s d + Z.of_nat i /\ shot n (U n s d (best_fall_day n s d)) i.
Proof.
  intros Hn Hd Hs W. apply lower in W; auto. destruct W as (j & i & -> & A). destruct (Z_le_gt_dec n d).
  - rewrite T_two by auto. exists i. split. lia. eapply shot_more; [ | | exact A]; unfold U; nia.
  - replace (2 + Z.of_nat j) with (Z.of_nat (2 + j)) in A by lia. apply best in A; try lia.
    destruct A as (i' & B & ?). exists i'. split; auto. lia.
Qed.

(* ---------- Plays that attain the bound ---------- *)

(* Fell the castle today with C + d - n left alive, and win the battle. *)
Lemma fell d n C k : 1 <= d -> 1 <= n -> 0 < C -> 0 <= C + d - n <= d -> k_is n (C + d - n) k ->
  wins d Soldiers (S k) (P n d C).
Proof.
  intros Hd Hn HC HU K. assert (L : C + d - n < n).
  { destruct (Z_le_gt_dec (C + d - n) 0). lia. eapply shot_few; [apply K | lia | lia]. }
  apply day with (b := n - C). apply stands; sm; lia. unfold move; sm; lia.
  replace (after d (P n d C) (n - C)) with (P (n - (C + d - n)) (C + d - n) 0)
    by (unfold after; sm; cases; try lia; f_equal; lia).
  apply battle; auto. lia.
Qed.

(* dpw >= n: fell the castle on day 2. *)
Lemma attained_two n s d k : 1 <= n -> n <= d -> n < s -> k_is n (U n s d 2) k ->
  wins d Soldiers (2 + k) (start n s).
Proof.
  intros Hn Hd Hs K. unfold U in K. replace (s + (2 - 1) * d - 2 * n) with ((s - n) + d - n) in K by ring.
  assert (s - n + d - n < n) by (eapply shot_few; [apply K | lia | lia]).
  apply open_with; try lia. apply fell; auto; lia.
Qed.

(* The evening before the best day, strength is left. *)
Lemma strength_before_T n s d : 1 <= n -> 1 <= d < n -> n < s -> 0 < s - n - (best_fall_day n s d - 2) * (n - d).
Proof.
  intros. destruct (rho_spec n d) as [R0 R]; try lia. destruct (T_spec n s d) as (T2 & TU & TL); try lia.
  destruct (Z.eq_dec (best_fall_day n s d) 2) as [E | E]. rewrite E; lia.
  specialize (TL (best_fall_day n s d - 1) ltac:(lia)). unfold U in TL. nia.
Qed.

(* More than dpw at the best day are at most half the soldiers: one day of battle. *)
Lemma edge n d u k : 1 <= n -> 1 <= d < n -> d < u -> q n d u <= 0 -> k_is n u k -> 2 * u <= n /\ k = 1%nat.
Proof.
  intros Hn Hd Hu Hq K. assert (2 * u <= n) by (unfold q in *; nia). split; auto.
  destruct k. destruct K as [K _]; apply shot0 in K; lia.
  assert (S k <= 1)%nat by (eapply k_le; eauto; unfold shot; cbn; lia). lia.
Qed.

(* dpw < n: hold until the best day; then fell the castle, or the day after. *)
Lemma attained_T n s d k : 1 <= n -> 1 <= d < n -> n < s -> k_is n (U n s d (best_fall_day n s d)) k ->
  wins d Soldiers (Z.to_nat (best_fall_day n s d) + k) (start n s).
Proof.
  intros Hn Hd Hs K. destruct (rho_spec n d) as [R0 R]; try lia. destruct (T_spec n s d) as (T2 & TU & _); try lia.
  pose proof (strength_before_T n s d Hn Hd Hs) as HC. set (t := best_fall_day n s d) in *.
  set (C := s - n - (t - 2) * (n - d)) in *. assert (Ut : U n s d t = C + d - n) by (unfold U, C; ring).
  replace (Z.to_nat t + k)%nat with (S (Z.to_nat (t - 2) + S k)) by lia.
  apply open_with; try lia. assert (I : Z.of_nat (Z.to_nat (t - 2)) = t - 2) by (apply Z2Nat.id; lia).
  apply hold; try lia; rewrite I; fold C; auto.
  destruct (Z_le_gt_dec (U n s d t) 0) as [l | ].
  - pose proof (k_neg _ _ _ l K). subst k. apply both; lia.
  - destruct (Z_le_gt_dec (U n s d t) d). rewrite Ut in *; apply fell; auto; lia.
    destruct (edge n d (U n s d t) k) as [? ->]; auto; try lia. apply R; lia.
    change 2%nat with (1 + 1)%nat. apply (hold d n); try lia; cbn [Z.of_nat Pos.of_succ_nat]; try lia.
    apply both; lia.
Qed.

Lemma attained n s d k : 1 <= n -> 1 <= d -> n < s -> k_is n (U n s d (best_fall_day n s d)) k ->
  wins d Soldiers (Z.to_nat (best_fall_day n s d) + k) (start n s).
Proof.
  intros Hn Hd Hs K. destruct (Z_le_gt_dec n d).
  - rewrite T_two in * by auto. change (Z.to_nat 2) with 2%nat. apply attained_two; auto.
  - apply attained_T; auto; lia.
Qed.

(* ---------- The cases ---------- *)

(* s <= n: every play is a win of the soldiers in 1 day. *)
Lemma case_1 n s d : 1 <= n -> 1 <= s -> 1 <= d -> s <= n ->
  forall t, wins d Soldiers t (start n s) <-> t = 1%nat.
Proof.
  intros Hn Hs Hd H. assert (O : outcome (start n s) = None) by (apply stands; sm; lia).
  assert (E : forall b, move (start n s) b -> after d (start n s) b = P n 0 0).
  { unfold move, after, start; sm; intros. cases; try lia; f_equal; lia. }
  split. intro W. inversion W as [ | ? b u N M L]; subst. congruence.
  rewrite E in L by auto. apply over in L; sm; lia.
  intros ->. apply day with (b := 0); auto. unfold move, start; sm; lia. rewrite E by (unfold move, start; sm; lia).
  apply isover; sm; lia.
Qed.

(* s > n: T + k days. *)
Lemma case_2 n s d : 1 <= n -> 1 <= d -> n < s -> forall t,
  fewest d Soldiers (start n s) t <-> exists k, k_is n (U n s d (best_fall_day n s d)) k /\ t = (Z.to_nat (best_fall_day n s d) + k)%nat.
Proof.
  intros Hn Hd Hs t. pose proof (T_ge_two n s d Hs). split.
  - intros [W L]. destruct (bound_T n s d t) as (i & B & Hi); auto. destruct (k_some _ _ _ Hi) as (k & K & ?).
    exists k; split; auto. pose proof (attained n s d k Hn Hd Hs K) as W'. apply L in W'. lia.
  - intros (k & K & ->). split. apply attained; auto. intros t' W'. destruct (bound_T n s d t') as (i & B & Hi); auto.
    pose proof (k_le _ _ _ _ K Hi). lia.
Qed.

(* s > n: they win exactly when the battle on the best day is won. *)
Lemma case_2_never n s d : 1 <= n -> 1 <= d -> n < s ->
  (cannot_win d Soldiers (start n s) <-> forall i, ~ shot n (U n s d (best_fall_day n s d)) i).
Proof.
  intros Hn Hd Hs. split.
  - intros N i Hi. destruct (k_some _ _ _ Hi) as (k & K & _). eapply N, attained; eauto.
  - intros N t W. apply bound_T in W; auto. destruct W as (i & _ & ?). eapply N; eauto.
Qed.

(* dpw < n: the battle on the best day is won. *)
Lemma T_golden n s d : 1 <= n -> 1 <= d < n -> n < s -> exists i, shot n (U n s d (best_fall_day n s d)) i.
Proof.
  intros Hn Hd Hs. apply golden; [lia | intro]. destruct (rho_spec n d) as [R0 R]; try lia.
  destruct (T_spec n s d) as (T2 & TU & TL); try lia. set (u := U n s d (best_fall_day n s d)) in *.
  assert (q n d u <= 0) by (apply R; auto). unfold q, Q in *. assert (u < n) by nia. nia.
Qed.

(* ---------- The closed form is the Python function ---------- *)

(* The sign of x phi - n, in whole numbers, is that of the golden form. *)
Lemma golden_sign n x : 0 < n -> 0 <= compare_golden_multiple x n <-> 0 < x /\ Q n x <= 0.
Proof.
  intro Hn. unfold compare_golden_multiple, Q. cbv zeta.
  assert (A : Z.abs x = x /\ 0 < x \/ Z.abs x = - x /\ x <= 0) by lia.
  assert (B : Z.abs (2 * n - x) = 2 * n - x /\ 0 <= 2 * n - x \/ Z.abs (2 * n - x) = - (2 * n - x) /\ 2 * n < x) by lia.
  destruct A as [[-> A] | [-> A]], B as [[-> B] | [-> B]]; cases; split; intros; nia.
Qed.

(* The least number of days, as a whole number or as a natural number. *)
Lemma least_days n x days :
  least_satisfying (defenders_dead n x) 0 days <-> exists i, days = Z.of_nat i /\ k_is n x i.
Proof.
  split.
  - intros (P & A & B). exists (Z.to_nat days). split; [lia | ].
    replace days with (Z.of_nat (Z.to_nat days)) in A by lia.
    rewrite defenders_dead_shot in A. split; auto. intros j J H. apply (B (Z.of_nat j)); [lia | ].
    rewrite defenders_dead_shot; auto.
  - intros (i & -> & [A B]). split; [lia | split]. rewrite defenders_dead_shot; auto.
    intros j J. replace j with (Z.of_nat (Z.to_nat j)) by lia. rewrite defenders_dead_shot. apply B; lia.
Qed.

(* battle_days is k, or None if no day ends the battle. *)
Lemma battle_days_spec n x answer : 0 < n -> battle_days n x answer <->
  match answer with Some k => exists i, k = Z.of_nat i /\ k_is n x i | None => forall i, ~ shot n x i end.
Proof.
  intro Hn. unfold battle_days. pose proof (golden_sign n x Hn) as G.
  destruct (Z.leb_spec 0 (compare_golden_multiple x n)) as [C | C].
  - apply G in C. destruct (Z.leb_spec x 0) as [? | _]; [lia | ].
    assert (N : forall i, ~ shot n x i) by (intros i Hi; apply only_k in Hi; lia).
    split; intro H; [subst; auto | ]. destruct answer; auto. destruct H as (i & _ & [H _]). exfalso. apply (N i H).
  - assert (E : exists i, shot n x i) by (apply golden; auto; lia).
    destruct E as [i Hi]. destruct (k_some n x i Hi) as (k & K & _). split.
    + intros (days & -> & L). apply least_days, L.
    + destruct answer as [days | ]; intro H; [ | exfalso; apply (H i Hi)].
      exists days. split; auto. apply least_days, H.
Qed.

(* Theorem A: the closed form gives the fewest waves in which the soldiers can win, or None if they cannot. *)
Theorem theorem_A : forall soldiers strength dpw : Z, 1 <= soldiers -> 1 <= strength -> 1 <= dpw ->
  forall answer : option nat,
  fewest_waves dpw Soldiers (start soldiers strength) answer <-> soldiers_fewest_waves soldiers strength dpw answer.
Proof.
  intros n s d Hn Hs Hd answer. unfold soldiers_fewest_waves. cbv zeta.
  change (s + (best_fall_day n s d - 1) * d - best_fall_day n s d * n) with (U n s d (best_fall_day n s d)).
  pose proof (fun days => battle_days_spec n (U n s d (best_fall_day n s d)) days ltac:(lia)) as B.
  destruct (Z_le_gt_dec s n) as [l | ].
  - rewrite T_one in * by auto.
    assert (K : k_is n (U n s d 1) 0) by (split; [apply shot0; unfold U; lia | intros; lia]).
    pose proof (case_1 n s d Hn Hs Hd l) as W. split.
    + intro F. exists (Some 0). rewrite B. split; [exists O; auto | ]. destruct answer as [t | ].
      destruct F as [F _]. apply W in F. subst; auto. exfalso; apply (F 1%nat), W; auto.
    + intros (days & E & ->). rewrite B in E. destruct days as [k | ]; [ | exfalso; apply (E O), K].
      destruct E as (i & -> & E). replace i with O by (pose proof (k_le _ _ _ 0 E (proj1 K)); lia).
      split. apply W; auto. intros t' W'. apply W in W'. cbn; lia.
  - pose proof (T_ge_two n s d ltac:(lia)). destruct answer as [t | ]; cbn [fewest_waves].
    + rewrite case_2 by lia. split.
      * intros (k & K & ->). exists (Some (Z.of_nat k)). rewrite B. split; [exists k; auto | f_equal; lia].
      * intros (days & E & A). rewrite B in E. destruct days as [k | ]; [ | discriminate].
        destruct E as (i & -> & E). exists i. split; auto. injection A as ->. lia.
    + rewrite case_2_never by lia. split.
      * intro N. exists None. rewrite B; auto.
      * intros (days & E & A). rewrite B in E. destruct days as [k | ]; [discriminate | auto].
Qed.

(* The soldiers cannot win exactly when dpw >= n, s > n and (s + dpw - 2n) phi >= n. *)
Theorem theorem_A_never : forall soldiers strength dpw : Z, 1 <= soldiers -> 1 <= strength -> 1 <= dpw ->
  (cannot_win dpw Soldiers (start soldiers strength) <->
   soldiers <= dpw /\ soldiers < strength /\
   0 <= compare_golden_multiple (strength + dpw - 2 * soldiers) soldiers).
Proof.
  intros n s d Hn Hs Hd. rewrite golden_sign by lia. destruct (Z_le_gt_dec s n).
  { split; intro H; [exfalso; apply (H 1%nat), case_1 | ]; auto; lia. }
  rewrite case_2_never by lia. destruct (Z_le_gt_dec n d).
  - rewrite T_two by lia. replace (U n s d 2) with (s + d - 2 * n) by (unfold U; ring). split.
    + intro N. repeat split; auto; try lia. destruct (Z_le_gt_dec (Q n (s + d - 2 * n)) 0); auto. exfalso.
      destruct (golden n (s + d - 2 * n)) as [_ [i Hi]]; try lia. apply (N i Hi).
    + intros (_ & _ & ? & H) i Hi. apply only_k in Hi; lia.
  - split; [ | lia]. intro N. destruct (T_golden n s d) as [i Hi]; try lia. exfalso; apply (N i Hi).
Qed.
