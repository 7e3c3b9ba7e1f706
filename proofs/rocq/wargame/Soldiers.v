(* The claims WG.1.exchange and WG.5.camp about the Wargame, for all sizes, schedules, shares killed and payoffs. *)
Require Import QArith ZArith List Lia Lqa.
Import ListNotations.
From Wargame Require Import Game Rules Agree.
Open Scope Z_scope.

(* In every round the chance of a battle is a probability. *)
Lemma chance_is_probability g n : valid g -> (0 <= chance g n /\ chance g n <= 1)%Q.
Proof.
  intros (_ & _ & _ & _ & H & _). unfold chance.
  destruct (nth_in_or_default (Z.to_nat (n - 1)) (battle_chances g) 1%Q) as [there | ->]; [auto|lra].
Qed.

(* What follows two moves is a distribution. *)
Lemma after_is_distribution g s a b : valid g -> distribution (after g s a b).
Proof.
  intros ok. destruct (chance_is_probability g (round s) ok) as [low high]. unfold after.
  set (p := chance g (round s)) in *.
  destruct (Qeq_bool (1 - p) 0) eqn:E; [|destruct (Qeq_bool p 0) eqn:F];
    try apply Qeq_bool_iff in E; try apply Qeq_bool_iff in F; split; simpl;
    try (intros t r H; repeat destruct H as [H|H]; try injection H as <- <-; try lra; tauto); lra.
Qed.

(* The Wargame never makes a probability up. *)
Lemma wargame_is_proper g : valid g -> proper (game_of g).
Proof. intros ok s a b _ _ _. now apply after_is_distribution. Qed.

(* More than one thing can follow, but only a battle and a next round. *)
Lemma after_in g s a b t q : In (t, q) (after g s a b) -> t = after_battle s a b \/ t = after_round g s a b.
Proof.
  unfold after. intros H. destruct (Qeq_bool _ 0); [|destruct (Qeq_bool _ 0)]; simpl in H;
    repeat destruct H as [H|H]; try injection H as <- <-; tauto.
Qed.

(* Two positions of the same round after which the same things are possible, each with the same probability. *)
Lemma after_alike g s t a b c d r q : round s = round t -> In (r, q) (after g s a b) ->
  exists r', In (r', q) (after g t c d) /\
    (r = after_battle s a b /\ r' = after_battle t c d \/ r = after_round g s a b /\ r' = after_round g t c d).
Proof.
  unfold after. intros <- H. destruct (Qeq_bool _ 0); [|destruct (Qeq_bool _ 0)]; simpl in *;
    repeat destruct H as [H|H]; try injection H as <- <-; try tauto; eauto 9.
Qed.

(* The expected payoffs of two pairs of moves in the same round, compared branch by branch. *)
Lemma expected_le g s t a b c d (f h : position -> Q) : valid g -> round s = round t ->
  (f (after_battle s a b) <= h (after_battle t c d))%Q -> (f (after_round g s a b) <= h (after_round g t c d))%Q ->
  (mean f (after g s a b) <= mean h (after g t c d))%Q.
Proof.
  intros ok same. destruct (chance_is_probability g (round s) ok) as [low high]. unfold after. rewrite <- same.
  set (p := chance g (round s)) in *. intros fought quiet.
  destruct (Qeq_bool (1 - p) 0); [|destruct (Qeq_bool p 0)]; simpl; nra.
Qed.

(* A value for each branch of another position: that of the battle, or that of the next round. *)
Definition by_branch (fought quiet : Q) (s : position) : Q := if battle s then fought else quiet.

(* A's army is at least as strong in both places, and nothing else differs. *)
Definition stronger (s t : Rules.position) : Prop :=
  round t = round s /\ battle t = battle s /\ camp_b t = camp_b s /\ field_b t = field_b s /\
  camp_a s <= camp_a t /\ field_a s <= field_a t.

(* A larger field leaves at least as many survivors: the only fact about the share killed that is used. *)
Lemma survivors_le g m n : valid g -> m <= n -> survivors g m <= survivors g n.
Proof.
  intros (_ & _ & _ & _ & _ & (_ & most) & _) le. unfold survivors.
  assert (share : (0 <= 1 - killed g)%Q) by lra.
  apply Z.div_le_mono; [reflexivity|]. apply Z.mul_le_mono_nonneg_r; [|exact le].
  unfold Qle in share. simpl Qnum at 1 in share. lia.
Qed.

(* In a battle the stronger army gets at least as much. *)
Lemma stronger_in_battle g s t u v : valid g -> stronger s t ->
  outcome g s = Some u -> outcome g t = Some v -> (u <= v)%Q.
Proof.
  intros (_ & _ & _ & _ & _ & _ & (low & high) & _) (_ & same & _ & fields & _ & more). unfold outcome.
  rewrite same, fields. destruct (battle s); simpl; [|discriminate]. intros H K. injection H as <-. injection K as <-.
  unfold payoffs. destruct (Z.ltb_spec (field_b s) (field_a s)), (Z.ltb_spec (field_b s) (field_a t)),
    (Z.ltb_spec (field_a s) (field_b s)), (Z.ltb_spec (field_a t) (field_b s)); simpl; try lia; lra.
Qed.

(* The game ends in both positions or in neither. *)
Lemma ends_alike g s t : battle s = battle t -> outcome g s = None <-> outcome g t = None.
Proof. intros same. unfold outcome. rewrite same. now destruct (battle t). Qed.

(* After the same moves the stronger army is still the stronger one, in a battle and in the next round. *)
Lemma stronger_after g s t a b : valid g -> stronger s t ->
  stronger (after_battle s a b) (after_battle t a b) /\ stronger (after_round g s a b) (after_round g t a b).
Proof.
  intros ok (r & _ & c & f & camp & field).
  unfold stronger, after_battle, after_round; simpl. rewrite r, c, f.
  repeat split; try lia. apply survivors_le; [exact ok|lia].
Qed.

(* WG.5.camp, first half: one more soldier, in camp or in the field, never lowers what A guarantees. *)
Theorem WG_5_camp_one_more g s t v : valid g -> stronger s t ->
  guarantees (game_of g) s v -> guarantees (game_of g) t v.
Proof.
  intros ok more A. revert t more.
  induction A as [s v u E H | s v x w E [X inside] W IH H]; intros t more;
    pose proof more as (r & same & c & f & camp & _).
  - destruct (outcome g t) as [e|] eqn:F.
    + eapply a_ends; [exact F|]. eapply Qle_trans; [exact H|]. eapply stronger_in_battle; eauto.
    + apply (ends_alike g t s same) in F. simpl in *. congruence.
  - simpl in *. apply (a_moves (game_of g) t v x
      (fun a b => by_branch (w a b (after_battle s a b)) (w a b (after_round g s a b)))); simpl.
    + now apply (ends_alike g t s same).
    + split; [exact X|]. intros a p there. apply inside in there. unfold moves in *.
      rewrite in_range in *. rewrite same. destruct (battle s); lia.
    + intros a p b r' q ap. unfold moves. rewrite same, c. intros there after'.
      destruct (after_alike g t s a b a b r' q r after') as (r0 & after0 & alike).
      pose proof (stronger_after g s t a b ok more) as [fought quiet].
      destruct alike as [[-> ->]|[-> ->]]; eapply IH; eauto.
    + intros b. unfold moves. rewrite same, c. intros there. eapply Qle_trans; [apply H, there|].
      apply mean_le; [apply X|]. intros a p _. apply expected_le; auto using Qle_refl.
Qed.

(* The same for what B concedes: one soldier fewer for A never raises it. *)
Theorem WG_5_camp_one_more_for_b g s t v : valid g -> stronger s t ->
  concedes (game_of g) t v -> concedes (game_of g) s v.
Proof.
  intros ok more B. revert s more.
  induction B as [t v u E H | t v y w E [Y inside] W IH H]; intros s more;
    pose proof more as (r & same & c & f & camp & _).
  - destruct (outcome g s) as [e|] eqn:F.
    + eapply b_ends; [exact F|]. eapply Qle_trans; [|exact H]. eapply stronger_in_battle; eauto.
    + apply (ends_alike g t s same) in F. simpl in *. congruence.
  - assert (allowed : forall a, In a (moves s (camp_a s)) -> In a (moves t (camp_a t))).
    { intros a. unfold moves. rewrite !in_range, same. destruct (battle s); lia. }
    simpl in *. apply (b_moves (game_of g) s v y
      (fun a b => by_branch (w a b (after_battle t a b)) (w a b (after_round g t a b)))); simpl.
    + now apply (ends_alike g t s same).
    + split; [exact Y|]. intros b p there. apply inside in there. unfold moves in *. now rewrite same, c in there.
    + intros b p a r' q bp there after'.
      destruct (after_alike g s t a b a b r' q (eq_sym r) after') as (r0 & after0 & alike).
      pose proof (stronger_after g s t a b ok more) as [fought quiet].
      destruct alike as [[-> ->]|[-> ->]]; eapply IH; eauto.
    + intros a there. eapply Qle_trans; [|apply H, allowed, there].
      apply mean_le; [apply Y|]. intros b p _. apply expected_le; auto using Qle_refl.
Qed.

(* One soldier more in camp and one fewer in the field, before the moves of a round. *)
Definition withdrawn (s t : Rules.position) : Prop :=
  battle s = false /\ t = Position (round s) (camp_a s + 1) (field_a s - 1) (camp_b s) (field_b s) false.

(* Sending the soldier after all makes the two armies equal, whatever else is sent. *)
Lemma sent_after_all g s t a b : withdrawn s t ->
  after_battle t (a + 1) b = after_battle s a b /\ after_round g t (a + 1) b = after_round g s a b.
Proof.
  intros [_ ->]. unfold after_battle, after_round; simpl.
  replace (camp_a s + 1 - (a + 1)) with (camp_a s - a) by lia.
  now replace (field_a s - 1 + (a + 1)) with (field_a s + a) by lia.
Qed.

(* So the same things follow, with the same probabilities. *)
Lemma same_after g s t a b : withdrawn s t -> after g t (a + 1) b = after g s a b.
Proof.
  intros back. destruct (sent_after_all g s t a b back) as [fought quiet]. destruct back as [_ ->].
  unfold after. now rewrite fought, quiet.
Qed.

(* WG.5.camp, second half: a soldier in camp is worth at least one in the field. *)
Theorem WG_5_camp_rather_than_field g s t v : withdrawn s t ->
  guarantees (game_of g) s v -> guarantees (game_of g) t v.
Proof.
  intros back A. pose proof back as [no T].
  destruct A as [s v u E _ | s v x w E [X inside] W H]; simpl in *; [unfold outcome in E; now rewrite no in E|].
  assert (same : moves t (camp_b t) = moves s (camp_b s)) by (unfold moves; now rewrite T, no).
  apply (a_moves (game_of g) t v (map (fun '(a, p) => (a + 1, p)) x) (fun a => w (a - 1))); simpl.
  - now rewrite T.
  - split; [now apply distribution_map|]. intros a p. rewrite in_map_iff. intros ([b q] & equal & there).
    injection equal as <- <-. apply inside in there. unfold moves in *. rewrite no in there. rewrite T. simpl.
    rewrite in_range in *. lia.
  - intros a p b r q. rewrite in_map_iff. intros ([a' p'] & equal & there) B next. injection equal as <- <-.
    replace (a' + 1 - 1) with a' by lia. rewrite same_after with (s := s) in next by exact back.
    rewrite same in B. eauto.
  - intros b B. rewrite same in B. rewrite mean_map. eapply Qle_trans; [apply H, B|].
    apply mean_le; [apply X|]. intros a p _. unfold expected; simpl. rewrite same_after with (s := s) by exact back.
    replace (a + 1 - 1) with a by lia. apply Qle_refl.
Qed.

(* The same for what B concedes. *)
Theorem WG_5_camp_rather_than_field_for_b g s t v : withdrawn s t ->
  concedes (game_of g) t v -> concedes (game_of g) s v.
Proof.
  intros back B. pose proof back as [no T].
  destruct B as [t v u E _ | t v y w E [Y inside] W H]; subst t; set (t := Position _ _ _ _ _ _) in *;
    simpl in *; [discriminate|].
  assert (allowed : forall a, In a (moves s (camp_a s)) -> In (a + 1) (moves t (camp_a s + 1))).
  { intros a. unfold moves. rewrite no, !in_range. simpl. lia. }
  apply (b_moves (game_of g) s v y (fun a => w (a + 1))); simpl.
  - unfold outcome. now rewrite no.
  - split; [exact Y|]. intros b p there. apply inside in there. unfold moves in *. now rewrite no.
  - intros b p a r q bp there next. rewrite <- same_after with (t := t) in next by exact back. eauto.
  - intros a there. eapply Qle_trans; [|apply H, allowed, there].
    apply mean_le; [apply Y|]. intros b p _. unfold expected; simpl. rewrite same_after with (s := s) by exact back.
    apply Qle_refl.
Qed.

(* WG.5.camp for values: wherever the two positions have values, they are in this order. *)
Theorem WG_5_camp g s t u v : valid g -> stronger s t \/ withdrawn s t ->
  value (game_of g) s u -> value (game_of g) t v -> (u <= v)%Q.
Proof.
  intros ok better [A _] [_ B].
  apply (guarantee_at_most_concession (game_of g) t); [now apply wargame_is_proper| |exact B].
  destruct better; eauto using WG_5_camp_one_more, WG_5_camp_rather_than_field.
Qed.

(* The mirror image of what follows is what follows the mirror image. *)
Lemma after_mirror g s a b t q : In (t, q) (after g (mirror s) a b) -> In (mirror t, q) (after g s b a).
Proof.
  unfold after. change (round (mirror s)) with (round s).
  destruct (Qeq_bool _ 0); [|destruct (Qeq_bool _ 0)]; simpl; intros H;
    repeat destruct H as [H|H]; try injection H as <- <-; tauto.
Qed.

(* The expected payoff after the mirror image. *)
Lemma mean_mirror g s a b (f : position -> Q) :
  mean (fun t => f (mirror t)) (after g s b a) = mean f (after g (mirror s) a b).
Proof.
  unfold after. change (round (mirror s)) with (round s).
  now destruct (Qeq_bool _ 0); [|destruct (Qeq_bool _ 0)].
Qed.

(* A battle seen from the other side. *)
Lemma outcome_mirror g s u : symmetric g -> outcome g s = Some u ->
  exists v, outcome g (mirror s) = Some v /\ (v == - u)%Q.
Proof.
  intros [zero opposite]. unfold outcome; simpl. destruct (battle s); simpl; [|discriminate].
  intros H. injection H as <-. eexists; split; [reflexivity|]. unfold payoffs.
  destruct (Z.ltb_spec (field_b s) (field_a s)), (Z.ltb_spec (field_a s) (field_b s)); simpl; try lia; lra.
Qed.

(* Two exchanges are none, so a function of the mirror image of the mirror image is the function. *)
Lemma mean_mirror_twice g s a b (f : position -> Q) :
  (mean (fun t => - f (mirror t)) (after g (mirror s) a b) == - mean f (after g s b a))%Q.
Proof.
  rewrite mean_opp, <- mean_mirror, (mean_eq (fun t => f (mirror (mirror t))) f); [reflexivity|].
  now intros [] p _.
Qed.

(* WG.1.exchange: what A guarantees in a position, B guarantees in its mirror image. *)
Theorem WG_1_exchange g s v : symmetric g ->
  guarantees (game_of g) s v -> concedes (game_of g) (mirror s) (- v).
Proof.
  intros fair A. induction A as [s v u E H | s v x w E X W IH H]; simpl in *.
  - destruct (outcome_mirror g s u fair E) as (e & F & same).
    eapply b_ends; [exact F|]. lra.
  - apply (b_moves (game_of g) (mirror s) (- v) x (fun a b t => - w b a (mirror t)))%Q; simpl.
    + unfold outcome in *; simpl. now destruct (battle s).
    + exact X.
    + intros b c a t q there allowed next. apply after_mirror in next.
      replace t with (mirror (mirror t)) by now destruct t. eauto.
    + intros a allowed. rewrite (mean_eq _ (fun b => - mean (w b a) (after g s b a)))%Q.
      * rewrite mean_opp. apply Qopp_le_compat. now apply H.
      * intros b c _. apply mean_mirror_twice.
Qed.

(* And what B concedes in a position, A concedes in its mirror image. *)
Theorem WG_1_exchange_for_b g s v : symmetric g ->
  concedes (game_of g) s v -> guarantees (game_of g) (mirror s) (- v).
Proof.
  intros fair B. induction B as [s v u E H | s v y w E Y W IH H]; simpl in *.
  - destruct (outcome_mirror g s u fair E) as (e & F & same).
    eapply a_ends; [exact F|]. lra.
  - apply (a_moves (game_of g) (mirror s) (- v) y (fun a b t => - w b a (mirror t)))%Q; simpl.
    + unfold outcome in *; simpl. now destruct (battle s).
    + exact Y.
    + intros a c b t q there allowed next. apply after_mirror in next.
      replace t with (mirror (mirror t)) by now destruct t. eauto.
    + intros b allowed. rewrite (mean_eq _ (fun a => - mean (w b a) (after g s b a)))%Q.
      * rewrite mean_opp. apply Qopp_le_compat. now apply H.
      * intros a c _. apply mean_mirror_twice.
Qed.

(* WG.1.exchange for values: exchanging the players changes the sign. *)
Theorem WG_1_exchange_value g s v : symmetric g -> value (game_of g) s v -> value (game_of g) (mirror s) (- v).
Proof. intros fair [A B]. split; [now apply WG_1_exchange_for_b|now apply WG_1_exchange]. Qed.

(* So two equal armies, such as those of the start, have no value but 0. *)
Theorem WG_1_exchange_zero g s v : valid g -> symmetric g -> mirror s = s -> value (game_of g) s v -> (v == 0)%Q.
Proof.
  intros ok fair same is_v. pose proof (WG_1_exchange_value g s v fair is_v) as opposite. rewrite same in opposite.
  pose proof (one_value _ _ _ _ (wargame_is_proper g ok) is_v opposite). lra.
Qed.
