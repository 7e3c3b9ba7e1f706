(* A checker of the values of a game (Value.v), proved right: `checked_value` and `checked_game`. Its certificate
   lists, for each position, its value, the weights of each player's moves, and a check number, which no theorem needs: it
   shows a slip of one digit. Positions come before those that can follow them. *)
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
Definition numbers_of (e : place positive) : list Z :=
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
Definition strategy (x : list Q) : list (nat * Q) :=
  filter (fun c => negb (Qeq_bool (snd c) 0)) (combine (seq 0 (length x)) x).

(* Positions have keys. Two of them with one key are no harm for the theorem: the second one is refused. *)
Section Checker.
Context {X : Type} (equal : X -> X -> bool) (key : X -> positive) (numbers : X -> option (list Z)).
Hypothesis equal_right : forall a b, equal a b = true -> a = b.
Variable g : X -> option (place X).

Definition values := PositiveMap.t (X * Q).
Definition find (m : values) (p : X) : option Q :=
  match PositiveMap.find (key p) m with Some (q, v) => if equal p q then Some v else None | None => None end.
Definition worth (m : values) (s : seat) (p : X) : Q :=
  match find m p with Some v => own_payoff s v | None => 0 end.
Definition is_known (m : values) (p : X) : bool := match find m p with Some _ => true | None => false end.

(* What follows is a distribution of positions whose values are known. *)
Definition is_proper (m : values) (rows : list (list (list (X * Q)))) : bool :=
  (0 <? moves_of First rows)%nat && (0 <? moves_of Second rows)%nat &&
  forallb (fun row => (length row =? moves_of Second rows)%nat && forallb (fun d =>
    is_distribution d && forallb (fun c => is_known m (fst c)) d) row) rows.
(* The weights x guarantee v. *)
Definition holds (m : values) (s : seat) rows (x : list Q) (v : Q) : bool :=
  (length x =? moves_of s rows)%nat && is_distribution (strategy x) &&
  forallb (fun j => Qle_bool v (reduced_mean (fun i => reduced_mean (worth m s) (after s rows i j)) (strategy x)))
    (seq 0 (moves_of (other s) rows)).
Definition fits (m : values) (p : X) (l : line) : bool :=
  let '(Line v x y number) := l in
  match numbers p with
  | Some own => (check_number (own ++ parts v ++ flat_map parts x ++ flat_map parts y) =? number)%Z
  | None => false
  end &&
  match g p with
  | Some (Over u) => Qeq_bool u v
  | Some (Moves rows) => is_proper m rows && holds m First rows x v && holds m Second rows y (- v)
  | None => false
  end.
(* The values of all positions, or the number of a line that is wrong. *)
Fixpoint known (n : positive) (positions : list X) (c : list line) : values + positive :=
  match positions, c with
  | [], [] => inl (PositiveMap.empty (X * Q))
  | p :: positions, l :: c =>
      match known (Pos.succ n) positions c with
      | inl m => if negb (PositiveMap.mem (key p) m) && fits m p l
                 then inl (PositiveMap.add (key p) (p, match l with Line v _ _ _ => v end) m) else inr n
      | inr wrong => inr wrong
      end
  | _, _ => inr n
  end.
Definition check_game (positions : list X) (c : list line) (p : X) (v : Q) : verdict :=
  match known 1 positions c with
  | inl m => match find m p with
             | Some u => if Qeq_bool u v then Accepted else Another_value u
             | None => Wrong_at 1
             end
  | inr n => Wrong_at n
  end.

Definition sound (m : values) : Prop := forall p v, find m p = Some v -> forall s, guarantees g s p (own_payoff s v).

(* Who guarantees v also guarantees an equal number. *)
Lemma guarantees_equal s p v u : guarantees g s p v -> u == v -> guarantees g s p u.
Proof.
  intros G same. destruct G as [p z v E H | p rows x w v E P D inside next H].
  - apply (at_the_end _ _ _ z); [exact E|]. now rewrite same.
  - apply (by_moving _ _ _ rows x w); auto. intros j J. rewrite same. auto.
Qed.

(* Indices of a strategy are moves. *)
Lemma strategy_inside x i c : In (i, c) (strategy x) -> (i < length x)%nat.
Proof.
  unfold strategy. rewrite filter_In. intros [there _]. apply in_combine_l in there. apply in_seq in there. lia.
Qed.

Lemma proper_right m rows : is_proper m rows = true -> proper rows.
Proof.
  unfold is_proper, proper. rewrite !andb_true_iff, !Nat.ltb_lt, forallb_forall. intros [[one two] all].
  split; [exact one|]. split; [exact two|]. intros row there. specialize (all _ there).
  apply andb_prop in all as [long all]. apply Nat.eqb_eq in long. split; [exact long|]. intros d D.
  rewrite forallb_forall in all. apply all in D. apply andb_prop in D as [D _]. now apply is_distribution_right.
Qed.

(* What follows moves of a proper position is one of its entries. *)
Lemma after_inside m s rows i j q c : is_proper m rows = true -> (i < moves_of s rows)%nat ->
  (j < moves_of (other s) rows)%nat -> In (q, c) (after s rows i j) -> is_known m q = true.
Proof.
  unfold is_proper. rewrite !andb_true_iff, forallb_forall. intros [_ all].
  assert (cell : forall a b, (a < length rows)%nat -> (b < length (hd [] rows))%nat ->
    In (q, c) (nth b (nth a rows []) []) -> is_known m q = true).
  { intros a b A B there. specialize (all _ (nth_In rows [] A)). apply andb_prop in all as [long all].
    apply Nat.eqb_eq in long. rewrite forallb_forall in all. simpl in long. rewrite <- long in B.
    specialize (all _ (nth_In _ [] B)). apply andb_prop in all as [_ all].
    rewrite forallb_forall in all. now apply all in there. }
  destruct s; simpl; eauto.
Qed.

Lemma holds_right m s p rows x v : sound m -> g p = Some (Moves rows) ->
  is_proper m rows = true -> holds m s rows x v = true -> guarantees g s p v.
Proof.
  intros ok place good. unfold holds. rewrite !andb_true_iff, forallb_forall, Nat.eqb_eq.
  intros [[long mixed] every].
  apply (by_moving _ _ _ rows (strategy x) (worth m s)).
  - exact place.
  - now apply (proper_right m).
  - now apply is_distribution_right.
  - intros i c I. apply strategy_inside in I. lia.
  - intros i c j q c' I J Q. apply strategy_inside in I. rewrite long in I.
    pose proof (after_inside _ _ _ _ _ _ _ good I J Q) as there. unfold is_known in there. unfold worth.
    destruct (find m q) as [u|] eqn:F; [|discriminate]. now apply ok.
  - intros j J. assert (In j (seq 0 (moves_of (other s) rows))) as J' by (apply in_seq; lia).
    apply every in J'. apply Qle_bool_iff in J'. rewrite reduced_mean_right in J'. eapply Qle_trans; [exact J'|].
    apply Qle_lteq. right. clear. induction (strategy x) as [|[i c] l IH]; simpl; [reflexivity|].
    now rewrite IH, reduced_mean_right.
Qed.

Lemma known_right positions : forall n c m, known n positions c = inl m -> sound m.
Proof.
  induction positions as [|p positions IH]; intros n [|[v x y number] c] m; simpl; try discriminate.
  - intros H. injection H as <-. intros q u. unfold find. now rewrite PositiveMap.gempty.
  - destruct (known (Pos.succ n) positions c) as [m'|] eqn:K; [|discriminate]. apply IH in K.
    destruct (negb _ && _) eqn:F; [|discriminate]. intros H. injection H as <-. intros q u. unfold find.
    apply andb_prop in F as [_ F]. unfold fits in F. apply andb_prop in F as [_ F].
    destruct (Pos.eq_dec (key q) (key p)) as [same|differ].
    + rewrite same, PositiveMap.gss. destruct (equal q p) eqn:E; [|discriminate]. apply equal_right in E as ->.
      intros H. injection H as <-. intros s. destruct (g p) as [[a|rows]|] eqn:P; [| |discriminate].
      * apply Qeq_bool_iff in F. apply (at_the_end _ _ _ a); [exact P|]. destruct s; simpl; rewrite F; apply Qle_refl.
      * rewrite !andb_true_iff in F. destruct F as [[good one] two]. destruct s; simpl; eapply holds_right; eauto.
    + rewrite PositiveMap.gso by exact differ. exact (K q u).
Qed.

(* What the checker accepts is the value. *)
Lemma checked_game positions c p v : check_game positions c p v = Accepted -> game_value g p v.
Proof.
  unfold check_game. destruct (known 1 positions c) as [m|] eqn:K; [|discriminate]. apply known_right in K.
  destruct (find m p) as [u|] eqn:F; [|discriminate]. destruct (Qeq_bool u v) eqn:E; [|discriminate].
  intros _. apply Qeq_bool_iff in E. split.
  - apply (guarantees_equal _ _ u); [exact (K _ _ F First)|]. now symmetry.
  - apply (guarantees_equal _ _ (- u)); [exact (K _ _ F Second)|]. now rewrite E.
Qed.
End Checker.

(* Of a table, the check number covers the position and its place. *)
Definition check (t : table) (c : list line) (p : positive) (v : Q) : verdict :=
  let places := fold_right (fun '(q, e) m => PositiveMap.add q e m) (PositiveMap.empty _) t in
  check_game Pos.eqb (fun q => q) (fun q => option_map (fun e => Zpos q :: numbers_of e) (PositiveMap.find q places))
    (fun q => PositiveMap.find q places) (map fst t) c p v.

Lemma places_right t q :
  PositiveMap.find q (fold_right (fun '(q, e) m => PositiveMap.add q e m) (PositiveMap.empty _) t) = place_of t q.
Proof.
  induction t as [|[p e] t IH]; simpl; [apply PositiveMap.gempty|].
  destruct (Pos.eqb_spec q p) as [->|differ]; [apply PositiveMap.gss|]. now rewrite PositiveMap.gso.
Qed.

(* Equal games have equal values. *)
Lemma guarantees_same {X} (g h : X -> option (place X)) s p v :
  (forall q, g q = h q) -> guarantees g s p v -> guarantees h s p v.
Proof.
  intros same. induction 1 as [q u v E H | q rows x w v E P D inside next IH H].
  - apply (at_the_end _ _ _ u); [now rewrite <- same|exact H].
  - apply (by_moving _ _ _ rows x w); auto. now rewrite <- same.
Qed.

Theorem checked_value t c p v : check t c p v = Accepted -> value t p v.
Proof.
  intros H. apply checked_game in H as [A B]; [|intros a b E; now apply Pos.eqb_eq].
  split; eapply guarantees_same; try eassumption; apply places_right.
Qed.
