(* The real numbers of the standard library, which are defined by axioms, are an ordered field with a logarithm to the
   base phi: so cd3_wait_logarithms is about them. *)
From Castle Require Import Waiting.
Require Import Reals Lra.
Open Scope R_scope.
Definition reals : ordered_field.
Proof.
  refine (Field R 0 1 Rplus Ropp Rmult Rinv Rlt Rplus_comm _ Rplus_0_r Rplus_opp_r Rmult_comm _ Rmult_1_r Rinv_r
    Rmult_plus_distr_l Rlt_0_1 Rlt_irrefl Rlt_trans Rtotal_order _ _); intros.
  - now rewrite Rplus_assoc.
  - now rewrite Rmult_assoc.
  - now apply Rplus_lt_compat_r.
  - now apply Rmult_lt_compat_r.
Defined.
Definition phi : R := (1 + sqrt 5) / 2.
Lemma above_one : 1 < phi.
Proof. assert (sqrt 1 < sqrt 5) by (apply sqrt_lt_1; lra). rewrite sqrt_1 in *. unfold phi. lra. Qed.
Lemma real_golden : @golden reals phi.
Proof.
  pose proof above_one. split; simpl; [lra|]. unfold phi. assert (sqrt 5 * sqrt 5 = 5) by (apply sqrt_sqrt; lra). nra.
Qed.
Lemma real_logarithm : @logarithm reals phi (fun a => ln a / ln phi).
Proof.
  pose proof above_one. assert (0 < ln phi) by (rewrite <- ln_1; apply ln_increasing; lra).
  repeat split; simpl; intros.
  - apply Rmult_lt_compat_r; [now apply Rinv_0_lt_compat|]. now apply ln_increasing.
  - rewrite ln_mult by assumption. unfold Rdiv. ring.
  - unfold Rdiv. apply Rinv_r. lra.
Qed.
Definition printed := cd3_wait_logarithms reals phi _ real_golden real_logarithm.
Print Assumptions printed.
