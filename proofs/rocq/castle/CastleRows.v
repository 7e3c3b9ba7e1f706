(* What the post says about wins of the castle, as printed or as corrected: castle.a to castle.f, 2d and the table. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules ClosedForms ClosedFormsA ClosedFormsB Fibonacci Day CastleSide Order AllFire OnePoint Golden
  TheoremA TheoremB Threshold SecondDay.
Open Scope Z_scope.

(* ---------- dpw < n ---------- *)

(* Few defenders and points: every play is a win of the soldiers on day 2. *)
Lemma all_shot d n C b : 1 <= n -> 1 <= d -> 1 <= C -> C + d <= n -> move (P n d C) b -> after d (P n d C) b = P n 0 0.
Proof. unfold move, after; sm; intros. cases; try lia; f_equal; lia. Qed.

Theorem cd3_castle_a : forall n s dpw : Z, 1 <= n -> 1 <= dpw < n -> n < s -> s + dpw <= 2 * n ->
  cannot_win dpw Castle (start n s) /\ forall t, wins dpw Soldiers t (start n s) <-> t = 2%nat.
Proof.
  intros n s d Hn Hd Hs H. split.
  - intros t W. assert (E : exists t, wins d Castle t (start n s)) by (exists t; exact W).
    apply can_win_second in E; lia.
  - intro t. split.
    + intro W. apply first_day_only in W as (u & -> & W); try lia. inversion W as [? O | ? b ? O M N]; subst.
      * unfold outcome in *; sm; cases; lia.
      * rewrite all_shot in N by (auto; lia). apply over in N; sm; lia.
    + intros ->. apply open_with; try lia. apply day with (b := d).
      * apply stands; sm; lia.
      * unfold move; sm; lia.
      * rewrite all_shot; try lia; [apply isover; sm; lia | unfold move; sm; lia].
Qed.

Theorem cd3_castle_b : forall n s dpw : Z, 1 <= n -> 1 <= dpw < n -> n < s ->
  forall t, wins dpw Castle t (start n s) -> (2 < t)%nat.
Proof. intros n s d Hn Hd Hs t W. apply three_at_least in W; lia. Qed.

(* Corrected: dpw = n - 1, at least 3 days, and a win on day 3 exactly when 3s >= 4n + 6 or s > 2n. *)
Theorem cd3_castle_c : forall n s dpw : Z, 1 <= n -> 1 <= dpw -> dpw = n - 1 -> n < s ->
  (forall t, wins dpw Castle t (start n s) -> (3 <= t)%nat) /\
  (wins dpw Castle 3 (start n s) <-> 4 * n + 6 <= 3 * s \/ 2 * n < s).
Proof.
  intros n s d Hn Hd E Hs. assert (F : forall t, wins d Castle t (start n s) -> (3 <= t)%nat).
  { apply three_at_least; lia. }
  split; [exact F | ]. rewrite wins_first by (auto; lia). destruct (Z_le_gt_dec s (2 * n)).
  - rewrite can_second by lia. cbv zeta. change (3 - 2)%nat with 1%nat. rewrite led_next, lead_none.
    unfold point_left. destruct (Z.eqb_spec d 1); lia.
  - split; [lia | intros _]. destruct (second_morning n d) as (A & _ & C).
    pose proof (soldiers_next n d 2) as A'. change (2 + 1) with 3 in A'.
    apply (can_from n s d 2 Hd 3); try lia. { change (3 - 1) with 2. lia. }
    split; [lia | ]. unfold can_on. change (3 - 1) with 2. rewrite A', A, C. apply today; lia.
Qed.

(* As printed, "on day 3 only if s > 2n" is false: 3/6/2. *)
Theorem cd3_castle_c_printed_false : ~ forall n s dpw : Z, 1 <= n -> 1 <= dpw -> dpw = n - 1 -> n < s ->
  wins dpw Castle 3 (start n s) -> 2 * n < s.
Proof.
  intro H. assert (2 * 3 < 6); [ | lia]. apply (H 3 6 2); try lia. apply cd3_castle_c; lia.
Qed.

(* Corrected: s = n + 2 and dpw < n, the castle can never win. *)
Theorem cd3_castle_d : forall n s dpw : Z, 1 <= n -> 1 <= dpw < n -> s = n + 2 -> cannot_win dpw Castle (start n s).
Proof.
  intros n s d Hn Hd E t W. assert (K : exists t, wins d Castle t (start n s)) by (exists t; exact W).
  apply can_win_second in K; try lia. destruct K as (U & G). rewrite golden_form in G; unfold point_left in *;
    destruct (Z.eqb_spec d 1); nia.
Qed.

(* As printed, without dpw < n, it is false: 1/3/1. *)
Theorem cd3_castle_d_printed_false : ~ forall n s dpw : Z, 1 <= n -> 1 <= dpw -> s = n + 2 ->
  cannot_win dpw Castle (start n s).
Proof. intro H. apply (H 1 3 1) with (t := 2%nat); try lia. apply cd3_two_days; lia. Qed.

(* The Fibonacci numbers. *)
Definition fibonacci (index : Z) := fst (fibonacci_pair (Z.to_nat index)).

Lemma fibonacci_values j : 0 <= j -> fibonacci (2 * j) = ev (Z.to_nat j) /\
  fibonacci (2 * j + 1) = od (Z.to_nat j) /\ fibonacci (2 * j + 2) = ev (S (Z.to_nat j)).
Proof.
  intro. unfold fibonacci. replace j with (Z.of_nat (Z.to_nat j)) by lia. rewrite Nat2Z.id. set (i := Z.to_nat j).
  rewrite fibonacci_pair_even, fibonacci_pair_odd. replace (2 * Z.of_nat i + 2) with (2 * Z.of_nat (S i)) by lia.
  rewrite fibonacci_pair_even. auto.
Qed.

(* Corrected: s = n + 3, dpw = n - 1, n > 2: day 2 + j with the least j >= 1 for which F(2j) >= n - 2. *)
Theorem cd3_castle_e : forall n s dpw : Z, 2 < n -> dpw = n - 1 -> s = n + 3 ->
  (exists t, wins dpw Castle t (start n s)) /\ forall t, fewest dpw Castle (start n s) t <->
    exists j, least_satisfying (fun j => n - 2 <= fibonacci (2 * j)) 1 j /\ t = Z.to_nat (2 + j).
Proof.
  intros n s d Hn E Hs. assert (P : point_left d = 1) by (unfold point_left; destruct (Z.eqb_spec d 1); lia). split.
  - apply can_win_second; try lia. rewrite golden_form; lia.
  - intro t. rewrite fewest_second by lia. cbv zeta. rewrite P. replace (n - 1 * d) with 1 by lia.
    replace (s + d - 2 * n - 1) with 1 by lia. apply least_same. intros j Hj.
    destruct (fibonacci_values j) as (-> & _ & _); [lia | ]. unfold lead. destruct (fib_s (Z.to_nat j)) as [-> _]. lia.
Qed.

(* … on day 3 only for n = 3. *)
Theorem cd3_castle_e_day_3 : forall n s dpw : Z, 2 < n -> dpw = n - 1 -> s = n + 3 ->
  (wins dpw Castle 3 (start n s) <-> n = 3).
Proof. intros n s d Hn E Hs. rewrite (proj2 (cd3_castle_c n s d ltac:(lia) ltac:(lia) E ltac:(lia))). lia. Qed.

(* The options of day 2, with x = 2, 1 or 0 left alive: the first lets the castle win only for n = 3, the second always
   and the third never. *)
Theorem cd3_castle_e_options : forall n s dpw : Z, 2 < n -> dpw = n - 1 -> s = n + 3 ->
  let day_2 := after dpw (start n s) 0 in
  (forall b, move day_2 b <-> 0 <= dpw - b <= 2) /\
  ((exists t, wins dpw Castle t (after dpw day_2 (dpw - 2))) <-> n = 3) /\
  (exists t, wins dpw Castle t (after dpw day_2 (dpw - 1))) /\
  cannot_win dpw Castle (after dpw day_2 (dpw - 0)).
Proof.
  intros n s d Hn E Hs. cbv zeta. assert (E2 : after d (start n s) 0 = P n d 3).
  { rewrite second_position by lia. f_equal; lia. }
  rewrite E2. assert (P : point_left d = 1) by (unfold point_left; destruct (Z.eqb_spec d 1); lia).
  split; [unfold move; sm; lia | split; [ | split]].
  - rewrite after_no_strength by lia. rewrite can_ever by lia.
    assert (G : compare_golden_multiple 2 n > 0 <-> n = 3) by (rewrite golden_form by lia; nia).
    rewrite <- G, <- (golden_wins 1) by lia. split.
    + intros (t & K). apply without_point in K; try lia. destruct K as (j & Hj & K). exists j. split; [lia | exact K].
    + intros (j & Hj & K). exists j. apply without_point; try lia. exists j. split; [lia | exact K].
  - rewrite after_strength by lia. apply can_ever; try lia.
    assert (G : exists j, (1 <= j)%nat /\ d - 1 <= lead j 1 1) 
      by (apply golden_wins; try lia; rewrite golden_form; lia).
    destruct G as (j & Hj & G). exists j. replace (n - 1) with (1 + d - 1) by lia.
    replace (d + 3 - n - 1) with 1 by lia. replace (1 + d) with (1 + d) by lia. apply with_point; try lia.
    exists j. split; [lia | exact G].
  - rewrite after_strength by lia. replace (n - 0) with n by ring. replace (0 + d) with d by ring.
    replace (d + 3 - n - 0) with 2 by lia. intros t W. apply wins_can in W; try lia.
    destruct t; [exact W | ]. apply strength_used_up in W; try lia. rewrite P in W.
    replace (n - 1 * d) with 1 in W by lia. replace (d + 2 - n - 1) with 0 in W by lia. destruct W as (j & Hj & W).
    assert (G : compare_golden_multiple 0 1 > 0) by (apply (golden_wins d); try lia; exists j; split; [lia | exact W]).
    revert G. cbv. discriminate.
Qed.

(* As printed, "on day n" is false: 5/8/4. *)
Theorem cd3_castle_e_printed_false : ~ forall n s dpw : Z, 2 < n -> dpw = n - 1 -> s = n + 3 ->
  fewest dpw Castle (start n s) (Z.to_nat n).
Proof.
  intro H. specialize (H 5 8 4 ltac:(lia) ltac:(lia) ltac:(lia)). apply cd3_castle_e in H; try lia.
  destruct H as (j & (_ & _ & J) & E). replace j with 3 in J by lia. apply (J 2); [lia | ]. cbv. discriminate.
Qed.

Theorem cd3_castle_f : forall n s dpw : Z, 1 <= n -> 1 <= dpw < n - 1 -> s = n + 3 -> cannot_win dpw Castle (start n s).
Proof.
  intros n s d Hn Hd E t W. assert (K : exists t, wins d Castle t (start n s)) by (exists t; exact W).
  apply can_win_second in K; try lia. destruct K as (U & G). rewrite golden_form in G; unfold point_left in *;
    destruct (Z.eqb_spec d 1); nia.
Qed.

(* ---------- s >= 2n, dpw >= n ---------- *)

(* Corrected: the castle wins in two days when all fire at it, the soldiers never, and they can delay it exactly when
   dpw < 2n. *)
Theorem cd3_castle_2d : forall n s dpw : Z, 1 <= n -> n <= dpw -> 2 * n <= s ->
  (let day_2 := after dpw (start n s) 0 in move (start n s) 0 /\ outcome day_2 = None /\ move day_2 0 /\
    outcome (after dpw day_2 0) = Some Castle) /\
  fewest dpw Castle (start n s) 2 /\
  cannot_win dpw Soldiers (start n s) /\
  ((exists b c, move (start n s) b /\ move (after dpw (start n s) b) c /\
    outcome (after dpw (after dpw (start n s) b) c) = None) <-> dpw < 2 * n).
Proof.
  intros n s d Hn Hd Hs. assert (M : move (start n s) 0) by (unfold move; sm; lia).
  assert (E2 : after d (start n s) 0 = P n d (s - n)) by (apply second_position; lia).
  cbv zeta. rewrite E2. split; [ | split; [ | split]].
  - split; [exact M | split; [apply stands; sm; lia | split; [unfold move; sm; lia | ]]].
    unfold outcome, after; sm; cases; lia || auto.
  - split; [apply cd3_two_days; lia | apply two_at_least; lia].
  - apply theorem_A_never; try lia. split; [lia | split; [lia | ]].
    assert (compare_golden_multiple (s + d - 2 * n) n > 0) by (apply golden_form; nia). lia.
  - split.
    + intros (b & c & Mb & Mc & O). pose proof (first_day d n s b ltac:(lia) Hn ltac:(lia) Mb) as [-> _].
      rewrite E2 in *.
      apply goes_on in O. unfold move, after in *; sm. lia.
    + intro. exists 0, n. rewrite E2. split; [exact M | split; [unfold move; sm; lia | ]].
      apply stands; unfold after; sm; cases; lia.
Qed.

(* As printed, "the soldiers can delay" is false: 1/2/2. *)
Theorem cd3_castle_2d_printed_false : ~ forall n s dpw : Z, 1 <= n -> n <= dpw -> 2 * n <= s ->
  exists b c, move (start n s) b /\ move (after dpw (start n s) b) c /\
    outcome (after dpw (after dpw (start n s) b) c) = None.
Proof. intro H. specialize (H 1 2 2 ltac:(lia) ltac:(lia) ltac:(lia)). apply cd3_castle_2d in H; lia. Qed.

(* ---------- The final table, row 2a ---------- *)

(* Corrected: dpw < n < s: never in two days; the castle can win exactly from the threshold on, in the days
   of Theorem B;    the rule of two days is true for dpw >= n. *)
Theorem cd3_table_2a : forall n s dpw : Z, 1 <= n -> 1 <= dpw < n -> n < s ->
  (forall t, wins dpw Castle t (start n s) -> (2 < t)%nat) /\
  (forall threshold, castle_min_winning_strength n dpw threshold ->
    ((exists t, wins dpw Castle t (start n s)) <-> threshold <= s)) /\
  (forall answer, fewest_waves dpw Castle (start n s) answer <-> castle_fewest_waves n s dpw answer).
Proof.
  intros n s d Hn Hd Hs. split; [apply cd3_castle_b; auto | split].
  - intros a A. apply can_win_threshold; auto; lia.
  - intro answer. apply theorem_B; lia.
Qed.

Theorem cd3_table_2a_two_days : forall n s dpw : Z, 1 <= n -> n <= dpw -> n < s ->
  (wins dpw Castle 2 (start n s) <-> 3 * n <= s + dpw).
Proof. intros n s d Hn Hd Hs. rewrite cd3_two_days; lia. Qed.

(* As printed, both halves are false: 2/6/1 (no win in two days), 2/5/1 (a win). *)
Theorem cd3_table_2a_printed_false :
  (forall n s dpw : Z, 1 <= n -> 1 <= dpw < n -> n < s -> 3 * n < dpw + s -> ~ wins dpw Castle 2 (start n s)) /\
  ~ forall n s dpw : Z, 1 <= n -> 1 <= dpw < n -> n < s -> dpw + s <= 3 * n -> cannot_win dpw Castle (start n s).
Proof.
  split.
  - intros n s d Hn Hd Hs H W. apply cd3_two_days in W; lia.
  - intro H. apply (H 2 5 1) with (t := 3%nat); try lia. apply cd3_castle_c; lia.
Qed.
