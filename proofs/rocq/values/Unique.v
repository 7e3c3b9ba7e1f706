(* A game has one value: what the first player guarantees is at most what the second one has to pay. *)
Require Import QArith List Lqa.
Import ListNotations.
From Values Require Import Value.
Open Scope Q_scope.

Lemma mean_at_most {X} (f h : X -> Q) d :
  (forall a c, In (a, c) d -> 0 <= c) -> (forall a c, In (a, c) d -> f a <= h a) -> mean f d <= mean h d.
Proof.
  induction d as [|[a c] d IH]; simpl; intros positive less; [apply Qle_refl|].
  pose proof (positive a c (or_introl eq_refl)). pose proof (less a c (or_introl eq_refl)).
  assert (mean f d <= mean h d) by (apply IH; intros; [eapply positive|eapply less]; right; eassumption). nra.
Qed.

Lemma mean_sum {X} (f h : X -> Q) k d : mean (fun a => k * f a + h a) d == k * mean f d + mean h d.
Proof. induction d as [|[a c] d IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma mean_opposite {X} (f : X -> Q) d : mean (fun a => - f a) d == - mean f d.
Proof. induction d as [|[a c] d IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma mean_constant {X} v (d : list (X * Q)) : distribution d -> mean (fun _ => v) d == v.
Proof.
  intros [_ one]. assert (scaled : mean (fun _ => v) d == v * mean (fun _ => 1) d).
  { clear. induction d as [|[a c] d IH]; simpl; [|rewrite IH]; ring. }
  rewrite scaled, one. ring.
Qed.

Lemma mean_swapped {X Y} (f : X -> Y -> Q) x y :
  mean (fun b => mean (fun a => f a b) x) y == mean (fun a => mean (f a) y) x.
Proof.
  induction x as [|[a c] x IH]; simpl.
  - induction y as [|[b k] y IH]; simpl; [|rewrite IH]; ring.
  - now rewrite (mean_sum (f a)), IH.
Qed.

Lemma first_at_most_second t p v : proper t ->
  guarantees t First p v -> forall u, guarantees t Second p u -> v <= - u.
Proof.
  intros P. induction 1 as [p z v E H | p rows x w v E [x0 x1] inside next IH H]; intros u G; pose proof E as here;
    revert E; destruct G as [q a b E' H' | q rows' y k b E' [y0 y1] inside' next' H'];
    rewrite E'; intros E; try discriminate; injection E as ->; simpl in *; [lra|].
  set (f i j := mean w (nth j (nth i rows []) [])). set (h i j := mean k (nth j (nth i rows []) [])).
  assert (one : v <= mean (fun i => mean (f i) y) x).
  { rewrite <- mean_swapped, <- (mean_constant v y) by (split; assumption).
    apply mean_at_most; [exact y0|]. intros j c J. apply H. eauto. }
  assert (two : b <= mean (fun i => mean (h i) y) x).
  { rewrite <- (mean_constant b x) by (split; assumption).
    apply mean_at_most; [exact x0|]. intros i c I. apply H'. eauto. }
  assert (both : mean (fun i => mean (f i) y) x <= mean (fun i => - mean (h i) y) x).
  { apply mean_at_most; [exact x0|]. intros i c I. rewrite <- mean_opposite.
    apply mean_at_most; [exact y0|]. intros j e J. unfold f, h. rewrite <- mean_opposite.
    destruct (P _ _ here) as (_ & _ & rectangular). destruct (rectangular (nth i rows [])) as [long all]; [apply nth_In; eauto|].
    assert (D : distribution (nth j (nth i rows []) [])) by (apply all, nth_In; rewrite long; eauto).
    apply mean_at_most; [apply D|]. intros r m R. assert (w r <= - k r) by (eapply IH; eauto). lra. }
  rewrite mean_opposite in both. lra.
Qed.

Theorem only_value t p u v : value t p u -> value t p v -> u == v.
Proof.
  intros (P & u1 & u2) (_ & v1 & v2). pose proof (first_at_most_second t p u P u1 _ v2).
  pose proof (first_at_most_second t p v P v1 _ u2). lra.
Qed.
