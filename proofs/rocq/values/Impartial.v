(* Nim and its relatives: heaps, of which a move replaces one by others; who cannot move loses. Bouton's theorem (1901)
   for all heaps, and the Sprague-Grundy theorem for rows of Kayles. To read: `move`, `loses` and `wins`, and the theorems. *)
Require Import Arith NArith List Bool Lia.
Import ListNotations.

(* A position is a list of heaps. The rules say which heaps one heap can become. *)
Definition rules := nat -> list (list nat).
Inductive move (r : rules) : list nat -> list nat -> Prop :=
| replace before n after left : In left (r n) -> move r (before ++ n :: after) (before ++ left ++ after).

(* A position is lost for the player to move if the other player can answer every move by a lost position. *)
Inductive loses (r : rules) (p : list nat) : Prop :=
| answered : (forall q, move r p q -> exists s, move r q s /\ loses r s) -> loses r p.
Definition wins (r : rules) (p : list nat) : Prop := exists q, move r p q /\ loses r q.

Definition nim : rules := fun n => map (fun k => [k]) (seq 0 n).
(* Kayles: one pin or two neighboring pins of a row fall, and leave the pins on both sides. *)
Definition kayles : rules := fun n =>
  map (fun k => [k; n - 1 - k]) (seq 0 n) ++ map (fun k => [k; n - 2 - k]) (seq 0 (n - 1)).

(* The sum of Grundy values without carry, in binary. *)
Definition nim_sum (g : nat -> N) (p : list nat) : N := fold_right (fun n sum => N.lxor (g n) sum) 0%N p.
(* g n is the least number that no option has, for heaps up to m; options have fewer stones. *)
Definition grundy (r : rules) (g : nat -> N) (m : nat) : Prop := forall n, (n <= m)%nat ->
  (forall left, In left (r n) -> list_sum left < n /\ nim_sum g left <> g n)%nat /\
  (forall v, (v < g n)%N -> exists left, In left (r n) /\ nim_sum g left = v).

Lemma nim_sum_append g p q : nim_sum g (p ++ q) = N.lxor (nim_sum g p) (nim_sum g q).
Proof. induction p as [|n p IH]; simpl; [now destruct (nim_sum g q)|]. now rewrite IH, N.lxor_assoc. Qed.

Lemma list_sum_move r g m p q : grundy r g m -> Forall (fun n => n <= m)%nat p -> move r p q ->
  (list_sum q < list_sum p)%nat /\ Forall (fun n => n <= m)%nat q /\ nim_sum g q <> nim_sum g p.
Proof.
  intros G small M. destruct M as [before n after left I]. rewrite Forall_app in small.
  destruct small as [B A]. inversion A as [|? ? N A']; subst. destruct (G n N) as [down _].
  destruct (down left I) as [less other]. rewrite !list_sum_app. simpl. split; [lia|]. split.
  - rewrite !Forall_app. repeat split; auto. apply Forall_forall. intros k K.
    assert (K' : (k <= list_sum left)%nat); [|lia]. clear - K. induction left as [|a l IH]; simpl in *; [tauto|].
    destruct K as [->|K]; [lia|]. apply IH in K. lia.
  - rewrite !nim_sum_append. simpl. intros same. apply other.
    apply (f_equal (N.lxor (nim_sum g before))) in same.
    rewrite <- !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_l in same.
    apply (f_equal (fun v => N.lxor v (nim_sum g after))) in same.
    now rewrite !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_r in same.
Qed.

(* The greatest digit in which two numbers differ decides which one is greater. *)
Lemma digit_less a b k : N.testbit a k = true -> N.testbit b k = false ->
  (forall j, (k < j)%N -> N.testbit a j = N.testbit b j) -> (b < a)%N.
Proof.
  intros A B same. apply N.nle_gt. intros le.
  assert (high : N.shiftr a (N.succ k) = N.shiftr b (N.succ k)).
  { apply N.bits_inj. intros j. rewrite !N.shiftr_spec by lia. apply same. lia. }
  assert (split : forall c, N.shiftr c k = (2 * N.shiftr c (N.succ k) + N.b2n (N.testbit c k))%N).
  { intros c. rewrite (N.div2_odd (N.shiftr c k)) at 1. rewrite <- N.shiftr_succ_r.
    f_equal. f_equal. rewrite <- N.bit0_odd, N.shiftr_spec by lia. now rewrite N.add_0_l. }
  assert (H : (N.shiftr a k <= N.shiftr b k)%N) by (rewrite !N.shiftr_div_pow2; apply N.div_le_mono; [apply N.pow_nonzero; lia|exact le]).
  rewrite !split, A, B, high in H. simpl in H. lia.
Qed.

(* Some heap becomes smaller when the sum is taken away from it. *)
Lemma heap_with_digit g p : nim_sum g p <> 0%N -> exists before n after,
  p = before ++ n :: after /\ (N.lxor (g n) (nim_sum g p) < g n)%N.
Proof.
  intros some. pose proof (N.bit_log2 _ some) as top. pose proof (N.bits_above_log2 (nim_sum g p)) as above.
  set (k := N.log2 (nim_sum g p)) in *.
  assert (found : exists before n after, p = before ++ n :: after /\ N.testbit (g n) k = true).
  { assert (H : N.testbit (nim_sum g p) k = true) by exact top. clearbody k. clear - H. induction p as [|n p IH]; simpl in H.
    - discriminate.
    - destruct (N.testbit (g n) k) eqn:E; [exists [], n, p; auto|].
      rewrite N.lxor_spec, E, xorb_false_l in H. destruct (IH H) as (b & c & d & -> & D). exists (n :: b), c, d. auto. }
  destruct found as (before & n & after & -> & D). exists before, n, after. split; [reflexivity|].
  apply (digit_less _ _ k); [exact D| |].
  - now rewrite N.lxor_spec, D, top.
  - intros j J. rewrite N.lxor_spec, (above j J). now destruct (N.testbit (g n) j).
Qed.

(* The Sprague-Grundy theorem: the player to move loses exactly the positions with the sum 0. *)
Theorem sprague_grundy r g m p : grundy r g m -> Forall (fun n => n <= m)%nat p ->
  (nim_sum g p = 0%N -> loses r p) /\ (nim_sum g p <> 0%N -> wins r p).
Proof.
  intros G. assert (zero : forall q, Forall (fun n => n <= m)%nat q -> nim_sum g q <> 0%N ->
    exists s, move r q s /\ nim_sum g s = 0%N).
  { intros q small some. destruct (heap_with_digit g q some) as (before & n & after & -> & less).
    rewrite Forall_app in small. destruct small as [_ A]. inversion A as [|? ? N ?]; subst.
    destruct (G n N) as [_ reach]. destruct (reach _ less) as (left & I & E).
    exists (before ++ left ++ after). split; [now constructor|]. rewrite !nim_sum_append, E, nim_sum_append. simpl.
    set (u := nim_sum g before). set (v := nim_sum g after). set (w := g n). apply N.bits_inj. intros j.
    rewrite !N.lxor_spec, N.bits_0. now destruct (N.testbit u j), (N.testbit v j), (N.testbit w j). }
  assert (lost : forall k p, (list_sum p < k)%nat -> Forall (fun n => n <= m)%nat p -> nim_sum g p = 0%N -> loses r p).
  { induction k as [|k IH]; intros q size small none; [lia|]. constructor. intros s M.
    destruct (list_sum_move r g m q s G small M) as (down & fit & other). rewrite none in other.
    destruct (zero s fit other) as (t & N & Z). exists t. split; [exact N|].
    destruct (list_sum_move r g m s t G fit N) as (down' & fit' & _). apply IH; [lia|exact fit'|exact Z]. }
  intros small. split.
  { intros none. apply (lost (S (list_sum p))); [lia|exact small|exact none]. }
  intros some.
  destruct (zero p small some) as (s & M & Z). exists s. split; [exact M|].
  destruct (list_sum_move r g m p s G small M) as (_ & fit & _).
  apply (lost (S (list_sum s))); [lia|exact fit|exact Z].
Qed.

(* Bouton's theorem: in Nim, a heap counts as its number of stones. For all heaps. *)
Theorem bouton p :
  (nim_sum N.of_nat p = 0%N -> loses nim p) /\ (nim_sum N.of_nat p <> 0%N -> wins nim p).
Proof.
  apply (sprague_grundy nim N.of_nat (list_sum p)).
  - intros n _. split.
    + intros left I. apply in_map_iff in I as (k & <- & I). apply in_seq in I. simpl. rewrite N.lxor_0_r. lia.
    + intros v less. exists [N.to_nat v]. split; [|simpl; rewrite N.lxor_0_r; lia].
      apply in_map_iff. exists (N.to_nat v). split; [reflexivity|]. apply in_seq. lia.
  - apply Forall_forall. intros n I. clear - I. induction p as [|a p IH]; simpl in *; [tauto|].
    destruct I as [->|I]; [lia|]. apply IH in I. lia.
Qed.

(* Grundy values from a list, and a check that they are what they must be. *)
Definition values_of (l : list N) (n : nat) : N := nth n l 0%N.
Definition is_grundy (r : rules) (g : nat -> N) (n : nat) : bool :=
  forallb (fun left => (list_sum left <? n)%nat && negb (nim_sum g left =? g n)%N) (r n) &&
  forallb (fun v => existsb (fun left => nim_sum g left =? N.of_nat v)%N (r n)) (seq 0 (N.to_nat (g n))).

Lemma is_grundy_right r g m : forallb (is_grundy r g) (seq 0 (S m)) = true -> grundy r g m.
Proof.
  rewrite forallb_forall. intros all n le. assert (In n (seq 0 (S m))) as I by (apply in_seq; lia). apply all in I.
  unfold is_grundy in I. rewrite andb_true_iff, !forallb_forall in I. destruct I as [down reach]. split.
  - intros left L. apply down in L. rewrite andb_true_iff, Nat.ltb_lt, negb_true_iff, N.eqb_neq in L. exact L.
  - intros v less. assert (In (N.to_nat v) (seq 0 (N.to_nat (g n)))) as V by (apply in_seq; lia). apply reach in V.
    apply existsb_exists in V as (left & L & E). apply N.eqb_eq in E. exists left. split; [exact L|]. now rewrite E, N2Nat.id.
Qed.

(* The Grundy values of Kayles for rows of 0 to 50 pins (Guy and Smith 1956). *)
Definition kayles_values : list N :=
  [0; 1; 2; 3; 1; 4; 3; 2; 1; 4; 2; 6; 4; 1; 2; 7; 1; 4; 3; 2; 1; 4; 6; 7; 4; 1; 2; 8; 5; 4; 7; 2; 1; 8; 6; 7; 4; 1; 2; 3;
   1; 4; 7; 2; 1; 8; 2; 7; 4; 1; 2]%N.

(* Who wins Kayles from any rows of at most 50 pins each. *)
Theorem kayles_to_50 p : Forall (fun n => n <= 50)%nat p ->
  (nim_sum (values_of kayles_values) p = 0%N -> loses kayles p) /\
  (nim_sum (values_of kayles_values) p <> 0%N -> wins kayles p).
Proof. apply sprague_grundy, is_grundy_right. vm_compute. reflexivity. Qed.

(* So the first player wins every single row of 1 to 50 pins. *)
Theorem kayles_rows n : (1 <= n <= 50)%nat -> wins kayles [n].
Proof.
  intros [low high]. apply kayles_to_50; [constructor; [exact high|constructor]|]. simpl. rewrite N.lxor_0_r.
  assert (forallb (fun k => negb (values_of kayles_values k =? 0)%N) (seq 1 50) = true) as all by (vm_compute; reflexivity).
  rewrite forallb_forall in all. specialize (all n ltac:(apply in_seq; lia)). now apply negb_true_iff, N.eqb_neq in all.
Qed.
