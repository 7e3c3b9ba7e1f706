(* The correction of WB.8: closed forms against one defender and for one attacker, from the rules. *)
Require Import QArith List Arith Lia Lqa.
Import ListNotations.
From Battle Require Import Rules Turn Recurrence.
Open Scope Q_scope.

(* A battle without reserve that is fought to the end; the attacker wins if both sides are wiped out. *)
Definition plain (p q : Q) : battle := Battle p q attacker 0 false.
(* L_A, with x = 1 - p and y = 1 - q. *)
Fixpoint lose_product (p q : Q) (attackers : nat) : Q :=
  match attackers with
  | O => 1
  | S a => let t := power (1 - p) (S a) in lose_product p q a * (q * t / (1 - (1 - q) * t))
  end.
(* w(1, D) for D = 1 + more. *)
Fixpoint win_product (p q : Q) (more : nat) : Q :=
  match more with
  | O => p / (1 - (1 - p) * (1 - q))
  | S d => let t := power (1 - q) (S (S d)) in win_product p q d * (p * t / (1 - (1 - p) * t))
  end.

(* One army is hit, or all miss it: only the second counts for a function that is 0 without it. *)
Lemma one_target f shooters hits : f 0%nat == 0 ->
  mean f (survivor_distribution 1 shooters hits) == power (1 - hits) shooters * f 1%nat.
Proof.
  intros gone. rewrite mean_survivors.
  change (seq 0 (S shooters)) with (0%nat :: seq 1 shooters). cbn [total].
  rewrite total_shift, (total_eq _ (fun _ => 0)).
  - assert (total (fun _ => 0) (seq 0 shooters) == 0) as ->.
    { induction (seq 0 shooters) as [|i l IH]; simpl; [reflexivity|]. rewrite IH. ring. }
    rewrite !Nat.sub_0_r. replace (comb shooters 0) with 1%nat by now destruct shooters.
    change (whole 1) with 1. simpl. ring.
  - intros k _. change (1 - S k)%nat with 0%nat. rewrite gone. ring.
Qed.

(* One army shoots: it misses, or it hits one. *)
Lemma one_shooter f armies hits :
  mean f (survivor_distribution (S armies) 1 hits) == (1 - hits) * f (S armies) + hits * f armies.
Proof.
  unfold survivor_distribution. cbn [seq map mean]. replace (S armies - 1)%nat with armies by lia.
  rewrite !Nat.sub_0_r. change (whole (comb 1 0)) with 1. change (whole (comb 1 1)) with 1. simpl. ring.
Qed.

(* A denominator is not 0. *)
Lemma some_hit p q n : 0 <= p <= 1 -> 0 <= q <= 1 -> 0 < p \/ 0 < q -> (0 < n)%nat -> (1 - q) * power (1 - p) n < 1.
Proof.
  intros P Q hits some. destruct n as [|n]; [lia|]. simpl.
  pose proof (power_positive (1 - p) n ltac:(lra)). pose proof (power_at_most_1 (1 - p) n ltac:(lra)).
  assert (0 <= (1 - p) * power (1 - p) n <= 1 - p) as [? ?] by (split; nra). destruct hits; nra.
Qed.

(* What a solution of the recurrence says of the turn. *)
Lemma turn p q f w a d : in_the_end (plain p q) f w -> w (S a, S d) ==
  mean (fun left => mean (fun other => w (left, other)) (survivor_distribution (S d) (S a) p))
    (survivor_distribution (S a) (S d) q).
Proof.
  intros E. pose proof (E (S a, S d)) as here. simpl outcome in here. cbv iota in here. rewrite here. apply mean_after.
Qed.

(* WB.8, against one defender: the probability that A attackers lose in the end. *)
Theorem WB_8_one_defender p q w a : 0 <= p <= 1 -> 0 <= q <= 1 -> 0 < p \/ 0 < q ->
  in_the_end (plain p q) to_lose w -> w (a, 1)%nat == lose_product p q a.
Proof.
  intros P Q hits E. induction a as [|a IH]; [exact (E (0, 1)%nat)|].
  assert (won : forall n, w (n, 0)%nat == 0) by (intros n; pose proof (E (n, 0)%nat) as W; simpl in W; now destruct n).
  pose proof (turn p q to_lose w a 0 E) as here.
  rewrite one_shooter, !one_target, IH in here by apply won.
  cbn [lose_product]. cbv zeta. set (t := power (1 - p) (S a)) in *.
  pose proof (some_hit p q (S a) P Q hits ltac:(lia)) as less. fold t in less.
  apply Qmult_inj_r with (z := 1 - (1 - q) * t); [lra|].
  transitivity (lose_product p q a * (q * t)); [lra|field; lra].
Qed.

(* WB.8, one attacker: the probability that one attacker wins in the end against 1 + more defenders. *)
Theorem WB_8_one_attacker p q w more : 0 <= p <= 1 -> 0 <= q <= 1 -> 0 < p \/ 0 < q ->
  in_the_end (plain p q) to_win w -> w (1, S more)%nat == win_product p q more.
Proof.
  intros P Q hits E.
  assert (won : forall n, w (n, 0)%nat == 1) by (intros n; pose proof (E (n, 0)%nat) as W; simpl in W; now destruct n).
  assert (lost : forall n, w (0, S n)%nat == 0) by (intros n; exact (E (0, S n)%nat)).
  assert (swap : 0 < q \/ 0 < p) by tauto.
  induction more as [|d IH].
  - pose proof (turn p q to_win w 0 0 E) as here. rewrite !one_shooter in here. rewrite !won, lost in here.
    pose proof (some_hit p q 1 P Q hits ltac:(lia)) as less. simpl in less.
    cbn [win_product]. apply Qmult_inj_r with (z := 1 - (1 - p) * (1 - q)); [lra|].
    transitivity p; [lra|field; lra].
  - pose proof (turn p q to_win w 0 (S d) E) as here. rewrite one_target, one_shooter, IH in here.
    2: { rewrite one_shooter, !lost. ring. }
    cbn [win_product]. cbv zeta. set (t := power (1 - q) (S (S d))) in *.
    pose proof (some_hit q p (S (S d)) Q P swap ltac:(lia)) as less. fold t in less.
    apply Qmult_inj_r with (z := 1 - (1 - p) * t); [lra|].
    transitivity (win_product p q d * (p * t)); [lra|field; lra].
Qed.
