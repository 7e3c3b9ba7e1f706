(* What the closed forms of both theorems use, line for line as the Python code of gametheory/games/castle and
   gametheory/numbers. *)
Require Import ZArith Bool.
Open Scope Z_scope.

(* fibonacci_pair: F(index) and F(index + 1). *)
Fixpoint fibonacci_pair (index : nat) : Z * Z :=
  match index with
  | O => (0, 1)
  | S index => let (this, following) := fibonacci_pair index in (following, this + following)
  end.

(* compare_golden_multiple: the sign of factor * phi - number. *)
Definition compare_golden_multiple (factor number : Z) : Z :=
  let root_part := 5 * factor * Z.abs factor in
  let whole_part := (2 * number - factor) * Z.abs (2 * number - factor) in
  (if whole_part <? root_part then 1 else 0) - (if root_part <? whole_part then 1 else 0).

(* least_satisfying, as the relation "this is the answer" *)
Definition least_satisfying (condition : Z -> Prop) (first answer : Z) : Prop :=
  first <= answer /\ condition answer /\ forall number, first <= number < answer -> ~ condition number.

(* ceiling_division *)
Definition ceiling_division (dividend divisor : Z) : Z := - ((- dividend) / divisor).
