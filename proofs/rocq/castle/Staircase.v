(* The staircase: the least strength with which the castle can win, by lower Wythoff numbers, and where it is exceptional. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules ClosedForms ClosedFormsA ClosedFormsB Fibonacci CastleSide Order AllFire OnePoint Golden
  TheoremB Threshold StairDay Wythoff.
Open Scope Z_scope.

(* The soldiers of a day, less the fresh defenders that come out after it. *)
Definition margin (n d t : Z) : Z := soldiers_on n d t - d.

(* The first day on which the castle wins if all its (t - 1) d defenders but one are left alive: (t - 1) d - 1 times phi
   is greater than the margin. *)
Definition stair (n d t : Z) : Prop :=
  least_satisfying (fun u => let x := (u - 1) * d - 1 in
    margin n d u < 0 \/ margin n d u * margin n d u < x * x + x * margin n d u) 2 t.

(* floor (k / phi) = floor (phi k) - k: 0, 0, 1, 1, 2, 3, 3, ... *)
Definition wythoff_less (k : Z) : Z := wythoff k - k.

(* The pairs at which the castle needs a point or two more: one n for each d and each day from the third on. *)
Definition exceptional (n d t : Z) : Prop :=
  3 <= t /\ n = d * ((t - 1) * (t - 2) / 2 + 1) + wythoff_less ((t - 2) * d - 1).

Lemma wythoff_least k : 0 <= k -> k <= wythoff k.
Proof.
  intro K. unfold wythoff. assert (k <= Z.sqrt (5 * k * k)) by (apply Z.sqrt_le_square; nia).
  apply Z.div_le_lower_bound; lia.
Qed.

(* j <= floor (phi k), as a quadratic form, for all j >= 0. *)
Lemma wythoff_form k j : 0 <= k -> 0 <= j -> (j <= wythoff k <-> j * j - j * k - k * k <= 0).
Proof.
  intros K J. destruct (Z_le_gt_dec k j); [apply wythoff_spec; auto|].
  pose proof (wythoff_least k K). split; intro; [nia|lia].
Qed.

(* The form has no zero: phi is irrational. *)
Lemma no_zero b : forall j k, 0 <= j <= Z.of_nat b -> 1 <= k -> 0 <= j -> j * j - j * k - k * k <> 0.
Proof.
  induction b as [|b IH]; intros j k B K J E; [nia|].
  assert (k < j) by nia. assert (j < 2 * k) by nia.
  apply (IH k (j - k)); nia.
Qed.

Lemma not_zero j k : 0 <= j -> 1 <= k -> j * j - j * k - k * k <> 0.
Proof. intros. apply (no_zero (Z.to_nat j)); lia. Qed.

(* i <= floor (j / phi). *)
Lemma wythoff_less_form j i : 0 <= j -> 0 <= i -> (i <= wythoff_less j <-> i * i + i * j - j * j <= 0).
Proof.
  intros J I. unfold wythoff_less. pose proof (wythoff_form j (i + j) J ltac:(lia)) as W.
  split; intro H; [apply Z.le_trans with ((i + j) * (i + j) - (i + j) * j - j * j); [nia | apply W; lia]|].
  assert (i + j <= wythoff j); [apply W; nia | lia].
Qed.

(* j lies above phi m and not above phi (m + 1) exactly when m = floor (j / phi). *)
Lemma between m j : 0 <= m -> 1 <= j -> (wythoff m < j <= wythoff (m + 1) <-> m = wythoff_less j).
Proof.
  intros M J. pose proof (wythoff_form m j M ltac:(lia)). pose proof (wythoff_form (m + 1) j ltac:(lia) ltac:(lia)).
  pose proof (wythoff_less_form j m ltac:(lia) M). pose proof (wythoff_less_form j (m + 1) ltac:(lia) ltac:(lia)).
  pose proof (not_zero (m + j) j ltac:(lia) J). pose proof (not_zero (m + 1 + j) j ltac:(lia) J).
  assert (wythoff m < j <-> m <= wythoff_less j).
  { split; intro; [apply H1; assert (~ j <= wythoff m) by lia; assert (0 < j * j - j * m - m * m) by (apply Z.nle_gt; tauto); nia|].
    apply Z.nle_gt; intro. apply H1 in H5. apply H in H6. nia. }
  assert (j <= wythoff (m + 1) <-> ~ m + 1 <= wythoff_less j).
  { split; intro A; [intro B; apply H2 in B; apply H0 in A; nia|].
    apply H0. assert (~ (m + 1) * (m + 1) + (m + 1) * j - j * j <= 0) by tauto. nia. }
  lia.
Qed.

Lemma wythoff_steps m : 0 <= m -> wythoff m < wythoff (m + 1) <= wythoff m + 2.
Proof.
  intro M. pose proof (wythoff_least m M) as L. set (j := wythoff m) in *.
  assert (Hj : j * j - j * m - m * m <= 0) by (apply wythoff_form; lia).
  assert (Hn : ~ j + 1 <= wythoff m) by (fold j; lia). rewrite wythoff_form in Hn by lia.
  split.
  - assert (j + 1 <= wythoff (m + 1)); [apply wythoff_form; [lia | lia | nia] | lia].
  - apply Z.nlt_ge. intro C. assert (j + 3 <= wythoff (m + 1)) as D by lia. rewrite wythoff_form in D by lia. nia.
Qed.

(* What the last day and the day before say. *)
Lemma on_stair n d t : 2 <= d <= n -> stair n d t -> 2 <= t /\ 0 <= margin n d t /\
  (3 <= t -> (t - 2) * d - 1 <= wythoff (margin n d t + 1)).
Proof.
  intros D (T & _ & F). split; [auto|]. destruct (Z.eq_dec t 2) as [-> | N].
  - split; [|lia]. unfold margin, soldiers_on. change ((2 - 1) * (2 - 2) / 2) with 0. lia.
  - specialize (F (t - 1) ltac:(lia)). cbv zeta in F. unfold margin in *.
    pose proof (soldiers_next n d (t - 1)) as S. replace (t - 1 + 1) with t in S by ring.
    set (m := soldiers_on n d t - d) in *. set (j := (t - 2) * d - 1).
    assert (J : 1 <= j) by (unfold j; nia).
    replace (soldiers_on n d (t - 1) - d) with (m + 1 + j) in F by (unfold m, j; nia).
    replace ((t - 1 - 1) * d - 1) with j in F by (unfold j; ring).
    assert (M : 0 <= m) by (apply Z.nlt_ge; intro; apply F; destruct (Z_lt_le_dec (m + 1 + j) 0); [lia | right; nia]).
    split; auto. intros _. apply wythoff_form; nia.
Qed.

Theorem staircase n d s t : 2 <= d <= n -> 1 <= s -> stair n d t ->
  ((exists w, wins d Castle w (start n s)) <->
   shots_by n d (t - 1) + 1 + Z.max 0 (wythoff (margin n d t) - (t - 2) * d + 1) <= s).
Proof.
  intros D Hs St. pose proof (on_stair n d t D St) as (T & M & _). apply can_win_threshold; try lia.
  assert (P : point_left d = 1) by (unfold point_left; destruct (Z.eqb_spec d 1); lia).
  apply without_search; try lia. unfold least_by_search. exists t. cbv zeta. rewrite P. split.
  - destruct St as (A & B & C). unfold least_satisfying, margin in *. cbv zeta in *.
    replace (soldiers_on n d t - 1 * d) with (soldiers_on n d t - d) by ring.
    split; [auto | split].
    + apply golden_form; [nia | auto].
    + intros u U. replace (soldiers_on n d u - 1 * d) with (soldiers_on n d u - d) by ring.
      rewrite golden_form by nia. apply C. auto.
  - unfold margin in *. replace (soldiers_on n d t - 1 * d) with (soldiers_on n d t - d) by ring.
    pose proof (shots_next n d (t - 1)) as A. replace (t - 1 + 1) with t in A by ring. rewrite A.
    destruct (Z.ltb_spec (soldiers_on n d t - d) 0); [lia|]. unfold wythoff.
    set (m := soldiers_on n d t - d) in *. replace (soldiers_on n d t) with (m + d) by (unfold m; ring).
    set (r := Z.sqrt (5 * m * m)). replace (m + r) with (r - m + m * 2) by ring. rewrite Z.div_add by lia. lia.
Qed.

(* With more than n fresh defenders a wave, one point more than the soldiers is enough. *)
Theorem staircase_above n d s : 2 <= d -> 1 <= n < d -> 1 <= s ->
  ((exists w, wins d Castle w (start n s)) <-> n + 1 <= s).
Proof.
  intros D N Hs. apply can_win_threshold; try lia.
  assert (P : point_left d = 1) by (unfold point_left; destruct (Z.eqb_spec d 1); lia).
  assert (S2 : soldiers_on n d 2 = n) by (unfold soldiers_on; change ((2 - 1) * (2 - 2) / 2) with 0; ring).
  assert (A1 : shots_by n d (2 - 1) = n) by (unfold shots_by; change ((2 - 1) * ((2 - 1) - 1) * ((2 - 1) - 2) / 6) with 0; ring).
  assert (A2 : shots_by n d 2 = 2 * n) by (unfold shots_by; change (2 * (2 - 1) * (2 - 2) / 6) with 0; ring).
  apply without_search; try lia. unfold least_by_search. exists 2. cbv zeta. rewrite P, S2, A1, A2. split.
  - unfold least_satisfying. rewrite S2. split; [lia | ]. split; [ | intros; lia]. apply golden_form; lia.
  - destruct (Z.ltb_spec (n - 1 * d) 0); lia.
Qed.

(* One fresh defender a wave: the castle leaves no point, so all defenders count, and all soldiers. *)
Theorem staircase_one n s t : 1 <= n -> 1 <= s ->
  least_satisfying (fun u => let x := u - 1 in let m := soldiers_on n 1 u in m < 0 \/ m * m < x * x + x * m) 2 t ->
  ((exists w, wins 1 Castle w (start n s)) <->
   shots_by n 1 (t - 1) + 1 + Z.max 0 (wythoff (soldiers_on n 1 t) - t + 1) <= s).
Proof.
  intros N Hs (T & W & F). apply can_win_threshold; try lia.
  apply without_search; try lia. unfold least_by_search. exists t. cbv zeta in *. change (point_left 1) with 0.
  assert (E : forall u, soldiers_on n 1 u - 0 * 1 = soldiers_on n 1 u) by (intro; ring).
  pose proof (soldiers_next n 1 (t - 1)) as S. replace (t - 1 + 1) with t in S by ring.
  assert (M : 0 <= soldiers_on n 1 t).
  { destruct (Z.eq_dec t 2) as [-> | U].
    - unfold soldiers_on. change ((2 - 1) * (2 - 2) / 2) with 0. lia.
    - specialize (F (t - 1) ltac:(lia)). set (m := soldiers_on n 1 t) in *.
      replace (soldiers_on n 1 (t - 1)) with (m + (t - 2)) in F by (unfold m; lia).
      apply Z.nlt_ge. intro. apply F. destruct (Z_lt_le_dec (m + (t - 2)) 0); [lia | right; nia]. }
  split.
  - split; [auto | split].
    + rewrite E. replace ((t - 1) * 1 - 0) with (t - 1) by ring. apply golden_form; [lia | auto].
    + intros u U. rewrite E. replace ((u - 1) * 1 - 0) with (u - 1) by ring. rewrite golden_form by lia. apply F. auto.
  - rewrite E. pose proof (shots_next n 1 (t - 1)) as A. replace (t - 1 + 1) with t in A by ring. rewrite A.
    destruct (Z.ltb_spec (soldiers_on n 1 t) 0); [lia|]. unfold wythoff.
    set (m := soldiers_on n 1 t) in *. set (r := Z.sqrt (5 * m * m)).
    replace (m + r) with (r - m + m * 2) by ring. rewrite Z.div_add by lia. lia.
Qed.

(* The line A_t - D_t + 2 + floor (m / phi) of the staircase is the threshold, except on the exceptional pairs, and there
   the threshold is one or two points above it. *)
Theorem staircase_line n d t : 2 <= d <= n -> stair n d t ->
  let line := shots_by n d t - (t - 1) * d + 2 + wythoff_less (margin n d t) in
  let threshold := shots_by n d (t - 1) + 1 + Z.max 0 (wythoff (margin n d t) - (t - 2) * d + 1) in
  (exceptional n d t -> line + 1 <= threshold <= line + 2) /\ (~ exceptional n d t -> threshold = line).
Proof.
  intros D St. cbv zeta. pose proof (on_stair n d t D St) as (T & M & W).
  pose proof (shots_next n d (t - 1)) as A. replace (t - 1 + 1) with t in A by ring. rewrite A.
  unfold exceptional.
  change (wythoff_less (margin n d t)) with (wythoff (margin n d t) - margin n d t). pose proof (wythoff_least _ M).
  pose proof (wythoff_steps _ M).
  assert (E : margin n d t = wythoff_less ((t - 2) * d - 1) <->
              n = d * ((t - 1) * (t - 2) / 2 + 1) + wythoff_less ((t - 2) * d - 1)).
  { unfold margin, soldiers_on. lia. }
  rewrite <- E. unfold margin in *. set (m := soldiers_on n d t - d) in *.
  replace (soldiers_on n d t) with (m + d) by (unfold m; ring).
  clearbody m. destruct (Z_lt_le_dec t 3) as [N | N]; [replace t with 2 by lia; lia|]. specialize (W N).
  assert (J : 1 <= (t - 2) * d - 1) by nia.
  rewrite <- (between m ((t - 2) * d - 1) M J). split; lia.
Qed.

(* Every day from the third on has its exceptional pair for each d: there the day is reached. *)
Theorem exceptional_exists d t : 2 <= d -> 3 <= t ->
  let n := d * ((t - 1) * (t - 2) / 2 + 1) + wythoff_less ((t - 2) * d - 1) in d <= n /\ stair n d t.
Proof.
  intros D T n. set (j := (t - 2) * d - 1) in *. assert (J : 1 <= j) by (unfold j; nia).
  assert (L : 0 <= wythoff_less j) by (pose proof (wythoff_least j ltac:(lia)); unfold wythoff_less; lia).
  assert (H : 0 <= (t - 1) * (t - 2) / 2) by (apply Z.div_pos; nia).
  split; [unfold n; nia|].
  assert (M : margin n d t = wythoff_less j) by (unfold margin, soldiers_on, n; ring).
  set (m := wythoff_less j) in *.
  assert (B : wythoff m < j <= wythoff (m + 1)) by (apply between; auto). destruct B as [B1 B2].
  assert (m <= j). { pose proof (wythoff_less_form j m ltac:(lia) L) as [X _]. specialize (X ltac:(unfold m; lia)). nia. }
  split; [lia|]. split.
  - cbv zeta. rewrite M. right. replace ((t - 1) * d - 1) with (j + d) by (unfold j; ring).
    assert (~ j <= wythoff m) as C by lia. rewrite wythoff_form in C by lia. nia.
  - intros u U. cbv zeta. rewrite wythoff_form in B2 by lia.
    assert (Y : margin n d (t - 1) = m + 1 + j).
    { unfold margin in *. pose proof (soldiers_next n d (t - 1)) as S. replace (t - 1 + 1) with t in S by ring. unfold j; nia. }
    assert (G : margin n d (t - 1) <= margin n d u) by (unfold margin; pose proof (fewer_soldiers n d u (t - 1) ltac:(lia) ltac:(lia)); lia).
    rewrite Y in G. assert (X : (u - 1) * d - 1 <= j) by (unfold j; nia). assert (0 <= (u - 1) * d - 1) by nia.
    set (x := (u - 1) * d - 1) in *. set (y := margin n d u) in *. clearbody x y.
    assert (j * j <= (m + 1) * (m + 1) + j * (m + 1)) by lia.
    assert (j * j + j * (m + 1 + j) <= (m + 1 + j) * (m + 1 + j)) by nia.
    intros [Z | Z]; [lia|]. assert (x * x + x * y <= j * j + j * y) by nia. nia.
Qed.
