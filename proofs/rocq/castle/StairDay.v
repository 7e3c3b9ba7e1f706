(* The first day on which the castle wins with all fresh defenders left alive, without a search: a square root and one
   comparison. *)
Require Import ZArith Lia Bool.
From Castle Require Import ClosedForms ClosedFormsA ClosedFormsB Fibonacci OnePoint Golden AllFire.
Open Scope Z_scope.

Definition wins_on (n d u : Z) : Prop :=
  compare_golden_multiple ((u - 1) * d - point_left d) (soldiers_on n d u - point_left d * d) > 0.

Lemma point_left_two d : point_left d = 0 \/ point_left d = 1.
Proof. unfold point_left. destruct (Z.eqb d 1); auto. Qed.

Lemma soldiers_twice n d u : 2 * soldiers_on n d u = 2 * n - d * ((u - 1) * (u - 2)).
Proof. unfold soldiers_on. pose proof (halves (u - 1)). replace (u - 1 - 1) with (u - 2) in H by ring. nia. Qed.

Lemma not_before n d u k : 1 <= n -> 1 <= d -> d * (k * k) <= 2 * n -> 2 <= u < k -> ~ wins_on n d u.
Proof.
  intros N D K U. unfold wins_on. pose proof (point_left_two d). pose proof (soldiers_twice n d u) as S.
  rewrite golden_form by (destruct H as [-> | ->]; nia). set (m := soldiers_on n d u) in *. clearbody m.
  assert (B : d * ((u + 1) * (u + 1)) <= 2 * n) by (assert ((u + 1) * (u + 1) <= k * k) by nia; nia).
  assert (C : d * (5 * u - 1) <= 2 * m) by nia. clear K S B.
  destruct H as [-> | ->].
  - assert (5 * ((u - 1) * d) <= 2 * m) by nia. set (x := (u - 1) * d - 0) in *.
    replace (m - 0 * d) with m by ring. assert (0 <= x) by (unfold x; nia). assert (5 * x <= 2 * m) by lia. nia.
  - set (y := m - 1 * d). set (x := (u - 1) * d - 1). assert (5 * x <= 2 * y) by (unfold x, y; nia).
    assert (0 <= x) by (unfold x; nia). nia.
Qed.

Lemma soon_after n d k : 1 <= n -> 1 <= d -> 1 <= k -> 2 * n < d * ((k + 1) * (k + 1)) -> wins_on n d (k + 1).
Proof.
  intros N D K B. unfold wins_on. pose proof (point_left_two d). pose proof (soldiers_twice n d (k + 1)) as S.
  rewrite golden_form by (destruct H as [-> | ->]; nia). set (m := soldiers_on n d (k + 1)) in *. clearbody m.
  assert (C : 2 * m + 1 <= d * (3 * k + 1)) by nia. clear B S. replace (k + 1 - 1) with k by ring.
  unfold point_left. destruct (Z.eqb_spec d 1) as [-> | E].
  - assert (2 * m <= 3 * k) by lia. destruct (Z_lt_le_dec m 0); [left; lia | right; nia].
  - destruct (Z_lt_le_dec (m - 1 * d) 0) as [L | L]; [left; lia | right].
    set (y := m - 1 * d) in *. set (x := k * d - 1). assert (2 * y + 1 <= d * (3 * k - 1)) by (unfold y; lia).
    assert (2 * y <= 3 * x + 2 - d) by (unfold x; lia). assert (1 <= x) by (unfold x; nia).
    destruct (Z.eq_dec d 2) as [-> | ]; [assert (2 * y <= 3 * x) by lia; nia|].
    assert (2 * y <= 3 * x) by lia. nia.
Qed.

Theorem first_day_without_search n d : 1 <= n -> 1 <= d ->
  let near := Z.max 2 (Z.sqrt (2 * n / d)) in
  (wins_on n d near -> least_satisfying (wins_on n d) 2 near) /\
  (~ wins_on n d near -> least_satisfying (wins_on n d) 2 (near + 1)).
Proof.
  intros N D near. pose proof (Z.div_mod (2 * n) d ltac:(lia)) as V. pose proof (Z.mod_pos_bound (2 * n) d ltac:(lia)).
  pose proof (Z.div_pos (2 * n) d ltac:(lia) ltac:(lia)) as P.
  pose proof (Z.sqrt_spec _ P) as [A B]. pose proof (Z.sqrt_nonneg (2 * n / d)).
  set (k := Z.sqrt (2 * n / d)) in *. set (v := 2 * n / d) in *. clearbody k v.
  assert (K : d * (k * k) <= 2 * n) by nia.
  assert (L : 2 * n < d * ((near + 1) * (near + 1))).
  { assert (d * (v + 1) <= d * ((near + 1) * (near + 1))) by (apply Z.mul_le_mono_nonneg_l; unfold near; nia). nia. }
  assert (F : forall u, 2 <= u < near -> ~ wins_on n d u).
  { intros u U. apply (not_before n d u k); unfold near in U; lia. }
  unfold least_satisfying. split; intro W.
  - split; [unfold near; lia | auto].
  - split; [unfold near; lia|]. split; [apply soon_after; auto; unfold near; lia|].
    intros u U. destruct (Z.eq_dec u near) as [-> | ]; [auto | apply F; lia].
Qed.

(* The same by a search for the first day, as the proof of the threshold has it. *)
Definition least_by_search (soldiers defenders_per_wave answer : Z) : Prop :=
  let point := point_left defenders_per_wave in
  let soldiers_less_fresh day := soldiers_on soldiers defenders_per_wave day - point * defenders_per_wave in
  let wins day := compare_golden_multiple ((day - 1) * defenders_per_wave - point) (soldiers_less_fresh day) > 0 in
  exists day, least_satisfying wins 2 day /\
  let left := soldiers_less_fresh day in
  let enough := if left <? 0 then 1 else (Z.sqrt (5 * left * left) - left) / 2 + 1 + point in
  let used_up := shots_by soldiers defenders_per_wave day - (day - 1) * defenders_per_wave + enough in
  answer = Z.max (shots_by soldiers defenders_per_wave (day - 1) + 1) used_up.

Lemma least_unique P first a b : least_satisfying P first a -> least_satisfying P first b -> a = b.
Proof.
  intros (A1 & A2 & A3) (B1 & B2 & B3).
  destruct (Z.lt_trichotomy a b) as [L | [E | L]]; auto; exfalso; [apply (B3 a) | apply (A3 b)]; auto; lia.
Qed.

(* So the closed form needs no search. *)
Theorem without_search n d answer : 1 <= n -> 1 <= d ->
  (castle_min_winning_strength n d answer <-> least_by_search n d answer).
Proof.
  intros N D. pose proof (first_day_without_search n d N D) as F. cbv zeta in F.
  unfold castle_min_winning_strength, least_by_search. cbv zeta.
  set (near := Z.max 2 (Z.sqrt (2 * n / d))) in *. fold (wins_on n d) in *.
  set (day := if 0 <? compare_golden_multiple ((near - 1) * d - point_left d) (soldiers_on n d near - point_left d * d)
    then near else near + 1).
  assert (L : least_satisfying (wins_on n d) 2 day).
  { unfold day. unfold wins_on in F at 1 3. destruct (Z.ltb_spec 0 (compare_golden_multiple
      ((near - 1) * d - point_left d) (soldiers_on n d near - point_left d * d))); apply F; lia. }
  clearbody day. split.
  - intro A. exists day. split; auto.
  - intros (u & U & A). rewrite (least_unique _ _ _ _ L U). exact A.
Qed.
