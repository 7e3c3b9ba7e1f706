(* Games of any number of players as tables of payoffs, and Nash equilibria in mixed strategies of rational numbers.
   Read down to `nash_equilibrium` before you believe a theorem that says so; the rest is a checker, proved right. *)
Require Import QArith ZArith List Bool Lia.
Import ListNotations.
From Values Require Import Value Check.
Open Scope Q_scope.

(* The number of strategies of each player; and for each profile, in which strategies are counted from 0, the payoffs. *)
Definition cells := list (list nat * list Q).
Definition cell (a : list nat) (payoffs : list Q) : list nat * list Q := (a, payoffs).
Fixpoint profiles (sizes : list nat) : list (list nat) :=
  match sizes with [] => [[]] | n :: rest => flat_map (fun k => map (cons k) (profiles rest)) (seq 0 n) end.

(* The probability of a profile if all players draw independently, and the expected payoff of player i. *)
Fixpoint probability (x : list (list Q)) (a : list nat) : Q :=
  match x, a with own :: x, k :: a => nth k own 0 * probability x a | _, _ => 1 end.
Fixpoint expected (g : cells) (i : nat) (x : list (list Q)) : Q :=
  match g with [] => 0 | (a, u) :: rest => probability x a * nth i u 0 + expected rest i x end.

(* A mixed strategy, and the profile in which player i has another one. *)
Definition mixed (n : nat) (own : list Q) : Prop := length own = n /\ distribution (combine (seq 0 n) own).
Definition instead (i : nat) (own : list Q) (x : list (list Q)) : list (list Q) := firstn i x ++ own :: skipn (S i) x.

(* The table lists each profile once. The strategies x are mixed strategies, v are the expected payoffs, and no player
   gets more by another mixed strategy. *)
Definition nash_equilibrium (sizes : list nat) (g : cells) (x : list (list Q)) (v : list Q) : Prop :=
  map fst g = profiles sizes /\ Forall2 mixed sizes x /\ length v = length x /\
  forall i, (i < length x)%nat -> expected g i x == nth i v 0 /\
    forall own, mixed (nth i sizes 0%nat) own -> expected g i (instead i own x) <= nth i v 0.

(* The probability of the strategies of the others, and the payoff of strategy k of player i against them. *)
Definition of_others (i : nat) (x : list (list Q)) (a : list nat) : Q :=
  probability (firstn i x) (firstn i a) * probability (skipn (S i) x) (skipn (S i) a).
Fixpoint against (g : cells) (i k : nat) (x : list (list Q)) : Q :=
  match g with
  | [] => 0
  | (a, u) :: rest => if (nth i a 0 =? k)%nat then Qred (of_others i x a * nth i u 0 + against rest i k x)
                      else against rest i k x
  end.
Definition numbers_of_lines (g : cells) (x : list (list Q)) (v : list Q) : list Z :=
  map (fun '(a, u) => check_number (map Z.of_nat a ++ flat_map parts u)) g ++
  map (fun own => check_number (flat_map parts own)) (x ++ [v]).
Definition is_mixed (n : nat) (own : list Q) : bool := (length own =? n)%nat && is_distribution (combine (seq 0 n) own).
Fixpoint all_mixed (sizes : list nat) (x : list (list Q)) : bool :=
  match sizes, x with
  | [], [] => true
  | n :: sizes, own :: x => is_mixed n own && all_mixed sizes x
  | _, _ => false
  end.
(* Whether v is the expected payoff of player i, and no strategy gets more. *)
Definition satisfied sizes (g : cells) (x : list (list Q)) (v : list Q) (i : nat) : bool :=
  let all := map (fun k => against g i k x) (seq 0 (nth i sizes 0%nat)) in
  Qeq_bool (reduced_mean (fun c => c) (combine all (nth i x []))) (nth i v 0) &&
  forallb (fun c => Qle_bool c (nth i v 0)) all.
Definition same_profiles (a b : list (list nat)) : bool := if list_eq_dec (list_eq_dec Nat.eq_dec) a b then true else false.
(* The first line of the table, the strategies and the payoffs with another check number; or the strategy of the first
   player who is not satisfied. *)
Definition check_profile sizes (g : cells) (x : list (list Q)) (v : list Q) (numbers : list Z) : verdict :=
  match differ (numbers_of_lines g x v) numbers 1, filter (fun i => negb (satisfied sizes g x v i)) (seq 0 (length x)) with
  | Some n, _ => Wrong_at n
  | None, i :: _ => Wrong_at (Pos.of_succ_nat (length g + i))
  | None, [] => if same_profiles (map fst g) (profiles sizes) && all_mixed sizes x && (length v =? length x)%nat
                then Accepted else Wrong_at 1
  end.

Lemma probability_instead i : forall own x a, (i < length x)%nat -> length a = length x ->
  probability (instead i own x) a == nth (nth i a 0%nat) own 0 * of_others i x a.
Proof.
  induction i as [|i IH]; intros own [|y x] [|k a] less long; simpl in less, long; try lia.
  - unfold instead, of_others. simpl. ring.
  - change (instead (S i) own (y :: x)) with (y :: instead i own x).
    cbn [probability nth]. rewrite IH by lia. unfold of_others. cbn [firstn skipn probability]. ring.
Qed.

Lemma mean_difference n : forall s k own (c : Q) (f : nat -> Q), length own = n -> (s <= k < s + n)%nat ->
  mean (fun j => (if (k =? j)%nat then c else 0) + f j) (combine (seq s n) own) ==
  nth (k - s) own 0 * c + mean f (combine (seq s n) own).
Proof.
  induction n as [|n IH]; intros s k [|y own] c f long inside; simpl in long; try lia. cbn [seq combine mean].
  destruct (Nat.eqb_spec k s) as [->|differ].
  - replace (s - s)%nat with 0%nat by lia. cbn [nth].
    assert (same : mean (fun j => (if (s =? j)%nat then c else 0) + f j) (combine (seq (S s) n) own) ==
      mean f (combine (seq (S s) n) own)).
    { assert (other : forall j y, In (j, y) (combine (seq (S s) n) own) -> (s <> j)%nat).
      { intros j z there. apply in_combine_l in there. apply in_seq in there. lia. }
      induction (combine (seq (S s) n) own) as [|[j z] l IHl]; simpl; [reflexivity|].
      rewrite IHl by (intros; eapply other; right; eassumption).
      destruct (Nat.eqb_spec s j); [exfalso; eapply other; [now left|assumption]|ring]. }
    rewrite same. ring.
  - rewrite IH by lia. replace (k - s)%nat with (S (k - S s)) by lia. cbn [nth]. ring.
Qed.

Lemma mean_of_zero {X} (d : list (X * Q)) : mean (fun _ => 0) d == 0.
Proof. induction d as [|[x p] d IH]; simpl; [reflexivity|]. rewrite IH. ring. Qed.

Lemma mean_same {X} (f h : X -> Q) d : (forall x, f x == h x) -> mean f d == mean h d.
Proof. intros same. induction d as [|[x p] d IH]; simpl; [reflexivity|]. now rewrite IH, same. Qed.

Lemma mean_at_most {X} (f : X -> Q) d v :
  distribution d -> (forall x p, In (x, p) d -> f x <= v) -> mean f d <= v.
Proof.
  intros [positive one] less. assert (mean f d <= v * mean (fun _ => 1) d) as H.
  { clear one. induction d as [|[x p] d IH]; simpl; [rewrite Qmult_0_r; apply Qle_refl|].
    rewrite Qmult_plus_distr_r. apply Qplus_le_compat; [|apply IH; intros; [eapply positive|eapply less]; right; eassumption].
    setoid_replace (v * (p * 1)) with (v * p) by ring. rewrite (Qmult_comm p).
    apply Qmult_le_compat_r; [eapply less|eapply positive]; now left. }
  eapply Qle_trans; [exact H|]. rewrite one, Qmult_1_r. apply Qle_refl.
Qed.

(* The expected payoff of a mixed strategy is the mean of those of the strategies. *)
Lemma expected_instead g i x n own : (i < length x)%nat -> length own = n ->
  (forall a u, In (a, u) g -> length a = length x /\ (nth i a 0 < n)%nat) ->
  expected g i (instead i own x) == mean (fun k => against g i k x) (combine (seq 0 n) own).
Proof.
  intros less long. induction g as [|[a u] g IH]; intros proper.
  - simpl. now rewrite mean_of_zero.
  - destruct (proper a u) as [A B]; [now left|]. cbn [expected]. rewrite IH by (intros; eapply proper; right; eassumption).
    rewrite probability_instead by assumption.
    rewrite (mean_same (fun k => against ((a, u) :: g) i k x)
      (fun k => (if (nth i a 0 =? k)%nat then of_others i x a * nth i u 0 else 0) + against g i k x)).
    + rewrite mean_difference by lia. rewrite Nat.sub_0_r. ring.
    + intros k. cbn [against]. destruct (_ =? k)%nat; [now rewrite Qred_correct|ring].
Qed.

Lemma in_profiles sizes : forall a, In a (profiles sizes) ->
  length a = length sizes /\ forall i, (i < length sizes)%nat -> (nth i a 0 < nth i sizes 0)%nat.
Proof.
  induction sizes as [|n sizes IH]; simpl; intros a.
  - intros [<-|[]]. split; [reflexivity|]. intros i less. simpl in less. lia.
  - rewrite in_flat_map. intros (k & K & there). apply in_map_iff in there as (b & <- & B). apply in_seq in K.
    destruct (IH b B) as [long inside]. simpl. split; [lia|]. intros [|i] less; [lia|]. apply inside. lia.
Qed.

Lemma all_mixed_right sizes : forall x, all_mixed sizes x = true -> Forall2 mixed sizes x.
Proof.
  induction sizes as [|n sizes IH]; intros [|own x]; simpl; try discriminate; [constructor|].
  unfold is_mixed. rewrite !andb_true_iff, Nat.eqb_eq. intros [[long one] rest].
  constructor; [split; [exact long|now apply is_distribution_right]|auto].
Qed.

Lemma instead_same i : forall x, (i < length x)%nat -> instead i (nth i x []) x = x.
Proof.
  induction i as [|i IH]; intros [|y x] less; simpl in less; try lia; [reflexivity|].
  change (instead (S i) (nth (S i) (y :: x) []) (y :: x)) with (y :: instead i (nth i x []) x). now rewrite IH by lia.
Qed.

Lemma mean_listed {X} (f : X -> Q) (l : list X) : forall own,
  mean (fun c => c) (combine (map f l) own) = mean f (combine l own).
Proof. induction l as [|y l IH]; intros [|c own]; simpl; try reflexivity. now rewrite IH. Qed.

(* What the checker accepts is a Nash equilibrium. *)
Theorem checked_profile sizes g x v numbers :
  check_profile sizes g x v numbers = Accepted -> nash_equilibrium sizes g x v.
Proof.
  unfold check_profile. destruct (differ _ _ _); [discriminate|]. destruct (filter _ _) eqn:E; [|discriminate].
  destruct (same_profiles _ _) eqn:P; [|discriminate]. destruct (all_mixed sizes x) eqn:M; [|discriminate].
  destruct (length v =? length x)%nat eqn:L; [|discriminate]. intros _.
  unfold same_profiles in P. destruct (list_eq_dec _ _ _) as [complete|]; [|discriminate].
  apply all_mixed_right in M. apply Nat.eqb_eq in L. 
  assert (long : length sizes = length x) by (clear - M; induction M; simpl; congruence).
  split; [exact complete|]. split; [exact M|]. split; [exact L|]. intros i less.
  assert (good : satisfied sizes g x v i = true).
  { destruct (satisfied sizes g x v i) eqn:S; [reflexivity|]. exfalso.
    assert (In i []) as []. rewrite <- E. apply filter_In. split; [apply in_seq; lia|now rewrite S]. }
  unfold satisfied in good. rewrite andb_true_iff, forallb_forall in good. destruct good as [value best].
  apply Qeq_bool_iff in value. rewrite reduced_mean_right, mean_listed in value.
  assert (linear : forall own, mixed (nth i sizes 0%nat) own -> expected g i (instead i own x) ==
    mean (fun k => against g i k x) (combine (seq 0 (nth i sizes 0%nat)) own)).
  { intros own [size _]. apply expected_instead; [exact less|exact size|]. intros a u there.
    apply (in_map fst) in there. rewrite complete in there. apply in_profiles in there as [A B]. simpl in A, B.
    rewrite <- long. split; [exact A|]. apply B. lia. }
  assert (own : mixed (nth i sizes 0%nat) (nth i x [])).
  { clear - M less. revert i less. induction M; intros [|i] less; simpl in *; try lia; auto. apply IHM. lia. }
  split.
  - rewrite <- (instead_same i x less) at 1. now rewrite linear.
  - intros z Z. rewrite linear by exact Z. apply mean_at_most; [apply Z|]. intros k c there.
    apply in_combine_l in there. apply Qle_bool_iff, best, in_map_iff. eauto.
Qed.
