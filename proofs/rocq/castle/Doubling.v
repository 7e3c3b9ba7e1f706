(* The Fibonacci numbers as Python computes them, digit by digit of the index, are those of the recursion.
   The steps are those of fibonacci_pair in gametheory/games/castle/closed_form.py. *)
Require Import ZArith Lia.
From Castle Require Import ClosedForms.
Open Scope Z_scope.

Definition doubled (pair : Z * Z) : Z * Z :=
  let (this, following) := pair in (this * (2 * following - this), this * this + following * following).
Definition advanced (pair : Z * Z) : Z * Z := let (this, following) := pair in (following, this + following).

(* From the first binary digit of the index to the last. *)
Fixpoint by_digits (index : positive) : Z * Z :=
  match index with
  | xH => advanced (doubled (0, 1))
  | xO before => doubled (by_digits before)
  | xI before => advanced (doubled (by_digits before))
  end.

Lemma doubling m : fibonacci_pair (2 * m) = doubled (fibonacci_pair m).
Proof.
  induction m; [reflexivity | ]. replace (2 * S m)%nat with (S (S (2 * m))) by lia. cbn [fibonacci_pair].
  rewrite IHm. unfold doubled. destruct (fibonacci_pair m) as [a b]. f_equal; ring.
Qed.

Theorem digit_by_digit : forall index : positive, by_digits index = fibonacci_pair (Pos.to_nat index).
Proof.
  induction index as [p IH | p IH | ]; cbn [by_digits].
  - rewrite IH, Pos2Nat.inj_xI. cbn [fibonacci_pair]. now rewrite doubling.
  - rewrite IH, Pos2Nat.inj_xO. now rewrite doubling.
  - reflexivity.
Qed.
