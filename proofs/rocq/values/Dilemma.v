(* The prisoner's dilemma (Luce and Raiffa 1957): both defect in every Nash equilibrium, although both would gain if both
   cooperated. Strategy 0 is to cooperate, strategy 1 to defect. The definition of an equilibrium is in Profile.v. *)
Require Import QArith List Lia Lqa.
Import ListNotations.
From Values Require Import Value Check Profile.
Open Scope Q_scope.

Definition dilemma : cells :=
  [cell [0; 0]%nat [3; 3]; cell [0; 1]%nat [0; 5]; cell [1; 0]%nat [5; 0]; cell [1; 1]%nat [1; 1]].

Lemma mixed_of_two own : mixed 2 own -> exists a b, own = [a; b] /\ 0 <= a /\ 0 <= b /\ a + b == 1.
Proof.
  intros [long [positive one]]. destruct own as [|a [|b [|c own]]]; simpl in long; try lia.
  exists a, b. split; [reflexivity|]. simpl in positive, one. split; [|split; [|lra]]; eapply positive; eauto.
Qed.

Lemma defects : mixed 2 [0; 1].
Proof.
  split; [reflexivity|]. split; [|vm_compute; reflexivity]. intros k p. simpl.
  intros [E|[E|[]]]; injection E as <- <-; discriminate.
Qed.

(* There is no other equilibrium. *)
Theorem only_equilibrium x v :
  nash_equilibrium [2; 2]%nat dilemma x v -> Forall2 (Forall2 Qeq) x [[0; 1]; [0; 1]].
Proof.
  intros (_ & legal & _ & best). inversion legal as [|? y ? z one rest]; subst.
  inversion rest as [|? w ? u two none]; subst. inversion none; subst.
  destruct (mixed_of_two _ one) as (a & b & -> & A & B & AB). destruct (mixed_of_two _ two) as (c & d & -> & C & D & CD).
  destruct (best 0%nat) as [V best0]; [simpl; lia|]. destruct (best 1%nat) as [W best1]; [simpl; lia|].
  specialize (best0 [0; 1] defects). specialize (best1 [0; 1] defects).
  rewrite <- V in best0. rewrite <- W in best1. unfold dilemma, cell, instead in *. simpl in best0, best1. clear V W.
  assert (a * (1 + c) <= 0) by (assert (b == 1 - a) by lra; assert (d == 1 - c) by lra; nra).
  assert (c * (1 + a) <= 0) by (assert (b == 1 - a) by lra; assert (d == 1 - c) by lra; nra).
  assert (a == 0) by nra. assert (c == 0) by nra. repeat constructor; lra.
Qed.

(* It is one, so it is the only one. *)
Theorem equilibrium : nash_equilibrium [2; 2]%nat dilemma [[0; 1]; [0; 1]] [1; 1].
Proof. apply (checked_profile _ _ _ _ (numbers_of_lines dilemma [[0; 1]; [0; 1]] [1; 1])). vm_compute. reflexivity. Qed.
