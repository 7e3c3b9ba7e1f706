(* The mean of both armies after a turn, exactly: a - q d and d - p a, up to the hits that find no army left. *)
Require Import QArith List Arith Lia Lqa.
Import ListNotations.
From Battle Require Import Rules Agree Turn.
Open Scope Q_scope.

Definition weight (p x : Q) (n k : nat) : Q := whole (comb n k) * power p k * power x (n - k).

(* The mean over the hits of one more shooter. *)
Lemma binomial_step p x n f : total (fun k => weight p x (S n) k * f k) (seq 0 (S (S n))) ==
  p * total (fun k => weight p x n k * f (S k)) (seq 0 (S n)) + x * total (fun k => weight p x n k * f k) (seq 0 (S n)).
Proof.
  set (F := fun k => weight p x (S n) k * f k). set (G := fun k => weight p x n k * f k).
  set (H := fun k => whole (comb n (S k)) * power p (S k) * power x (n - k) * f (S k)).
  change (F 0%nat + total F (seq 1 (S n)) == p * total (fun k => weight p x n k * f (S k)) (seq 0 (S n))
    + x * (G 0%nat + total G (seq 1 n))). rewrite total_shift.
  rewrite (total_eq _ (fun k => p * (weight p x n k * f (S k)) + H k)).
  2: { intros k _. unfold F, H, weight. cbn [comb]. rewrite whole_plus. simpl. ring. }
  rewrite total_plus, total_scale.
  assert (total H (seq 0 (S n)) == x * total (fun k => G (S k)) (seq 0 n)) as ->.
  { rewrite total_last, <- total_scale, (total_eq H (fun k => x * G (S k))).
    - unfold H. rewrite comb_above by (simpl; lia). change (whole 0) with 0. ring.
    - intros k there. apply in_seq in there. unfold G, H, weight. replace (n - k)%nat with (S (n - S k)) by lia. simpl. ring. }
  rewrite <- total_shift.
  assert (F 0%nat == x * G 0%nat) as ->.
  { unfold F, G, weight. rewrite !Nat.sub_0_r. simpl. replace (comb n 0) with 1%nat by now destruct n. ring. }
  ring.
Qed.

(* The mean number of hits. *)
Lemma mean_hits p x n : p + x == 1 -> total (fun k => weight p x n k * whole k) (seq 0 (S n)) == p * whole n.
Proof.
  intros one. induction n as [|n IH]; [simpl; unfold weight, whole; simpl; ring|].
  rewrite binomial_step, IH.
  rewrite (total_eq _ (fun k => weight p x n k * whole k + weight p x n k)).
  2: { intros k _. change (S k) with (1 + k)%nat. rewrite whole_plus. change (whole 1) with 1. ring. }
  rewrite total_plus, IH. unfold weight at 1. rewrite (binomial_total p x n one).
  change (S n) with (1 + n)%nat. rewrite whole_plus. change (whole 1) with 1.
  transitivity ((p + x) * (p * whole n) + p); [ring|]. rewrite one. ring.
Qed.

(* The mean number of hits that find no army left. *)
Definition wasted (armies shooters : nat) (hits : Q) : Q :=
  total (fun k => weight hits (1 - hits) shooters k * whole (k - armies)) (seq 0 (S shooters)).

(* No more shooters than armies: no hit is wasted. *)
Theorem none_wasted armies shooters hits : (shooters <= armies)%nat -> wasted armies shooters hits == 0.
Proof.
  intros few. unfold wasted. rewrite (total_eq _ (fun k => 0 * 1)).
  - rewrite total_scale. ring.
  - intros k there. apply in_seq in there. replace (k - armies)%nat with 0%nat by lia. change (whole 0) with 0. ring.
Qed.

Theorem wasted_positive armies shooters hits : 0 <= hits <= 1 -> 0 <= wasted armies shooters hits.
Proof.
  intros some. unfold wasted, weight. induction (seq 0 (S shooters)) as [|k l IH]; simpl; [lra|].
  assert (0 <= whole (comb shooters k) * power hits k * power (1 - hits) (shooters - k) * whole (k - armies)); [|lra].
  unfold whole. repeat apply Qmult_le_0_compat; try (apply power_positive; lra);
    change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia.
Qed.

Lemma whole_minus a k : whole (a - k) == whole a - whole k + whole (k - a).
Proof.
  destruct (Nat.le_ge_cases k a) as [L | L].
  - replace (k - a)%nat with 0%nat by lia. replace a with (k + (a - k))%nat at 2 by lia. rewrite whole_plus.
    change (whole 0) with 0. ring.
  - replace (a - k)%nat with 0%nat by lia. replace k with (a + (k - a))%nat at 1 by lia. rewrite whole_plus.
    change (whole 0) with 0. ring.
Qed.

Lemma mean_left armies shooters hits : mean whole (survivor_distribution armies shooters hits) ==
  whole armies - hits * whole shooters + wasted armies shooters hits.
Proof.
  rewrite mean_survivors. set (w := weight hits (1 - hits) shooters).
  rewrite (total_eq _ (fun k => whole armies * w k + (-1 * (w k * whole k) + w k * whole (k - armies)))).
  2: { intros k _. rewrite whole_minus. unfold w, weight. ring. }
  rewrite !total_plus, !total_scale. unfold w at 2. rewrite mean_hits by ring. unfold w at 1, weight.
  rewrite binomial_total by ring. fold (wasted armies shooters hits). unfold w, wasted. ring.
Qed.

(* No army is held in reserve. Each army loses what the other hits. *)
Theorem mean_attackers g a d : reserve g = 0%nat ->
  mean (fun s => whole (fst s)) (after g (a, d)) == whole a - defender_hits g * whole d + wasted a d (defender_hits g).
Proof.
  intros none. rewrite mean_after, none, Nat.sub_0_r.
  rewrite (mean_eq _ whole); [apply mean_left|]. intros left p _. cbn [fst Nat.add].
  rewrite (mean_eq _ (fun _ => whole left * 1)) by (intros; cbn; ring). rewrite mean_scale, survivors_one. ring.
Qed.

Theorem mean_defenders g a d : reserve g = 0%nat ->
  mean (fun s => whole (snd s)) (after g (a, d)) == whole d - attacker_hits g * whole a + wasted d a (attacker_hits g).
Proof.
  intros none. rewrite mean_after, none, Nat.sub_0_r.
  rewrite (mean_eq _ (fun _ => mean whole (survivor_distribution d a (attacker_hits g)) * 1)).
  - rewrite mean_scale, survivors_one, mean_left. ring.
  - intros left p _. rewrite (mean_eq _ whole) by (intros; reflexivity). ring.
Qed.

(* With r^2 p = q, the difference a - r d grows in the mean by the factor 1 + r p, up to the wasted hits. *)
Theorem martingale g a d r : reserve g = 0%nat -> r * r * attacker_hits g == defender_hits g ->
  mean (fun s => whole (fst s) - r * whole (snd s)) (after g (a, d)) ==
  (1 + r * attacker_hits g) * (whole a - r * whole d)
    + wasted a d (defender_hits g) - r * wasted d a (attacker_hits g).
Proof.
  intros none square.
  rewrite (mean_eq _ (fun s => whole (fst s) + - r * whole (snd s))) by (intros; ring).
  rewrite (mean_plus (fun s => whole (fst s)) (fun s => - r * whole (snd s))), (mean_scale (fun s => whole (snd s))).
  rewrite mean_attackers, mean_defenders by auto.
  generalize (wasted a d (defender_hits g)) (wasted d a (attacker_hits g)). intros. rewrite <- square. ring.
Qed.
