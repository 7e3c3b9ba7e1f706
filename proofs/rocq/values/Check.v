(* A checker of the values of a table (Value.v), proved right: `checked_value`. Its certificate lists, for each position
   of the table, its value, the weights of each player's moves, and a check number, which no theorem needs: it shows a
   slip of one digit. Positions come before those that can follow them. *)
Require Import QArith ZArith List Bool Lia FMapPositive.
Import ListNotations.
From Values Require Import Value.
Open Scope Q_scope.

(* Sums in lowest terms. *)
Fixpoint reduced_mean {X} (f : X -> Q) (d : list (X * Q)) : Q :=
  match d with [] => 0 | (x, p) :: rest => Qred (p * f x + reduced_mean f rest) end.

Lemma reduced_mean_right {X} (f : X -> Q) d : reduced_mean f d == mean f d.
Proof. induction d as [|[x p] d IH]; [reflexivity|]. cbn [reduced_mean mean]. now rewrite Qred_correct, IH. Qed.

Definition is_distribution {X} (d : list (X * Q)) : bool :=
  forallb (fun c => Qle_bool 0 (snd c)) d && Qeq_bool (reduced_mean (fun _ => 1) d) 1.

Lemma is_distribution_right {X} (d : list (X * Q)) : is_distribution d = true -> distribution d.
Proof.
  unfold is_distribution. rewrite andb_true_iff, forallb_forall, Qeq_bool_iff, reduced_mean_right. intros [positive one].
  split; [|exact one]. intros x p there. apply positive in there. now apply Qle_bool_iff in there.
Qed.

(* The check number of a line: its numbers, one after the other, modulo 97, as in the number of a bank account. *)
Definition check_number (l : list Z) : Z := fold_left (fun sum n => (10 * sum + n) mod 97)%Z l 0%Z.
Definition parts (q : Q) : list Z := [Qnum q; Zpos (Qden q)].
Definition numbers_of (e : place) : list Z :=
  match e with
  | Over u => parts u
  | Moves rows => flat_map (flat_map (flat_map (fun '(p, c) => Zpos p :: parts c))) rows
  end.

(* The first place, from 1, where two lists differ. *)
Fixpoint differ (a b : list Z) (n : positive) : option positive :=
  match a, b with
  | [], [] => None
  | k :: a, l :: b => if (k =? l)%Z then differ a b (Pos.succ n) else Some n
  | _, _ => Some n
  end.

Inductive line := Line (v : Q) (x y : list Q) (number : Z).
Inductive verdict := Accepted | Wrong_at (p : positive) | Another_value (v : Q).
Definition values := PositiveMap.t Q.
Definition worth (m : values) (s : seat) (p : positive) : Q :=
  match PositiveMap.find p m with Some v => own_payoff s v | None => 0 end.
Definition strategy (x : list Q) : list (nat * Q) :=
  filter (fun c => negb (Qeq_bool (snd c) 0)) (combine (seq 0 (length x)) x).

(* What follows is a distribution of positions whose values are known. *)
Definition is_proper (m : values) (rows : list (list (list (positive * Q)))) : bool :=
  (0 <? moves_of First rows)%nat && (0 <? moves_of Second rows)%nat &&
  forallb (fun row => (length row =? moves_of Second rows)%nat && forallb (fun d =>
    is_distribution d && forallb (fun c => PositiveMap.mem (fst c) m) d) row) rows.
(* The weights x guarantee v. *)
Definition holds (m : values) (s : seat) rows (x : list Q) (v : Q) : bool :=
  (length x =? moves_of s rows)%nat && is_distribution (strategy x) &&
  forallb (fun j => Qle_bool v (reduced_mean (fun i => reduced_mean (worth m s) (after s rows i j)) (strategy x)))
    (seq 0 (moves_of (other s) rows)).
Definition fits (m : values) (p : positive) (e : place) (l : line) : bool :=
  let '(Line v x y number) := l in
  negb (PositiveMap.mem p m) &&
  (check_number (Zpos p :: numbers_of e ++ parts v ++ flat_map parts x ++ flat_map parts y) =? number)%Z &&
  match e with
  | Over u => Qeq_bool u v
  | Moves rows => is_proper m rows && holds m First rows x v && holds m Second rows y (- v)
  end.
(* The values of all positions, or one that is wrong. *)
Fixpoint known (t : table) (c : list line) : values + positive :=
  match t, c with
  | [], [] => inl (PositiveMap.empty Q)
  | (p, e) :: t, l :: c =>
      match known t c with
      | inl m => if fits m p e l then inl (PositiveMap.add p (match l with Line v _ _ _ => v end) m) else inr p
      | inr q => inr q
      end
  | (p, _) :: _, [] => inr p
  | [], _ => inr 1%positive
  end.
Definition check (t : table) (c : list line) (p : positive) (v : Q) : verdict :=
  match known t c with
  | inl m => match PositiveMap.find p m with
             | Some u => if Qeq_bool u v then Accepted else Another_value u
             | None => Wrong_at p
             end
  | inr q => Wrong_at q
  end.

(* A new position in front changes nothing for those behind it. *)
Lemma guarantees_behind t s p e q v : place_of t p = None -> guarantees t s q v -> guarantees ((p, e) :: t) s q v.
Proof.
  intros new. assert (same : forall q f, place_of t q = Some f -> place_of ((p, e) :: t) q = Some f).
  { intros r f there. simpl. destruct (Pos.eqb_spec r p) as [->|]; congruence. }
  induction 1 as [q u v E H | q rows x w v E X inside next IH H].
  - apply (at_the_end _ _ _ u); auto.
  - apply (by_moving _ _ _ rows x w); auto.
Qed.

(* Who guarantees v also guarantees an equal number. *)
Lemma guarantees_equal t s p v u : guarantees t s p v -> u == v -> guarantees t s p u.
Proof.
  intros G same. destruct G as [p z v E H | p rows x w v E X inside next H].
  - apply (at_the_end _ _ _ z); [exact E|]. now rewrite same.
  - apply (by_moving _ _ _ rows x w); auto. intros j J. rewrite same. auto.
Qed.

(* Indices of a strategy are moves. *)
Lemma strategy_inside x i c : In (i, c) (strategy x) -> (i < length x)%nat.
Proof.
  unfold strategy. rewrite filter_In. intros [there _]. apply in_combine_l in there. apply in_seq in there. lia.
Qed.

(* What follows moves of a proper position is one of its entries. *)
Lemma after_inside m s rows i j q c : is_proper m rows = true -> (i < moves_of s rows)%nat ->
  (j < moves_of (other s) rows)%nat -> In (q, c) (after s rows i j) -> PositiveMap.mem q m = true.
Proof.
  unfold is_proper. rewrite !andb_true_iff, forallb_forall. intros [_ all].
  assert (cell : forall a b, (a < length rows)%nat -> (b < length (hd [] rows))%nat ->
    In (q, c) (nth b (nth a rows []) []) -> PositiveMap.mem q m = true).
  { intros a b A B there. specialize (all _ (nth_In rows [] A)). apply andb_prop in all as [long all].
    apply Nat.eqb_eq in long. rewrite forallb_forall in all. simpl in long. rewrite <- long in B.
    specialize (all _ (nth_In _ [] B)). apply andb_prop in all as [_ all].
    rewrite forallb_forall in all. now apply all in there. }
  destruct s; simpl; eauto.
Qed.

Definition sound (t : table) (m : values) : Prop := forall p, match PositiveMap.find p m with
  | Some v => forall s, guarantees t s p (own_payoff s v)
  | None => place_of t p = None
  end.

Lemma holds_right t m s p e rows x v : sound t m -> place_of t p = None -> e = Moves rows ->
  is_proper m rows = true -> holds m s rows x v = true -> guarantees ((p, e) :: t) s p v.
Proof.
  intros ok new -> good. unfold holds. rewrite !andb_true_iff, forallb_forall, Nat.eqb_eq.
  intros [[long mixed] every].
  apply (by_moving _ _ _ rows (strategy x) (worth m s)); simpl.
  - now rewrite Pos.eqb_refl.
  - now apply is_distribution_right.
  - intros i c I. apply strategy_inside in I. lia.
  - intros i c j q c' I J Q. apply strategy_inside in I. rewrite long in I.
    pose proof (after_inside _ _ _ _ _ _ _ good I J Q) as there. rewrite PositiveMap.mem_find in there.
    specialize (ok q). unfold worth. destruct (PositiveMap.find q m); [|discriminate].
    now apply guarantees_behind.
  - intros j J. assert (In j (seq 0 (moves_of (other s) rows))) as J' by (apply in_seq; lia).
    apply every in J'. apply Qle_bool_iff in J'. rewrite reduced_mean_right in J'. eapply Qle_trans; [exact J'|].
    apply Qle_lteq. right. clear. induction (strategy x) as [|[i c] l IH]; simpl; [reflexivity|].
    now rewrite IH, reduced_mean_right.
Qed.

Lemma fits_right t m p e l : sound t m -> fits m p e l = true ->
  sound ((p, e) :: t) (PositiveMap.add p (match l with Line v _ _ _ => v end) m).
Proof.
  destruct l as [v x y n]. unfold fits. rewrite !andb_true_iff, negb_true_iff. intros ok [[new _] place].
  rewrite PositiveMap.mem_find in new.
  assert (fresh : place_of t p = None). { specialize (ok p). now destruct (PositiveMap.find p m). }
  intros q. destruct (Pos.eq_dec q p) as [->|differ].
  - rewrite PositiveMap.gss. intros s. destruct e as [u|rows].
    + apply Qeq_bool_iff in place. apply (at_the_end _ _ _ u); [simpl; now rewrite Pos.eqb_refl|].
      destruct s; simpl; rewrite place; apply Qle_refl.
    + rewrite !andb_true_iff in place. destruct place as [[good one] two].
      destruct s; simpl; eapply holds_right; eauto.
  - rewrite PositiveMap.gso by exact differ. specialize (ok q). destruct (PositiveMap.find q m).
    + intros s. now apply guarantees_behind.
    + simpl. now destruct (Pos.eqb_spec q p).
Qed.

Lemma known_right t : forall c m, known t c = inl m -> sound t m /\ proper t.
Proof.
  induction t as [|[p e] t IH]; intros [|l c] m; simpl; try discriminate.
  - intros H. injection H as <-. split.
    + intros p. now rewrite PositiveMap.gempty.
    + intros p rows. discriminate.
  - destruct (known t c) as [m'|] eqn:K; [|discriminate]. destruct (fits m' p e l) eqn:F; [|discriminate].
    intros H. injection H as <-. destruct (IH c m' K) as [ok good]. split; [now apply fits_right|].
    intros q rows. simpl. destruct (Pos.eqb_spec q p) as [->|]; [|apply good]. intros E. injection E as ->.
    destruct l as [v x y n]. unfold fits in F. rewrite !andb_true_iff in F. destruct F as [_ [[proper _] _]].
    unfold is_proper in proper. rewrite !andb_true_iff, !Nat.ltb_lt, forallb_forall in proper.
    destruct proper as [[one two] all]. split; [exact one|]. split; [exact two|]. intros row there.
    specialize (all _ there). apply andb_prop in all as [long all]. apply Nat.eqb_eq in long.
    split; [exact long|]. intros d D. rewrite forallb_forall in all. apply all in D. apply andb_prop in D as [D _].
    now apply is_distribution_right.
Qed.

(* What the checker accepts is the value. *)
Theorem checked_value t c p v : check t c p v = Accepted -> value t p v.
Proof.
  unfold check. destruct (known t c) as [m|] eqn:K; [|discriminate].
  destruct (PositiveMap.find p m) as [u|] eqn:F; [|discriminate].
  destruct (Qeq_bool u v) eqn:E; [|discriminate]. intros _. apply Qeq_bool_iff in E.
  apply known_right in K as [ok good]. specialize (ok p). rewrite F in ok.
  split; [exact good|]. split.
  - apply (guarantees_equal _ _ _ u); [exact (ok First)|]. now symmetry.
  - apply (guarantees_equal _ _ _ (- u)); [exact (ok Second)|]. now rewrite E.
Qed.
