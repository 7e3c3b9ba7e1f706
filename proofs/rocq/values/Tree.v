(* Zero-sum games of two players with hidden information, as trees with information sets, and what a value is.
   Read down to `tree_value` before you believe a theorem that says so; the rest is a checker, proved right. *)
Require Import QArith ZArith List Bool Lia FMapPositive.
Import ListNotations.
From Values Require Import Value Check Profile.
Open Scope Q_scope.

(* The end of play, with a payoff to the first player, which the second one pays; an event of chance; or a choice of a
   player, who knows only the number of the information set. Nodes with the same number look the same to the player. *)
Inductive tree := End (u : Q) | Chance (p : list Q) (next : list tree) | Choose (s : seat) (set : positive) (next : list tree).
Inductive part (t : tree) : tree -> Prop :=
| itself : part t t
| after_chance p next n : In n next -> part t n -> part t (Chance p next)
| after_choice s h next n : In n next -> part t n -> part t (Choose s h next).

(* A strategy gives each action at an information set a probability. The payoff to the first player is expected. *)
Definition behavior := positive -> list Q.
Definition weighted {X} (f : X -> Q) : list X -> list Q -> Q :=
  fix sum (l : list X) (p : list Q) := match l, p with x :: l, c :: p => c * f x + sum l p | _, _ => 0 end.
Fixpoint tree_payoff (x y : behavior) (t : tree) : Q :=
  match t with
  | End u => u
  | Chance p next => weighted (tree_payoff x y) next p
  | Choose s h next => weighted (tree_payoff x y) next (match s with First => x h | Second => y h end)
  end.
Definition plays (s : seat) (x : behavior) (t : tree) : Prop :=
  forall h next, part (Choose s h next) t -> mixed (length next) (x h).

(* The first player has a strategy that gets at least v against every strategy of the second one, who has one that pays
   at most v against every strategy of the first. *)
Definition tree_value (t : tree) (v : Q) : Prop :=
  (forall p next, part (Chance p next) t -> mixed (length next) p) /\
  (exists x, plays First x t /\ forall y, plays Second y t -> v <= tree_payoff x y t) /\
  (exists y, plays Second y t /\ forall x, plays First x t -> tree_payoff x y t <= v).

(* Whether all probabilities of a tree and of two strategies are distributions. *)
Fixpoint all_legal (x y : behavior) (t : tree) : bool :=
  match t with
  | End _ => true
  | Chance p next => is_mixed (length next) p && forallb (all_legal x y) next
  | Choose s h next =>
      is_mixed (length next) (match s with First => x h | Second => y h end) && forallb (all_legal x y) next
  end.
Fixpoint size (t : tree) : nat :=
  match t with
  | End _ => 1
  | Chance _ next | Choose _ _ next => S (S (list_sum (map size next)))
  end.
Definition is_seat (s r : seat) : bool := match s, r with First, First | Second, Second => true | _, _ => false end.

(* The least payoff of the player s, who plays x, in trees with weights. The other player's choices wait until all nodes
   are there; then those with the same information set take the same action, the one that is worst for s. *)
Definition choice : Type := positive * list tree.
Definition spread (w : Q) (next : list tree) (p : list Q) : list (tree * Q) :=
  map (fun '(t, c) => (t, Qred (w * c))) (combine next p).
Definition chosen (k : nat) (same : list (choice * Q)) : list (tree * Q) :=
  map (fun '((h, next), w) => (nth k next (End 0), w)) same.
Definition is_at (h : positive) (c : choice * Q) : bool := Pos.eqb (fst (fst c)) h.
Fixpoint least_of (f : nat -> option Q) (n : nat) : option Q :=
  match n with
  | O => None
  | S O => f O
  | S m => match f m, least_of f m with
           | Some v, Some u => Some (if Qle_bool v u then v else u)
           | _, _ => None
           end
  end.
Fixpoint least (fuel : nat) (s : seat) (x : behavior) (todo : list (tree * Q)) (waiting : list (choice * Q)) : option Q :=
  match fuel with
  | O => None
  | S fuel =>
      match todo with
      | (End u, w) :: todo =>
          match least fuel s x todo waiting with Some v => Some (Qred (w * own_payoff s u + v)) | None => None end
      | (Chance p next, w) :: todo => least fuel s x (spread w next p ++ todo) waiting
      | (Choose r h next, w) :: todo =>
          if is_seat s r then least fuel s x (spread w next (x h) ++ todo) waiting
          else least fuel s x todo (((h, next), w) :: waiting)
      | [] =>
          match waiting with
          | [] => Some 0
          | ((h, next), _) :: _ =>
              match least_of (fun k => least fuel s x (chosen k (filter (is_at h) waiting)) []) (length next),
                    least fuel s x [] (filter (fun c => negb (is_at h c)) waiting) with
              | Some v, Some u => Some (Qred (v + u))
              | _, _ => None
              end
          end
      end
  end.

(* A certificate lists the probabilities at each information set. Numbers of all nodes, for the check numbers: *)
Definition listed (l : list (positive * list Q)) : behavior :=
  let m := fold_right (fun e => PositiveMap.add (fst e) (snd e)) (PositiveMap.empty (list Q)) l in
  fun h => match PositiveMap.find h m with Some p => p | None => [] end.
Definition at_set (h : positive) (p : list Q) : positive * list Q := (h, p).
Fixpoint nodes (t : tree) : list Z :=
  match t with
  | End u => [check_number (parts u)]
  | Chance p next => check_number (flat_map parts p) :: flat_map nodes next
  | Choose s h next => check_number [Zpos h; Z.of_nat (length next)] :: flat_map nodes next
  end.
Definition set_number (e : positive * list Q) : Z := check_number (Zpos (fst e) :: flat_map parts (snd e)).
Definition check_tree (t : tree) (x y : list (positive * list Q)) (v : Q) (numbers : list Z) : verdict :=
  match differ (nodes t ++ map set_number x ++ map set_number y) numbers 1 with
  | Some n => Wrong_at n
  | None =>
      if all_legal (listed x) (listed y) t then
        match least (size t + size t) First (listed x) [(t, 1)] [], least (size t + size t) Second (listed y) [(t, 1)] [] with
        | Some low, Some high => if Qle_bool v low && Qle_bool (- v) high then Accepted else Another_value low
        | _, _ => Wrong_at 1
        end
      else Wrong_at 1
  end.

Lemma all_legal_right x y t r : all_legal x y t = true -> part r t -> all_legal x y r = true.
Proof.
  intros H P. induction P as [|p next n I P IH|s h next n I P IH]; auto; apply IH; simpl in H;
    apply andb_prop in H as [_ H]; rewrite forallb_forall in H; auto.
Qed.

Lemma weighted_mean {X} (f : X -> Q) next : forall p s d, length p = length next ->
  weighted f next p == mean (fun k => f (nth (k - s) next d)) (combine (seq s (length next)) p).
Proof.
  induction next as [|t next IH]; intros [|c p] s d long; simpl in long; try lia; [reflexivity|].
  change (weighted f (t :: next) (c :: p)) with (c * f t + weighted f next p). cbn [length seq combine mean].
  rewrite (IH p (S s) d) by lia. rewrite Nat.sub_diag. cbn [nth].
  assert (same : forall l : list (nat * Q), (forall k c, In (k, c) l -> (s < k)%nat) ->
    mean (fun k => f (nth (k - S s) next d)) l == mean (fun k => f (nth (k - s) (t :: next) d)) l).
  { induction l as [|[k e] l IHl]; intros less; simpl; [reflexivity|].
    rewrite IHl by (intros; eapply less; right; eassumption).
    assert (s < k)%nat by (eapply less; now left). replace (k - s)%nat with (S (k - S s)) by lia. reflexivity. }
  rewrite same; [reflexivity|]. intros k e there. apply in_combine_l in there. apply in_seq in there. lia.
Qed.

Lemma weighted_opposite {X} (f : X -> Q) next : forall p, - weighted f next p == weighted (fun t => - f t) next p.
Proof.
  induction next as [|t next IH]; intros [|c p]; try reflexivity.
  change (- (c * f t + weighted f next p) == c * - f t + weighted (fun t => - f t) next p). rewrite <- IH. ring.
Qed.

Lemma mean_spread (f : tree -> Q) w next : forall p, mean f (spread w next p) == w * weighted f next p.
Proof.
  induction next as [|t next IH]; intros [|c p]; try (simpl; ring).
  change (spread w (t :: next) (c :: p)) with ((t, Qred (w * c)) :: spread w next p). cbn [mean].
  rewrite IH, Qred_correct. change (weighted f (t :: next) (c :: p)) with (c * f t + weighted f next p). ring.
Qed.

Lemma mean_append {X} (f : X -> Q) a b : mean f (a ++ b) == mean f a + mean f b.
Proof. induction a as [|[x p] a IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma mean_split {X} (f : X -> Q) (c : X * Q -> bool) l :
  mean f l == mean f (filter c l) + mean f (filter (fun e => negb (c e)) l).
Proof.
  induction l as [|[x p] l IH]; simpl; [ring|]. destruct (c (x, p)); simpl; rewrite IH; ring.
Qed.

Lemma mean_sum {X} (f h : X -> Q) d : mean (fun x => f x + h x) d == mean f d + mean h d.
Proof. induction d as [|[x p] d IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma mean_times {X} (f : X -> Q) c d : mean (fun x => c * f x) d == c * mean f d.
Proof. induction d as [|[x p] d IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma mean_at_least {X} (f : X -> Q) d v :
  distribution d -> (forall x p, In (x, p) d -> v <= f x) -> v <= mean f d.
Proof.
  intros D more. rewrite <- (Qopp_involutive v), <- (Qopp_involutive (mean f d)). apply Qopp_le_compat.
  apply Qle_trans with (mean (fun x => - f x) d).
  - apply Qle_lteq. right. clear. induction d as [|[x p] d IH]; simpl; [reflexivity|]. rewrite <- IH. ring.
  - apply mean_at_most; [exact D|]. intros x p there. apply Qopp_le_compat. eauto.
Qed.

Lemma least_of_right f n v : least_of f n = Some v -> forall k, (k < n)%nat -> exists u, f k = Some u /\ v <= u.
Proof.
  revert v. induction n as [|[|n] IH]; intros v H k less; [lia| |].
  - simpl in H. replace k with 0%nat by lia. exists v. split; [exact H|apply Qle_refl].
  - change (least_of f (S (S n))) with (match f (S n), least_of f (S n) with
      | Some v, Some u => Some (if Qle_bool v u then v else u) | _, _ => None end) in H.
    destruct (f (S n)) as [a|] eqn:A; [|discriminate]. destruct (least_of f (S n)) as [b|]; [|discriminate].
    injection H as <-. destruct (Nat.eq_dec k (S n)) as [->|].
    + exists a. split; [exact A|]. destruct (Qle_bool a b) eqn:E; [apply Qle_refl|].
      destruct (Qlt_le_dec b a) as [l|l]; [now apply Qlt_le_weak|]. apply Qle_bool_iff in l. congruence.
    + destruct (IH b eq_refl k) as (u & U & le); [lia|]. exists u. split; [exact U|].
      destruct (Qle_bool a b) eqn:E; [|exact le]. apply Qle_bool_iff in E. eapply Qle_trans; eassumption.
Qed.

Section Response.
Variable s : seat.
Variables x z : behavior.
(* What s gets from a tree if s plays x and the other player z. *)
Definition gets (t : tree) : Q :=
  own_payoff s (match s with First => tree_payoff x z t | Second => tree_payoff z x t end).
Definition gets_after (c : choice) : Q := weighted gets (snd c) (z (fst c)).
Definition lawful (t : tree) : Prop := forall h next, part (Choose (other s) h next) t -> mixed (length next) (z h).

Lemma gets_weighted next p : own_payoff s (match s with First => weighted (tree_payoff x z) next p
                                                    | Second => weighted (tree_payoff z x) next p end) == weighted gets next p.
Proof.
  unfold gets. destruct s; [reflexivity|]. apply weighted_opposite.
Qed.

Lemma lawful_next t n : lawful t -> part n t -> lawful n.
Proof.
  intros L P h next Q. apply L. clear L. induction P; [exact Q| |]; econstructor; eauto.
Qed.

Lemma lawful_spread w next p todo : Forall lawful next -> Forall (fun c => lawful (fst c)) todo ->
  Forall (fun c => lawful (fst c)) (spread w next p ++ todo).
Proof.
  intros N T. apply Forall_app. split; [|exact T]. apply Forall_forall. intros [t c] there.
  apply in_map_iff in there as ([t' c'] & E & there). injection E as <- <-. apply in_combine_l in there.
  rewrite Forall_forall in N. simpl. auto.
Qed.

Definition waits (c : choice * Q) : Prop :=
  mixed (length (snd (fst c))) (z (fst (fst c))) /\ Forall lawful (snd (fst c)).

(* All nodes of an information set together: a mean over the actions. *)
Lemma together h n same : length (z h) = n -> Forall (fun c => is_at h c = true /\ length (snd (fst c)) = n) same ->
  mean gets_after same == mean (fun k => mean gets (chosen k same)) (combine (seq 0 n) (z h)).
Proof.
  intros long all. induction all as [|[[h' next] w] same [here size] _ IH].
  - simpl. now rewrite mean_of_zero.
  - unfold is_at in here. simpl in here, size. apply Pos.eqb_eq in here. subst h'.
    cbn [mean]. rewrite IH.
    rewrite (mean_same (fun k => mean gets (chosen k (((h, next), w) :: same)))
      (fun k => w * gets (nth k next (End 0)) + mean gets (chosen k same))) by reflexivity.
    rewrite mean_sum, mean_times. unfold gets_after. cbn [fst snd].
    rewrite (weighted_mean gets next (z h) 0 (End 0)) by lia. rewrite size.
    rewrite (mean_same (fun k => gets (nth (k - 0) next (End 0))) (fun k => gets (nth k next (End 0)))); [reflexivity|].
    intros k. now rewrite Nat.sub_0_r.
Qed.

Lemma least_right fuel : forall todo waiting v, least fuel s x todo waiting = Some v ->
  Forall (fun c => lawful (fst c)) todo -> Forall waits waiting -> v <= mean gets todo + mean gets_after waiting.
Proof.
  induction fuel as [|fuel IH]; [discriminate|]. intros [|[[u|p next|r h next] w] todo] waiting v; cbn [least].
  - destruct waiting as [|[[h next] w] waiting]; [intros H; injection H as <-; intros; simpl; now apply Qle_refl|].
    set (all := ((h, next), w) :: waiting). intros H _ W.
    destruct (least_of _ _) as [a|] eqn:A; [|discriminate]. destruct (least fuel s x [] _) as [b|] eqn:B; [|discriminate].
    assert (v = Qred (a + b)) as -> by congruence. rewrite Qred_correct.
    change (mean gets []) with 0. rewrite Qplus_0_l. eapply Qle_trans;
      [|apply Qle_lteq; right; symmetry; apply (mean_split gets_after (is_at h))]. apply Qplus_le_compat.
    + assert (mixed_h : mixed (length next) (z h)) by (inversion W; subst; unfold waits in *; simpl in *; tauto).
      destruct mixed_h as [long D].
      rewrite (together h (length next)).
      * apply mean_at_least; [exact D|]. intros k c there. apply in_combine_l in there. apply in_seq in there.
        destruct (least_of_right _ _ _ A k) as (g & G & le); [lia|]. eapply Qle_trans; [exact le|].
        apply IH in G.
        -- eapply Qle_trans; [exact G|]. simpl. rewrite Qplus_0_r. apply Qle_refl.
        -- apply Forall_forall. intros [t e] T. apply in_map_iff in T as (((h' & next') & w') & E & T). injection E as <- <-.
           apply filter_In in T as [T here]. rewrite Forall_forall in W. specialize (W _ T). destruct W as [_ L].
           simpl in *. destruct (nth_in_or_default k next' (End 0)) as [inside | ->].
           ++ rewrite Forall_forall in L. now apply L.
           ++ intros h'' n P. inversion P.
        -- constructor.
      * exact long.
      * apply Forall_forall. intros [[h' next'] w'] T. apply filter_In in T as [T here]. split; [exact here|].
        rewrite Forall_forall in W. specialize (W _ T). destruct W as [[size _] _]. simpl in *.
        unfold is_at in here. simpl in here. apply Pos.eqb_eq in here. subst h'. lia.
    + apply IH in B.
      * eapply Qle_trans; [exact B|]. simpl. rewrite Qplus_0_l. apply Qle_refl.
      * constructor.
      * apply Forall_forall. intros c T. apply filter_In in T as [T _]. rewrite Forall_forall in W. auto.
  - intros H T W. destruct (least fuel s x todo waiting) as [a|] eqn:A; [|discriminate].
    assert (v = Qred (w * own_payoff s u + a)) as -> by congruence.
    apply IH in A; [|now inversion T|exact W]. rewrite Qred_correct. cbn [mean].
    replace (gets (End u)) with (own_payoff s u) by (unfold gets; now destruct s).
    rewrite <- Qplus_assoc. now apply Qplus_le_compat; [apply Qle_refl|].
  - intros H T W. inversion T as [|? ? L T']; subst. simpl in L. apply IH in H; [| |exact W].
    + rewrite mean_append, mean_spread in H. cbn [mean].
      assert (E : gets (Chance p next) == weighted gets next p).
      { rewrite <- gets_weighted. unfold gets. destruct s; reflexivity. }
      now rewrite E.
    + apply lawful_spread; [|exact T']. apply Forall_forall. intros n I. apply (lawful_next _ _ L).
      apply (after_chance _ _ _ n); [exact I|constructor].
  - intros H T W. inversion T as [|? ? L T']; subst. simpl in L.
    assert (N : Forall lawful next).
    { apply Forall_forall. intros n I. apply (lawful_next _ _ L). apply (after_choice _ _ _ _ n); [exact I|constructor]. }
    assert (E : gets (Choose r h next) == weighted gets next (if is_seat s r then x h else z h)).
    { rewrite <- gets_weighted. unfold gets. destruct s, r; reflexivity. }
    cbn [mean]. rewrite E. destruct (is_seat s r) eqn:S.
    + apply IH in H; [| |exact W]; [|now apply lawful_spread]. now rewrite mean_append, mean_spread in H.
    + apply IH in H; [|exact T'|].
      * eapply Qle_trans; [exact H|]. cbn [mean]. unfold gets_after at 1. cbn [fst snd]. apply Qle_lteq. right. ring.
      * constructor; [|exact W]. split; [|exact N]. cbn [fst snd]. apply L. replace r with (other s); [constructor|].
        now destruct s, r.
Qed.
End Response.

(* What the checker accepts is the value. *)
Theorem checked_tree t x y v numbers : check_tree t x y v numbers = Accepted -> tree_value t v.
Proof.
  unfold check_tree. destruct (differ _ _ _); [discriminate|]. destruct (all_legal _ _ t) eqn:L; [|discriminate].
  destruct (least _ First _ _ _) as [low|] eqn:A; [|discriminate].
  destruct (least _ Second _ _ _) as [high|] eqn:B; [|discriminate].
  destruct (Qle_bool v low) eqn:E; [|discriminate]. destruct (Qle_bool (- v) high) eqn:F; [|discriminate].
  intros _. apply Qle_bool_iff in E, F.
  assert (legal : forall r, part r t -> all_legal (listed x) (listed y) r = true) by (intros; eapply all_legal_right; eauto).
  assert (is_mixed_right : forall n p, is_mixed n p = true -> mixed n p).
  { intros n p M. apply andb_prop in M as [size D]. split; [now apply Nat.eqb_eq|now apply is_distribution_right]. }
  split; [|split].
  - intros p next P. apply legal in P. simpl in P. apply andb_prop in P as [P _]. auto.
  - exists (listed x). split.
    + intros h next P. apply legal in P. simpl in P. apply andb_prop in P as [P _]. auto.
    + intros z Z. apply (least_right First (listed x) z) in A; [| |constructor].
      * eapply Qle_trans; [exact E|]. eapply Qle_trans; [exact A|]. apply Qle_lteq. right. simpl. ring.
      * constructor; [|constructor]. exact Z.
  - exists (listed y). split.
    + intros h next P. apply legal in P. simpl in P. apply andb_prop in P as [P _]. auto.
    + intros z Z. apply (least_right Second (listed y) z) in B; [| |constructor].
      * rewrite <- (Qopp_involutive v), <- (Qopp_involutive (tree_payoff _ _ t)). apply Qopp_le_compat.
        eapply Qle_trans; [exact F|]. eapply Qle_trans; [exact B|]. apply Qle_lteq. right. simpl. ring.
      * constructor; [|constructor]. exact Z.
Qed.
