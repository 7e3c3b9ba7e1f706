(* Random soldiers choose each legal volley with the same probability. While fewer defenders than soldiers are outside and
   the strength is greater than the soldiers, the shots of a wave and the change of H / (4 dpw) add up to 0 on average. *)
Require Import ZArith Lia.
From Castle Require Import Rules.
Open Scope Z_scope.

(* The sum over the numbers from 0 to k. *)
Fixpoint sum (f : Z -> Z) (k : nat) : Z := match k with O => f 0 | S j => sum f j + f (Z.of_nat k) end.

Definition H (dpw : Z) (p : pos) : Z :=
  2 * so p * so p - 4 * so p * de p + 3 * de p * de p + (9 * dpw + 3) * so p - 3 * dpw * de p.

Lemma sum_quadratic a b c k : 6 * sum (fun y => a + b * y + c * y * y) k =
  (Z.of_nat k + 1) * (6 * a + 3 * b * Z.of_nat k + c * Z.of_nat k * (2 * Z.of_nat k + 1)).
Proof.
  induction k as [|k IH].
  - change (6 * (a + b * 0 + c * 0 * 0) = (0 + 1) * (6 * a + 3 * b * 0 + c * 0 * (2 * 0 + 1))). ring.
  - set (f := fun y => a + b * y + c * y * y) in *. change (sum f (S k)) with (sum f k + f (Z.of_nat (S k))).
    rewrite Z.mul_add_distr_l, IH, Nat2Z.inj_succ. unfold f, Z.succ. ring.
Qed.

Lemma sum_ext f g k : (forall y, 0 <= y <= Z.of_nat k -> f y = g y) -> sum f k = sum g k.
Proof.
  induction k as [|k IH]; intro E; [apply E; lia|].
  change (sum f k + f (Z.of_nat (S k)) = sum g k + g (Z.of_nat (S k))). rewrite IH, E by (intros; try apply E; lia). reflexivity.
Qed.

(* The legal volleys: each number of shots at defenders, from none to all of them. *)
Theorem random_volleys n D C b : 0 <= D < n -> n < C -> (move (P n D C) b <-> 0 <= b <= D).
Proof. intros. unfold move. cbn [so de st]. lia. Qed.

(* A volley takes its shots from the strength of the castle, and strength is left. *)
Theorem random_shots dpw n D C b : 0 <= D < n -> n < C -> 0 <= b <= D ->
  st (P n D C) - st (after dpw (P n D C) b) = n - b /\ 0 < st (after dpw (P n D C) b).
Proof. intros. unfold after. cbn [so de st]. lia. Qed.

(* So over the volleys the shots and the change of H / (4 dpw) add up to 0. *)
Theorem random_soldiers dpw n D C : 0 <= D < n -> n < C ->
  sum (fun b => 4 * dpw * (n - b) + H dpw (after dpw (P n D C) b) - H dpw (P n D C)) (Z.to_nat D) = 0.
Proof.
  intros ND NC.
  rewrite (sum_ext _ (fun b => (D * dpw + 6 * D * D - 4 * D * n - 3 * D) + (-18 * D - 2 * dpw + 8 * n + 3) * b + 9 * b * b)).
  - pose proof (sum_quadratic (D * dpw + 6 * D * D - 4 * D * n - 3 * D) (-18 * D - 2 * dpw + 8 * n + 3) 9 (Z.to_nat D)) as E.
    rewrite Z2Nat.id in E by lia. match goal with |- ?s = 0 => assert (6 * s = 0) end; [|lia]. rewrite E. ring.
  - intros b Hb. rewrite Z2Nat.id in Hb by lia. unfold H, after. cbn [so de st].
    rewrite Z.max_l by lia. replace (0 <? n - (D - b)) with true by (symmetry; apply Z.ltb_lt; lia).
    rewrite Z.max_l by lia. replace (0 <? C - (n - b)) with true by (symmetry; apply Z.ltb_lt; lia). cbn [andb]. ring.
Qed.
