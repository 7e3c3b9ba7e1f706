(* Castles whose strength can be used up on day 2, and wins of the castle in two days. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules ClosedForms ClosedFormsA ClosedFormsB Fibonacci Day CastleSide Order AllFire OnePoint Golden
  TheoremB Threshold.
Open Scope Z_scope.

Lemma second_morning n d : soldiers_on n d 2 = n /\ shots_by n d (2 - 1) = n /\ shots_by n d 2 = 2 * n.
Proof.
  unfold soldiers_on, shots_by. change ((2 - 1) * (2 - 2) / 2) with 0. change (2 * (2 - 1) * (2 - 2) / 6) with 0.
  change ((2 - 1) * (2 - 1 - 1) * (2 - 1 - 2) / 6) with 0. lia.
Qed.

(* All at the castle on day 1. *)
Lemma second_position d n s : 1 <= d -> 1 <= n -> n < s -> after d (start n s) 0 = P n d (s - n).
Proof. intros. apply first_day; auto. unfold move; sm; lia. Qed.

(* A first possible win is a win within that time. *)
Lemma wins_first n s d t : 1 <= n -> 1 <= s -> 1 <= d -> (forall u, wins d Castle u (start n s) -> (t <= u)%nat) ->
  (wins d Castle t (start n s) <-> can d t n 0 s).
Proof.
  intros Hn Hs Hd F. split; intro W.
  - apply wins_can; auto; lia.
  - apply can_wins in W; auto; try lia. destruct W as (u & Hu & W). pose proof (F u W). replace t with u by lia.
    exact W.
Qed.

(* The castle never wins on day 1 … *)
Lemma two_at_least n s d : 1 <= n -> 1 <= s -> 1 <= d -> forall t, wins d Castle t (start n s) -> (2 <= t)%nat.
Proof.
  intros Hn Hs Hd t W. apply wins_can in W; auto; try lia. destruct t as [ | [ | t]]; [destruct W | | lia].
  destruct W as (x & L & H). unfold leaves in L. cbn [can] in H. lia.
Qed.

(* … and on day 2 exactly in these games. *)
Theorem cd3_two_days : forall n s dpw : Z, 1 <= n -> 1 <= s -> 1 <= dpw ->
  (wins dpw Castle 2 (start n s) <-> n < s /\ n <= dpw /\ 3 * n <= s + dpw).
Proof.
  intros n s d Hn Hs Hd. rewrite wins_first by (auto; apply two_at_least; auto).
  destruct (second_morning n d) as (A & B & C). destruct (Z_le_gt_dec s n).
  - split; [intro K; exfalso; revert K; apply lost; lia | lia].
  - rewrite (can_from n s d 1 Hd 2) by lia. unfold can_on. rewrite A, B. replace ((2 - 1) * d) with d by ring.
    cbn [Nat.sub can]. unfold leaves. split.
    + intros (_ & x & L & H). lia.
    + intro H. split; [lia | ]. exists (Z.min d (s + d - 2 * n)). lia.
Qed.

(* dpw < n: at least three days. *)
Lemma three_at_least n s d : 1 <= n -> 1 <= s -> 1 <= d < n -> forall t, wins d Castle t (start n s) -> (3 <= t)%nat.
Proof.
  intros Hn Hs Hd t W. pose proof (two_at_least n s d Hn Hs ltac:(lia) t W).
  destruct (Nat.eq_dec t 2) as [-> | ]; [ | lia].
  apply cd3_two_days in W; lia.
Qed.

(* The strength can be used up on day 2, with U = s + dpw - 2n left alive. *)
Lemma can_second n s d t : 1 <= n -> 1 <= d -> n < s <= 2 * n -> let U := s + d - 2 * n in
  (can d t n 0 s <-> (2 <= t)%nat /\ (n <= U \/ 0 < U < n /\ led d (t - 2) (n - point_left d * d) (U - point_left d))).
Proof.
  intros Hn Hd Hs U. destruct (second_morning n d) as (A & B & C).
  rewrite (can_day n s d 2) by lia. pose proof (can_used_up n s d 2 (t - 2) Hd) as K. cbv zeta in K.
  rewrite A, B, C in K. replace ((2 - 1) * d + s - 2 * n) with U in K by (unfold U; lia).
  specialize (K ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)). destruct K as (K1 & K2 & K3).
  change (Z.to_nat 2) with 2%nat. clearbody U.
  destruct (Z_le_gt_dec n U); [intuition lia | ]. destruct (Z_le_gt_dec U 0); [intuition lia | ].
  rewrite K3 by lia. intuition lia.
Qed.

(* Whether the castle can win then … *)
Lemma can_win_second n s d : 1 <= n -> 1 <= d -> n < s <= 2 * n -> let U := s + d - 2 * n in
  ((exists t, wins d Castle t (start n s)) <->
   0 < U /\ compare_golden_multiple (U - point_left d) (n - point_left d * d) > 0).
Proof.
  intros Hn Hd Hs U. destruct (second_morning n d) as (A & B & C). unfold start. rewrite can_ever by lia.
  rewrite (used_up_on n s d 2) by lia. cbv zeta. rewrite A, C.
  replace ((2 - 1) * d + s - 2 * n) with U by (unfold U; lia).
  reflexivity.
Qed.

(* Nothing is led within 0 days. *)
Lemma lead_none d m x : led d 0 m x <-> False.
Proof. split; [intros (j & ? & _); lia | tauto]. Qed.

(* … and on which day. *)
Lemma fewest_second n s d : 1 <= n -> 1 <= d -> n < s <= 2 * n -> let U := s + d - 2 * n in 0 < U < n ->
  forall t, fewest d Castle (start n s) t <-> exists j,
    least_satisfying (fun j => d - 1 <= lead (Z.to_nat j) (n - point_left d * d) (U - point_left d)) 1 j /\
    t = Z.to_nat (2 + j).
Proof.
  intros Hn Hd Hs U HU. set (m := n - point_left d * d). set (x := U - point_left d).
  assert (K : forall t, can d t n 0 s <-> (2 <= t)%nat /\ led d (t - 2) m x).
  { intro t. rewrite can_second by lia. cbv zeta. fold U m x. intuition lia. }
  assert (R : forall j, least_satisfying (fun j => d - 1 <= lead (Z.to_nat j) m x) 1 j ->
    fewest_waves d Castle (start n s) (Some (Z.to_nat (2 + j)))).
  { intros j (J1 & J2 & J3). apply answer_some; try lia. intro u. rewrite K. split.
    - intros (Hu & i & Hi & L). assert (j <= Z.of_nat i); [ | lia].
      apply Z.nlt_ge. intro. apply (J3 (Z.of_nat i)); [lia | ].
      rewrite Nat2Z.id. exact L.
    - intro Hu. split; [lia | ]. exists (Z.to_nat j). split; [lia | exact J2]. }
  intro t. split.
  - intro F. pose proof F as [W _]. apply wins_can in W; try lia. apply K in W. destruct W as (_ & i & Hi & L).
    destruct (least_exists (fun j => d - 1 <= lead (Z.to_nat j) m x) 1) with (t := Z.of_nat i) as [j J].
    + intro u. lia.
    + lia.
    + rewrite Nat2Z.id. exact L.
    + exists j. split; [exact J | ]. assert (E : Some t = Some (Z.to_nat (2 + j))); [ | congruence].
      apply (answer_once n s d); [exact F | apply R; exact J].
  - intros (j & J & ->). apply (R j J).
Qed.

(* Equivalent conditions have the same least number. *)
Lemma least_same (P Q : Z -> Prop) first (t : nat) (f : Z -> nat) : (forall j, first <= j -> (P j <-> Q j)) ->
  ((exists j, least_satisfying P first j /\ t = f j) <-> exists j, least_satisfying Q first j /\ t = f j).
Proof.
  intro E. split; intros (j & (A & B & C) & T); exists j; (split; [ | exact T]);
    (split; [exact A | split; [apply E; auto | ]]);
    intros u Hu K; apply (C u Hu), E; auto; lia.
Qed.
