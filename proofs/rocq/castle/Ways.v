(* How many ways a side has to win in a fixed number of waves: Fuss-Catalan numbers for the soldiers, partitions for the
   castle, and a closed form for three waves. *)
Require Import ZArith List Lia Bool.
From Castle Require Import Rules CountPlays RandomSoldiers.
Open Scope Z_scope.

(* Sums over the volleys of a day on which every number of shots at defenders is legal. *)
Lemma sum_first f k : sum f (S k) = f 0 + sum (fun y => f (y + 1)) k.
Proof.
  induction k as [|k IH]; [reflexivity|]. change (sum f (S k) + f (Z.of_nat (S (S k))) =
    f 0 + (sum (fun y => f (y + 1)) k + f (Z.of_nat (S k) + 1))).
  rewrite IH. replace (Z.of_nat (S (S k))) with (Z.of_nat (S k) + 1) by lia. ring.
Qed.
Lemma sum_backwards f k : sum (fun b => f (Z.of_nat k - b)) k = sum f k.
Proof.
  induction k as [|k IH]; [reflexivity|]. rewrite sum_first. change (sum f (S k)) with (sum f k + f (Z.of_nat (S k))).
  rewrite <- IH, Z.sub_0_r, Z.add_comm. f_equal. apply sum_ext. intros. f_equal. lia.
Qed.
Lemma sum_of_list f k : Z.of_nat (list_sum (map (fun i => f (Z.of_nat i)) (seq 0 (S k)))) = sum (fun b => Z.of_nat (f b)) k.
Proof.
  induction k as [|k IH]; [simpl; f_equal; lia|]. rewrite seq_S, map_app, list_sum_app, Nat2Z.inj_add, IH. cbn [map list_sum].
  change (sum ?g (S k)) with (sum g k + g (Z.of_nat (S k))). cbn. do 2 f_equal. lia.
Qed.
Lemma sum_volleys f n D C : 0 <= n <= C -> 0 <= D ->
  Z.of_nat (list_sum (map f (volleys (P n D C)))) = sum (fun b => Z.of_nat (f b)) (Z.to_nat (Z.min n D)).
Proof.
  intros. rewrite <- sum_of_list. unfold volleys, fewest_shots. cbn [so de st].
  replace (Z.min (Z.max (n - C) 0) D) with 0 by lia. replace (Z.to_nat (Z.min n D + 1 - 0)) with (S (Z.to_nat (Z.min n D))) by lia.
  rewrite map_map. reflexivity.
Qed.

(* A day with soldiers and points left, seen by the number b of shots at defenders. *)
Lemma outcome_open n D C : 0 < n -> 0 < C -> outcome (P n D C) = None.
Proof.
  intros. unfold outcome. cbn [so de st]. destruct (Z.leb_spec n 0); [lia|]. destruct (Z.eqb_spec C 0); [lia|].
  now rewrite andb_false_r.
Qed.
Lemma after_open d n D C b : 0 < n - D + b -> 0 < C - n + b ->
  after d (P n D C) b = P (n - D + b) (D - b + d) (C - n + b).
Proof.
  intros. unfold after. cbn [so de st]. rewrite !Z.max_l by lia.
  destruct (Z.ltb_spec 0 (n - (D - b))), (Z.ltb_spec 0 (C - (n - b))); try lia. cbn [andb]. f_equal; lia.
Qed.
Lemma count_day d w t n D C : 0 < n <= C -> 0 <= D ->
  Z.of_nat (count d w (S t) (P n D C)) = sum (fun b => Z.of_nat (count d w t (after d (P n D C) b))) (Z.to_nat (Z.min n D)).
Proof. intros. cbn [count]. rewrite outcome_open by lia. apply sum_volleys; lia. Qed.

(* The first wave: all soldiers fire at the castle. *)
Lemma first_wave d w t n s : 0 < n < s -> count d w (S t) (start n s) = count d w t (P n d (s - n)).
Proof.
  intros. apply Nat2Z.inj. unfold start. rewrite count_day, Z.min_r by lia. cbn [Z.to_nat sum]. rewrite after_open by lia.
  do 3 f_equal; lia.
Qed.

Lemma list_sum_zero (f : Z -> nat) l : (forall b, In b l -> f b = O) -> list_sum (map f l) = O.
Proof. intro all. induction l as [|b l IH]; [reflexivity|]. cbn. rewrite (all b) by now left. apply IH. intros. apply all. now right. Qed.
(* On the last day the soldiers shoot all defenders, and the castle falls: they can if they are no fewer than both. *)
Lemma last_day d n D C : 0 <= D -> 0 <= C ->
  count d Soldiers 1 (P n D C) = if (0 <? D + C) && (D + C <=? n) then 1%nat else 0%nat.
Proof.
  intros. cbn [count]. destruct (Z.ltb_spec 0 (D + C)), (Z.leb_spec (D + C) n); cbn [andb].
  - replace (outcome (P n D C)) with (@None side).
    2: { unfold outcome. cbn [so de st]. destruct (Z.leb_spec n 0), (Z.eqb_spec D 0), (Z.eqb_spec C 0); lia || reflexivity. }
    unfold volleys, fewest_shots. cbn [so de st]. replace (Z.min (Z.max (n - C) 0) D) with D by lia.
    replace (Z.to_nat (Z.min n D + 1 - D)) with 1%nat by lia. cbn [seq map list_sum fold_right].
    unfold after. cbn [so de st]. replace (D + Z.of_nat 0) with D by lia.
    replace (Z.max (C - (n - D)) 0) with 0 by lia. replace (D - D) with 0 by lia. rewrite Z.max_l by lia.
    rewrite andb_false_r. unfold outcome. cbn [so de st]. destruct (Z.leb_spec (n - 0) 0); [lia|]. reflexivity.
  - destruct (outcome (P n D C)); [reflexivity|]. apply list_sum_zero. intros b B. apply in_volleys in B. revert B.
    unfold move, outcome, after. cbn [so de st]. intro B.
    destruct (Z.ltb_spec 0 (Z.max (n - (D - b)) 0)), (Z.ltb_spec 0 (Z.max (C - (n - b)) 0)); cbn [andb];
    destruct (Z.leb_spec (Z.max (n - (D - b)) 0) 0); try lia; try reflexivity;
    match goal with |- context [(?x =? 0) && (?y =? 0)] => destruct (Z.eqb_spec x 0), (Z.eqb_spec y 0) end; lia || reflexivity.
  - unfold outcome. cbn [so de st]. destruct (Z.leb_spec n 0), (Z.eqb_spec D 0), (Z.eqb_spec C 0); lia || reflexivity.
  - unfold outcome. cbn [so de st]. destruct (Z.leb_spec n 0), (Z.eqb_spec D 0), (Z.eqb_spec C 0); lia || reflexivity.
Qed.

(* The sequences of m numbers y >= 0, each at most d more than the one before it, the first at most D. *)
Fixpoint sequences (d : Z) (m : nat) (D : Z) : Z :=
  match m with O => 1 | S m => sum (fun y => sequences d m (y + d)) (Z.to_nat D) end.

(* first (first + 1) ... , k factors *)
Fixpoint product (first : Z) (k : nat) : Z :=
  match k with O => 1 | S k => product first k * (first + Z.of_nat k) end.
Fixpoint factorial (m : nat) : Z := match m with O => 1 | S k => Z.of_nat m * factorial k end.

Lemma product_first x k : product x (S k) = x * product (x + 1) k.
Proof.
  induction k as [|k IH]; [cbn [product]; change (Z.of_nat 0) with 0; ring|]. change (product x (S k) * (x + Z.of_nat (S k)) = x * (product (x + 1) k * (x + 1 + Z.of_nat k))).
  rewrite IH, Nat2Z.inj_succ. unfold Z.succ. ring.
Qed.

Lemma sequences_closed d m D : 0 <= d -> 0 <= D ->
  factorial (S m) * sequences d (S m) D = (D + 1) * product (Z.of_nat (S m) * d + D + 2) m.
Proof.
  intros d0. revert D. induction m as [|m IH]; intros D D0.
  - change (1 * 1 * sum (fun _ => 1) (Z.to_nat D) = (D + 1) * 1).
    assert (E : forall k, sum (fun _ => 1) k = Z.of_nat k + 1) by (induction k; cbn [sum]; lia). rewrite E. lia.
  - set (M := Z.of_nat (S (S m))). rewrite <- (Z2Nat.id D) by lia. induction (Z.to_nat D) as [|k IHk].
    + change (sequences d (S (S m)) (Z.of_nat 0)) with (sequences d (S m) (0 + d)).
      change (factorial (S (S m))) with (M * factorial (S m)). rewrite <- Z.mul_assoc, IH by lia.
      cbn [product]. replace (Z.of_nat (S m)) with (M - 1) by lia. replace (Z.of_nat m) with (M - 2) by lia.
      replace ((M - 1) * d + (0 + d) + 2) with (M * d + 0 + 2) by ring. change (Z.of_nat 0) with 0. ring.
    + assert (R : sequences d (S (S m)) (Z.of_nat (S k)) =
        sequences d (S (S m)) (Z.of_nat k) + sequences d (S m) (Z.of_nat (S k) + d)).
      { change (sequences d (S (S m)) ?x) with (sum (fun y => sequences d (S m) (y + d)) (Z.to_nat x)).
        rewrite !Nat2Z.id. reflexivity. }
      rewrite R, Z.mul_add_distr_l, IHk. change (factorial (S (S m))) with (M * factorial (S m)).
      rewrite <- Z.mul_assoc, IH by lia.
      set (x := M * d + Z.of_nat k + 2). replace (Z.of_nat (S m) * d + (Z.of_nat (S k) + d) + 2) with (x + 1) by (unfold x; lia).
      replace (M * d + Z.of_nat (S k) + 2) with (x + 1) by (unfold x; lia). rewrite product_first. cbn [product].
      replace (Z.of_nat m) with (M - 2) by lia. replace (Z.of_nat (S k)) with (Z.of_nat k + 1) by lia. unfold x. ring.
Qed.

(* With t days left: the points left are more than all shots before the last day, and no more than all shots. *)
Definition before_last (t n D d : Z) : Z := if t =? 1 then 0 else if t =? 2 then n else (t - 1) * n - D - (t - 3) * d.
Definition falls_on_last (t n D C d : Z) : Prop := before_last t n D d < C /\
  6 * C <= 6 * t * n - 3 * t * (t - 1) * D - t * (t - 1) * (t - 2) * d - 6 * D - 6 * (t - 1) * d.

Lemma falls_on_last_keeps t n D C d b : 2 <= t -> 0 <= d -> 0 <= b <= D -> falls_on_last t n D C d ->
  falls_on_last (t - 1) (n - D + b) (D - b + d) (C - n + b) d.
Proof.
  unfold falls_on_last, before_last. intros T d0 B [L U]. split.
  - revert L. destruct (Z.eqb_spec t 1), (Z.eqb_spec t 2), (Z.eqb_spec (t - 1) 1), (Z.eqb_spec (t - 1) 2); intro L; try lia.
    assert (0 <= (t - 2) * (D - b)) by nia. lia.
  - assert (0 <= t * (t - 1) * b) by nia. lia.
Qed.
Lemma falls_on_last_legal t n D C d : 2 <= t -> 1 <= d -> 0 <= D -> falls_on_last t n D C d -> D < n <= C.
Proof.
  unfold falls_on_last, before_last. intros T d1 D0 [L U]. revert L. destruct (Z.eqb_spec t 1), (Z.eqb_spec t 2); intro L; try lia.
  assert (0 <= t * (t - 1) * (t - 2) * d) by nia. assert (6 * D <= t * (t - 1) * D) by nia.
  assert (D + 2 * d < n) by lia. split; [lia|]. assert (0 <= (t - 3) * (n - d)) by nia. lia.
Qed.

Lemma count_on_last d m n D C : 1 <= d -> 0 <= D -> falls_on_last (Z.of_nat (S m)) n D C d ->
  Z.of_nat (count d Soldiers (S m) (P n D C)) = sequences d m D.
Proof.
  intros d1. revert n D C. induction m as [|m IH]; intros n D C D0 F.
  - destruct F as [L U]. change (0 < C) in L. change (Z.of_nat 1) with 1 in U. rewrite last_day by lia.
    destruct (Z.ltb_spec 0 (D + C)), (Z.leb_spec (D + C) n); lia || reflexivity.
  - assert (2 <= Z.of_nat (S (S m))) by lia. destruct (falls_on_last_legal _ _ _ _ _ H d1 D0 F).
    rewrite count_day, Z.min_r by lia. cbn [sequences]. rewrite <- (sum_backwards (fun y => sequences d m (y + d))).
    rewrite Z2Nat.id by lia. apply sum_ext. intros b B. rewrite Z2Nat.id in B by lia.
    pose proof (falls_on_last_keeps _ n D C d b H ltac:(lia) B F) as K.
    replace (Z.of_nat (S (S m)) - 1) with (Z.of_nat (S m)) in K by lia.
    assert (0 < C - n + b).
    { destruct m as [|m]; [apply K|].
      pose proof (falls_on_last_legal (Z.of_nat (S (S m))) (n - D + b) (D - b + d) (C - n + b) d
        ltac:(lia) d1 ltac:(lia) K). lia. }
    rewrite after_open by lia. apply IH; [lia|exact K].
Qed.

(* k = m + 1 waves; k (k - 1) (k - 2) / 6 without a division. *)
Theorem fuss_catalan m d n s : (2 <= m)%nat -> 1 <= d -> let k := Z.of_nat m + 1 in
  (k - 1) * n - (k - 3) * d < s -> 6 * s <= 6 * k * n - (k * (k - 1) * (k - 2) + 6 * (k - 1)) * d ->
  factorial m * Z.of_nat (count d Soldiers (S m) (start n s)) = product (Z.of_nat m * d + 2) (m - 1).
Proof.
  intros M d1 k L U. destruct m as [|m]; [lia|].
  assert (F : falls_on_last (Z.of_nat (S m)) n d (s - n) d).
  { unfold falls_on_last, before_last, k in *. set (t := Z.of_nat (S m)) in *. assert (2 <= t) by lia.
    destruct (Z.eqb_spec t 1), (Z.eqb_spec t 2); lia. }
  destruct (falls_on_last_legal (Z.of_nat (S m)) n d (s - n) d ltac:(lia) d1 ltac:(lia) F).
  rewrite first_wave by lia. rewrite count_on_last by (try lia; exact F).
  destruct m as [|m]; [lia|].
  change (factorial (S (S m))) with (Z.of_nat (S (S m)) * factorial (S m)). rewrite <- Z.mul_assoc, sequences_closed by lia.
  replace (S (S m) - 1)%nat with (S m) by lia. cbn [product].
  replace (Z.of_nat (S m) * d + d + 2) with (Z.of_nat (S (S m)) * d + 2) by lia. rewrite Nat2Z.inj_succ with (n := S m).
  rewrite Nat2Z.inj_succ with (n := m). unfold Z.succ. ring.
Qed.

(* The castle: the numbers b_1, ..., b_j >= 0 with b_1 + 2 b_2 + ... + j b_j <= h. *)
Fixpoint at_most (j : nat) (h : Z) : Z :=
  match j with
  | O => if h <? 0 then 0 else 1
  | S i => sum (fun b => at_most i (h - Z.of_nat j * b)) (Z.to_nat h)
  end.

Lemma sum_longer f k more : (forall b, Z.of_nat k < b -> f b = 0) -> sum f (k + more) = sum f k.
Proof.
  intro tail. induction more as [|more IH]; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r.
  change (sum f (k + more) + f (Z.of_nat (S (k + more))) = sum f k). rewrite IH, tail by lia. ring.
Qed.
Lemma sum_zero f k : (forall b, 0 <= b -> f b = 0) -> sum f k = 0.
Proof. intro all. induction k as [|k IH]; cbn [sum]; [apply all; lia|]. rewrite IH, all by lia. reflexivity. Qed.
Lemma at_most_negative j h : h < 0 -> at_most j h = 0.
Proof.
  revert h. induction j as [|j IH]; intros h H; [cbn; destruct (Z.ltb_spec h 0); lia|].
  apply sum_zero. intros. apply IH. lia.
Qed.
Lemma at_most_sum j h k : h < Z.of_nat (S j) * (Z.of_nat k + 1) ->
  at_most (S j) h = sum (fun b => at_most j (h - Z.of_nat (S j) * b)) k.
Proof.
  intro K. change (sum (fun b => at_most j (h - Z.of_nat (S j) * b)) (Z.to_nat h) = sum (fun b => at_most j (h - Z.of_nat (S j) * b)) k).
  destruct (Nat.le_ge_cases k (Z.to_nat h)) as [le|le].
  - replace (Z.to_nat h) with (k + (Z.to_nat h - k))%nat by lia. apply sum_longer. intros. apply at_most_negative. nia.
  - replace k with (Z.to_nat h + (k - Z.to_nat h))%nat by lia. symmetry. apply sum_longer. intros. apply at_most_negative. nia.
Qed.

(* The generating function over h: each j divides it by 1 - z^j, and for j = 0 it is 1 / (1 - z). *)
Theorem at_most_next j h : 0 <= h -> at_most (S j) h = at_most j h + at_most (S j) (h - Z.of_nat (S j)).
Proof.
  intros H. rewrite (at_most_sum j h (S (Z.to_nat h))), sum_first by nia. f_equal; [f_equal; lia|].
  rewrite (at_most_sum j _ (Z.to_nat h)) by nia. apply sum_ext. intros. f_equal. lia.
Qed.

(* With t days left: at least half as many soldiers as defenders on the last day, if no defender is shot before, and
   more points than all shots. *)
Definition castle_holds (t n D C d : Z) : Prop :=
  1 <= n /\ d <= D /\ D + (t - 1) * d <= 2 * (n - (t - 1) * D) - (t - 1) * (t - 2) * d /\ before_last (t + 1) n D d <= C.

Lemma castle_holds_legal t n D C d : 2 <= t -> 1 <= d -> castle_holds t n D C d -> D < n < C.
Proof.
  unfold castle_holds, before_last. intros T d1 (n1 & E & I & J). revert J.
  destruct (Z.eqb_spec (t + 1) 1), (Z.eqb_spec (t + 1) 2); intro J; try lia.
  assert (0 <= (t - 2) * d /\ 0 <= (t - 2) * D) as [A B] by (split; apply Z.mul_nonneg_nonneg; lia).
  assert (0 <= (t - 1) * ((t - 2) * d)) by (apply Z.mul_nonneg_nonneg; lia).
  assert (D < n) by lia. split; [lia|]. assert (0 <= (t - 2) * (n - d)) by nia. lia.
Qed.
Lemma castle_holds_keeps t n D C d b : 2 <= t -> 1 <= d -> 0 <= b <= D -> castle_holds t n D C d ->
  castle_holds (t - 1) (n - D + b) (D - b + d) (C - n + b) d.
Proof.
  intros T d1 B K. destruct (castle_holds_legal _ _ _ _ _ T d1 K). destruct K as (n1 & E & I & J).
  unfold castle_holds, before_last in *. revert J.
  replace (t - 1 + 1) with t by lia. repeat split; try lia.
  - nia.
  - destruct (Z.eqb_spec (t + 1) 1), (Z.eqb_spec (t + 1) 2), (Z.eqb_spec t 1), (Z.eqb_spec t 2); try lia.
    assert (0 <= (t - 1) * (D - b)) by nia. lia.
Qed.

Lemma count_castle d m n D C h : 1 <= d -> castle_holds (Z.of_nat (S m)) n D C d ->
  2 * h = 2 * Z.of_nat (S m) * D + Z.of_nat (S m) * Z.of_nat m * d - 2 * n ->
  Z.of_nat (count d Castle (S m) (P n D C)) = at_most (S m) h.
Proof.
  intros d1. revert n D C h. induction m as [|m IH]; intros n D C h K E.
  - destruct K as (n1 & DD & I & J). change (n <= C) in J. change (Z.of_nat 1) with 1 in *. change (Z.of_nat 0) with 0 in *.
    rewrite count_day by lia. rewrite (at_most_sum 0 h (Z.to_nat (Z.min n D))) by lia.
    apply sum_ext. intros b B. cbn [count at_most]. unfold outcome, after. cbn [so de st].
    destruct (Z.ltb_spec (h - Z.of_nat 1 * b) 0), (Z.leb_spec (Z.max (n - (D - b)) 0) 0); try lia; try reflexivity.
    now destruct (_ && _).
  - assert (T : 2 <= Z.of_nat (S (S m))) by lia. destruct (castle_holds_legal _ _ _ _ _ T d1 K).
    pose proof K as (n1 & DD & I & _). rewrite count_day, Z.min_r by lia.
    rewrite (at_most_sum (S m) h (Z.to_nat D)) by nia. apply sum_ext. intros b B. rewrite Z2Nat.id in B by lia.
    pose proof (castle_holds_keeps _ n D C d b T d1 B K) as L. rewrite after_open by lia.
    replace (Z.of_nat (S (S m)) - 1) with (Z.of_nat (S m)) in L by lia. apply IH; [exact L|]. lia.
Qed.

(* k = m + 1 waves. *)
Theorem castle_partitions m d n s h : (1 <= m)%nat -> 1 <= d -> let k := Z.of_nat m + 1 in
  (k - 1) * (k - 1) * d <= 2 * n -> k * n - (k - 2) * d <= s -> 2 * h = k * (k - 1) * d - 2 * n ->
  Z.of_nat (count d Castle (S m) (start n s)) = at_most m h.
Proof.
  intros M d1 k I J E. destruct m as [|m]; [lia|]. set (t := Z.of_nat (S m)) in *. assert (1 <= t) by lia.
  assert (1 <= n) by nia. assert (n < s) by nia. rewrite first_wave by lia. apply count_castle; [lia| |unfold t, k in *; lia].
  fold t. unfold castle_holds, before_last, k in *. repeat split; try lia.
  destruct (Z.eqb_spec (t + 1) 1), (Z.eqb_spec (t + 1) 2); lia.
Qed.

(* Three waves. The volley of the second day leaves y defenders alive: from 0 to a bound if the castle still holds, and
   the number u if it falls. *)
Definition three_waves (n s d : Z) : Z :=
  let u := s - 2 * n + d in
  Z.max 0 (1 + Z.min (Z.min d ((n - d) / 2)) (Z.min (u - 1) (3 * n - 2 * d - s))) +
  (if (1 <=? u) && (u <=? Z.min d (n / 2)) then 1 else 0).

(* The numbers first, first + 1, ... of which at least low and at most high are counted. *)
Definition within (low high b : Z) : nat := if (low <=? b) && (b <=? high) then 1 else 0.
Lemma within_if low high b (c : bool) : (c = true <-> low <= b <= high) -> (if c then 1 else 0)%nat = within low high b.
Proof. unfold within. destruct c, (Z.leb_spec low b), (Z.leb_spec b high); cbn; intros [A B]; lia || discriminate B; lia. Qed.
Lemma not_within low high b : ~ low <= b <= high -> within low high b = 0%nat.
Proof. unfold within. destruct (Z.leb_spec low b), (Z.leb_spec b high); cbn; lia. Qed.
Lemma sum_within low high first k : Z.of_nat (list_sum (map (fun i => within low high (first + Z.of_nat i)) (seq 0 k))) =
  Z.max 0 (Z.min high (first + Z.of_nat k - 1) - Z.max low first + 1).
Proof.
  induction k as [|k IH]; [cbn; lia|]. rewrite seq_S, map_app, list_sum_app, Nat2Z.inj_add, IH. cbn [map list_sum fold_right].
  unfold within. destruct (Z.leb_spec low (first + Z.of_nat (0 + k))), (Z.leb_spec (first + Z.of_nat (0 + k)) high); cbn [andb]; lia.
Qed.
Lemma list_sum_add (f g : Z -> nat) l : list_sum (map (fun b => f b + g b)%nat l) = (list_sum (map f l) + list_sum (map g l))%nat.
Proof. induction l as [|b l IH]; [reflexivity|]. cbn [map list_sum fold_right] in *. unfold list_sum in *. cbn. lia. Qed.

Theorem soldiers_in_three d n s : 1 <= d -> 1 <= n < s ->
  Z.of_nat (count d Soldiers 3 (start n s)) = three_waves n s d.
Proof.
  intros d1 Hn. rewrite first_wave by lia. unfold three_waves. cbv zeta. replace (s - 2 * n + d) with (d - n + (s - n)) by ring.
  replace (3 * n - 2 * d - s) with (2 * n - 2 * d - (s - n)) by ring.
  assert (0 < s - n) as C0 by lia. assert (n1 : 1 <= n) by lia. revert C0. generalize (s - n). clear s Hn. intros C C0.
  assert (R : exists r, (n - d) / 2 = r /\ 2 * r <= n - d < 2 * r + 2).
  { exists ((n - d) / 2). pose proof (Z.div_mod (n - d) 2). pose proof (Z.mod_pos_bound (n - d) 2). lia. }
  assert (H : exists h, n / 2 = h /\ 2 * h <= n < 2 * h + 2).
  { exists (n / 2). pose proof (Z.div_mod n 2). pose proof (Z.mod_pos_bound n 2). lia. }
  destruct R as (r & -> & R), H as (h & -> & H).
  assert (F : exists high, (if (1 <=? d - n + C) && (d - n + C <=? Z.min d h) then 1 else 0) = high - (n - C) + 1 /\
    ((1 <= d - n + C <= Z.min d h /\ high = n - C) \/ (~ 1 <= d - n + C <= Z.min d h /\ high = n - C - 1))).
  { destruct (Z.leb_spec 1 (d - n + C)), (Z.leb_spec (d - n + C) (Z.min d h)); cbn [andb];
      [exists (n - C)|exists (n - C - 1)|exists (n - C - 1)|exists (n - C - 1)]; lia. }
  destruct F as (high & -> & F).
  cbn [count]. rewrite outcome_open by lia.
  rewrite (map_ext_in _ (fun b => within (Z.max (n - C + 1) (Z.max (d - r) (3 * d + C - 2 * n))) d b + within (n - C) high b)%nat).
  2: { intros b B. apply in_volleys in B. revert B. unfold move. cbn [so de st]. intro B.
    change (count d Soldiers 1 (after d (P n d C) b) =
      (within (Z.max (n - C + 1) (Z.max (d - r) (3 * d + C - 2 * n))) d b + within (n - C) high b)%nat).
    unfold after. cbn [so de st]. rewrite last_day; [|destruct (_ && _); lia|lia].
    destruct (Z.ltb_spec 0 (Z.max (C - (n - b)) 0)).
    - rewrite (not_within (n - C)), Nat.add_0_r by lia. apply within_if. rewrite andb_true_iff, Z.ltb_lt, Z.leb_le.
      destruct (Z.ltb_spec 0 (Z.max (n - (d - b)) 0)); cbn [andb]; lia.
    - rewrite andb_false_r, (not_within (Z.max _ _)) by lia. apply within_if. rewrite andb_true_iff, Z.ltb_lt, Z.leb_le. lia. }
  rewrite list_sum_add, Nat2Z.inj_add. unfold volleys. rewrite !map_map, !sum_within. unfold fewest_shots. cbn [so de st].
  set (f := Z.min (Z.max (n - C) 0) d). assert (Hf : 0 <= f <= d /\ (f = n - C \/ f = 0 /\ n <= C \/ f = d /\ d <= n - C)) by (unfold f; lia).
  clearbody f. rewrite Z2Nat.id by lia. replace (f + (Z.min n d + 1 - f) - 1) with (Z.min n d) by ring.
  f_equal.
  - clear F high. destruct (Z.le_gt_cases d n).
    + rewrite (Z.min_r n d) by lia. destruct Hf as [? [->|[[-> ?]|[-> ?]]]]; lia.
    + rewrite !Z.max_l; lia.
  - destruct F as [[F ->]|[F ->]]; [|lia]. rewrite !Z.min_l by lia. lia.
Qed.
