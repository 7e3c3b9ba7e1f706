(* Random soldiers win with a probability that more soldiers never lower, and more strength and more fresh defenders never
   raise: a coupling of the volleys of two games, by induction over the waves. *)
Require Import ZArith QArith Lqa Lia.
From Castle Require Import Rules.
Open Scope Z_scope.

(* The mean of the numbers f 0, ..., f (k - 1). *)
Fixpoint qsum (f : nat -> Q) (k : nat) : Q := match k with O => 0 | S j => qsum f j + f j end.
Definition average (f : nat -> Q) (k : nat) : Q := (qsum f k / inject_Z (Z.of_nat k))%Q.

Definition lowest (p : pos) : Z := Z.min (Z.max (so p - st p) 0) (de p).
Definition highest (p : pos) : Z := Z.min (so p) (de p).
Definition volleys (p : pos) : nat := Z.to_nat (highest p - lowest p + 1).

(* The probability that random soldiers have won by the end of t waves. The volleys come by the defenders left alive. *)
Fixpoint chance (dpw : Z) (t : nat) (p : pos) : Q :=
  match outcome p, t with
  | Some Soldiers, _ => 1
  | Some Castle, _ => 0
  | None, O => 0
  | None, S t => average (fun i => chance dpw t (after dpw p (highest p - Z.of_nat i))) (volleys p)
  end.

(* The volleys are the legal moves, each once. *)
Theorem volleys_are_moves p b : 0 < so p -> 0 <= de p -> 0 <= st p ->
  (move p b <-> exists i, (i < volleys p)%nat /\ b = highest p - Z.of_nat i).
Proof.
  intros. unfold move, volleys, highest, lowest. split.
  - intro M. exists (Z.to_nat (Z.min (so p) (de p) - b)). lia.
  - intros (i & I & ->). lia.
Qed.

Lemma qsum_le f g k : (forall i, (i < k)%nat -> (f i <= g i)%Q) -> (qsum f k <= qsum g k)%Q.
Proof.
  induction k as [|k IH]; intro E; [apply Qle_refl|]. apply Qplus_le_compat; [apply IH; intros; apply E; lia | apply E; lia].
Qed.

Lemma qsum_add f k m : (qsum f (k + m) == qsum f k + qsum (fun i => f (k + i)%nat) m)%Q.
Proof.
  induction m as [|m IH]; [rewrite Nat.add_0_r; simpl; ring|]. rewrite Nat.add_succ_r. cbn [qsum]. rewrite IH. ring.
Qed.

Lemma qsum_constant x f m : (forall i, (i < m)%nat -> f i = x) -> (qsum f m == inject_Z (Z.of_nat m) * x)%Q.
Proof.
  induction m as [|m IH]; intro E; [simpl; ring|]. cbn [qsum].
  rewrite IH, E, Nat2Z.inj_succ by (intros; try apply E; lia). unfold Z.succ. rewrite inject_Z_plus. ring.
Qed.

(* Each number m times in place of once. *)
Lemma qsum_spread f k m : (0 < m)%nat -> (qsum (fun i => f (i / m)%nat) (k * m) == inject_Z (Z.of_nat m) * qsum f k)%Q.
Proof.
  intro M. induction k as [|k IH]; [simpl; ring|]. replace (S k * m)%nat with (k * m + m)%nat by lia.
  rewrite qsum_add, IH, (qsum_constant (f k) (fun i => f ((k * m + i) / m)%nat)); [cbn [qsum]; ring|]. intros i I.
  rewrite Nat.div_add_l, Nat.div_small, Nat.add_0_r by lia. reflexivity.
Qed.

Lemma positive_number k : (0 < k)%nat -> (0 < inject_Z (Z.of_nat k))%Q.
Proof. intro. change 0%Q with (inject_Z 0). rewrite <- Zlt_Qlt. lia. Qed.

(* The coupling of two uniform choices, of k numbers and of m: the same share of the numbers comes before both. *)
Lemma average_le f g k m : (0 < k)%nat -> (0 < m)%nat ->
  (forall i, (i < k * m)%nat -> (f (i / m)%nat <= g (i / k)%nat)%Q) -> (average f k <= average g m)%Q.
Proof.
  intros K M E. apply qsum_le in E. rewrite qsum_spread in E by lia. rewrite (Nat.mul_comm k m), qsum_spread in E by lia.
  unfold average. pose proof (positive_number k K) as K'. pose proof (positive_number m M) as M'.
  apply Qle_shift_div_l; [exact M'|]. setoid_replace (qsum f k / inject_Z (Z.of_nat k) * inject_Z (Z.of_nat m))%Q
    with (inject_Z (Z.of_nat m) * qsum f k / inject_Z (Z.of_nat k))%Q by (field; lra).
  apply Qle_shift_div_r; [exact K'|]. lra.
Qed.

Lemma average_constant x k : (0 < k)%nat -> (average (fun _ => x) k == x)%Q.
Proof.
  intro K. unfold average. pose proof (positive_number k K). rewrite (qsum_constant x) by auto. field. lra.
Qed.

Lemma some_volley p : outcome p = None -> 0 <= de p -> 0 <= st p -> (0 < volleys p)%nat.
Proof.
  unfold outcome, volleys, highest, lowest. destruct (Z.leb_spec (so p) 0); [discriminate|]. lia.
Qed.

Lemma after_positive dpw p i : 0 <= dpw -> (i < volleys p)%nat ->
  0 <= de (after dpw p (highest p - Z.of_nat i)) /\ 0 <= st (after dpw p (highest p - Z.of_nat i)).
Proof.
  unfold volleys, highest, lowest, after. intros. cbn [de st]. destruct (_ && _)%bool; lia.
Qed.

(* It is a probability. *)
Lemma chance_range dpw t p : 0 <= dpw -> 0 <= de p -> 0 <= st p -> (0 <= chance dpw t p <= 1)%Q.
Proof.
  intro N. revert p. induction t as [|t IH]; intros p D C; simpl; destruct (outcome p) as [[|]|] eqn:O; try lra.
  pose proof (some_volley p O D C) as V.
  assert (I : forall i, (i < volleys p)%nat ->
    (0 <= chance dpw t (after dpw p (highest p - Z.of_nat i)) <= 1)%Q).
  { intros i J. destruct (after_positive dpw p i N J). apply IH; auto. }
  assert (L : forall i k, (i < k * k)%nat -> (i / k < k)%nat) by (intros; apply Nat.div_lt_upper_bound; lia).
  split.
  - rewrite <- (average_constant 0 (volleys p) V). apply average_le; auto. intros i J. apply I, L, J.
  - rewrite <- (average_constant 1 (volleys p) V). apply average_le; auto. intros i J. apply I, L, J.
Qed.

(* The numbers of two uniform choices stay together. *)
Lemma shares i k m : (0 < m)%nat -> (m <= k)%nat -> (i < k * m)%nat ->
  (i / k <= i / m)%nat /\ (i / m <= i / k + (k - m))%nat.
Proof.
  intros M L I. split; [apply Nat.div_le_compat_l; lia|].
  pose proof (Nat.div_mod i k ltac:(lia)) as E. pose proof (Nat.mod_upper_bound i k ltac:(lia)) as U.
  assert (B : (i / k < m)%nat) by (apply Nat.div_lt_upper_bound; lia).
  set (b := (i / k)%nat) in *. set (r := (i mod k)%nat) in *. clearbody b r.
  apply Nat.lt_succ_r, Nat.div_lt_upper_bound; [lia|].
  destruct (Nat.le_exists_sub m k L) as (x & -> & _). destruct (Nat.le_exists_sub (S b) m B) as (y & -> & _).
  replace (x + (y + S b) - (y + S b))%nat with x by lia. nia.
Qed.

(* Fewer soldiers, more defenders, more strength and more fresh defenders: random soldiers win no sooner. *)
Theorem random_order dpw dpw' t p p' : 0 <= dpw <= dpw' -> 0 <= de p <= de p' -> 0 <= st p <= st p' -> so p' <= so p ->
  (chance dpw' t p' <= chance dpw t p)%Q.
Proof.
  intro N. revert p p'. induction t as [|t IH]; intros p p' D C S.
  all: pose proof (fun t => chance_range dpw t p ltac:(lia) ltac:(lia) ltac:(lia)) as R.
  all: pose proof (fun t => chance_range dpw' t p' ltac:(lia) ltac:(lia) ltac:(lia)) as R'.
  - specialize (R 0%nat). specialize (R' 0%nat). simpl in *. unfold outcome in *.
    destruct (Z.leb_spec (so p) 0), (Z.leb_spec (so p') 0), (Z.eqb_spec (de p) 0), (Z.eqb_spec (de p') 0),
      (Z.eqb_spec (st p) 0), (Z.eqb_spec (st p') 0); cbn [andb] in *; try lra; lia.
  - specialize (R (Datatypes.S t)). specialize (R' (Datatypes.S t)).
    assert (O' : outcome p' = None \/ (chance dpw' (Datatypes.S t) p' <= chance dpw (Datatypes.S t) p)%Q).
    { simpl in *. unfold outcome in *.
      destruct (Z.leb_spec (so p) 0), (Z.leb_spec (so p') 0), (Z.eqb_spec (de p) 0), (Z.eqb_spec (de p') 0),
        (Z.eqb_spec (st p) 0), (Z.eqb_spec (st p') 0); cbn [andb] in *; try (now left); right; try lra; lia. }
    destruct O' as [O' | ?]; [|assumption].
    simpl in R. simpl. rewrite O' in *. destruct (outcome p) as [[|]|] eqn:O.
    + simpl in R'. rewrite O' in R'. lra.
    + unfold outcome in O, O'. destruct (Z.leb_spec (so p) 0), (Z.leb_spec (so p') 0); try discriminate; try lia.
      destruct (_ && _)%bool in O; discriminate.
    + pose proof (some_volley p O ltac:(lia) ltac:(lia)) as V. pose proof (some_volley p' O' ltac:(lia) ltac:(lia)) as V'.
      clear R R'. apply average_le; auto. intros i I.
      assert (J : (i / volleys p < volleys p')%nat) by (apply Nat.div_lt_upper_bound; lia).
      assert (J' : (i / volleys p' < volleys p)%nat) by (apply Nat.div_lt_upper_bound; lia).
      pose proof (after_positive dpw p _ ltac:(lia) J') as [A B].
      pose proof (after_positive dpw' p' _ ltac:(lia) J) as [A' B'].
      assert (P : 0 < so p') by (unfold outcome in O'; destruct (Z.leb_spec (so p') 0); [discriminate | lia]).
      (* the defenders left alive, and how much more of them and of all targets the castle has in the second game *)
      assert (Y : de p - (highest p - Z.of_nat (i / volleys p')) <= de p' - (highest p' - Z.of_nat (i / volleys p)) /\
        (st p - so p + (highest p - Z.of_nat (i / volleys p')) <=
           st p' - so p' + (highest p' - Z.of_nat (i / volleys p)) \/
         st p - so p + (highest p - Z.of_nat (i / volleys p')) <= 0)).
      { assert (K : Z.of_nat (volleys p) = highest p - lowest p + 1) by (unfold volleys in *; lia).
        assert (K' : Z.of_nat (volleys p') = highest p' - lowest p' + 1) by (unfold volleys in *; lia).
        unfold highest, lowest in *.
        destruct (Nat.le_ge_cases (volleys p) (volleys p')) as [L | L].
        - destruct (shares i (volleys p') (volleys p) V L I). lia.
        - destruct (shares i (volleys p) (volleys p') V' L ltac:(lia)). lia. }
      set (b := highest p - Z.of_nat (i / volleys p')) in *. set (b' := highest p' - Z.of_nat (i / volleys p)) in *.
      clearbody b b'.
      destruct (Z.leb_spec (so (after dpw' p' b')) 0) as [Q | Q].
      { replace (chance dpw' t (after dpw' p' b')) with 0%Q; [apply chance_range; lia|].
        destruct t; simpl; unfold outcome; destruct (Z.leb_spec (so (after dpw' p' b')) 0); auto; lia. }
      unfold after in Q. cbn [so] in Q.
      apply IH; unfold after in *; cbn [so de st] in *.
      * destruct (Z.ltb_spec 0 (Z.max (so p - (de p - b)) 0)), (Z.ltb_spec 0 (Z.max (st p - (so p - b)) 0)),
          (Z.ltb_spec 0 (Z.max (so p' - (de p' - b')) 0)), (Z.ltb_spec 0 (Z.max (st p' - (so p' - b')) 0));
          cbn [andb] in *; lia.
      * lia.
      * lia.
Qed.

(* From the start: more strength or more fresh defenders never help, and more soldiers never harm. *)
Theorem random_chance n n' s s' d d' t : n' <= n -> 0 <= s <= s' -> 0 <= d <= d' ->
  (chance d' t (start n' s') <= chance d t (start n s))%Q.
Proof. intros. apply random_order; cbn [start so de st]; lia. Qed.

(* The probability grows with the waves, so it has a limit: the probability of a win. *)
Theorem random_chance_grows d t p : 0 <= d -> 0 <= de p -> 0 <= st p -> (chance d t p <= chance d (S t) p)%Q.
Proof.
  intro N. revert p. induction t as [|t IH]; intros p D C.
  - pose proof (chance_range d 1 p N D C). simpl in *. destruct (outcome p) as [[|]|]; lra.
  - change (chance d (S t) p) with (match outcome p with Some Soldiers => 1%Q | Some Castle => 0%Q
      | None => average (fun i => chance d t (after d p (highest p - Z.of_nat i))) (volleys p) end).
    change (chance d (S (S t)) p) with (match outcome p with Some Soldiers => 1%Q | Some Castle => 0%Q
      | None => average (fun i => chance d (S t) (after d p (highest p - Z.of_nat i))) (volleys p) end).
    destruct (outcome p) as [[|]|] eqn:O; try apply Qle_refl.
    pose proof (some_volley p O D C) as V. apply average_le; auto. intros i I.
    assert (J : (i / volleys p < volleys p)%nat) by (apply Nat.div_lt_upper_bound; lia).
    destruct (after_positive d p _ N J). apply IH; auto.
Qed.
