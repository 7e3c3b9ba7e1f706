(* Games in turns with any number of players and with chance, as tables, and the payoffs of a subgame-perfect equilibrium.
   Read down to `subgame_perfect` before you believe a theorem that says so; the rest is a checker, proved right. *)
Require Import QArith ZArith List Bool Lia FMapPositive.
Import ListNotations.
From Values Require Import Value Check.
Open Scope Q_scope.

(* A position is a number. In it, play is over, with a payoff to each player; or one player moves, and each move leads to
   a distribution of next positions. Players are counted from 0. At an event of chance the one move is chance's. *)
Inductive node := Ends (payoffs : list Q) | Turn (player : nat) (moves : list (list (positive * Q))).
Definition game := list (positive * node).
Definition turn_at (p : positive) (e : node) : positive * node := (p, e).
Fixpoint node_of (g : game) (p : positive) : option node :=
  match g with [] => None | (q, e) :: rest => if Pos.eqb p q then Some e else node_of rest p end.
Definition payoff (j : nat) (v : list Q) : Q := nth j v 0.

(* Backward induction: in every position, after every play, the player who moves makes a best move k, given what all
   players get from each next position on, which is w. These are the payoffs v of a subgame-perfect equilibrium. *)
Inductive subgame_perfect (g : game) : positive -> list Q -> Prop :=
| ends p u v : node_of g p = Some (Ends u) -> (forall j, payoff j v == payoff j u) -> subgame_perfect g p v
| turn p i moves k w v : node_of g p = Some (Turn i moves) -> (k < length moves)%nat ->
    (forall d, In d moves -> distribution d) ->
    (forall d q c, In d moves -> In (q, c) d -> subgame_perfect g q (w q)) ->
    (forall j, payoff j v == mean (fun q => payoff j (w q)) (nth k moves [])) ->
    (forall d, In d moves -> mean (fun q => payoff i (w q)) d <= payoff i v) ->
    subgame_perfect g p v.

(* A certificate lists, for each position, the payoffs, the move and a check number. *)
Inductive choice := Choice (v : list Q) (k : nat) (number : Z).
Definition found := PositiveMap.t (list Q).
Definition payoffs_at (m : found) (p : positive) : list Q :=
  match PositiveMap.find p m with Some v => v | None => [] end.
Definition numbers_in (e : node) : list Z :=
  match e with
  | Ends u => flat_map parts u
  | Turn i moves => Z.of_nat i :: flat_map (flat_map (fun '(p, c) => Zpos p :: parts c)) moves
  end.
Definition same_payoffs (u v : list Q) : bool :=
  (length u =? length v)%nat && forallb (fun j => Qeq_bool (payoff j u) (payoff j v)) (seq 0 (length u)).
Definition means (m : found) (n : nat) (d : list (positive * Q)) : list Q :=
  map (fun j => reduced_mean (fun q => payoff j (payoffs_at m q)) d) (seq 0 n).
Definition best (m : found) (e : node) (v : list Q) (k : nat) : bool :=
  match e with
  | Ends u => same_payoffs v u
  | Turn i moves =>
      (k <? length moves)%nat && same_payoffs v (means m (length v) (nth k moves [])) &&
      forallb (fun d => is_distribution d &&
        forallb (fun c => match PositiveMap.find (fst c) m with
                          | Some w => (length w =? length v)%nat
                          | None => false
                          end) d &&
        Qle_bool (reduced_mean (fun q => payoff i (payoffs_at m q)) d) (payoff i v)) moves
  end.
Definition is_best (m : found) (p : positive) (e : node) (c : choice) : bool :=
  let '(Choice v k number) := c in
  negb (PositiveMap.mem p m) &&
  (check_number (Zpos p :: numbers_in e ++ flat_map parts v ++ [Z.of_nat k]) =? number)%Z && best m e v k.
Fixpoint induction (g : game) (c : list choice) : found + positive :=
  match g, c with
  | [], [] => inl (PositiveMap.empty (list Q))
  | (p, e) :: g, l :: c =>
      match induction g c with
      | inl m => if is_best m p e l then inl (PositiveMap.add p (match l with Choice v _ _ => v end) m) else inr p
      | inr q => inr q
      end
  | (p, _) :: _, [] => inr p
  | [], _ => inr 1%positive
  end.
Definition check_turns (g : game) (c : list choice) (p : positive) (v : list Q) : verdict :=
  match induction g c with
  | inl m => if PositiveMap.mem p m && same_payoffs v (payoffs_at m p) then Accepted else Another_value (payoff 0 (payoffs_at m p))
  | inr q => Wrong_at q
  end.

Lemma same_payoffs_right u v j : same_payoffs u v = true -> payoff j u == payoff j v.
Proof.
  unfold same_payoffs. rewrite andb_true_iff, Nat.eqb_eq, forallb_forall. intros [long all].
  destruct (Nat.lt_ge_cases j (length u)) as [less|more].
  - apply Qeq_bool_iff, all, in_seq. lia.
  - unfold payoff. rewrite !nth_overflow by lia. reflexivity.
Qed.

Lemma subgame_perfect_behind g p e q v :
  node_of g p = None -> subgame_perfect g q v -> subgame_perfect ((p, e) :: g) q v.
Proof.
  intros new. assert (same : forall q f, node_of g q = Some f -> node_of ((p, e) :: g) q = Some f).
  { intros r f there. simpl. destruct (Pos.eqb_spec r p) as [->|]; congruence. }
  induction 1 as [q u v E H | q i moves k w v E K D next IH H best].
  - apply (ends _ _ u); auto.
  - apply (turn _ _ i moves k w); auto.
Qed.

Lemma subgame_perfect_equal g p u v : subgame_perfect g p u -> same_payoffs v u = true -> subgame_perfect g p v.
Proof.
  intros G same. assert (equal : forall j, payoff j v == payoff j u) by (intros j; now apply same_payoffs_right).
  destruct G as [p z u E H | p i moves k w u E K D next H best].
  - apply (ends _ _ z); [exact E|]. intros j. now rewrite equal.
  - apply (turn _ _ i moves k w); auto; intros; rewrite equal; auto.
Qed.

Definition right (g : game) (m : found) : Prop := forall p, match PositiveMap.find p m with
  | Some v => subgame_perfect g p v
  | None => node_of g p = None
  end.

Lemma means_right m n d j : (forall q c, In (q, c) d -> length (payoffs_at m q) = n) ->
  payoff j (means m n d) == mean (fun q => payoff j (payoffs_at m q)) d.
Proof.
  intros long. unfold payoff at 1, means. destruct (Nat.lt_ge_cases j n) as [less|more].
  - rewrite nth_indep with (d' := reduced_mean (fun q => payoff 0 (payoffs_at m q)) d)
      by (rewrite map_length, seq_length; lia).
    rewrite (map_nth (fun j => reduced_mean (fun q => payoff j (payoffs_at m q)) d) (seq 0 n) 0%nat j).
    rewrite seq_nth by lia. apply reduced_mean_right.
  - rewrite nth_overflow by (rewrite map_length, seq_length; lia).
    induction d as [|[q c] d IH]; simpl; [reflexivity|]. rewrite <- IH by (intros; eapply long; right; eassumption).
    unfold payoff. rewrite nth_overflow by (rewrite (long q c); [lia|now left]). ring.
Qed.

Lemma is_best_right g m p e l : right g m -> is_best m p e l = true ->
  right ((p, e) :: g) (PositiveMap.add p (match l with Choice v _ _ => v end) m).
Proof.
  destruct l as [v k n]. unfold is_best. rewrite !andb_true_iff, negb_true_iff. intros ok [[new _] good].
  rewrite PositiveMap.mem_find in new.
  assert (fresh : node_of g p = None). { specialize (ok p). now destruct (PositiveMap.find p m). }
  intros q. destruct (Pos.eq_dec q p) as [->|differ].
  - rewrite PositiveMap.gss. destruct e as [u|i moves]; unfold best in good.
    + apply (ends _ _ u); [simpl; now rewrite Pos.eqb_refl|]. intros j. now apply same_payoffs_right.
    + rewrite !andb_true_iff, Nat.ltb_lt, forallb_forall in good. destruct good as [[K same] all].
      assert (known : forall d q c, In d moves -> In (q, c) d ->
        exists w, PositiveMap.find q m = Some w /\ length w = length v).
      { intros d q c D I. apply all in D. rewrite !andb_true_iff, forallb_forall in D. destruct D as [[_ D] _].
        specialize (D _ I). simpl in D. destruct (PositiveMap.find q m) as [w|]; [|discriminate].
        apply Nat.eqb_eq in D. eauto. }
      apply (turn _ _ i moves k (payoffs_at m)); simpl.
      * now rewrite Pos.eqb_refl.
      * exact K.
      * intros d D. apply all in D. rewrite !andb_true_iff in D. now apply is_distribution_right.
      * intros d q c D I. destruct (known d q c D I) as (w & W & _). specialize (ok q). unfold payoffs_at.
        rewrite W in *. now apply subgame_perfect_behind.
      * intros j. rewrite (same_payoffs_right _ _ j same). apply means_right. intros q c I.
        destruct (known (nth k moves []) q c) as (w & W & long); [now apply nth_In|exact I|].
        unfold payoffs_at. now rewrite W.
      * intros d D. apply all in D. rewrite !andb_true_iff in D. destruct D as [_ D]. apply Qle_bool_iff in D.
        now rewrite reduced_mean_right in D.
  - rewrite PositiveMap.gso by exact differ. specialize (ok q). destruct (PositiveMap.find q m).
    + now apply subgame_perfect_behind.
    + simpl. now destruct (Pos.eqb_spec q p).
Qed.

Lemma induction_right g : forall c m, induction g c = inl m -> right g m.
Proof.
  induction g as [|[p e] g IH]; intros [|l c] m; simpl; try discriminate.
  - intros H. injection H as <-. intros p. now rewrite PositiveMap.gempty.
  - destruct (induction g c) as [m'|] eqn:I; [|discriminate]. destruct (is_best m' p e l) eqn:B; [|discriminate].
    intros H. injection H as <-. apply is_best_right; eauto.
Qed.

(* What the checker accepts are the payoffs of a subgame-perfect equilibrium. *)
Theorem checked_turns g c p v : check_turns g c p v = Accepted -> subgame_perfect g p v.
Proof.
  unfold check_turns. destruct (induction g c) as [m|] eqn:I; [|discriminate].
  destruct (PositiveMap.mem p m) eqn:M; [|discriminate]. destruct (same_payoffs v _) eqn:S; [|discriminate].
  intros _. apply induction_right in I. specialize (I p). rewrite PositiveMap.mem_find in M. unfold payoffs_at in S.
  destruct (PositiveMap.find p m); [|discriminate]. now apply (subgame_perfect_equal _ _ l).
Qed.
