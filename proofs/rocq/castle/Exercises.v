(* The exercises that the post leaves to the reader: the castle's fewest days in the rows 2b and 2c. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules ClosedForms ClosedFormsA ClosedFormsB Fibonacci Day CastleSide OnePoint Golden TheoremB Threshold
  SecondDay CastleRows.
Open Scope Z_scope.

(* Row 2c is x phi >= n, as a quadratic form. *)
Lemma golden_at_least m x : 0 <= x -> 0 < m -> (0 <= compare_golden_multiple x m -> m * m <= x * x + x * m).
Proof.
  intros Hx Hm H. unfold compare_golden_multiple in H. rewrite (Z.abs_eq x) in H by lia.
  destruct (Z.abs_spec (2 * m - x)) as [[A B] | [A B]]; rewrite B in H; clear B; [ | nia].
  set (p := 5 * x * x) in *. set (w := (2 * m - x) * (2 * m - x)) in *. cases; unfold p, w in *; nia.
Qed.

Lemma golden_below m x : 0 <= x -> 0 < m -> compare_golden_multiple x m < 0 -> x < m.
Proof.
  intros Hx Hm H. apply Z.nle_gt. intro. assert (compare_golden_multiple x m > 0) by (apply golden_form; nia). lia.
Qed.

(* n < s < 2n, dpw >= n, not won in two days: never for s = n + 1, dpw = n, and otherwise in 2 + j days. *)
Lemma exercise n s d : 1 <= n -> n < s < 2 * n -> n <= d -> s + d < 3 * n ->
  ((exists t, wins d Castle t (start n s)) <-> ~ (s = n + 1 /\ d = n)) /\
  forall t, fewest d Castle (start n s) t <-> exists j,
    least_satisfying
      (fun j => d - 1 <= (s + d - 2 * n - 1) * fibonacci (2 * j + 2) + (d - n) * fibonacci (2 * j + 1)) 1 j /\
    t = Z.to_nat (2 + j).
Proof.
  intros Hn Hs Hd H. assert (P : point_left d = 1) by (unfold point_left; destruct (Z.eqb_spec d 1); lia). split.
  - rewrite can_win_second by lia. cbv zeta. rewrite P, golden_form by lia.
    destruct (Z.eq_dec d n) as [-> | ]; [ | lia]. replace (n - 1 * n) with 0 by ring.
    set (x := s + n - 2 * n - 1). assert (x = 0 <-> s = n + 1) by lia. assert (0 <= x) by lia. clearbody x.
    destruct (Z.eq_dec x 0); nia.
  - intro t. rewrite fewest_second by lia. cbv zeta. rewrite P. apply least_same. intros j Hj.
    destruct (fibonacci_values j) as (_ & -> & ->); [lia | ]. unfold lead.
    replace (n - 1 * d) with (- (d - n)) by ring. lia.
Qed.

(* Row 2b. *)
Theorem cd3_exercise_2b : forall n s dpw : Z, 1 <= n -> n < s < 2 * n -> n <= dpw ->
  compare_golden_multiple (s + dpw - 2 * n) n < 0 ->
  (s = n + 1 -> dpw = n -> cannot_win dpw Castle (start n s)) /\
  (~ (s = n + 1 /\ dpw = n) -> exists t, wins dpw Castle t (start n s)) /\
  forall t, fewest dpw Castle (start n s) t <-> exists j,
    least_satisfying
      (fun j => dpw - 1 <= (s + dpw - 2 * n - 1) * fibonacci (2 * j + 2) + (dpw - n) * fibonacci (2 * j + 1)) 1 j /\
    t = Z.to_nat (2 + j).
Proof.
  intros n s d Hn Hs Hd G. apply golden_below in G; try lia. destruct (exercise n s d) as [A B]; try lia.
  split; [ | split; [apply A | exact B]]. intros E1 E2 t W. apply A; [exists t; exact W | auto].
Qed.

(* Row 2c: in two days exactly when s + dpw >= 3n, otherwise in three. *)
Theorem cd3_exercise_2c : forall n s dpw : Z, 1 <= n -> n < s < 2 * n -> n <= dpw ->
  0 <= compare_golden_multiple (s + dpw - 2 * n) n ->
  fewest dpw Castle (start n s) (if 3 * n <=? s + dpw then 2 else 3).
Proof.
  intros n s d Hn Hs Hd G. apply golden_at_least in G; try lia. destruct (Z.leb_spec (3 * n) (s + d)).
  - split; [apply cd3_two_days; lia | apply two_at_least; lia].
  - apply exercise; try lia. exists 1. split; [ | reflexivity]. split; [lia | split; [ | lia]].
    change (fibonacci (2 * 1 + 2)) with 3. change (fibonacci (2 * 1 + 1)) with 2.
    assert (n + 2 <= 3 * (s + d - 2 * n)); [ | lia]. set (U := s + d - 2 * n) in *.
    apply Z.nlt_ge. intro. assert (3 * U <= n + 1) by lia. assert (0 < U) by (unfold U; lia). nia.
Qed.

(* In particular in three days when 3s + 4 dpw >= 8n + 2. *)
Theorem cd3_exercise_three_days : forall n s dpw : Z, 1 <= n -> n < s < 2 * n -> n <= dpw -> s + dpw < 3 * n ->
  (fewest dpw Castle (start n s) 3 <-> 8 * n + 2 <= 3 * s + 4 * dpw).
Proof.
  intros n s d Hn Hs Hd H. rewrite (proj2 (exercise n s d Hn Hs Hd H)). split.
  - intros (j & (_ & J & _) & E). replace j with 1 in J by lia.
    change (fibonacci (2 * 1 + 2)) with 3 in J. change (fibonacci (2 * 1 + 1)) with 2 in J. lia.
  - intro. exists 1. split; [ | reflexivity]. split; [lia | split; [ | lia]].
    change (fibonacci (2 * 1 + 2)) with 3. change (fibonacci (2 * 1 + 1)) with 2. lia.
Qed.

(* The closing examples: the castle's three days in 3819/5000/5000 and 3820/5000/5000. *)
Theorem cd3_ex3819_castle : fewest 5000 Castle (start 3819 5000) 3.
Proof. apply cd3_exercise_three_days; lia. Qed.

Theorem cd3_ex3820_castle : fewest 5000 Castle (start 3820 5000) 3.
Proof. apply cd3_exercise_three_days; lia. Qed.
