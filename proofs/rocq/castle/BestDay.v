(* The best day for the fall of the castle: comparing days by ratios, without a logarithm. *)
Require Import ZArith Lia Bool.
From Castle Require Import ClosedForms ClosedFormsA Fibonacci Battle.
Open Scope Z_scope.


(* Defenders left alive if the castle falls on day t: all targets up to then minus all shots. *)
Definition U n s d t := s + (t - 1) * d - t * n.

(* The quadratic of the post: positive where waiting for one more day is better. *)
Definition q n d u := u * u + d * u - n * d.

Lemma U_next n s d t : U n s d (t + 1) = U n s d t + d - n.
Proof. unfold U; ring. Qed.

(* rho is the floor of the positive root of the quadratic. *)
Lemma rho_spec n d : 1 <= n -> 1 <= d -> 0 <= most_left_alive n d /\ forall u, 0 < u -> (u <= most_left_alive n d <-> q n d u <= 0).
Proof.
  intros Hn Hd. unfold most_left_alive, q. replace (d * (d + 4 * n)) with (d * d + 4 * n * d) by ring.
  assert (P : 0 <= d * d + 4 * n * d) by nia. pose proof (Z.sqrt_spec _ P) as [A B]. clear P.
  pose proof (Z.sqrt_nonneg (d * d + 4 * n * d)). set (r := Z.sqrt _) in *.
  assert (d <= r) by (unfold r; apply Z.sqrt_le_square; nia).
  pose proof (Z.div_mod (r - d) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (r - d) 2 ltac:(lia)).
  set (p := (r - d) / 2) in *. split. lia.
  intros u Hu. assert (I : (2 * u + d) * (2 * u + d) = d * d + 4 * n * d + 4 * (u * u + d * u - n * d)) by ring.
  split; intro.
  - assert (2 * u + d <= r) by lia. nia.
  - destruct (Z_le_gt_dec u p); auto. assert (2 * u + d >= Z.succ r) by lia. nia.
Qed.

(* The three cases of the best day. *)
Lemma T_one n s d : s <= n -> best_fall_day n s d = 1.
Proof. intros. unfold best_fall_day. destruct (Z.leb_spec s n); lia. Qed.

Lemma T_two n s d : n < s -> n <= d -> best_fall_day n s d = 2.
Proof. intros. unfold best_fall_day. destruct (Z.leb_spec s n), (Z.leb_spec n d); lia. Qed.

Lemma T_ceiling n s d : n < s -> d < n -> best_fall_day n s d = Z.max 2 (1 + ceiling_division (s - n - most_left_alive n d) (n - d)).
Proof. intros. unfold best_fall_day. destruct (Z.leb_spec s n), (Z.leb_spec n d); lia. Qed.

(* s > n: the castle does not fall before day 2. *)
Lemma T_ge_two n s d : n < s -> 2 <= best_fall_day n s d.
Proof. intros. unfold best_fall_day. destruct (Z.leb_spec s n), (Z.leb_spec n d); lia. Qed.

(* dpw < n: the best day is the first from day 2 on that leaves at most rho alive. *)
Lemma T_spec n s d : 1 <= n -> 1 <= d -> d < n -> n < s -> 2 <= best_fall_day n s d /\ U n s d (best_fall_day n s d) <= most_left_alive n d /\
  forall t, 2 <= t < best_fall_day n s d -> most_left_alive n d < U n s d t.
Proof.
  intros. rewrite T_ceiling by auto. unfold ceiling_division, U.
  set (e := - (s - n - most_left_alive n d)). pose proof (Z.div_mod e (n - d) ltac:(lia)).
  pose proof (Z.mod_pos_bound e (n - d) ltac:(lia)). set (w := e / (n - d)) in *. set (m := e mod (n - d)) in *.
  assert (s - n - most_left_alive n d = (n - d) * (- w) - m) by lia. clearbody w m e.
  split; [lia | split].
  - destruct (Z.max_spec 2 (1 + - w)) as [[? ->] | [? ->]]; nia.
  - intros t Ht. assert (t - 1 <= - w - 1) by lia. nia.
Qed.

(* Above rho, falling a day later ends the battle no later. *)
Lemma wait n d u i : 1 <= n -> 1 <= d < n -> 0 < u -> 0 < q n d u -> shot n u i ->
  exists i', i = S i' /\ shot n (u + d - n) i'.
Proof.
  intros Hn Hd Hu Hq S. assert (u < n) by (eapply shot_few; eauto; lia).
  destruct i. apply shot0 in S; lia. exists i; split; auto. apply shot_S in S. unfold shot, q in *.
  pose proof (fib_pos i). assert (X : (u + d - n) * (n - u) <= n * (2 * u - n)) by nia.
  assert ((n - u) * ((u + d - n) * od i) <= (n - u) * (n * ev i)) by nia. nia.
Qed.

(* Up to rho, falling a day earlier ends the battle no later. *)
Lemma drop n d u i : 1 <= n -> 1 <= d < n -> (0 < u -> q n d u <= 0) -> shot n (u + d - n) i -> shot n u (S i).
Proof.
  intros Hn Hd Hq S. destruct (Z_le_gt_dec u 0). apply shot_neg; lia. specialize (Hq ltac:(lia)).
  unfold q in *. assert (u < n) by nia. apply shot_S. unfold shot in *. pose proof (fib_pos i).
  assert (X : n * (2 * u - n) <= (u + d - n) * (n - u)) by nia.
  assert (n * ((2 * u - n) * od i) <= n * ((n - u) * ev i)) by nia. nia.
Qed.

(* Once at most rho are left alive, falling earlier ends the battle no later. *)
Lemma back n s d t : 1 <= n -> 1 <= d < n -> U n s d t <= most_left_alive n d -> forall (m : nat) i,
  shot n (U n s d (t + Z.of_nat m)) i -> shot n (U n s d t) (m + i).
Proof.
  intros Hn Hd HU. destruct (rho_spec n d) as [R0 R]; [lia | lia | ].
  induction m; intros i H. cbn [Nat.add Z.of_nat] in *. replace (t + 0) with t in H by lia; auto.
  replace (S m + i)%nat with (m + S i)%nat by lia. apply IHm. apply drop with (d := d); auto.
  - intro. apply R; auto. unfold U in *. nia.
  - rewrite <- U_next. replace (t + Z.of_nat m + 1) with (t + Z.of_nat (S m)) by lia. auto.
Qed.

(* From a day m days before the best one, on to the best one. *)
Lemma on_to_T n s d : 1 <= n -> 1 <= d < n -> n < s -> forall (m : nat) i, 2 <= best_fall_day n s d - Z.of_nat m ->
  shot n (U n s d (best_fall_day n s d - Z.of_nat m)) i -> exists i', i = (m + i')%nat /\ shot n (U n s d (best_fall_day n s d)) i'.
Proof.
  intros Hn Hd Hs. destruct (rho_spec n d) as [R0 R]; [lia | lia | ].
  destruct (T_spec n s d) as (T2 & TU & TL); try lia.
  induction m; intros i H2 H.
  { exists i; split; auto. cbn in H. replace (best_fall_day n s d - 0) with (best_fall_day n s d) in H by lia; auto. }
  assert (L : most_left_alive n d < U n s d (best_fall_day n s d - Z.of_nat (S m))) by (apply TL; lia).
  destruct (wait n d (U n s d (best_fall_day n s d - Z.of_nat (S m))) i) as (i' & -> & H'); auto; try lia.
  { assert (P : 0 < U n s d (best_fall_day n s d - Z.of_nat (S m))) by lia. pose proof (R _ P). lia. }
  rewrite <- U_next in H'. replace (best_fall_day n s d - Z.of_nat (S m) + 1) with (best_fall_day n s d - Z.of_nat m) in H' by lia.
  apply IHm in H'; [ | lia]. destruct H' as (i'' & -> & ?). exists i''. split; auto.
Qed.

(* dpw < n: no day is better than T. *)
Lemma best n s d : 1 <= n -> 1 <= d < n -> n < s -> forall (t i : nat), (2 <= t)%nat ->
  shot n (U n s d (Z.of_nat t)) i ->
  exists i' : nat, Z.of_nat (t + i) = best_fall_day n s d + Z.of_nat i' /\ shot n (U n s d (best_fall_day n s d)) i'.
Proof.
  intros Hn Hd Hs t i Ht H. destruct (T_spec n s d) as (T2 & TU & _); try lia.
  destruct (Z_le_gt_dec (best_fall_day n s d) (Z.of_nat t)).
  - exists (Z.to_nat (Z.of_nat t - best_fall_day n s d) + i)%nat. split. lia. apply back; auto.
    replace (best_fall_day n s d + Z.of_nat (Z.to_nat (Z.of_nat t - best_fall_day n s d))) with (Z.of_nat t) by lia. auto.
  - destruct (on_to_T n s d Hn Hd Hs (Z.to_nat (best_fall_day n s d - Z.of_nat t)) i) as (i' & -> & A).
    lia. replace (best_fall_day n s d - Z.of_nat (Z.to_nat (best_fall_day n s d - Z.of_nat t))) with (Z.of_nat t) by lia. auto.
    exists i'. split; auto. lia.
Qed.
