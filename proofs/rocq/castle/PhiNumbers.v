(* The lines of the post with the golden ratio: numbers a + b phi, exactly, as pairs of whole numbers. *)
Require Import ZArith Lia.
From Castle Require Import ClosedForms ClosedFormsA Fibonacci Battle BattleRows Logarithm.
Open Scope Z_scope.

(* a + b phi, with phi^2 = phi + 1. *)
Record number := N { whole : Z; multiple : Z }.
Definition of_Z (a : Z) := N a 0.
Definition add p q := N (whole p + whole q) (multiple p + multiple q).
Definition opp p := N (- whole p) (- multiple p).
Definition sub p q := add p (opp q).
Definition mul p q := N (whole p * whole q + multiple p * multiple q)
  (whole p * multiple q + multiple p * whole q + multiple p * multiple q).
Fixpoint power p (m : nat) := match m with O => of_Z 1 | S m => mul p (power p m) end.
Definition phi := N 0 1.
Definition over_phi := N (-1) 1.
Definition root_5 := N (-1) 2.

(* a + b phi < 0 *)
Definition negative p := compare_golden_multiple (multiple p) (- whole p) < 0.

Declare Scope phi_scope.
Delimit Scope phi_scope with phi.
Infix "+" := add : phi_scope.
Infix "-" := sub : phi_scope.
Infix "*" := mul : phi_scope.
Infix "^" := power : phi_scope.
Coercion of_Z : Z >-> number.
Open Scope phi_scope.

Ltac parts := cbn [power]; unfold sub, add, mul, opp, of_Z, phi, over_phi, root_5; cbn [whole multiple]; f_equal; ring.

(* Numbers with difference 0 are equal. *)
Lemma sub_zero p q : p - q = N 0 0 -> p = q.
Proof.
  destruct p as [a b], q as [c e]. unfold sub, add, opp; cbn [whole multiple]. intro H.
  apply (f_equal whole) in H as A. apply (f_equal multiple) in H as B. cbn [whole multiple] in *. f_equal; lia.
Qed.

(* The constants of the post, as pairs. *)
Ltac constants :=
  change (of_Z 3 * phi + of_Z 1) with (N 1 3); change (of_Z 3 + of_Z 2 * over_phi + phi) with (N 1 3);
  change (of_Z 3 * phi ^ 2 + of_Z 2 * phi + over_phi) with (N 2 6); change (phi ^ 4) with (N 2 3).

(* A number w is negative exactly when (3 phi + 1) w is. *)
Lemma negative_times w : negative ((of_Z 3 * phi + of_Z 1) * of_Z w) <-> (w < 0)%Z.
Proof.
  unfold negative, mul, add, of_Z, phi; cbn [whole multiple].
  replace (_ + _)%Z with (3 * w)%Z by ring. split; intro H.
  - destruct (Z_lt_ge_dec w 0); auto. exfalso.
    pose proof (compare_nonneg (3 * w) (- w) ltac:(lia) ltac:(lia)) as C.
    match type of H with (compare_golden_multiple _ ?m < 0)%Z => replace m with (- w)%Z in H by ring end. lia.
  - match goal with |- (compare_golden_multiple _ ?m < 0)%Z => replace m with (- w)%Z by ring end.
    apply compare_neg; lia.
Qed.

(* The powers of phi and of -1/phi, in Fibonacci numbers. *)
Lemma power_phi m : phi ^ (S m) = N (F m) (F (S m)).
Proof.
  induction m; [reflexivity | ]. change (phi ^ S (S m)) with (phi * phi ^ S m). rewrite IHm.
  unfold F. cbn [fibonacci_pair]. destruct (fibonacci_pair m); cbn [fst snd]. parts.
Qed.

Lemma power_conjugate m : (opp over_phi) ^ (S m) = N (F m + F (S m)) (- F (S m)).
Proof.
  induction m; [reflexivity | ]. change (opp over_phi ^ S (S m)) with (opp over_phi * opp over_phi ^ S m). rewrite IHm.
  unfold F. cbn [fibonacci_pair]. destruct (fibonacci_pair m); cbn [fst snd]. parts.
Qed.

(* Binet: sqrt 5 F(p) = phi^p - (-phi)^(-p). *)
Theorem cd3_binet : forall p : nat, root_5 * F p = phi ^ p - opp over_phi ^ p.
Proof. intros [ | p]; [reflexivity | ]. rewrite power_phi, power_conjugate. parts. Qed.

Theorem cd3_binet_root : root_5 * root_5 = of_Z 5 /\ phi * over_phi = of_Z 1 /\ of_Z 2 * phi = of_Z 1 + root_5.
Proof. repeat split. Qed.

(* The identities after (9), and phi^4. *)
Theorem cd3_phi :
  of_Z 2 * phi ^ 4 = of_Z 7 + of_Z 3 * root_5 /\ phi ^ 4 = of_Z 3 * phi + of_Z 2 /\
  of_Z 2 * over_phi = opp (of_Z 1 - root_5) /\
  of_Z 2 * phi ^ 2 = of_Z 3 + root_5 /\ phi ^ 2 = phi + of_Z 1 /\
  of_Z 3 + of_Z 2 * over_phi + phi = of_Z 3 * phi + of_Z 1 /\
  of_Z 3 * phi ^ 2 + of_Z 2 * phi + over_phi = of_Z 2 * (of_Z 3 * phi + of_Z 1).
Proof. repeat split. Qed.

(* kzero: the number of defenders on day k, by Binet ... *)
Theorem cd3_kzero_binet : forall (n x : Z) (k : nat),
  root_5 * (x * F (2 * k + 1) - n * F (2 * k))%Z =
  (x * phi - n) * phi ^ (2 * k) + (x * over_phi + n) * over_phi ^ (2 * k).
Proof.
  intros n x k. assert (A : phi ^ (2 * k) = N (od k - ev k) (ev k)).
  { induction k; [reflexivity | ]. replace (2 * S k)%nat with (S (S (2 * k))) by lia. cbn [power]. rewrite IHk.
    destruct (fib_s k) as [-> ->]. parts. }
  assert (B : over_phi ^ (2 * k) = N (od k) (- ev k)).
  { clear A. induction k; [reflexivity | ]. replace (2 * S k)%nat with (S (S (2 * k))) by lia. cbn [power]. rewrite IHk.
    destruct (fib_s k) as [-> ->]. parts. }
  rewrite A, B, F_odd, F_even. parts.
Qed.

(* ... is zero exactly when phi^(4k) (n - x phi) = n + x / phi. *)
Theorem cd3_kzero : forall (n x : Z) (k : nat),
  (x * F (2 * k + 1) - n * F (2 * k) = 0)%Z <-> phi ^ (4 * k) * (n - x * phi) = n + x * over_phi.
Proof.
  intros n x k. rewrite F_odd, F_even. assert (A : phi ^ (4 * k) =
    N (ev k * ev k + od k * od k - ev k * (2 * od k - ev k)) (ev k * (2 * od k - ev k))).
  { induction k; [reflexivity | ]. replace (4 * S k)%nat with (S (S (S (S (4 * k))))) by lia. cbn [power]. rewrite IHk.
    destruct (fib_s k) as [-> ->]. parts. }
  rewrite A. pose proof (cassini k) as E. pose proof (fib_pos k) as P. set (a := ev k) in *. set (b := od k) in *.
  set (w := (x * b - n * a)%Z).
  assert (G : N (a * a + b * b - a * (2 * b - a)) (a * (2 * b - a)) * (n - x * phi) - (n + x * over_phi) =
              N (w * (b - 3 * a)) (w * (a - 2 * b))).
  { unfold w, sub, add, mul, opp, of_Z, phi, over_phi; cbn [whole multiple]. f_equal.
    - transitivity (n * (a * a + b * b - a * (2 * b - a) - (b * b - b * a - a * a)) - x * (a * (2 * b - a)
        - (b * b - b * a - a * a)))%Z; [rewrite E | ]; ring.
    - transitivity (n * (a * (2 * b - a)) - x * (a * a + b * b - a * (2 * b - a) + a * (2 * b - a)
        + (b * b - b * a - a * a)))%Z; [rewrite E | ]; ring. }
  split; intro H.
  - rewrite H, !Z.mul_0_l in G. apply sub_zero, G.
  - rewrite H in G. apply (f_equal multiple) in G. unfold sub at 1, add at 1, opp in G; cbn [multiple] in G.
    assert (M : (w * (2 * b - a) = 0)%Z) by lia. apply Z.mul_eq_0 in M. lia.
Qed.

(* The inequality that says when to wait, with products for quotients, y left alive tomorrow: as a difference. *)
Definition wait_difference (n x y : Z) : number :=
  phi ^ 4 * ((n - x * phi) * (n + y * over_phi)) - (n + x * over_phi) * (n - y * phi).

(* (9), the factored line and (10), corrected: no phi after the third term. *)
Theorem cd3_eq9 : forall n x y : Z, wait_difference n x y =
  (of_Z 3 * phi + of_Z 1) * (n * n)%Z + (of_Z 3 + of_Z 2 * over_phi + phi) * (n * y)%Z
  - (of_Z 3 * phi ^ 2 + of_Z 2 * phi + over_phi) * (n * x)%Z - (of_Z 3 * phi + of_Z 1) * (x * y)%Z.
Proof. intros. unfold wait_difference. constants. parts. Qed.

Theorem cd3_factor : forall n x y : Z,
  wait_difference n x y = (of_Z 3 * phi + of_Z 1) * (n * n + n * y - 2 * n * x - x * y)%Z.
Proof. intros. unfold wait_difference. constants. parts. Qed.

Theorem cd3_eq10 : forall n x y : Z,
  negative (wait_difference n x y) <-> (n * n + n * y - 2 * n * x - x * y < 0)%Z.
Proof. intros. rewrite cd3_factor. apply negative_times. Qed.

(* With (11), y = x + dpw - n, the inequality is the quadratic. *)
Theorem cd3_wait : forall n dpw x : Z,
  negative (wait_difference n x (x + dpw - n)) <-> (0 < x * x - n * dpw + dpw * x)%Z.
Proof. intros. rewrite cd3_eq10. split; intro; nia. Qed.

(* Two numbers that differ by a positive whole part are not equal. *)
Lemma sub_not_zero p q a b : p - q = N a b -> (0 < a)%Z -> p <> q.
Proof.
  intros E A H. subst q. apply (f_equal whole) in E. unfold sub, add, opp in E; cbn [whole] in E. lia.
Qed.

(* As printed, with the extra phi, the lines are wrong for all n, x >= 1: they differ by (4 + 2 phi) n x. *)
Theorem cd3_eq9_printed : forall n x y : Z, (1 <= n)%Z -> (1 <= x)%Z -> wait_difference n x y <>
  (of_Z 3 * phi + of_Z 1) * (n * n)%Z + (of_Z 3 + of_Z 2 * over_phi + phi) * (n * y)%Z
  - (of_Z 3 * phi ^ 2 + of_Z 2 * phi + over_phi) * (n * x)%Z * phi - (of_Z 3 * phi + of_Z 1) * (x * y)%Z.
Proof.
  intros n x y Hn Hx. apply sub_not_zero with (a := (4 * (n * x))%Z) (b := (2 * (n * x))%Z); [ | nia].
  rewrite cd3_eq9. constants. parts.
Qed.

Theorem cd3_factor_printed : forall n x y : Z, (1 <= n)%Z -> (1 <= x)%Z -> wait_difference n x y <>
  (of_Z 3 * phi + of_Z 1) * ((n * n + n * y)%Z - (2 * n * x)%Z * phi - (x * y)%Z).
Proof.
  intros n x y Hn Hx. apply sub_not_zero with (a := (4 * (n * x))%Z) (b := (2 * (n * x))%Z); [ | nia].
  rewrite cd3_factor. constants. parts.
Qed.

(* As a rule for when to wait, (10) as printed fails for n = 2, dpw = 1, x = 1: it says wait, wrongly. *)
Theorem cd3_eq10_printed : exists n dpw x : Z, (1 <= dpw < n)%Z /\ (1 <= x)%Z /\ let y := (x + dpw - n)%Z in
  negative ((n * n + n * y)%Z - (2 * n * x)%Z * phi - (x * y)%Z) /\ ~ negative (wait_difference n x y).
Proof. exists 2%Z, 1%Z, 1%Z. cbv. repeat split; discriminate. Qed.
