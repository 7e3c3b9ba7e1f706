(* Section 2.b, dpw >= n: the strength by day, the table of days, and on which day the castle falls. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules ClosedForms ClosedFormsA Day Battle BestDay TheoremA SoldiersRows.
Open Scope Z_scope.

(* ---------- 2b.days ---------- *)

(* f(0) + ... + f(m - 1) *)
Fixpoint sum (f : nat -> Z) (m : nat) : Z := match m with O => 0 | S m => sum f m + f m end.

Lemma sum_weighted f m : sum (fun i => (Z.of_nat (S m) - Z.of_nat i) * f i) (S m) =
  sum (fun i => (Z.of_nat m - Z.of_nat i) * f i) m + sum f (S m).
Proof.
  assert (H : forall k, sum (fun i => (Z.of_nat (S m) - Z.of_nat i) * f i) k =
    sum (fun i => (Z.of_nat m - Z.of_nat i) * f i) k + sum f k).
  { induction k; [reflexivity | ]. cbn [sum]. rewrite IHk. lia. }
  rewrite H. cbn [sum]. lia.
Qed.

(* p j begins day j + 2, and x j defenders are left alive on it, with soldiers and strength left, for all j <= m. *)
Definition days_with_strength (dpw : Z) (x : nat -> Z) (p : nat -> pos) (m : nat) := forall j, (j <= m)%nat ->
  move (p j) (de (p j) - x j) /\ p (S j) = after dpw (p j) (de (p j) - x j) /\ 0 < so (p (S j)) /\ 0 < st (p (S j)).

(* The position after a day with soldiers and strength left. *)
Lemma after_with_strength d p x : move p (de p - x) -> 0 < so (after d p (de p - x)) ->
  0 < st (after d p (de p - x)) -> after d p (de p - x) = P (so p - x) (d + x) (st p - (so p - (de p - x))).
Proof. destruct p as [S D C]. unfold move, after; sm; intros. cases; try lia; f_equal; lia. Qed.

(* The general pattern, corrected: day q = m + 3 begins with n - x_2 - ... - x_(q-1) soldiers, dpw + x_(q-1) defenders
   and (s - 2n) + (q-3)(dpw - n) + dpw + (q-3) x_2 + (q-4) x_3 + ... + x_(q-2) - x_(q-1) points. *)
Theorem cd3_2b_days : forall (n s dpw : Z) (x : nat -> Z) (p : nat -> pos), p O = P n dpw (s - n) -> forall m : nat,
  days_with_strength dpw x p m ->
  p (S m) = P (n - sum x (S m)) (dpw + x m)
    ((s - 2 * n) + Z.of_nat m * (dpw - n) + dpw + sum (fun i => (Z.of_nat m - Z.of_nat i) * x i) m - x m).
Proof.
  intros n s d x p H0. induction m; intro H.
  - destruct (H O) as (M & E & A & B); [lia | ]. rewrite E in *. rewrite after_with_strength by auto.
    rewrite H0. cbn [sum so de st Z.of_nat]. f_equal; lia.
  - assert (IH : p (S m) = _) by (apply IHm; intros j J; apply H; lia).
    destruct (H (S m)) as (M & E & A & B); [lia | ]. rewrite E in *. rewrite after_with_strength by auto.
    rewrite IH. cbn [so de st]. rewrite sum_weighted. cbn [sum]. f_equal; lia.
Qed.

(* As printed, with (q - 2)(dpw - n), the pattern is right only for dpw = n. *)
Theorem cd3_2b_days_printed : forall (n s dpw : Z) (x : nat -> Z) (p : nat -> pos), p O = P n dpw (s - n) ->
  forall m : nat, days_with_strength dpw x p m ->
  (st (p (S m)) = (s - 2 * n) + (Z.of_nat m + 1) * (dpw - n) + dpw
                  + sum (fun i => (Z.of_nat m - Z.of_nat i) * x i) m - x m <-> dpw = n).
Proof. intros n s d x p H0 m H. rewrite (cd3_2b_days n s d x p H0 m H). sm. lia. Qed.

(* ---------- 2b.table ---------- *)

(* A castle of at most S points falls without a wasted shot: D + C - S defenders are left alive. *)
Lemma falls d S D C : 0 <= D -> 0 < C <= S -> S - C <= D -> D + C - S < S ->
  move (P S D C) (S - C) /\ after d (P S D C) (S - C) = P (S - (D + C - S)) (D + C - S) 0.
Proof. intros. split. unfold move; sm; lia. unfold after; sm; cases; try lia; f_equal; lia. Qed.

(* The castle falls on day 2. *)
Theorem cd3_2b_table_day_2 : forall n s dpw : Z, n <= dpw -> n < s < 2 * n ->
  let x2 := (s - n) + (dpw - n) in x2 < n ->
  move (P n dpw (s - n)) (dpw - x2) /\ after dpw (P n dpw (s - n)) (dpw - x2) = P (n - x2) x2 0.
Proof.
  intros n s d Hd Hs x2 Hx. destruct (falls d n d (s - n)) as [M E]; try lia. unfold x2 in *.
  replace (d - (s - n + (d - n))) with (n - (s - n)) by lia. split; auto. rewrite E. f_equal; lia.
Qed.

(* It falls on day 3, after x_2 were left alive on day 2. *)
Theorem cd3_2b_table_day_3 : forall n s dpw x2 : Z, n <= dpw -> n < s < 2 * n -> 0 <= x2 ->
  0 < (s - 2 * n) + dpw - x2 <= n - x2 ->
  let x3 := (s - n) + 2 * (dpw - n) + x2 in x3 < n - x2 ->
  let p := P (n - x2) (dpw + x2) ((s - 2 * n) + dpw - x2) in
  move p (dpw + x2 - x3) /\ after dpw p (dpw + x2 - x3) = P (n - x2 - x3) x3 0 /\
  n - x2 - x3 = n - (s - n) - 2 * (dpw - n) - 2 * x2.
Proof.
  intros n s d x2 Hd Hs Hx HC x3 Hx3 p. unfold p, x3 in *.
  destruct (falls d (n - x2) (d + x2) (s - 2 * n + d - x2)) as [M E]; try lia.
  replace (d + x2 - (s - n + 2 * (d - n) + x2)) with (n - x2 - (s - 2 * n + d - x2)) by lia.
  split; [auto | split; [ | lia]]. rewrite E. f_equal; lia.
Qed.

(* It falls on day 4, after x_2 and x_3 were left alive. *)
Theorem cd3_2b_table_day_4 : forall n s dpw x2 x3 : Z, n <= dpw -> n < s < 2 * n -> 0 <= x2 -> 0 <= x3 ->
  0 < (s - 2 * n) + (dpw - n) + dpw + x2 - x3 <= n - x2 - x3 ->
  let x4 := (s - n) + 3 * (dpw - n) + 2 * x2 + x3 in x4 < n - x2 - x3 ->
  let p := P (n - x2 - x3) (dpw + x3) ((s - 2 * n) + (dpw - n) + dpw + x2 - x3) in
  move p (dpw + x3 - x4) /\ after dpw p (dpw + x3 - x4) = P (n - x2 - x3 - x4) x4 0 /\
  n - x2 - x3 - x4 = n - (s - n) - 3 * (dpw - n) - 3 * x2 - 2 * x3.
Proof.
  intros n s d x2 x3 Hd Hs Hx Hx3 HC x4 Hx4 p. unfold p, x4 in *.
  destruct (falls d (n - x2 - x3) (d + x3) (s - 2 * n + (d - n) + d + x2 - x3)) as [M E]; try lia.
  replace (d + x3 - (s - n + 3 * (d - n) + 2 * x2 + x3))
    with (n - x2 - x3 - (s - 2 * n + (d - n) + d + x2 - x3)) by lia.
  split; [auto | split; [ | lia]]. rewrite E. f_equal; lia.
Qed.

(* The remark, corrected: day 2 is at least as good as days 3 and 4, and equal to day 3 only for dpw = n, x_2 = 0. *)
Theorem cd3_2b_table : forall n s dpw x2 x3 : Z, n <= dpw -> n < s < 2 * n -> 0 <= x2 -> 0 <= x3 ->
  let s3 := n - (s - n) - (dpw - n) in let d3 := (s - n) + (dpw - n) in
  let s4 := n - (s - n) - 2 * (dpw - n) - 2 * x2 in let d4 := (s - n) + 2 * (dpw - n) + x2 in
  let s5 := n - (s - n) - 3 * (dpw - n) - 3 * x2 - 2 * x3 in
  let d5 := (s - n) + 3 * (dpw - n) + 2 * x2 + x3 in
  s4 <= s3 /\ s5 <= s3 /\ d3 <= d4 /\ d3 <= d5 /\
  (s3 = s4 <-> dpw = n /\ x2 = 0) /\ (d3 = d4 <-> dpw = n /\ x2 = 0).
Proof. intros. unfold s3, s4, s5, d3, d4, d5. lia. Qed.

(* ---------- 2b.need ---------- *)

(* s > 2n and dpw >= n: on every day there are more points than soldiers, so the strength never reaches zero. *)
Lemma too_strong n d t : 1 <= n -> n <= d -> forall p p', plays d t p p' ->
  0 < so p <= n -> n <= de p -> so p < st p -> 0 < st p'.
Proof.
  intros Hn Hd p p' W. induction W as [ | p b t p' O M W IH]; intros HS HD HC; [lia | ].
  destruct p as [S D C]; unfold move in M; sm. unfold after in *; sm.
  destruct (Z_le_gt_dec (S - (D - b)) 0).
  - inversion W as [ | ? ? ? ? N]; subst; sm; [lia | ]. unfold outcome in N; sm; cases; lia.
  - apply IH; sm; cases; lia.
Qed.

Theorem cd3_2b_need_strength : forall n s dpw : Z, 1 <= n -> n <= dpw -> 2 * n < s ->
  forall t p, plays dpw t (start n s) p -> 0 < st p.
Proof.
  intros n s d Hn Hd Hs t p W. inversion W as [ | ? b u ? O M L]; subst; [sm; lia | ].
  apply first_day with (d := d) in M as [_ E]; auto; try lia. rewrite E in L.
  eapply (too_strong n d u); [ .. | exact L | | | ]; sm; lia.
Qed.

(* As printed it is false for s = 2n, in every such game: all fire at the castle on days 1 and 2. *)
Theorem cd3_2b_need_printed : forall n dpw : Z, 1 <= n -> n <= dpw ->
  exists p, plays dpw 2 (start n (2 * n)) p /\ st p = 0.
Proof.
  intros n d Hn Hd. exists (after d (P n d n) 0). split; [ | unfold after; sm; lia].
  assert (M : move (start n (2 * n)) 0) by (unfold move; sm; lia).
  apply onward with (b := 0); auto. apply stands; sm; lia.
  apply first_day with (d := d) in M as [_ ->]; try lia. replace (2 * n - n) with n by lia.
  apply onward with (b := 0). apply stands; sm; lia. unfold move; sm; lia. constructor.
Qed.

(* The conclusion is right: s >= 2n, dpw >= n, and the soldiers cannot win. *)
Theorem cd3_2b_need : forall n s dpw : Z, 1 <= n -> 2 * n <= s -> n <= dpw -> cannot_win dpw Soldiers (start n s).
Proof. exact cd3_row2d. Qed.

(* ---------- 2b.fast and 2b.inf ---------- *)

(* The castle falls on day t of a play that the soldiers win k days later. *)
Definition wins_after_fall_on (dpw : Z) (p : pos) (t k : nat) : Prop :=
  exists p' b, plays dpw (t - 1) p p' /\ 0 < st p' /\ outcome p' = None /\ move p' b /\
               st (after dpw p' b) = 0 /\ wins dpw Soldiers k (after dpw p' b).

(* A volley of n soldiers fells the castle, and the battle takes k days. *)
Lemma falls_and_wins d n C k : 1 <= n -> 0 < C <= n -> n <= d -> k_is n (d + C - n) k ->
  exists b, outcome (P n d C) = None /\ move (P n d C) b /\ st (after d (P n d C) b) = 0 /\
            wins d Soldiers k (after d (P n d C) b).
Proof.
  intros Hn HC Hd K. assert (d + C - n < n) by (eapply shot_few; [apply K | lia | lia]).
  destruct (falls d n d C) as [M E]; try lia. exists (n - C). rewrite E.
  split; [apply stands; sm; lia | split; [auto | split; [auto | ]]]. apply battle; auto. lia.
Qed.

(* dpw >= n: in some fastest win the castle falls on day 2. *)
Theorem cd3_2b_fast : forall n s dpw : Z, 1 <= n -> n <= dpw -> n < s -> forall t,
  fewest dpw Soldiers (start n s) t -> exists k, t = (2 + k)%nat /\ wins_after_fall_on dpw (start n s) 2 k.
Proof.
  intros n s d Hn Hd Hs t F. apply row_two in F; auto. destruct F as (k & K & ->). exists k. split; auto.
  assert (s - n <= n). { assert (s + d - 2 * n < n) by (eapply shot_few; [apply K | lia | lia]). lia. }
  destruct (falls_and_wins d n (s - n) k) as (b & O & M & E & W); try lia.
  { replace (d + (s - n) - n) with (s + d - 2 * n) by ring. auto. }
  exists (P n d (s - n)), b. split; [ | split; [sm; lia | auto 6]].
  assert (M0 : move (start n s) 0) by (unfold move; sm; lia).
  apply onward with (b := 0); auto. apply stands; sm; lia. apply first_day with (d := d) in M0 as [_ ->]; try lia.
  constructor.
Qed.

(* dpw = n: killing all n defenders changes nothing. *)
Lemma nothing_changes n C j : 1 <= n -> 0 < C -> plays n j (P n n C) (P n n C).
Proof.
  intros Hn HC. induction j; [constructor | ]. apply onward with (b := n). apply stands; sm; lia.
  unfold move; sm; lia. replace (after n (P n n C) n) with (P n n C); auto.
  unfold after; sm; cases; try lia; f_equal; lia.
Qed.

(* dpw = n < s < phi n: the castle can fall on any day from 2 on, in a win: infinitely many plays win ... *)
Theorem cd3_2b_inf : forall n s : Z, 1 <= n -> n < s -> 0 < compare_golden_multiple n s ->
  exists k, forall t, (2 <= t)%nat -> wins_after_fall_on n (start n s) t k.
Proof.
  intros n s Hn Hs C. assert (G : exists i, shot n (s - n) i).
  { apply golden; [lia | intro]. pose proof (golden_border n (s - n) ltac:(lia)) as B.
    replace (n + (s - n)) with s in B by lia. lia. }
  destruct G as [i Hi]. destruct (k_some _ _ _ Hi) as (k & K & _). exists k. intros t Ht.
  assert (s - n < n) by (eapply shot_few; [apply K | lia | lia]).
  destruct (falls_and_wins n n (s - n) k) as (b & O & M & E & W); try lia.
  { replace (n + (s - n) - n) with (s - n) by ring. auto. }
  exists (P n n (s - n)), b. split; [ | split; [sm; lia | auto 6]].
  assert (M0 : move (start n s) 0) by (unfold move; sm; lia).
  replace (t - 1)%nat with (S (t - 2)) by lia.
  apply onward with (b := 0); auto. apply stands; sm; lia. apply first_day with (d := n) in M0 as [_ ->]; try lia.
  apply nothing_changes; lia.
Qed.

(* ... and as printed, "always", it is false for every s >= phi n: then no play wins. *)
Theorem cd3_2b_inf_printed : forall n s : Z, 1 <= n -> n < s -> compare_golden_multiple n s <= 0 ->
  cannot_win n Soldiers (start n s).
Proof.
  intros n s Hn Hs C t W. assert (0 < compare_golden_multiple n (n + s - n)).
  { apply cd3_2b_limit; try lia. eauto. }
  replace (n + s - n) with s in * by lia. lia.
Qed.
