(* What a turn of a battle does: the probabilities add up to 1, and the turn without a hit is apart from all others. *)
Require Import QArith List Arith Lia Lqa.
Import ListNotations.
From Battle Require Import Rules Agree.
Open Scope Q_scope.

(* Functions that are equal on the list have the same mean. *)
Lemma mean_eq {X} (f h : X -> Q) d : (forall x p, In (x, p) d -> f x == h x) -> mean f d == mean h d.
Proof.
  induction d as [|[x p] d IH]; simpl; intros same; [reflexivity|].
  rewrite (same x p), IH by eauto. reflexivity.
Qed.

(* A greater function has a greater mean. *)
Lemma mean_le {X} (f h : X -> Q) d :
  (forall x p, In (x, p) d -> 0 <= p) -> (forall x p, In (x, p) d -> f x <= h x) -> mean f d <= mean h d.
Proof.
  induction d as [|[x p] d IH]; simpl; intros positive le; [apply Qle_refl|].
  apply Qplus_le_compat; [|apply IH; eauto].
  rewrite (Qmult_comm p (f x)), (Qmult_comm p (h x)). apply Qmult_le_compat_r; eauto.
Qed.

(* The mean of a sum. *)
Lemma mean_plus {X} (f h : X -> Q) d : mean (fun x => f x + h x) d == mean f d + mean h d.
Proof. induction d as [|[x p] d IH]; simpl; [ring|rewrite IH; ring]. Qed.

(* The mean of a constant factor times f. *)
Lemma mean_scale {X} (f : X -> Q) k d : mean (fun x => k * f x) d == k * mean f d.
Proof. induction d as [|[x p] d IH]; simpl; [ring|rewrite IH; ring]. Qed.

(* The mean over two lists. *)
Lemma mean_app {X} (f : X -> Q) d e : mean f (d ++ e) == mean f d + mean f e.
Proof. induction d as [|[x p] d IH]; simpl; [ring|rewrite IH; ring]. Qed.

(* The mean over independent results of both sides is a mean of means. *)
Lemma mean_product {X Y Z} (f : Z -> Q) (r : X -> Y -> Z) d e :
  mean f (flat_map (fun '(x, p) => map (fun '(y, q) => (r x y, p * q)) e) d)
  == mean (fun x => mean (fun y => f (r x y)) e) d.
Proof.
  induction d as [|[x p] d IH]; simpl; [reflexivity|]. rewrite mean_app, IH.
  assert (mean f (map (fun '(y, q) => (r x y, p * q)) e) == p * mean (fun y => f (r x y)) e) as ->; [|reflexivity].
  clear IH. induction e as [|[y q] e IH]; simpl; [ring|]. rewrite IH. ring.
Qed.

(* The expectation of a turn, side by side. *)
Lemma mean_after g a d f : mean f (after g (a, d)) ==
  mean (fun left => mean (fun other => f (reserve g + left, other)%nat)
                      (survivor_distribution d (a - reserve g) (attacker_hits g)))
    (survivor_distribution (a - reserve g) d (defender_hits g)).
Proof. apply (mean_product f (fun left other => (reserve g + left, other)%nat)). Qed.

(* The sum of numbers over a list. *)
Fixpoint total (f : nat -> Q) (l : list nat) : Q := match l with [] => 0 | i :: l => f i + total f l end.

(* Sums of equal numbers. *)
Lemma total_eq f h l : (forall i, In i l -> f i == h i) -> total f l == total h l.
Proof. induction l as [|i l IH]; simpl; intros same; [reflexivity|]. rewrite (same i), IH by auto. reflexivity. Qed.

(* A sum over numbers one greater. *)
Lemma total_shift f s n : total f (seq (S s) n) == total (fun i => f (S i)) (seq s n).
Proof. revert s. induction n as [|n IH]; simpl; intros s; [reflexivity|]. rewrite IH. reflexivity. Qed.

(* The last term of a sum. *)
Lemma total_last f s n : total f (seq s (S n)) == total f (seq s n) + f (s + n)%nat.
Proof.
  revert s. induction n as [|n IH]; intros s.
  - simpl. rewrite Nat.add_0_r. ring.
  - change (f s + total f (seq (S s) (S n)) == f s + total f (seq (S s) n) + f (s + S n)%nat).
    rewrite IH, Nat.add_succ_r, Nat.add_succ_l. ring.
Qed.

(* Sums of sums, and of multiples. *)
Lemma total_plus f h l : total (fun i => f i + h i) l == total f l + total h l.
Proof. induction l as [|i l IH]; simpl; [ring|rewrite IH; ring]. Qed.
Lemma total_scale f k l : total (fun i => k * f i) l == k * total f l.
Proof. induction l as [|i l IH]; simpl; [ring|rewrite IH; ring]. Qed.

(* More hits than shooters do not happen. *)
Lemma comb_above n k : (n < k)%nat -> comb n k = 0%nat.
Proof. revert k. induction n as [|n IH]; intros [|k] H; simpl; try lia. rewrite !IH by lia. reflexivity. Qed.

(* A sum of whole numbers. *)
Lemma whole_plus m n : whole (m + n) == whole m + whole n.
Proof. unfold whole. rewrite Nat2Z.inj_add, inject_Z_plus. reflexivity. Qed.

(* The binomial theorem, for p + x = 1. *)
Lemma binomial_total p x n : p + x == 1 ->
  total (fun k => whole (comb n k) * power p k * power x (n - k)) (seq 0 (S n)) == 1.
Proof.
  intros one. induction n as [|n IH]; [simpl; unfold whole; simpl; ring|].
  set (F := fun k => whole (comb (S n) k) * power p k * power x (S n - k)).
  set (G := fun k => whole (comb n k) * power p k * power x (n - k)) in *.
  set (H := fun k => whole (comb n (S k)) * power p (S k) * power x (n - k)).
  change (F 0%nat + total F (seq 1 (S n)) == 1). rewrite total_shift.
  rewrite (total_eq _ (fun k => p * G k + H k)).
  2: { intros k _. unfold F, G, H. cbn [comb]. rewrite whole_plus. simpl. ring. }
  rewrite total_plus, total_scale, IH.
  assert (total H (seq 0 (S n)) == x * total (fun k => G (S k)) (seq 0 n)) as ->.
  { rewrite total_last, <- total_scale, (total_eq H (fun k => x * G (S k))).
    - unfold H. rewrite comb_above by (simpl; lia). change (whole 0) with 0. ring.
    - intros k there. apply in_seq in there. unfold G, H. replace (n - k)%nat with (S (n - S k)) by lia. simpl. ring. }
  rewrite <- total_shift. change (G 0%nat + total G (seq 1 n) == 1) in IH.
  assert (F 0%nat == x * G 0%nat) as ->.
  { unfold F, G. rewrite !Nat.sub_0_r. simpl. replace (comb n 0) with 1%nat by now destruct n. ring. }
  transitivity (x * (G 0%nat + total G (seq 1 n)) + p); [ring|]. rewrite IH. lra.
Qed.

(* A mean over the survivors is a sum over the hits. *)
Lemma mean_survivors f armies shooters hits : mean f (survivor_distribution armies shooters hits) ==
  total (fun k => whole (comb shooters k) * power hits k * power (1 - hits) (shooters - k) * f (armies - k)%nat)
    (seq 0 (S shooters)).
Proof.
  unfold survivor_distribution. induction (seq 0 (S shooters)) as [|k l IH]; [reflexivity|].
  cbn [map mean total]. rewrite IH. reflexivity.
Qed.

(* The probabilities of the survivors add up to 1. *)
Lemma survivors_one armies shooters hits : mean (fun _ => 1) (survivor_distribution armies shooters hits) == 1.
Proof.
  rewrite mean_survivors. etransitivity; [|apply (binomial_total hits (1 - hits) shooters); ring].
  apply total_eq. intros. ring.
Qed.

(* The probabilities of a turn add up to 1. *)
Lemma after_one g s : mean (fun _ => 1) (after g s) == 1.
Proof.
  destruct s as [a d]. rewrite mean_after. rewrite (mean_eq _ (fun _ => 1)); [apply survivors_one|].
  intros. apply survivors_one.
Qed.

(* Powers of a probability are probabilities. *)
Lemma power_positive b n : 0 <= b -> 0 <= power b n.
Proof. intros some. induction n as [|n IH]; simpl; [lra|nra]. Qed.
Lemma power_at_most_1 b n : 0 <= b <= 1 -> power b n <= 1.
Proof. intros [low high]. induction n as [|n IH]; simpl; [lra|]. pose proof (power_positive b n low). nra. Qed.

(* No probability of a turn is negative. *)
Lemma survivors_positive armies shooters hits x p : 0 <= hits <= 1 ->
  In (x, p) (survivor_distribution armies shooters hits) -> 0 <= p.
Proof.
  intros range. unfold survivor_distribution. rewrite in_map_iff. intros (k & same & _). injection same as _ <-.
  apply Qmult_le_0_compat; [apply Qmult_le_0_compat|]; try apply power_positive; try lra.
  unfold whole, Qle; simpl; lia.
Qed.
Lemma after_positive g s t p : valid g -> In (t, p) (after g s) -> 0 <= p.
Proof.
  intros [A D]. destruct s as [a d]. unfold after. cbv zeta. rewrite in_flat_map. intros ([x c] & X & there).
  rewrite in_map_iff in there. destruct there as ([y e] & same & Y). injection same as _ <-.
  apply Qmult_le_0_compat; [exact (survivors_positive _ _ _ _ _ D X)|exact (survivors_positive _ _ _ _ _ A Y)].
Qed.

(* The probability of a turn without a hit. *)
Definition quiet (g : battle) (s : position) : Q :=
  power (1 - defender_hits g) (snd s) * power (1 - attacker_hits g) (fst s - reserve g).

(* The survivors begin with no hit at all; all others are fewer. *)
Lemma survivors_first armies shooters hits : (0 < armies)%nat -> exists rest,
  survivor_distribution armies shooters hits
    = (armies, whole 1 * power hits 0 * power (1 - hits) shooters) :: rest /\
  forall x p, In (x, p) rest -> (x < armies)%nat.
Proof.
  intros some. eexists. unfold survivor_distribution. cbn [seq map]. rewrite !Nat.sub_0_r. split.
  - f_equal. now destruct shooters.
  - intros x p. rewrite in_map_iff. intros (k & same & there). injection same as <- _. apply in_seq in there. lia.
Qed.

(* The armies that can still be hit. *)
Definition size (g : battle) (s : position) : nat := (fst s - reserve g) + snd s.

(* Where a battle is not over, both sides can shoot. *)
Lemma both_shoot g a d : outcome g (a, d) = None -> (reserve g < a)%nat /\ (0 < d)%nat.
Proof.
  unfold outcome. destruct (Nat.eqb_spec d 0), (Nat.ltb_spec (reserve g) a); simpl; intros going; try discriminate; lia.
Qed.

(* A turn without a hit leads back; every other turn leaves fewer armies. *)
Lemma after_first g s : outcome g s = None -> exists p rest,
  after g s = (s, p) :: rest /\ p == quiet g s /\ forall t c, In (t, c) rest -> (size g t < size g s)%nat.
Proof.
  destruct s as [a d]. intros going. destruct (both_shoot g a d going) as [A D].
  destruct (survivors_first (a - reserve g) d (defender_hits g)) as (L & left & fewer_left); [lia|].
  destruct (survivors_first d (a - reserve g) (attacker_hits g)) as (O & other & fewer_other); [lia|].
  unfold after. cbv zeta. rewrite left, other. cbn [flat_map map app].
  replace (reserve g + (a - reserve g))%nat with a by lia. eexists; eexists. split; [reflexivity|]. split.
  - unfold quiet; simpl. change (whole 1) with 1. ring.
  - intros t c. rewrite in_app_iff, in_map_iff, in_flat_map. unfold size.
    intros [([y q] & same & there)|([x p] & X & there)].
    + injection same as <- _. apply fewer_other in there. simpl. lia.
    + apply fewer_left in X. destruct there as [same|there]; [injection same as <- _; simpl; lia|].
      rewrite in_map_iff in there. destruct there as ([y q] & same & there). injection same as <- _.
      apply fewer_other in there. simpl. lia.
Qed.
