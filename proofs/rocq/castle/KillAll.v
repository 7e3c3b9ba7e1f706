(* Section 2.a, dpw < n: killing every defender every day, (8), (11), the quadratic, and the fastest win. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules ClosedForms ClosedFormsA Day Battle BestDay TheoremA PublishedFormulas Row2a.
Open Scope Z_scope.

(* A play of t days that leaves no defender alive on any of them. *)
Inductive kill_all (dpw : Z) : nat -> pos -> pos -> Prop :=
| kill_none p : kill_all dpw 0 p p
| kill_day p t p' : outcome p = None -> move p (de p) -> kill_all dpw t (after dpw p (de p)) p' ->
    kill_all dpw (S t) p p'.

(* One day after another. *)
Lemma kill_all_app d t u p p' p'' : kill_all d t p p' -> kill_all d u p' p'' -> kill_all d (t + u) p p''.
Proof. intros H H'. induction H; auto. cbn [Nat.add]. constructor; auto. Qed.

(* A day with strength left takes n - dpw points. *)
Lemma kill_all_day n d C : 1 <= d < n -> 0 < C - (n - d) -> kill_all d 1 (P n d C) (P n d (C - (n - d))).
Proof.
  intros. apply kill_day. apply stands; sm; lia. unfold move; sm; lia.
  replace (after d (P n d C) (de (P n d C))) with (P n d (C - (n - d)))
    by (unfold after; sm; cases; try lia; f_equal; lia).
  constructor.
Qed.

Lemma kill_all_days n d : 1 <= d < n -> forall (j : nat) C, 0 < C - Z.of_nat j * (n - d) ->
  kill_all d j (P n d C) (P n d (C - Z.of_nat j * (n - d))).
Proof.
  intros Hd. induction j; intros C H.
  - replace (C - Z.of_nat 0 * (n - d)) with C by lia. constructor.
  - apply (kill_all_app d 1 j _ (P n d (C - (n - d)))). apply kill_all_day; auto; nia.
    replace (C - Z.of_nat (S j) * (n - d)) with (C - (n - d) - Z.of_nat j * (n - d)) by lia. apply IHj. nia.
Qed.

(* The day on which no strength is left is a win. *)
Lemma kill_all_end n d C : 1 <= d < n -> 0 < C -> C - (n - d) <= 0 -> kill_all d 1 (P n d C) (P n 0 0).
Proof.
  intros. apply kill_day. apply stands; sm; lia. unfold move; sm; lia.
  replace (after d (P n d C) (de (P n d C))) with (P n 0 0) by (unfold after; sm; cases; try lia; f_equal; lia).
  constructor.
Qed.

(* With strength left, the play has led nowhere else. *)
Lemma kill_all_only n d : 1 <= d < n -> forall (j : nat) C p, 0 < C -> kill_all d j (P n d C) p -> 0 < st p ->
  p = P n d (C - Z.of_nat j * (n - d)).
Proof.
  intros Hd. induction j; intros C p HC K Hp; inversion K as [ | ? ? ? O M L]; subst.
  - f_equal; lia.
  - destruct (Z_le_gt_dec (C - (n - d)) 0).
    + replace (after d (P n d C) (de (P n d C))) with (P n 0 0) in L
        by (unfold after; sm; cases; try lia; f_equal; lia).
      inversion L as [ | ? ? ? O' ? ?]; subst; sm; [lia | ]. unfold outcome in O'; sm; cases; lia.
    + replace (after d (P n d C) (de (P n d C))) with (P n d (C - (n - d))) in L
        by (unfold after; sm; cases; try lia; f_equal; lia).
      apply IHj in L; auto; [ | lia]. subst p. f_equal; lia.
Qed.

Lemma kill_all_first n s d : 1 <= n -> 1 <= d -> n < s -> kill_all d 1 (start n s) (P n d (s - n)).
Proof.
  intros. assert (M : move (start n s) (de (start n s))) by (unfold move; sm; lia).
  apply kill_day; auto. apply stands; sm; lia. apply first_day with (d := d) in M as [_ ->]; auto. constructor.
Qed.

(* (8), corrected: day t = j + 2 begins with n soldiers, dpw defenders and s - n - (t - 2)(n - dpw) points. *)
Theorem cd3_eq8 : forall n s dpw : Z, 1 <= n -> 1 <= dpw -> dpw < n -> n < s -> forall t : Z, 2 <= t ->
  0 < s - n - (t - 2) * (n - dpw) ->
  kill_all dpw (Z.to_nat (t - 1)) (start n s) (P n dpw (s - n - (t - 2) * (n - dpw))).
Proof.
  intros n s d Hn Hd Hdn Hs t Ht HC. replace (Z.to_nat (t - 1)) with (1 + Z.to_nat (t - 2))%nat by lia.
  eapply kill_all_app. apply kill_all_first; auto.
  pose proof (kill_all_days n d ltac:(lia) (Z.to_nat (t - 2)) (s - n)) as K. rewrite Z2Nat.id in K by lia. auto.
Qed.

(* ... and U(t) = s + (t - 1) dpw - t n are left alive if the castle falls on day t without a wasted shot. *)
Theorem cd3_eq8_left_alive : forall n s dpw t : Z,
  (s - n - (t - 2) * (n - dpw)) + dpw - n = s + (t - 1) * dpw - t * n.
Proof. intros; ring. Qed.

(* (8) as printed is wrong for every game and every day q on which strength is left. *)
Theorem cd3_eq8_printed : forall n s dpw : Z, 1 <= n -> 1 <= dpw -> dpw < n -> n < s -> forall (q : Z) (p : pos),
  1 <= q -> kill_all dpw (Z.to_nat (q - 1)) (start n s) p -> 0 < st p -> st p <> s - n * q + (q - 1) * dpw.
Proof.
  intros n s d Hn Hd Hdn Hs q p Hq K Hp. destruct (Z.eq_dec q 1) as [-> | ].
  - inversion K; subst. sm. lia.
  - replace (Z.to_nat (q - 1)) with (S (Z.to_nat (q - 2))) in K by lia.
    inversion K as [ | ? ? ? O M L]; subst. apply first_day with (d := d) in M as [_ E]; auto. rewrite E in L.
    apply kill_all_only in L; auto; try lia. subst p. sm. rewrite Z2Nat.id by lia. nia.
Qed.

(* (11): one day later, dpw - n more are left alive. *)
Theorem cd3_eq11 : forall n s dpw q : Z,
  let x q := s + q * dpw - (q + 1) * n in x (q + 1) = s + (q + 1) * dpw - (q + 2) * n /\ x (q + 1) = x q + dpw - n.
Proof. intros. unfold x. split; ring. Qed.

(* The quadratic: x^2 - n dpw + dpw x > 0 says x > rho. *)
Theorem cd3_quad_root : forall n dpw x : Z, 1 <= n -> 1 <= dpw -> 1 <= x ->
  (0 < x * x - n * dpw + dpw * x <-> most_left_alive n dpw < x).
Proof.
  intros n d x Hn Hd Hx. destruct (rho_spec n d Hn Hd) as [_ R]. specialize (R x ltac:(lia)). unfold q in R. lia.
Qed.

(* Above it, felling the castle a day later ends the battle no later ... *)
Theorem cd3_quad_wait : forall n dpw x : Z, 1 <= n -> 1 <= dpw < n -> 1 <= x -> 0 < x * x - n * dpw + dpw * x ->
  forall k, battle_days n x (Some k) -> exists k', battle_days n (x + dpw - n) (Some k') /\ 1 + k' <= k.
Proof.
  intros n d x Hn Hd Hx H k B. apply battle_days_spec in B as (i & -> & [A _]); [ | lia].
  apply wait with (d := d) in A as (i' & -> & A); unfold q; try lia. destruct (k_some _ _ _ A) as (k' & K & ?).
  exists (Z.of_nat k'). split; [ | lia]. apply battle_days_spec; eauto; lia.
Qed.

(* ... and up to it, felling the castle a day earlier ends the battle no later. *)
Theorem cd3_quad_fall : forall n dpw x : Z, 1 <= n -> 1 <= dpw < n -> 1 <= x -> x * x - n * dpw + dpw * x <= 0 ->
  forall k', battle_days n (x + dpw - n) (Some k') -> exists k, battle_days n x (Some k) /\ k <= 1 + k'.
Proof.
  intros n d x Hn Hd Hx H k B. apply battle_days_spec in B as (i & -> & [A _]); [ | lia].
  apply drop with (d := d) in A; unfold q; try lia. destruct (k_some _ _ _ A) as (k' & K & ?).
  exists (Z.of_nat k'). split; [ | lia]. apply battle_days_spec; eauto; lia.
Qed.

(* (12) as printed: if it is 1 or less, no play fells the castle by that day. *)
Theorem cd3_eq12_printed : forall n s dpw : Z, 1 <= n -> 1 <= dpw -> dpw < n -> n < s ->
  published_fall_day n s dpw <= 1 ->
  forall p, plays dpw (Z.to_nat (published_fall_day n s dpw)) (start n s) p -> 0 < st p.
Proof.
  intros n s d Hn Hd Hdn Hs Hq p W. assert (E : (Z.to_nat (published_fall_day n s d) <= 1)%nat) by lia.
  set (t := Z.to_nat _) in *. clearbody t. inversion W as [ | ? b u ? N M L]; subst; [sm; lia | ].
  apply first_day with (d := d) in M as [_ F]; auto. rewrite F in L. assert (u = O) by lia. subst u.
  inversion L; subst; sm; lia.
Qed.

(* The fastest win kills every defender before day T. It fells the castle on day T, or it kills all on days T and T + 1
   too and wins then. *)
Theorem cd3_opt : forall n s dpw : Z, 1 <= n -> 1 <= dpw -> dpw < n -> n < s ->
  let t := Z.to_nat (best_fall_day n s dpw) in
  (exists p b k, kill_all dpw (t - 1) (start n s) p /\ 0 < st p /\ move p b /\ st (after dpw p b) = 0 /\
                 wins dpw Soldiers k (after dpw p b) /\ fewest dpw Soldiers (start n s) (t + k)) \/
  (exists p, kill_all dpw (t + 1) (start n s) p /\ outcome p = Some Soldiers /\
             fewest dpw Soldiers (start n s) (t + 1)).
Proof.
  intros n s d Hn Hd Hdn Hs t. destruct (rho_spec n d) as [R0 R]; try lia.
  destruct (T_spec n s d) as (T2 & TU & _); try lia. pose proof (strength_before_T n s d Hn ltac:(lia) Hs) as HC.
  destruct (T_golden n s d) as [i Hi]; try lia. destruct (k_some _ _ _ Hi) as (k & K & _).
  assert (F : fewest d Soldiers (start n s) (t + k)) by (apply case_2; auto; exists k; auto).
  pose proof (cd3_eq8 n s d Hn Hd Hdn Hs (best_fall_day n s d) T2 HC) as E. fold t in E.
  replace (Z.to_nat (best_fall_day n s d - 1)) with (t - 1)%nat in E by lia.
  set (C := s - n - (best_fall_day n s d - 2) * (n - d)) in *. assert (Ut : U n s d (best_fall_day n s d) = C + d - n) by (unfold U, C; ring).
  rewrite Ut in *. clear Hi. destruct (Z_le_gt_dec (C + d - n) d) as [L | L].
  - left. destruct (Z_le_gt_dec (C + d - n) 0) as [l | ].
    + rewrite (k_neg _ _ _ l K) in F. exists (P n d C), d, O.
      repeat split; auto; try (unfold move; sm; lia); try apply F.
      * unfold after; sm; lia.
      * replace (after d (P n d C) d) with (P n 0 0) by (unfold after; sm; cases; try lia; f_equal; lia).
        apply isover; sm; lia.
    + assert (C + d - n < n) by (eapply shot_few; [apply K | lia | lia]).
      exists (P n d C), (n - C), k. repeat split; auto; try (unfold move; sm; lia); try apply F.
      * unfold after; sm; lia.
      * replace (after d (P n d C) (n - C)) with (P (n - (C + d - n)) (C + d - n) 0)
          by (unfold after; sm; cases; try lia; f_equal; lia).
        apply battle; auto; lia.
  - right. destruct (edge n d (C + d - n) k) as [? ->]; auto; try lia. apply R; lia.
    exists (P n 0 0). split; [ | split; [unfold outcome; sm; cases; auto; lia | exact F]].
    replace (t + 1)%nat with ((t - 1) + (1 + 1))%nat by lia. eapply kill_all_app; [exact E | ].
    eapply kill_all_app; [apply kill_all_day; lia | apply kill_all_end; lia].
Qed.

(* Killing all every day takes 1 + ceiling((s - n) / (n - dpw)) days. *)
Theorem cd3_opt_kill_all : forall n s dpw : Z, 1 <= n -> 1 <= dpw -> dpw < n -> n < s ->
  exists p, kill_all dpw (Z.to_nat (1 + ceiling_division (s - n) (n - dpw))) (start n s) p /\
            outcome p = Some Soldiers.
Proof.
  intros n s d Hn Hd Hdn Hs. unfold ceiling_division. pose proof (Z.div_mod (- (s - n)) (n - d) ltac:(lia)).
  pose proof (Z.mod_pos_bound (- (s - n)) (n - d) ltac:(lia)). set (w := - (s - n) / (n - d)) in *.
  set (m := (- (s - n)) mod (n - d)) in *. clearbody w m. assert (w < 0) by nia.
  exists (P n 0 0). split; [ | unfold outcome; sm; cases; auto; lia].
  replace (Z.to_nat (1 + - w)) with (Z.to_nat ((1 - w) - 1) + 1)%nat by lia.
  eapply kill_all_app; [apply cd3_eq8; auto; nia | apply kill_all_end; nia].
Qed.

(* ... and no other number of days: the play has no choice. *)
Lemma kill_all_once d t p p1 : kill_all d t p p1 -> outcome p1 <> None -> forall u p2,
  kill_all d u p p2 -> outcome p2 <> None -> t = u.
Proof.
  intros K. induction K as [p | p t p1 N M K IH]; intros E u p2 L E2.
  - destruct L; [reflexivity | congruence].
  - inversion L as [ | ? v ? N' M' L']; subst; [congruence | ]. f_equal. eapply IH; eauto.
Qed.

Theorem cd3_opt_kill_all_only : forall n s dpw : Z, 1 <= n -> 1 <= dpw -> dpw < n -> n < s -> forall t p,
  kill_all dpw t (start n s) p -> outcome p = Some Soldiers ->
  t = Z.to_nat (1 + ceiling_division (s - n) (n - dpw)).
Proof.
  intros n s d Hn Hd Hdn Hs t p K E. destruct (cd3_opt_kill_all n s d) as (p' & K' & E'); auto.
  eapply kill_all_once; [exact K | | exact K' | ]; congruence.
Qed.

(* As printed, that it is never slower, it is false: 4/7/3. *)
Theorem cd3_opt_printed : 1 + ceiling_division (7 - 4) (4 - 3) = 4 /\ fewest 3 Soldiers (start 4 7) 3.
Proof.
  split; [reflexivity | ]. apply (theorem_A 4 7 3 ltac:(lia) ltac:(lia) ltac:(lia) (Some 3%nat)).
  exists (Some 1). split; [ | reflexivity]. apply battle_days_spec; [lia | ]. exists 1%nat. split; [reflexivity | ].
  split; [cbv; discriminate | ]. intros j J. replace j with O by lia. rewrite shot0. cbv. intro H; apply H; reflexivity.
Qed.
