(* Fibonacci numbers with even and odd index: ev i = F(2i), od i = F(2i+1). *)
Require Import ZArith Lia.
From Castle Require Import ClosedForms ClosedFormsA.
Open Scope Z_scope.

Definition ev (i : nat) := fst (fibonacci_pair (2 * i)).
Definition od (i : nat) := snd (fibonacci_pair (2 * i)).

(* Two steps further: F(2i+2) and F(2i+3). *)
Lemma fib_s i : ev (S i) = ev i + od i /\ od (S i) = ev i + 2 * od i.
Proof.
  unfold ev, od. replace (2 * S i)%nat with (S (S (2 * i))) by lia. cbn [fibonacci_pair].
  destruct (fibonacci_pair (2 * i)); cbn [fst snd]; lia.
Qed.

(* The numbers are positive, but for F(0) = 0, and F(2i) < F(2i+1). *)
Lemma fib_pos i : 0 <= ev i < od i.
Proof. induction i; [cbn; lia | ]. pose proof (fib_s i). lia. Qed.

(* The definition of the Python function, in these names. *)
Lemma fibonacci_pair_even i : fibonacci_pair (Z.to_nat (2 * Z.of_nat i)) = (ev i, od i).
Proof. unfold ev, od. replace (Z.to_nat (2 * Z.of_nat i)) with (2 * i)%nat by lia. apply surjective_pairing. Qed.
