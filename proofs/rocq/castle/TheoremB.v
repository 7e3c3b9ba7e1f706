(* Theorem B: the castle's fewest days are the closed form of gametheory/games/castle/closed_form.py. *)
Require Import ZArith Lia.
From Castle Require Import Rules ClosedForms ClosedFormsA ClosedFormsB Fibonacci CastleSide Order AllFire OnePoint Golden.
Open Scope Z_scope.

(* The last day on which soldiers are alive if all fire at the castle. *)
Definition is_last n d last := least_satisfying (fun day => soldiers_on n d (day + 1) <= 0) 1 last.
(* The day on which the strength can be used up, or the last. *)
Definition is_day n s d last day := least_satisfying (fun day => last <= day \/ s <= shots_by n d day) 1 day.

Lemma last_exists n d : 1 <= n -> 1 <= d -> exists last, is_last n d last.
Proof.
  intros Hn Hd. apply least_exists with (t := n + 1); [intro u; lia | lia | ].
  unfold soldiers_on. replace ((n + 1 + 1 - 1) * (n + 1 + 1 - 2)) with ((n + 1) * (n + 1 - 1)) by ring.
  pose proof (halves (n + 1)). nia.
Qed.

Lemma day_exists n s d last : 1 <= last -> exists day, is_day n s d last day.
Proof. intro. apply least_exists with (t := last); [intro u; lia | lia | lia]. Qed.

Lemma last_alive n d last : 1 <= n -> is_last n d last -> 0 < soldiers_on n d last.
Proof.
  intros Hn (H & _ & N). destruct (Z.eq_dec last 1) as [-> | ]. destruct (first_morning n d) as [-> _]; lia.
  specialize (N (last - 1) ltac:(lia)). replace (last - 1 + 1) with last in N by ring. lia.
Qed.

(* More strength than all these shots: the castle wins on the last day, not before. *)
Lemma outlasted n s d last t : 1 <= n -> 1 <= d -> is_last n d last -> shots_by n d last < s ->
  (can d t n 0 s <-> last <= Z.of_nat t).
Proof.
  intros Hn Hd L Hs. pose proof (last_alive n d last Hn L) as A. destruct L as (L1 & L2 & _).
  pose proof (shots_next n d (last - 1)) as B. replace (last - 1 + 1) with last in B by ring.
  rewrite (can_from n s d (Z.to_nat (last - 1)) Hd last t) by lia.
  split; [lia | ]. intro. split; [lia | ]. replace (t - Z.to_nat (last - 1))%nat with (S (t - Z.to_nat last)) by lia.
  rewrite soldiers_next in L2. unfold can_on. apply today; nia.
Qed.

(* Otherwise that day's position decides. *)
Lemma day_facts n s d last day : 1 <= n -> 1 <= d -> 1 <= s -> is_last n d last -> s <= shots_by n d last ->
  is_day n s d last day ->
  1 <= day /\ 0 < soldiers_on n d day /\ shots_by n d (day - 1) < s /\ s <= shots_by n d day.
Proof.
  intros Hn Hd Hs L Hl (D1 & D2 & D3). pose proof (last_alive n d last Hn L) as A. destruct L as (L1 & _ & _).
  assert (day <= last). { apply Z.nlt_ge. intro. apply (D3 last); lia. }
  pose proof (fewer_soldiers n d day last ltac:(lia) ltac:(lia)).
  split; [lia | split; [lia | split]].
  - destruct (Z.eq_dec day 1) as [-> | ].
    { replace (1 - 1) with 0 by ring. destruct (first_morning n d) as (_ & -> & _). lia. }
    specialize (D3 (day - 1) ltac:(lia)). lia.
  - destruct D2; [ | lia]. replace day with last by lia. lia.
Qed.

Lemma can_day n s d day t : 1 <= d -> 1 <= day -> 0 < soldiers_on n d day -> shots_by n d (day - 1) < s ->
  (can d t n 0 s <-> day <= Z.of_nat t /\ can_on n s d day (S (t - Z.to_nat day))).
Proof.
  intros Hd H1 H2 H3. rewrite (can_from n s d (Z.to_nat (day - 1)) Hd day t) by lia.
  split; intros [A B]; (split; [lia | ]);
    [replace (S (t - Z.to_nat day))%nat with (t - Z.to_nat (day - 1))%nat by lia
    |replace (t - Z.to_nat (day - 1))%nat with (S (t - Z.to_nat day))%nat by lia]; exact B.
Qed.

(* What the castle can do on that day, by the number U that is left alive if the castle falls. *)
Lemma can_used_up n s d day t : 1 <= d -> 1 <= day -> 0 < soldiers_on n d day -> shots_by n d (day - 1) < s ->
  s <= shots_by n d day -> let U := (day - 1) * d + s - shots_by n d day in let m := soldiers_on n d day in
  (m <= U -> can_on n s d day (S t)) /\ (U <= 0 -> ~ can_on n s d day (S t)) /\
  (0 < U < m -> (can_on n s d day (S t) <-> led d t (m - point_left d * d) (U - point_left d))).
Proof.
  intros Hd H1 H2 H3 H4. cbv zeta. unfold can_on.
  pose proof (shots_next n d (day - 1)) as B. replace (day - 1 + 1) with day in B by ring.
  set (m := soldiers_on n d day) in *. set (D := (day - 1) * d). assert (0 <= D) by (unfold D; nia). clearbody D m.
  split; [ | split]; intro.
  - apply today; lia.
  - apply lost; lia.
  - rewrite strength_used_up by lia. replace (D + (s - shots_by n d (day - 1)) - m) with (D + s - shots_by n d day) by lia.
    reflexivity.
Qed.

(* A position has only one answer. *)
Lemma answer_once n s d a b : fewest_waves d Castle (start n s) a -> fewest_waves d Castle (start n s) b -> a = b.
Proof.
  destruct a as [a | ], b as [b | ]; cbn; auto.
  - intros [A1 A2] [B1 B2]. apply A2 in B1. apply B2 in A1. f_equal. lia.
  - intros [A _] B. exfalso. exact (B a A).
  - intros B [A _]. exfalso. exact (B b A).
Qed.

(* It is enough to know for which t the castle can win within t days. *)
Lemma answer_some n s d (t : Z) : 1 <= n -> 1 <= s -> 1 <= d -> 1 <= t ->
  (forall u, can d u n 0 s <-> t <= Z.of_nat u) -> fewest_waves d Castle (start n s) (Some (Z.to_nat t)).
Proof.
  intros Hn Hs Hd Ht K. cbn. unfold start. apply fewest_can; try lia. split.
  - apply K. lia.
  - intros u Hu W. apply K in W. lia.
Qed.

Lemma answer_none n s d : 1 <= n -> 1 <= s -> 1 <= d -> (forall u, ~ can d u n 0 s) ->
  fewest_waves d Castle (start n s) None.
Proof. intros. cbn. unfold cannot_win, start. apply never_can; try lia. auto. Qed.

(* The closed form is right whenever it has an answer … *)
Lemma closed_form_right n s d answer : 1 <= n -> 1 <= s -> 1 <= d ->
  castle_fewest_waves n s d answer -> fewest_waves d Castle (start n s) answer.
Proof.
  intros Hn Hs Hd. unfold castle_fewest_waves. destruct (Z.leb_spec s n).
  { intros ->. apply answer_none; auto. intro u. apply lost; lia. }
  intros (last & L & A). fold (is_last n d last) in L. destruct (Z.ltb_spec (shots_by n d last) s).
  { subst answer. apply answer_some; auto; [destruct L; lia | intro u; apply outlasted; auto]. }
  destruct A as (day & D & A). fold (is_day n s d last day) in D.
  destruct (day_facts n s d last day) as (D1 & D2 & D3 & D4); auto.
  pose proof (fun t => can_used_up n s d day t Hd D1 D2 D3 D4) as K. cbv zeta in K.
  pose proof (fun t => can_day n s d day t Hd D1 D2 D3) as M.
  set (U := (day - 1) * d + s - shots_by n d day) in *. set (m := soldiers_on n d day) in *. clearbody U m.
  cbv zeta in A.
  destruct (Z.leb_spec m U) as [HU | HU].
  { subst answer. apply answer_some; auto. intro u. rewrite M. split; [tauto | ]. intro. split; auto.
    exact (proj1 (K _) HU). }
  destruct A as (more & B & A). destruct (Z.ltb_spec 0 U) as [HU0 | HU0].
  2: { subst more answer. apply answer_none; auto. intros u. rewrite M. intros [_ H'].
    exact (proj1 (proj2 (K _)) HU0 H'). }
  assert (M' : forall u, can d u n 0 s <-> day <= Z.of_nat u /\
    led d (u - Z.to_nat day) (m - point_left d * d) (U - point_left d)).
  { intro u. rewrite M. destruct (K (u - Z.to_nat day)%nat) as (_ & _ & ->); [reflexivity | lia]. }
  clear K M. unfold days_with_one_point_left in B. cbv zeta in B.
  assert (P : 0 <= U - point_left d /\ (2 <= d \/ 1 <= U - point_left d)).
  { unfold point_left. destruct (Z.eqb_spec d 1); lia. }
  pose proof (golden_wins d (m - point_left d * d) (U - point_left d) Hd (proj1 P) (proj2 P)) as G.
  set (x := U - point_left d) in *. set (l := m - point_left d * d) in *. clearbody x l.
  destruct (Z.leb_spec (compare_golden_multiple x l) 0).
  { subst more answer. apply answer_none; auto. intros u K. apply M' in K. destruct K as (_ & j & Hj & K).
    assert (compare_golden_multiple x l > 0) by (apply G; exists j; split; [lia | exact K]). lia. }
  destruct B as (days & -> & B1 & B2 & B3). subst answer. apply answer_some; try lia. intro u. rewrite M'. split.
  - intros (Hu & j & Hj & K). assert (days <= Z.of_nat j); [ | lia].
    apply Z.nlt_ge. intro. apply (B3 (Z.of_nat j)); [lia | ]. apply lead_closed. exact K.
  - intro Hu. split; [lia | ]. exists (Z.to_nat days). split; [lia | ].
    apply lead_closed. rewrite Z2Nat.id by lia. exact B2.
Qed.

(* … and always has one. *)
Lemma later_answers m U d : 1 <= d -> 0 < U -> exists more, days_with_one_point_left m U d more.
Proof.
  intros Hd HU. unfold days_with_one_point_left. cbv zeta.
  assert (P : 0 <= U - point_left d /\ (2 <= d \/ 1 <= U - point_left d)).
  { unfold point_left. destruct (Z.eqb_spec d 1); lia. }
  destruct (Z.leb_spec (compare_golden_multiple (U - point_left d) (m - point_left d * d)) 0);
    [eexists; reflexivity | ].
  pose proof (golden_wins d (m - point_left d * d) (U - point_left d) Hd (proj1 P) (proj2 P)) as [_ G].
  destruct G as (j & Hj & G); [lia | ]. apply lead_closed in G.
  destruct (least_exists (castle_wins_after (U - point_left d) (m - point_left d * d) d) 1) with (t := Z.of_nat j)
    as [days A]; try lia; auto.
  - intro u. unfold castle_wins_after. destruct (fibonacci_pair _). lia.
  - exists (Some days), days. auto.
Qed.

Lemma closed_form_answers n s d : 1 <= n -> 1 <= s -> 1 <= d -> exists answer, castle_fewest_waves n s d answer.
Proof.
  intros Hn Hs Hd. unfold castle_fewest_waves. destruct (Z.leb_spec s n); [eexists; reflexivity | ].
  destruct (last_exists n d) as [last L]; auto.
  destruct (Z.ltb (shots_by n d last) s) eqn:E1.
  { eexists. exists last. split; [exact L | ]. rewrite E1. reflexivity. }
  destruct (day_exists n s d last) as [day D]; [destruct L; lia | ].
  set (U := (day - 1) * d + s - shots_by n d day). set (m := soldiers_on n d day).
  destruct (Z.leb m U) eqn:E2.
  { eexists. exists last. split; [exact L | ]. rewrite E1. exists day. split; [exact D | ]. cbv zeta. fold U m.
    rewrite E2. reflexivity. }
  assert (E : exists more, if 0 <? U then days_with_one_point_left m U d more else more = None).
  { destruct (Z.ltb_spec 0 U); [apply later_answers; auto | eexists; reflexivity]. }
  destruct E as [more E]. eexists. exists last. split; [exact L | ]. rewrite E1. exists day. split; [exact D | ].
  cbv zeta. fold U m. rewrite E2. exists more. split; [exact E | reflexivity].
Qed.

(* Theorem B: the closed form gives the fewest waves in which the castle can win, or None if it cannot. *)
Theorem theorem_B : forall soldiers strength dpw : Z, 1 <= soldiers -> 1 <= strength -> 1 <= dpw ->
  forall answer : option nat,
  fewest_waves dpw Castle (start soldiers strength) answer <-> castle_fewest_waves soldiers strength dpw answer.
Proof.
  intros n s d Hn Hs Hd answer. split; [ | apply (closed_form_right n s d answer); auto]. intro A.
  destruct (closed_form_answers n s d) as [b B]; auto.
  rewrite (answer_once n s d answer b); auto. apply closed_form_right; auto.
Qed.
