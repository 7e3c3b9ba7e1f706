(* Rows 1, 2b, 2c and 2d of the post's table of the soldiers' fewest waves, and what the five rows cover. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules ClosedForms ClosedFormsA Day Battle BestDay TheoremA PublishedFormulas Logarithm.
Open Scope Z_scope.

(* ---------- Row 1 ---------- *)

(* s <= n: every play is a win of the soldiers in one day, and the castle cannot win. *)
Theorem cd3_case1 : forall n s dpw : Z, 1 <= n -> 1 <= s -> 1 <= dpw -> s <= n ->
  (forall t, wins dpw Soldiers t (start n s) <-> t = 1%nat) /\ cannot_win dpw Castle (start n s).
Proof.
  intros n s d Hn Hs Hd H. split. apply case_1; auto. intros t W. inversion W as [? O | ? b u O M L]; subst.
  - unfold outcome in O; sm; cases; lia.
  - assert (E : after d (start n s) b = P n 0 0).
    { unfold move, after, start in *; sm. cases; try lia; f_equal; lia. }
    rewrite E in L. inversion L; subst; unfold outcome in *; sm; cases; lia.
Qed.

Theorem cd3_row1 : forall n s dpw : Z, 1 <= n -> 1 <= s -> 1 <= dpw -> s <= n ->
  fewest_waves dpw Soldiers (start n s) (Some 1%nat).
Proof.
  intros n s d Hn Hs Hd H. pose proof (case_1 n s d Hn Hs Hd H) as W. split. apply W; auto.
  intros t' W'. apply W in W'. lia.
Qed.

(* ---------- Rows 2b, 2c and 2d ---------- *)

(* dpw >= n: the castle falls on day 2. *)
Lemma row_two n s d : 1 <= n -> n <= d -> n < s ->
  forall t, fewest d Soldiers (start n s) t <-> exists k, k_is n (s + d - 2 * n) k /\ t = (2 + k)%nat.
Proof.
  intros Hn Hd Hs t. rewrite case_2, T_two by lia.
  replace (U n s d 2) with (s + d - 2 * n) by (unfold U; ring). reflexivity.
Qed.

(* x phi < n and dpw + s < (phi + 1) n are the same condition, for x = s + dpw - 2n. *)
Lemma golden_border n x : 0 < n -> compare_golden_multiple n (n + x) <= 0 <-> 0 < x /\ Q n x <= 0.
Proof.
  intro Hn. unfold compare_golden_multiple, Q. cbv zeta. rewrite (Z.abs_eq n) by lia.
  assert (B : Z.abs (2 * (n + x) - n) = n + 2 * x /\ 0 <= n + 2 * x \/
              Z.abs (2 * (n + x) - n) = - (n + 2 * x) /\ n + 2 * x < 0) by lia.
  destruct B as [[-> B] | [-> B]]; cases; split; intros; nia.
Qed.

(* 2b.limit: dpw >= n, n < s: the soldiers can win exactly when dpw + s < (phi + 1) n ... *)
Theorem cd3_2b_limit : forall n s dpw : Z, 1 <= n -> n <= dpw -> n < s ->
  ((exists t, wins dpw Soldiers t (start n s)) <-> 0 < compare_golden_multiple n (dpw + s - n)).
Proof.
  intros n s d Hn Hd Hs. replace (d + s - n) with (n + (s + d - 2 * n)) by ring.
  pose proof (golden_border n (s + d - 2 * n) ltac:(lia)) as G. pose proof (golden n (s + d - 2 * n) ltac:(lia)) as H.
  split.
  - intros [t W]. apply bound_T in W as (i & _ & Hi); try lia. rewrite T_two in Hi by lia.
    replace (U n s d 2) with (s + d - 2 * n) in Hi by (unfold U; ring).
    destruct H as [H _]. specialize (H (ex_intro _ i Hi)). lia.
  - intro C. destruct H as [_ [i Hi]]; [lia | ]. destruct (k_some _ _ _ Hi) as (k & K & _).
    exists (2 + k)%nat. eapply row_two; eauto; lia.
Qed.

(* ... that is, when x phi < n for the x = s + dpw - 2n defenders left alive on day 2. *)
Theorem cd3_2b_limit_left_alive : forall n s dpw : Z, 1 <= n ->
  (0 < compare_golden_multiple n (dpw + s - n) <-> compare_golden_multiple (s + dpw - 2 * n) n < 0).
Proof.
  intros n s d Hn. replace (d + s - n) with (n + (s + d - 2 * n)) by ring.
  pose proof (golden_border n (s + d - 2 * n) ltac:(lia)). pose proof (golden_sign n (s + d - 2 * n) ltac:(lia)). lia.
Qed.

(* Row 2b: 2 + max(0, k) days, and k is at least 1. *)
Theorem cd3_row2b : forall n s dpw : Z, 1 <= n -> n < s < 2 * n -> n <= dpw -> 2 * n < dpw + s ->
  0 < compare_golden_multiple n (dpw + s - n) ->
  forall answer, fewest_waves dpw Soldiers (start n s) answer <->
  exists k, published_battle_days n (s + dpw - 2 * n) (Some k) /\ answer = Some (Z.to_nat (2 + Z.max 0 k)).
Proof.
  intros n s d Hn Hs Hd Hx C answer. destruct answer as [t | ]; cbn [fewest_waves].
  - rewrite row_two by lia. split.
    + intros (k & K & ->). exists (Z.of_nat k). split; [apply max_published; auto; lia | f_equal; lia].
    + intros (k & B & A). apply published_max in B as (i & M & K); try lia. exists i. split; auto.
      assert (t = Z.to_nat (2 + Z.max 0 k)) by congruence. lia.
  - split; [ | intros (k & _ & A); discriminate]. intro N. exfalso.
    apply cd3_2b_limit in C as [t W]; try lia. apply (N t W).
Qed.

(* Row 2c: no play wins. *)
Theorem cd3_row2c : forall n s dpw : Z, 1 <= n -> n < s < 2 * n -> n <= dpw ->
  compare_golden_multiple n (dpw + s - n) <= 0 -> cannot_win dpw Soldiers (start n s).
Proof.
  intros n s d Hn Hs Hd C t W. assert (0 < compare_golden_multiple n (d + s - n)); [ | lia].
  apply cd3_2b_limit; try lia. eauto.
Qed.

(* Row 2d, from s = 2n on: no play wins. *)
Theorem cd3_row2d : forall n s dpw : Z, 1 <= n -> 2 * n <= s -> n <= dpw -> cannot_win dpw Soldiers (start n s).
Proof.
  intros n s d Hn Hs Hd. apply theorem_A_never; try lia. repeat split; try lia. apply golden_sign; try lia.
  unfold Q. nia.
Qed.

(* ---------- The five rows together ---------- *)

(* The conditions of the closing table, as printed. *)
Definition printed_condition (n s dpw : Z) (r : row) : Prop :=
  match r with
  | Row1 => s <= n
  | Row2a => n < s /\ dpw < n
  | Row2b => n < s < 2 * n /\ n <= dpw /\ 2 * n < dpw + s /\ 0 < compare_golden_multiple n (dpw + s - n)
  | Row2c => n < s < 2 * n /\ n <= dpw /\ 2 * n < dpw + s /\ compare_golden_multiple n (dpw + s - n) <= 0
  | Row2d => 2 * n < s /\ n <= dpw
  end.

(* The same with 2d from s = 2n on, as in the text of the post. *)
Definition condition (n s dpw : Z) (r : row) : Prop :=
  match r with Row2d => 2 * n <= s /\ n <= dpw | _ => printed_condition n s dpw r end.

(* With 2d from s = 2n on, exactly one row covers every game. *)
Theorem cd3_cover : forall n s dpw : Z, 1 <= n -> 1 <= s -> 1 <= dpw -> exists! r, condition n s dpw r.
Proof.
  intros n s d Hn Hs Hd.
  assert (E : exists r, condition n s d r).
  { destruct (Z_le_gt_dec s n); [exists Row1 | destruct (Z_lt_ge_dec d n); [exists Row2a | ]]; [cbn; lia .. | ].
    destruct (Z_le_gt_dec (2 * n) s); [exists Row2d | ]; [unfold condition; lia | ].
    destruct (Z_le_gt_dec (compare_golden_multiple n (d + s - n)) 0); [exists Row2c | exists Row2b];
      unfold condition, printed_condition; lia. }
  destruct E as [r R]. exists r. split; auto.
  intros r' R'. destruct r, r'; auto; unfold condition, printed_condition in *; lia.
Qed.

(* It is the row of the Python function. *)
Theorem cd3_cover_case_of : forall n s dpw : Z, 1 <= n -> 1 <= s -> 1 <= dpw -> condition n s dpw (case_of n s dpw).
Proof.
  intros n s d Hn Hs Hd. pose proof (cd3_2b_limit_left_alive n s d Hn).
  unfold case_of. cases; unfold condition, printed_condition; lia.
Qed.

(* As printed, no row covers exactly the games with s = 2n and dpw >= n. *)
Theorem cd3_cover_printed : forall n s dpw : Z, 1 <= n -> 1 <= s -> 1 <= dpw ->
  ((forall r, ~ printed_condition n s dpw r) <-> s = 2 * n /\ n <= dpw).
Proof.
  intros n s d Hn Hs Hd. split.
  - intro N. pose proof (N Row1). pose proof (N Row2a). pose proof (N Row2b). pose proof (N Row2c).
    pose proof (N Row2d). unfold printed_condition in *. lia.
  - intros H [ | | | | ]; unfold printed_condition; lia.
Qed.
