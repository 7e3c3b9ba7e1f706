(* The stored definitions are those that the Python code gives when it is run on symbols, for all integers. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules ClosedForms ClosedFormsA ClosedFormsB PublishedFormulas.
From Castle Require Generated.
Open Scope Z_scope.

Ltac comparisons := repeat (match goal with
  | |- context [?a <=? ?b] => destruct (Z.leb_spec a b)
  | |- context [?a <? ?b] => destruct (Z.ltb_spec a b)
  | |- context [?a =? ?b] => destruct (Z.eqb_spec a b) end; cbn [andb negb]).

(* Rules.v *)
Lemma start_agrees n s : start n s = Generated.start n s.
Proof. reflexivity. Qed.
Lemma outcome_agrees p : outcome p = Generated.outcome (so p) (de p) (st p).
Proof. unfold outcome, Generated.outcome. comparisons; reflexivity || lia. Qed.
Lemma move_agrees p b : move p b <-> Generated.move (so p) (de p) (st p) (so p - b) b.
Proof.
  unfold move, Generated.move. split.
  - intro. exists b. lia.
  - intros [e H]. lia.
Qed.
Lemma move_all_fire p a b : Generated.move (so p) (de p) (st p) a b -> a = so p - b.
Proof. intros [e H]. lia. Qed.
Lemma after_agrees d p b : after d p b = Generated.after (so p) (de p) (st p) (so p - b) b d.
Proof. unfold after, Generated.after. comparisons; f_equal; lia. Qed.

(* ClosedForms.v *)
Lemma golden_agrees x n : compare_golden_multiple x n = Generated.compare_golden_multiple x n.
Proof.
  unfold compare_golden_multiple, Generated.compare_golden_multiple.
  destruct (Z.leb_spec 0 x); destruct (Z.leb_spec 0 (-1 * x + 2 * n));
    [rewrite (Z.abs_eq x), (Z.abs_eq (2 * n - x)) by lia | rewrite (Z.abs_eq x), (Z.abs_neq (2 * n - x)) by lia
    | rewrite (Z.abs_neq x), (Z.abs_eq (2 * n - x)) by lia | rewrite (Z.abs_neq x), (Z.abs_neq (2 * n - x)) by lia];
    comparisons; try reflexivity; exfalso; nia.
Qed.
Lemma case_of_agrees n s d : case_of n s d = Generated.case_of n s d.
Proof.
  unfold case_of, Generated.case_of.
  replace (d + -1 * 2 * n + s) with (s + d - 2 * n) by ring. rewrite <- golden_agrees. reflexivity.
Qed.
Lemma ceiling_agrees a b : ceiling_division a b = Generated.ceiling_division a b.
Proof. unfold ceiling_division, Generated.ceiling_division. replace (-1 * a) with (- a) by ring. ring. Qed.
Lemma most_left_alive_agrees n d : most_left_alive n d = Generated.most_left_alive n d.
Proof. unfold most_left_alive, Generated.most_left_alive. f_equal. ring. Qed.
Lemma best_fall_day_agrees n s d : best_fall_day n s d = Generated.best_fall_day n s d.
Proof.
  unfold best_fall_day, Generated.best_fall_day. rewrite <- most_left_alive_agrees.
  comparisons; try reflexivity. unfold ceiling_division. f_equal.
  replace (- (s - n - most_left_alive n d)) with (most_left_alive n d + n + -1 * s) by ring.
  replace (n - d) with (-1 * d + n) by ring. ring.
Qed.

Lemma least_agrees p q first answer : (forall at_, p at_ <-> q at_) ->
  least_satisfying p first answer <-> least_satisfying q first answer.
Proof.
  intro E. unfold least_satisfying. rewrite E. split; intros (A & B & C); repeat split; auto;
  intros k K H; apply (C k K); apply E; auto.
Qed.
(* One search in place of another whose condition is the same. *)
Ltac pointwise := intro; unfold defenders_dead, castle_wins_after;
  repeat match goal with |- context [fibonacci_pair ?i] => destruct (fibonacci_pair i); cbn [fst snd] end;
  comparisons; split; intros; lia || congruence || tauto.
Ltac same_search := match goal with L : least_satisfying ?p ?f ?k |- least_satisfying ?q ?f ?k =>
  refine (proj1 (least_agrees p q f k _) L); pointwise end.
Lemma battle_days_agrees n x answer : battle_days n x answer <-> Generated.battle_days n x answer.
Proof.
  unfold battle_days, Generated.battle_days. rewrite <- golden_agrees.
  destruct (0 <=? compare_golden_multiple x n); [destruct (x <=? 0); tauto | ].
  split; [intros (k & A & B) | intros (k & B & A)]; exists k; (split; [ | ]); assumption || same_search.
Qed.
Lemma soldiers_fewest_waves_agrees n s d answer :
  soldiers_fewest_waves n s d answer <-> Generated.soldiers_fewest_waves n s d answer.
Proof.
  unfold soldiers_fewest_waves, Generated.soldiers_fewest_waves. rewrite <- best_fall_day_agrees.
  set (t := best_fall_day n s d).
  replace (-1 * t * n + d * (t + -1) + s) with (s + (t - 1) * d - t * n) by ring.
  set (x := s + (t - 1) * d - t * n). rewrite <- golden_agrees. unfold battle_days.
  destruct (0 <=? compare_golden_multiple x n).
  - destruct (x <=? 0); split.
    + intros (k & -> & ->). do 2 f_equal. lia.
    + intros ->. exists (Some 0). split; auto. do 2 f_equal. lia.
    + intros (k & -> & ->). reflexivity.
    + intros ->. exists None. auto.
  - split.
    + intros (k & (i & -> & L) & ->). exists i. split; auto.
      same_search.
    + intros (i & L & ->). exists (Some i). split; auto. exists i. split; auto. same_search.
Qed.

(* ClosedFormsB.v *)
Lemma soldiers_on_agrees n d t : soldiers_on n d t = Generated.soldiers_on n d t.
Proof. unfold soldiers_on, Generated.soldiers_on. replace ((t + -2) * (t + -1)) with ((t - 1) * (t - 2)) by ring. ring. Qed.
Lemma shots_by_agrees n d t : shots_by n d t = Generated.shots_by n d t.
Proof.
  unfold shots_by, Generated.shots_by. replace (t * (t + -2) * (t + -1)) with (t * (t - 1) * (t - 2)) by ring. ring.
Qed.
Lemma point_left_agrees d : point_left d = Generated.point_left d.
Proof. reflexivity. Qed.

(* PublishedFormulas.v *)
Lemma published_fall_day_agrees n s d : published_fall_day n s d = Generated.published_fall_day n s d.
Proof.
  unfold published_fall_day, Generated.published_fall_day, ceiling_division.
  replace (4 * d * n) with (4 * n * d) by ring. set (r := Z.sqrt _).
  replace (- (2 * s - 2 * n + d - r)) with (-1 * d + r + 2 * n + -1 * 2 * s) by ring.
  replace (2 * (n - d)) with (-1 * 2 * d + 2 * n) by ring. ring.
Qed.

(* The castle's own fewest waves: each search and each comparison is the same, one after the other. *)
Ltac kept := change Generated.point_left with point_left;
  rewrite <- ?soldiers_on_agrees, <- ?shots_by_agrees, <- ?golden_agrees.
Lemma castle_wins_after_agrees n d day w i :
  castle_wins_after ((day - 1) * d + w - shots_by n d day - point_left d) (soldiers_on n d day - point_left d * d) d i <->
  (if d + -1 <=? -1 * fst (fibonacci_pair (Z.to_nat (2 * i + 1))) * (-1 * d * point_left d + soldiers_on n d day) +
    snd (fibonacci_pair (Z.to_nat (2 * i + 1))) * (d * (day + -1) + -1 * point_left d + -1 * shots_by n d day + w)
   then true else false) = true.
Proof.
  unfold castle_wins_after. destruct (fibonacci_pair (Z.to_nat (2 * i + 1))) as [f g]; cbn [fst snd].
  match goal with |- d - 1 <= ?v <-> (if d + -1 <=? ?u then _ else _) = _ => replace u with v by ring end.
  destruct (Z.leb_spec (d + -1) (((day - 1) * d + w - shots_by n d day - point_left d) * g
    - (soldiers_on n d day - point_left d * d) * f)); split; intros; lia || congruence.
Qed.
Lemma castle_min_winning_strength_agrees n d answer :
  castle_min_winning_strength n d answer <-> Generated.castle_min_winning_strength n d answer.
Proof.
  unfold castle_min_winning_strength, Generated.castle_min_winning_strength.
  assert (E : forall t, Generated.compare_golden_multiple (d * (t + -1) + -1 * Generated.point_left d)
      (-1 * d * Generated.point_left d + Generated.soldiers_on n d t)
    = compare_golden_multiple ((t - 1) * d - point_left d) (soldiers_on n d t - point_left d * d)).
  { intro t. kept. f_equal; ring. }
  assert (F : forall t w,
    (if soldiers_on n d t - point_left d * d <? 0 then answer = Z.max w (shots_by n d t - (t - 1) * d + 1)
     else answer = Z.max w (shots_by n d t - (t - 1) * d +
       ((Z.sqrt (5 * (soldiers_on n d t - point_left d * d) * (soldiers_on n d t - point_left d * d))
         - (soldiers_on n d t - point_left d * d)) / 2 + 1 + point_left d))) <->
    answer = Z.max w (shots_by n d t - (t - 1) * d + (if soldiers_on n d t - point_left d * d <? 0 then 1
     else (Z.sqrt (5 * (soldiers_on n d t - point_left d * d) * (soldiers_on n d t - point_left d * d))
         - (soldiers_on n d t - point_left d * d)) / 2 + 1 + point_left d))).
  { intros t w. destruct (soldiers_on n d t - point_left d * d <? 0); tauto. }
  assert (G : forall t,
    (if -1 * d * Generated.point_left d + Generated.soldiers_on n d t <? 0
     then answer = Z.max (Generated.shots_by n d (t + -1) + 1) (-1 * d * (t + -1) + Generated.shots_by n d t + 1)
     else answer = Z.max (Generated.shots_by n d (t + -1) + 1)
       (-1 * d * (t + -1) + Generated.point_left d +
        (d * Generated.point_left d + Z.sqrt ((-1 * 5 * d * Generated.point_left d + 5 * Generated.soldiers_on n d t) *
          (-1 * d * Generated.point_left d + Generated.soldiers_on n d t)) + -1 * Generated.soldiers_on n d t) / 2 +
        Generated.shots_by n d t + 1)) <->
    answer = Z.max (shots_by n d (t - 1) + 1) (shots_by n d t - (t - 1) * d +
      (if soldiers_on n d t - point_left d * d <? 0 then 1
       else (Z.sqrt (5 * (soldiers_on n d t - point_left d * d) * (soldiers_on n d t - point_left d * d))
         - (soldiers_on n d t - point_left d * d)) / 2 + 1 + point_left d))).
  { intro t. rewrite <- (F t (shots_by n d (t - 1) + 1)). kept.
    replace (t + -1) with (t - 1) by ring.
    replace (-1 * d * point_left d + soldiers_on n d t) with (soldiers_on n d t - point_left d * d) by ring.
    replace (-1 * 5 * d * point_left d + 5 * soldiers_on n d t) with (5 * (soldiers_on n d t - point_left d * d)) by ring.
    set (r := Z.sqrt _).
    replace (d * point_left d + r + -1 * soldiers_on n d t) with (r - (soldiers_on n d t - point_left d * d)) by ring.
    destruct (soldiers_on n d t - point_left d * d <? 0); split; intros ->; f_equal; ring. }
  cbv zeta. set (near := Z.max 2 (Z.sqrt (2 * n / d))). rewrite (E near).
  destruct (0 <? compare_golden_multiple ((near - 1) * d - point_left d) (soldiers_on n d near - point_left d * d)).
  - symmetry. apply G.
  - pose proof (G (near + 1)) as H. replace (near + 1 + -1) with near in H by ring. symmetry. exact H.
Qed.
Lemma castle_fewest_waves_agrees n s d answer :
  castle_fewest_waves n s d answer <-> Generated.castle_fewest_waves n s d answer.
Proof.
  unfold castle_fewest_waves, Generated.castle_fewest_waves, days_with_one_point_left.
  destruct (s <=? n); [tauto | ].
  assert (E : forall t, soldiers_on n d (t + 1) <= 0 <->
    (if Generated.soldiers_on n d (t + 1) <=? 0 then true else false) = true).
  { intro. kept. destruct (Z.leb_spec (soldiers_on n d (t + 1)) 0); split; intros; lia || congruence. }
  assert (F : forall last t, (last <= t \/ s <= shots_by n d t) <->
    (if last <=? t then true else if s <=? Generated.shots_by n d t then true else false) = true).
  { intros. kept. comparisons; split; intros; lia || congruence. }
  assert (X : forall t, d * (t + -1) + -1 * Generated.shots_by n d t + s = (t - 1) * d + s - shots_by n d t).
  { intro. kept. ring. }
  assert (Y : forall t, d * (t + -1) + -1 * Generated.point_left d + -1 * Generated.shots_by n d t + s =
    (t - 1) * d + s - shots_by n d t - point_left d).
  { intro. kept. ring. }
  assert (W : forall t, -1 * d * Generated.point_left d + Generated.soldiers_on n d t =
    soldiers_on n d t - point_left d * d).
  { intro. kept. ring. }
  assert (G : forall t i,
    castle_wins_after ((t - 1) * d + s - shots_by n d t - point_left d) (soldiers_on n d t - point_left d * d) d i <->
    (if d + -1 <=?
      -1 * fst (fibonacci_pair (Z.to_nat (2 * i + 1))) * (-1 * d * Generated.point_left d + Generated.soldiers_on n d t) +
      snd (fibonacci_pair (Z.to_nat (2 * i + 1))) *
        (d * (t + -1) + -1 * Generated.point_left d + -1 * Generated.shots_by n d t + s)
     then true else false) = true).
  { intros. rewrite castle_wins_after_agrees. kept. reflexivity. }
  split; intros (last & L & H); exists last; (split; [first [exact (proj1 (least_agrees _ _ 1 last E) L)
    | exact (proj2 (least_agrees _ _ 1 last E) L)] | ]); rewrite <- shots_by_agrees in *;
  destruct (shots_by n d last <? s); auto; destruct H as (t & M & H); exists t;
  (split; [first [exact (proj1 (least_agrees _ _ 1 t (F last)) M) | exact (proj2 (least_agrees _ _ 1 t (F last)) M)] | ]);
  pose proof (G t) as Gt; rewrite Y, W in Gt; rewrite X, Y, W, <- soldiers_on_agrees, <- golden_agrees in *;
  destruct (soldiers_on n d t <=? (t - 1) * d + s - shots_by n d t); auto.
  - destruct H as (more & A & ->). destruct (0 <? (t - 1) * d + s - shots_by n d t); [ | subst; reflexivity].
    destruct (compare_golden_multiple _ _ <=? 0); [subst; reflexivity | ].
    destruct A as (j & -> & N). exists j. split; [ | reflexivity]. exact (proj1 (least_agrees _ _ 1 j Gt) N).
  - destruct (0 <? (t - 1) * d + s - shots_by n d t); [ | exists None; auto].
    destruct (compare_golden_multiple _ _ <=? 0); [exists None; auto | ].
    destruct H as (j & N & ->). exists (Some j). split; [ | reflexivity]. exists j. split; [reflexivity | ].
    exact (proj2 (least_agrees _ _ 1 j Gt) N).
Qed.
