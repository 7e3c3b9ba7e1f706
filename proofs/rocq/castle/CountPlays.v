(* The number of plays of the castle game: the recursion over volleys counts each winning play once.
   `count` is the coefficient of z^t in the generating function of gametheory/games/castle/counting.py, which obeys
   the same recursion; how that file packs all coefficients into one integer is not treated here. *)
Require Import ZArith List Lia Bool FinFun.
Import ListNotations.
From Castle Require Import Rules.
Open Scope Z_scope.

(* The volleys of a position, from the fewest shots at defenders to the most. *)
Definition fewest_shots (p : pos) : Z := Z.min (Z.max (so p - st p) 0) (de p).
Definition volleys (p : pos) : list Z :=
  map (fun i => fewest_shots p + Z.of_nat i) (seq 0 (Z.to_nat (Z.min (so p) (de p) + 1 - fewest_shots p))).
Definition same_side (v w : side) : bool :=
  match v, w with Soldiers, Soldiers => true | Castle, Castle => true | _, _ => false end.

(* A path in the state graph from p to a position that w has won, by the volleys on it. *)
Fixpoint is_play (dpw : Z) (w : side) (bs : list Z) (p : pos) : Prop :=
  match bs with
  | [] => outcome p = Some w
  | b :: bs => outcome p = None /\ move p b /\ is_play dpw w bs (after dpw p b)
  end.

(* The number of plays of t waves that w wins: one at the end, and the sum over the volleys before it. *)
Fixpoint count (dpw : Z) (w : side) (t : nat) (p : pos) : nat :=
  match t, outcome p with
  | O, Some v => if same_side v w then 1 else 0
  | S t, None => list_sum (map (fun b => count dpw w t (after dpw p b)) (volleys p))
  | _, _ => 0
  end%nat.

(* The plays themselves. *)
Fixpoint all_plays (dpw : Z) (w : side) (t : nat) (p : pos) : list (list Z) :=
  match t, outcome p with
  | O, Some v => if same_side v w then [[]] else []
  | S t, None => flat_map (fun b => map (cons b) (all_plays dpw w t (after dpw p b))) (volleys p)
  | _, _ => []
  end.

(* The volleys are the moves of the rules. *)
Lemma in_volleys p b : In b (volleys p) <-> move p b.
Proof.
  unfold volleys, move. fold (fewest_shots p). rewrite in_map_iff. split.
  - intros (i & <- & there). apply in_seq in there. lia.
  - intros H. exists (Z.to_nat (b - fewest_shots p)). rewrite in_seq. lia.
Qed.

(* No volley is listed twice. *)
Lemma volleys_differ p : NoDup (volleys p).
Proof. unfold volleys. apply Injective_map_NoDup; [intros i j; lia|apply seq_NoDup]. Qed.

(* Sides compare as the same if they are. *)
Lemma same_side_true v w : same_side v w = true <-> v = w.
Proof. destruct v, w; simpl; split; congruence. Qed.

(* The list contains the plays of t waves and nothing else. *)
Theorem in_all_plays dpw w t p bs : In bs (all_plays dpw w t p) <-> length bs = t /\ is_play dpw w bs p.
Proof.
  revert p bs. induction t as [|t IH]; intros p bs; simpl; destruct (outcome p) as [v|] eqn:E.
  - destruct (same_side v w) eqn:S; simpl; split.
    + intros [<-|[]]. apply same_side_true in S. subst v. now simpl.
    + intros [none _]. destruct bs; [now left|discriminate].
    + tauto.
    + intros [none play]. destruct bs; [|discriminate]. simpl in play.
      assert (v = w) as same by congruence. apply same_side_true in same. congruence.
  - split; [intros []|]. intros [none play]. destruct bs; [simpl in play; congruence|discriminate].
  - split; [intros []|]. intros [some play]. destruct bs; [discriminate|]. simpl in play. destruct play. congruence.
  - rewrite in_flat_map. split.
    + intros (b & there & rest). apply in_map_iff in rest as (cs & <- & rest). apply IH in rest as [<- play].
      simpl. rewrite <- in_volleys. tauto.
    + intros [some play]. destruct bs as [|b bs]; [discriminate|]. simpl in *. destruct play as (_ & legal & play).
      exists b. rewrite in_volleys. split; [exact legal|]. apply in_map. apply IH. split; [congruence|exact play].
Qed.

(* Lists without repetition, each under its own first element, make one list without repetition. *)
Lemma under_heads_differ (f : Z -> list (list Z)) l : NoDup l -> (forall b, NoDup (f b)) ->
  NoDup (flat_map (fun b => map (cons b) (f b)) l).
Proof.
  intros L F. induction L as [|b l new L IH]; simpl; [constructor|].
  assert (apart : forall x, In x (map (cons b) (f b)) -> ~ In x (flat_map (fun b => map (cons b) (f b)) l)).
  { intros x. rewrite in_map_iff, in_flat_map. intros (y & <- & _) (c & there & again).
    rewrite in_map_iff in again. destruct again as (z & same & _). injection same as -> _. tauto. }
  assert (NoDup (map (cons b) (f b))) as own.
  { apply Injective_map_NoDup; [intros x y same; now injection same|apply F]. }
  induction own as [|x k other own IHk]; simpl; [exact IH|]. constructor.
  - rewrite in_app_iff. intros [again|again]; [tauto|]. exact (apart x (or_introl eq_refl) again).
  - apply IHk. intros y there. apply apart. now right.
Qed.

(* No play is listed twice. *)
Theorem plays_differ dpw w t p : NoDup (all_plays dpw w t p).
Proof.
  revert p. induction t as [|t IH]; intros p; simpl; destruct (outcome p) as [v|]; try apply NoDup_nil.
  - destruct (same_side v w); [constructor; [intros []|]|]; apply NoDup_nil.
  - apply under_heads_differ; [apply volleys_differ|auto].
Qed.

(* The recursion counts the plays. *)
Theorem count_is_number_of_plays dpw w t p : count dpw w t p = length (all_plays dpw w t p).
Proof.
  revert p. induction t as [|t IH]; intros p; simpl; destruct (outcome p) as [v|]; try reflexivity.
  - now destruct (same_side v w).
  - induction (volleys p) as [|b l IHl]; simpl; [reflexivity|].
    rewrite app_length, map_length, IHl, IH. reflexivity.
Qed.

(* Some play of t waves wins exactly if the count is positive. *)
Theorem wins_counted dpw w t p : wins dpw w t p <-> (0 < count dpw w t p)%nat.
Proof.
  rewrite count_is_number_of_plays. split.
  - intros W. assert (exists bs, In bs (all_plays dpw w t p)) as (bs & there).
    { induction W as [p E | p b t E legal W (bs & there)].
      - exists []. now apply in_all_plays.
      - exists (b :: bs). apply in_all_plays. apply in_all_plays in there as [<- play]. now simpl. }
    destruct (all_plays dpw w t p); [destruct there|simpl; lia].
  - destruct (all_plays dpw w t p) as [|bs l] eqn:E; simpl; [lia|]. intros _.
    assert (In bs (all_plays dpw w t p)) as there by (rewrite E; now left). clear E.
    apply in_all_plays in there as [<- play]. revert p play. induction bs as [|b bs IH]; simpl; intros p play.
    + now constructor.
    + destruct play as (E & legal & play). apply (day dpw w p b); auto.
Qed.

(* After a wave that leaves x defenders alive and both sides standing, the position is on one diagonal. *)
Lemma on_a_diagonal dpw p x : 0 < so p - x -> 0 < st p - so p + de p - x ->
  after dpw p (de p - x) = P (so p - x) (x + dpw) (st p - so p + de p - x).
Proof.
  intros soldiers strength. unfold after.
  replace (st p - (so p - (de p - x))) with (st p - so p + de p - x) by lia.
  replace (de p - (de p - x)) with x by lia. rewrite !Z.max_l by lia.
  now destruct (Z.ltb_spec 0 (so p - x)), (Z.ltb_spec 0 (st p - so p + de p - x)); try lia.
Qed.

(* So a sum over volleys is a difference of two running sums along it. *)
Lemma running_sums (f : nat -> nat) low some more :
  list_sum (map f (seq low some)) =
  (list_sum (map f (seq low (some + more))) - list_sum (map f (seq (low + some) more)))%nat.
Proof. rewrite seq_app, map_app, list_sum_app. lia. Qed.

(* The numbers of the example of counting.py: 12 soldiers, strength 32, 5 defenders per wave, up to 40 waves. *)
Lemma counts_of_12_32_5 :
  list_sum (map (fun t => count 5 Soldiers t (start 12 32)) (seq 0 40)) = 136%nat /\
  list_sum (map (fun t => count 5 Castle t (start 12 32)) (seq 0 40)) = 827%nat.
Proof. now vm_compute. Qed.
