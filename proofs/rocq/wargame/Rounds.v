(* The claim WG.2 about the Wargame: with the rules' own chances every round is equally likely to be the last. *)
Require Import QArith ZArith List Lia Lqa.
Import ListNotations.
From Wargame Require Import Rules Agree.
Open Scope Q_scope.

(* The probability that play reaches the round after r rounds: no battle in any of them. *)
Fixpoint reached (chances : list Q) (r : nat) : Q :=
  match r, chances with
  | S r, p :: later => (1 - p) * reached later r
  | _, _ => 1
  end.
(* The probability that the battle is in the round after r rounds. *)
Definition ends_after (chances : list Q) (r : nat) : Q := reached chances r * nth r chances 0.
(* A whole number as a rational. *)
Definition whole (n : nat) : Q := inject_Z (Z.of_nat n).

(* One more is one more, as a rational. *)
Lemma whole_S n : whole (S n) == whole n + 1.
Proof. unfold whole. rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite inject_Z_plus. reflexivity. Qed.

(* Whole numbers from 1 on are positive. *)
Lemma whole_positive n : (0 < n)%nat -> 0 < whole n.
Proof. intros some. unfold whole, Qlt; simpl. lia. Qed.

(* The chances of one more round begin with 1/n and go on as before. *)
Lemma default_chances_S n : default_chances (S n) = 1 / whole (S n) :: default_chances n.
Proof. unfold default_chances. now rewrite seq_S, rev_app_distr. Qed.

(* The default schedule has the right length. *)
Lemma default_length n : length (default_chances n) = n.
Proof. unfold default_chances. now rewrite map_length, rev_length, seq_length. Qed.

(* Of n rounds the r-th is reached with probability (n - r + 1)/n, here counted from 0. *)
Lemma default_reached n r : (r < n)%nat -> reached (default_chances n) r * whole n == whole (n - r).
Proof.
  revert r. induction n as [|n IH]; intros r le; [lia|]. rewrite default_chances_S. destruct r as [|r]; simpl reached.
  - rewrite Nat.sub_0_r. ring.
  - pose proof (whole_positive (S n) (Nat.lt_0_succ n)).
    transitivity (reached (default_chances n) r * (whole (S n) - 1)); [field; lra|].
    rewrite whole_S, Nat.sub_succ. rewrite <- (IH r) by lia. ring.
Qed.

(* After r of n rounds the battle has chance 1/(n - r). *)
Lemma default_nth n r : (r < n)%nat -> nth r (default_chances n) 0 == 1 / whole (n - r).
Proof.
  revert r. induction n as [|n IH]; intros r le; [lia|]. rewrite default_chances_S. destruct r as [|r]; simpl nth.
  - reflexivity.
  - simpl minus. apply IH. lia.
Qed.

(* WG.2: with the chances 1/n, 1/(n - 1), ..., 1 every round is equally likely to be the one of the battle. *)
Theorem WG_2 n r : (r < n)%nat -> ends_after (default_chances n) r == 1 / whole n.
Proof.
  intros le. unfold ends_after. rewrite (default_nth n r le).
  pose proof (default_reached n r le) as R.
  assert (0 < whole n) by (apply whole_positive; lia).
  assert (0 < whole (n - r)) by (apply whole_positive; lia).
  apply Qmult_inj_r with (z := whole n); [lra|].
  transitivity (reached (default_chances n) r * whole n * (1 / whole (n - r))); [ring|]. rewrite R. field; lra.
Qed.

(* WG.2, no other chances: a schedule whose rounds are equally likely is that one. *)
Theorem WG_2_only chances c : whole (length chances) * c == 1 ->
  (forall r, (r < length chances)%nat -> ends_after chances r == c) ->
  forall r, (r < length chances)%nat -> nth r chances 0 == 1 / whole (length chances - r).
Proof.
  revert c. induction chances as [|p later IH]; intros c all equal r le; [simpl in le; lia|].
  assert (first : p == c) by (rewrite <- (equal 0%nat) by (simpl; lia); unfold ends_after; simpl; ring).
  assert (0 < whole (length (p :: later))) by (apply whole_positive; simpl; lia).
  destruct r as [|r].
  - simpl nth. simpl length in *. rewrite Nat.sub_0_r, first. field_simplify_eq; [|lra]. rewrite <- all. ring.
  - simpl nth. change (length (p :: later) - S r)%nat with (length later - r)%nat.
    simpl length in *. rewrite whole_S in *.
    assert (0 < whole (length later)) by (apply whole_positive; lia).
    assert (0 < 1 - c) by nra.
    apply (IH (c / (1 - c))); [| |lia].
    + field_simplify_eq; [|lra]. lra.
    + intros q leq. apply Qmult_inj_r with (z := 1 - c); [lra|].
      transitivity c; [|field; lra]. transitivity (ends_after (p :: later) (S q)); [|apply equal; lia].
      unfold ends_after; simpl. rewrite first. ring.
Qed.
