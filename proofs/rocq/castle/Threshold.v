(* The threshold of Theorem B: with how much strength the castle can win. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules ClosedForms ClosedFormsA ClosedFormsB Fibonacci CastleSide Order AllFire OnePoint Golden TheoremB StairDay.
Open Scope Z_scope.

(* More strength is never worse for the castle. *)
Lemma more_strength d t n s s' : 1 <= d -> 1 <= n -> 1 <= s <= s' -> can d t n 0 s -> can d t n 0 s'.
Proof. intros Hd Hn Hs H. eapply order; [ .. | exact H]; lia. Qed.

(* The number that leaves one point (for dpw = 1 none) is not negative, and as `golden_wins` requires. *)
Lemma point_left_bounds d U : 1 <= d -> 1 <= U -> 0 <= U - point_left d /\ (2 <= d \/ 1 <= U - point_left d).
Proof. unfold point_left. destruct (Z.eqb_spec d 1); lia. Qed.

(* A win on the day itself has more than the golden ratio as well. *)
Lemma today_golden d S U : 1 <= d -> 1 <= S <= U ->
  compare_golden_multiple (U - point_left d) (S - point_left d * d) > 0.
Proof.
  intros Hd H. rewrite golden_form by (apply point_left_bounds; lia). unfold point_left. destruct (Z.eqb_spec d 1).
  - right. nia.
  - destruct (Z_lt_le_dec (S - 1 * d) 0); [left; lia | right]. set (m := S - 1 * d) in *. set (x := U - 1). nia.
Qed.

(* If the strength can be used up on a day, the golden ratio on that day decides. *)
Lemma used_up_on n s d day : 1 <= d -> 1 <= day -> 0 < soldiers_on n d day -> shots_by n d (day - 1) < s ->
  s <= shots_by n d day -> let U := (day - 1) * d + s - shots_by n d day in
  ((exists t, can d t n 0 s) <->
   0 < U /\ compare_golden_multiple (U - point_left d) (soldiers_on n d day - point_left d * d) > 0).
Proof.
  intros Hd H1 H2 H3 H4. cbv zeta.
  pose proof (fun t => can_used_up n s d day t Hd H1 H2 H3 H4) as K. cbv zeta in K.
  pose proof (fun t => can_day n s d day t Hd H1 H2 H3) as M.
  set (U := (day - 1) * d + s - shots_by n d day) in *. set (m := soldiers_on n d day) in *. clearbody U m.
  split.
  - intros (t & H). apply M in H. destruct H as (_ & H). destruct (K (t - Z.to_nat day)%nat) as (_ & B & C).
    destruct (Z_lt_le_dec 0 U); [split; [auto | ] | exfalso; apply B; auto].
    destruct (Z_lt_le_dec U m); [ | apply today_golden; lia].
    apply (golden_wins d); try apply point_left_bounds; try lia.
    apply C in H; [ | lia]. destruct H as (j & Hj & H). exists j. split; [lia | exact H].
  - intros (HU & G). destruct (Z_lt_le_dec U m).
    + apply (golden_wins d) in G; try apply point_left_bounds; try lia. destruct G as (j & Hj & G).
      exists (Z.to_nat day + j)%nat. apply M. split; [lia | ]. apply (proj2 (proj2 (K _))); [lia | ]. exists j.
      split; [lia | exact G].
    + exists (Z.to_nat day). apply M. split; [lia | ]. apply (proj1 (K _)). lia.
Qed.

(* The fewest that must be left alive. *)
Definition enough m e := if m <? 0 then 1 else (Z.sqrt (5 * m * m) - m) / 2 + 1 + e.

Lemma enough_golden m e U : 0 <= e -> 1 <= U -> 0 <= U - e ->
  (compare_golden_multiple (U - e) m > 0 <-> enough m e <= U).
Proof.
  intros He HU Hx. rewrite golden_form by lia. unfold enough. destruct (Z.ltb_spec m 0); [lia | ].
  pose proof (Z.sqrt_spec (5 * m * m) ltac:(nia)) as [A B]. pose proof (Z.sqrt_nonneg (5 * m * m)).
  set (r := Z.sqrt (5 * m * m)) in *. clearbody r.
  pose proof (Z.div_mod (r - m) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (r - m) 2 ltac:(lia)).
  set (q := (r - m) / 2) in *. clearbody q. set (x := U - e) in *.
  assert (I : (2 * x + m) * (2 * x + m) = 5 * m * m + 4 * (x * x + x * m - m * m)) by ring.
  split; intro V.
  - assert (r < 2 * x + m) by nia. lia.
  - assert (Z.succ r <= 2 * x + m) by lia. assert (Z.succ r * Z.succ r <= (2 * x + m) * (2 * x + m)) by nia. lia.
Qed.

Lemma enough_positive m e : 0 <= e -> 1 <= enough m e.
Proof.
  intro He. unfold enough. destruct (Z.ltb_spec m 0); [lia | ].
  assert (m <= Z.sqrt (5 * m * m)) by (apply Z.sqrt_le_square; nia).
  pose proof (Z.div_pos (Z.sqrt (5 * m * m) - m) 2). lia.
Qed.

(* On some day all the defenders of that day are enough: on the last one. *)
Lemma last_wins n d last : 1 <= n -> 1 <= d -> is_last n d last -> 2 <= last /\
  compare_golden_multiple ((last - 1) * d - point_left d) (soldiers_on n d last - point_left d * d) > 0.
Proof.
  intros Hn Hd L. pose proof (last_alive n d last Hn L) as A. destruct L as (L1 & L2 & _). rewrite soldiers_next in L2.
  destruct (Z.eq_dec last 1) as [-> | ]. { destruct (first_morning n d) as [E _]. rewrite E in *. lia. }
  split; [lia | ]. apply today_golden; lia.
Qed.

Lemma threshold_exists n d : exists answer, castle_min_winning_strength n d answer.
Proof. eexists. reflexivity. Qed.

(* The castle can win exactly from the threshold on. *)
Lemma can_threshold n s d answer : 1 <= n -> 1 <= s -> 1 <= d -> castle_min_winning_strength n d answer ->
  ((exists t, can d t n 0 s) <-> answer <= s).
Proof.
  intros Hn Hs Hd A. apply without_search in A; auto. destruct A as (day & (D1 & D2 & D3) & A). cbv zeta in A.
  fold (enough (soldiers_on n d day - point_left d * d) (point_left d)) in A.
  destruct (last_exists n d) as [last L]; auto. destruct (last_wins n d last) as [L2 W]; auto.
  assert (Hl : day <= last). { apply Z.nlt_ge. intro. apply (D3 last); [lia | exact W]. }
  pose proof (last_alive n d last Hn L) as LA. pose proof (fewer_soldiers n d day last ltac:(lia) ltac:(lia)).
  pose proof (fewer_soldiers n d (day - 1) day ltac:(lia) ltac:(lia)).
  pose proof (shots_next n d (day - 1)) as B. replace (day - 1 + 1) with day in B by ring.
  pose proof (shots_next n d (day - 1 - 1)) as B'. replace (day - 1 - 1 + 1) with (day - 1) in B' by ring.
  assert (E : 0 <= point_left d <= 1 /\ (point_left d = 1 -> 2 <= d)).
  { unfold point_left. destruct (Z.eqb_spec d 1); lia. }
  destruct (first_morning n d) as (F1 & F2 & F3).
  pose proof (more_shots n d 1 (day - 1) ltac:(lia) ltac:(lia) ltac:(lia)) as B1. rewrite F3 in B1.
  assert (HX : 1 <= (day - 1) * d) by nia.
  pose proof (enough_positive (soldiers_on n d day - point_left d * d) (point_left d) ltac:(lia)) as EP.
  apply enough_golden in D2; try lia.
  set (k := enough _ _) in *.
  assert (G : forall u, shots_by n d (day - 1) < u <= shots_by n d day ->
    ((exists t, can d t n 0 u) <-> k <= (day - 1) * d + u - shots_by n d day)).
  { intros u Hu. rewrite (used_up_on n u d day) by lia. cbv zeta. split.
    - intros (P & Q). apply enough_golden in Q; lia.
    - intro Q. split; [lia | apply enough_golden; lia]. }
  split.
  - intros (t & H1). apply Z.nlt_ge. intro N. assert (R : exists t, can d t n 0 (answer - 1)).
    { exists t. apply more_strength with (s := s); auto. lia. }
    destruct (Z_le_gt_dec answer (shots_by n d (day - 1) + 1)).
    + replace (answer - 1) with (shots_by n d (day - 1)) in R by lia.
      destruct (Z.eq_dec day 2) as [-> | ].
      * replace (2 - 1) with 1 in R by ring. rewrite F3 in R. destruct R as (u & R). revert R. apply lost; lia.
      * apply (used_up_on n (shots_by n d (day - 1)) d (day - 1)) in R; try lia. apply (D3 (day - 1)); [lia | ].
        destruct R as [_ R]. replace ((day - 1 - 1) * d + shots_by n d (day - 1) - shots_by n d (day - 1))
          with ((day - 1 - 1) * d) in R by ring. exact R.
    + apply G in R; lia.
  - intro H1. assert (R : exists t, can d t n 0 answer) by (apply G; lia). destruct R as (t & R). exists t.
    apply more_strength with (s := answer); auto. lia.
Qed.

(* "Can win", by the rules. *)
Lemma can_ever d S D C : 1 <= d -> 1 <= S -> 0 <= D -> 0 <= C ->
  ((exists t, wins d Castle t (P S D C)) <-> exists t, can d t S D C).
Proof.
  intros. split; intros (t & K).
  - exists t. apply wins_can; auto.
  - apply can_wins in K; auto. destruct K as (u & _ & K). exists u; auto.
Qed.

Lemma can_win_threshold n s d answer : 1 <= n -> 1 <= s -> 1 <= d -> castle_min_winning_strength n d answer ->
  ((exists t, wins d Castle t (start n s)) <-> answer <= s).
Proof. intros Hn Hs Hd A. unfold start. rewrite can_ever by lia. apply can_threshold; auto. Qed.

Lemma threshold_positive n d answer : 1 <= n -> 1 <= d -> castle_min_winning_strength n d answer -> 1 <= answer.
Proof.
  intros Hn Hd A. apply Z.nlt_ge. intro. destruct (can_threshold n 1 d answer) as [_ [t K]]; try lia; auto.
  revert K. apply lost; lia.
Qed.

(* The threshold: the closed form is the least strength with which the castle can win, and it can with every greater. *)
Theorem theorem_B_threshold : forall soldiers dpw : Z, 1 <= soldiers -> 1 <= dpw ->
  forall answer : Z, castle_min_winning_strength soldiers dpw answer <->
  1 <= answer /\
  forall strength, 1 <= strength -> ((exists t, wins dpw Castle t (start soldiers strength)) <-> answer <= strength).
Proof.
  intros n d Hn Hd answer. split.
  { intro A. split; [exact (threshold_positive n d answer Hn Hd A) | intros; apply can_win_threshold; auto]. }
  intros (A1 & A2). destruct (threshold_exists n d) as [b B].
  pose proof (threshold_positive n d b Hn Hd B) as B1.
  assert (B2 : forall s, 1 <= s -> ((exists t, wins d Castle t (start n s)) <-> b <= s)).
  { intros. apply can_win_threshold; auto. }
  replace answer with b; auto. apply Z.le_antisymm; [apply B2, A2 | apply A2, B2]; auto; lia.
Qed.
