(* The recurrence of a battle, solved from small armies up, is what the probabilities by turn tend to. *)
Require Import QArith List Arith Lia Lqa.
Import ListNotations.
From Battle Require Import Rules Turn Recurrence.
Open Scope Q_scope.

(* From small armies up: the mean over all turns but the one without a hit, divided by the probability of a hit. *)
Fixpoint from_below (g : battle) (f : ending -> Q) (armies : nat) (s : position) : Q :=
  match outcome g s, armies with
  | Some e, _ => f e
  | None, O => 0
  | None, S n => mean (from_below g f n) (tl (after g s)) / (1 - quiet g s)
  end.
Definition eventual (g : battle) (f : ending -> Q) (s : position) : Q := from_below g f (size g s) s.

(* Where a battle is not over, some army can be hit. *)
Lemma size_positive g s : outcome g s = None -> (0 < size g s)%nat.
Proof. destruct s as [a d]. intros going. apply both_shoot in going. unfold size; simpl. lia. Qed.

(* A greater start of the count gives the same result. *)
Lemma from_below_same g f n m s : (size g s <= n)%nat -> (size g s <= m)%nat ->
  from_below g f n s == from_below g f m s.
Proof.
  revert m s. induction n as [|n IH]; intros [|m] s small small'; simpl;
    destruct (outcome g s) eqn:going; try reflexivity;
    try (apply size_positive in going; lia).
  destruct (after_first g s going) as (p & rest & after_ & _ & fewer). rewrite after_. simpl.
  rewrite (mean_eq _ (from_below g f m) rest); [reflexivity|].
  intros t c there. apply fewer in there. apply IH; lia.
Qed.

(* A turn without a hit is not certain if some side can hit. *)
Lemma quiet_below_1 g s : valid g -> 0 < attacker_hits g \/ 0 < defender_hits g -> outcome g s = None -> quiet g s < 1.
Proof.
  intros ok [A|D] going.
  - apply Qle_lt_trans with (1 - attacker_hits g); [apply quiet_at_most; auto using Qle_refl|lra].
  - apply Qle_lt_trans with (1 - defender_hits g); [apply quiet_at_most; auto using Qle_refl|lra].
Qed.

(* The numbers solve the recurrence; by `one_solution` no others do. *)
Theorem eventual_in_the_end g f : valid g -> 0 < attacker_hits g \/ 0 < defender_hits g ->
  in_the_end g f (eventual g f).
Proof.
  intros ok hits s. destruct (outcome g s) eqn:going.
  - unfold eventual. destruct (size g s); simpl; rewrite going; reflexivity.
  - pose proof (quiet_below_1 g s ok hits going) as some. pose proof (size_positive g s going) as armies.
    destruct (after_first g s going) as (p & rest & after_ & is & fewer).
    assert (here : eventual g f s == mean (eventual g f) rest / (1 - quiet g s)).
    { unfold eventual at 1. destruct (size g s) as [|n] eqn:E; [lia|]. simpl. rewrite going, after_. simpl.
      rewrite (mean_eq _ (eventual g f) rest); [reflexivity|].
      intros t c there. apply fewer in there. apply from_below_same; lia. }
    rewrite after_. simpl. rewrite is, here. field. lra.
Qed.

(* The mean of numbers from 0 to 1 is from 0 to the sum of the probabilities. *)
Lemma mean_range {X} (f : X -> Q) d : (forall x p, In (x, p) d -> 0 <= p) ->
  (forall x p, In (x, p) d -> 0 <= f x /\ f x <= 1) -> 0 <= mean f d /\ mean f d <= mean (fun _ => 1) d.
Proof.
  intros positive range. split; [|apply mean_le; [exact positive|intros; eapply range; eassumption]].
  apply Qle_trans with (mean (fun _ => 0) d).
  - clear. induction d as [|[x p] d IH]; simpl; lra.
  - apply mean_le; [exact positive|]. intros; eapply range; eassumption.
Qed.

(* Probabilities of an outcome are from 0 to 1. *)
Lemma eventual_range g f s : valid g -> 0 < attacker_hits g \/ 0 < defender_hits g ->
  (forall e, 0 <= f e /\ f e <= 1) -> 0 <= eventual g f s /\ eventual g f s <= 1.
Proof.
  intros ok hits range. remember (size g s) as n eqn:E. revert s E.
  induction n as [n IH] using (well_founded_induction lt_wf). intros s E.
  pose proof (eventual_in_the_end g f ok hits s) as here.
  destruct (outcome g s) eqn:going; [rewrite here; apply range|].
  pose proof (quiet_below_1 g s ok hits going) as some. pose proof (after_one g s) as all.
  pose proof (fun t c => after_positive g s t c ok) as positive.
  destruct (after_first g s going) as (p & rest & after_ & is & fewer). rewrite after_ in *. simpl in *.
  rewrite <- is in some.
  assert (0 <= mean (eventual g f) rest /\ mean (eventual g f) rest <= mean (fun _ => 1) rest) as [low high].
  { apply mean_range; [eauto|]. intros t c there. apply (IH (size g t)); [rewrite E; eauto|reflexivity]. }
  split; nra.
Qed.

(* The probability of an outcome after t turns is at most the one in the end, and the difference falls geometrically. *)
Theorem by_turn_tends g f t s r : valid g -> 0 < attacker_hits g \/ 0 < defender_hits g ->
  (forall e, 0 <= f e /\ f e <= 1) -> 1 - attacker_hits g <= r \/ 1 - defender_hits g <= r ->
  by_turn g f t s <= eventual g f s /\
  eventual g f s <= by_turn g f t s + power 2 (size g s) * power ((1 + r) / 2) t.
Proof.
  intros ok hits range side.
  destruct (bound g f (eventual g f) t s ok (eventual_in_the_end g f ok hits)) as [low high].
  { intros u. now apply eventual_range. }
  split; [exact low|]. pose proof (undecided_at_most g t s r ok side). lra.
Qed.
