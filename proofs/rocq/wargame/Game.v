(* Zero-sum games of two players with simultaneous moves and chance, and what each player can guarantee.
   To read before believing a theorem about them: everything down to `value`. *)
Require Import QArith List.
Import ListNotations.
Open Scope Q_scope.

(* The expectation of f under a list of values with their probabilities. *)
Fixpoint mean {X} (f : X -> Q) (d : list (X * Q)) : Q :=
  match d with [] => 0 | (x, p) :: rest => p * f x + mean f rest end.
Definition distribution {X} (d : list (X * Q)) : Prop :=
  (forall x p, In (x, p) d -> 0 <= p) /\ mean (fun _ => 1) d == 1.
Definition mixed_strategy {X} (moves : list X) (x : list (X * Q)) : Prop :=
  distribution x /\ forall a p, In (a, p) x -> In a moves.

(* The protocol of gametheory/model/game.py for two players; `payoff` is A's payoff at the end, None before it. *)
Record game := Game {
  position : Type;
  move : Type;
  payoff : position -> option Q;
  moves_a : position -> list move;
  moves_b : position -> list move;
  after : position -> move -> move -> list (position * Q) }.

(* A's expectation if A sends a, B sends b and play is worth w afterwards. *)
Definition expected (g : game) (w : position g -> Q) p a b := mean w (after g p a b).

(* Backward induction over mixed strategies: A has a strategy whose expected payoff is at least v against every
   strategy of B. The function w says what A guarantees in the next position. *)
Inductive guarantees (g : game) : position g -> Q -> Prop :=
| a_ends p v u : payoff g p = Some u -> v <= u -> guarantees g p v
| a_moves p v x w : payoff g p = None -> mixed_strategy (moves_a g p) x ->
    (forall a c b s q, In (a, c) x -> In b (moves_b g p) -> In (s, q) (after g p a b) -> guarantees g s (w a b s)) ->
    (forall b, In b (moves_b g p) -> v <= mean (fun a => expected g (w a b) p a b) x) ->
    guarantees g p v.

(* The same for B: B has a strategy that keeps A's expected payoff at v or below. *)
Inductive concedes (g : game) : position g -> Q -> Prop :=
| b_ends p v u : payoff g p = Some u -> u <= v -> concedes g p v
| b_moves p v y w : payoff g p = None -> mixed_strategy (moves_b g p) y ->
    (forall b c a s q, In (b, c) y -> In a (moves_a g p) -> In (s, q) (after g p a b) -> concedes g s (w a b s)) ->
    (forall a, In a (moves_a g p) -> mean (fun b => expected g (w a b) p a b) y <= v) ->
    concedes g p v.

(* The value: A can guarantee it, and B can. That a number is the value is what a solution shows; no theorem here
   assumes that a value exists (von Neumann's theorem). *)
Definition value (g : game) p v := guarantees g p v /\ concedes g p v.

(* The rules never make a probability up: what follows two allowed moves is a distribution. *)
Definition proper (g : game) : Prop :=
  forall p a b, payoff g p = None -> In a (moves_a g p) -> In b (moves_b g p) -> distribution (after g p a b).

(* A greater function has a greater mean. *)
Lemma mean_le {X} (f h : X -> Q) d :
  (forall x p, In (x, p) d -> 0 <= p) -> (forall x p, In (x, p) d -> f x <= h x) -> mean f d <= mean h d.
Proof.
  induction d as [|[x p] d IH]; simpl; intros positive le; [apply Qle_refl|].
  apply Qplus_le_compat.
  - rewrite (Qmult_comm p (f x)), (Qmult_comm p (h x)). apply Qmult_le_compat_r; eauto.
  - apply IH; eauto.
Qed.

(* Functions that are equal on the list have the same mean. *)
Lemma mean_eq {X} (f h : X -> Q) d : (forall x p, In (x, p) d -> f x == h x) -> mean f d == mean h d.
Proof.
  induction d as [|[x p] d IH]; simpl; intros same; [reflexivity|].
  rewrite (same x p), IH by eauto. reflexivity.
Qed.

(* The mean of a constant factor times f. *)
Lemma mean_scale {X} (f : X -> Q) k d : mean (fun x => k * f x) d == k * mean f d.
Proof. induction d as [|[x p] d IH]; simpl; [ring|rewrite IH; ring]. Qed.

(* The mean of a sum. *)
Lemma mean_plus {X} (f h : X -> Q) d : mean (fun x => f x + h x) d == mean f d + mean h d.
Proof. induction d as [|[x p] d IH]; simpl; [ring|rewrite IH; ring]. Qed.

(* The mean of the opposite numbers. *)
Lemma mean_opp {X} (f : X -> Q) d : mean (fun x => - f x) d == - mean f d.
Proof. induction d as [|[x p] d IH]; simpl; [ring|rewrite IH; ring]. Qed.

(* The mean of the same number everywhere is that number. *)
Lemma mean_constant {X} (d : list (X * Q)) v : distribution d -> mean (fun _ => v) d == v.
Proof.
  intros [_ one]. rewrite (mean_eq _ (fun _ => v * 1)) by (intros; ring).
  rewrite mean_scale, one. ring.
Qed.

(* The order of two means can be exchanged. *)
Lemma mean_exchange {X Y} (f : X -> Y -> Q) d e :
  mean (fun x => mean (f x) e) d == mean (fun y => mean (fun x => f x y) d) e.
Proof.
  induction d as [|[x p] d IH]; simpl.
  - induction e as [|[y q] e IHe]; simpl; [|rewrite <- IHe]; ring.
  - rewrite IH, <- mean_scale, <- mean_plus. reflexivity.
Qed.

(* The mean after a renaming of the values. *)
Lemma mean_map {X Y} (r : X -> Y) (f : Y -> Q) d :
  mean f (map (fun '(x, p) => (r x, p)) d) = mean (fun x => f (r x)) d.
Proof. induction d as [|[x p] d IH]; simpl; [|rewrite IH]; reflexivity. Qed.

(* A renaming of the values gives a distribution again. *)
Lemma distribution_map {X Y} (r : X -> Y) d :
  distribution d -> distribution (map (fun '(x, p) => (r x, p)) d).
Proof.
  intros [positive one]. split; [|now rewrite mean_map].
  intros y p. rewrite in_map_iff. intros ([x q] & same & there). injection same as <- <-. eauto.
Qed.

(* Who guarantees a payoff also guarantees a smaller one. *)
Lemma guarantees_less g p v u : guarantees g p v -> u <= v -> guarantees g p u.
Proof.
  intros [p' v' e E H | p' v' x w E X W H] less.
  - eapply a_ends; eauto using Qle_trans.
  - eapply a_moves; eauto using Qle_trans.
Qed.

(* Who keeps A's payoff at v keeps it at every greater number. *)
Lemma concedes_more g p v u : concedes g p v -> v <= u -> concedes g p u.
Proof.
  intros [p' v' e E H | p' v' y w E Y W H] more.
  - eapply b_ends; eauto using Qle_trans.
  - eapply b_moves; eauto using Qle_trans.
Qed.

(* A cannot guarantee more than B concedes: any two strategies bracket what both can achieve. *)
Theorem guarantee_at_most_concession g p v u : proper g -> guarantees g p v -> concedes g p u -> v <= u.
Proof.
  intros fair A. revert u.
  induction A as [p v e E H | p v x w E [X inside] W IH H]; intros u B.
  - inversion B as [p' u' e' E' H' | p' u' y z E' Y]; subst; rewrite E in E'; [|discriminate].
    injection E' as ->. eauto using Qle_trans.
  - inversion B as [p' u' e' E' H' | p' u' y z E' [Y inside'] Z H']; subst; rewrite E in E'; [discriminate|].
    rewrite <- (mean_constant x u X), <- (mean_constant y v Y).
    apply Qle_trans with (mean (fun b => mean (fun a => expected g (w a b) p a b) x) y).
    { apply mean_le; [apply Y|eauto]. }
    rewrite mean_exchange.
    apply Qle_trans with (mean (fun a => mean (fun b => expected g (z a b) p a b) y) x);
      [|apply mean_le; [apply X|eauto]].
    apply mean_le; [apply X|]. intros a c ac. apply mean_le; [apply Y|]. intros b d bd.
    apply mean_le; [apply (fair p a b); eauto|]. intros s q sq. eauto.
Qed.

(* A position has at most one value. *)
Theorem one_value g p v u : proper g -> value g p v -> value g p u -> v == u.
Proof.
  intros fair [A B] [A' B']. apply Qle_antisym; eapply guarantee_at_most_concession; eauto.
Qed.

(* The game with the seats exchanged. *)
Definition exchange (g : game) : game :=
  Game (position g) (move g) (fun p => option_map Qopp (payoff g p)) (moves_b g) (moves_a g)
    (fun p a b => after g p b a).

(* Order of opposite numbers. *)
Lemma opp_le v u : v <= u -> - u <= - v.
Proof. apply Qopp_le_compat. Qed.

(* What B guarantees in A's seat, A's payoff is kept at in B's. *)
Theorem concedes_by_exchange g p v : guarantees (exchange g) p v -> concedes g p (- v).
Proof.
  induction 1 as [p v u E H | p v x w E X W IH H]; simpl in *.
  - destruct (payoff g p) as [e|] eqn:K; simpl in E; [|discriminate]. injection E as <-.
    eapply b_ends; [exact K|]. rewrite <- (Qopp_involutive e). now apply opp_le.
  - destruct (payoff g p) eqn:K; simpl in E; [discriminate|].
    apply (b_moves g p (- v) x (fun a b s => - w b a s)); eauto.
    intros a there. rewrite (mean_eq _ (fun b => - expected (exchange g) (w b a) p b a)).
    + rewrite mean_opp. apply opp_le. now apply H.
    + intros b c _. unfold expected. apply mean_opp.
Qed.
