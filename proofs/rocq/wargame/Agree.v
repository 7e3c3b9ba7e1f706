(* The stored rules are those that the Python code gives when it is run on symbols, for all numbers; the schedule without
   chances of one's own is compared for up to 12 rounds. *)
Require Import QArith ZArith List Bool Lia.
Import ListNotations.
From Wargame Require Import Game Rules Generated.
Open Scope Z_scope.

(* The numbers of range. *)
Lemma in_range x n : In x (range n) <-> 0 <= x < n.
Proof.
  unfold range. rewrite in_map_iff. split.
  - intros (i & <- & H). apply in_seq in H. lia.
  - intros H. exists (Z.to_nat x). rewrite in_seq. lia.
Qed.

Lemma start_agrees g : start g = code_start (soldiers g).
Proof. reflexivity. Qed.
Lemma outcome_agrees g s : outcome g s =
  (if battle s then code_outcome_of_battle else code_outcome_before)
    (field_a s) (field_b s) (win g) (draw g) (loss g).
Proof.
  unfold outcome, code_outcome_of_battle, code_outcome_before, payoffs. destruct (battle s); [simpl|reflexivity].
  destruct (Z.ltb_spec (field_b s) (field_a s)), (Z.ltb_spec (field_a s) (field_b s)); simpl; reflexivity || lia.
Qed.
Lemma moves_a_agree s sent : In sent (moves s (camp_a s)) <->
  (if battle s then code_moves_a_of_battle else code_moves_a_before)
    (round s) (camp_a s) (field_a s) (camp_b s) (field_b s) sent.
Proof.
  unfold moves, code_moves_a_of_battle, code_moves_a_before. rewrite in_range. destruct (battle s); lia.
Qed.
Lemma moves_b_agree s sent : In sent (moves s (camp_b s)) <->
  (if battle s then code_moves_b_of_battle else code_moves_b_before)
    (round s) (camp_a s) (field_a s) (camp_b s) (field_b s) sent.
Proof.
  unfold moves, code_moves_b_of_battle, code_moves_b_before. rewrite in_range. destruct (battle s); lia.
Qed.
Lemma survivors_agree g field :
  survivors g field = code_survivors (Qnum (1 - killed g)) (Zpos (Qden (1 - killed g))) field.
Proof. reflexivity. Qed.

(* The same positions in the same order, with equal probabilities. *)
Definition same_distribution : list (position * Q) -> list (position * Q) -> Prop :=
  Forall2 (fun found wanted => fst found = fst wanted /\ (snd found == snd wanted)%Q).
Lemma after_agrees g s a b : same_distribution (after g s a b)
  (code_after (survivors g) (round s) (camp_a s) (field_a s) (camp_b s) (field_b s) a b (chance g (round s))).
Proof.
  unfold after, code_after. set (p := chance g (round s)).
  assert (E : (1 - p == 1 + (-1) * p)%Q) by ring.
  replace (Qeq_bool (1 + -1 * p) 0) with (Qeq_bool (1 - p) 0) by (apply eq_true_iff_eq; now rewrite !Qeq_bool_iff, E).
  unfold after_battle, after_round.
  replace (-1 * a + camp_a s) with (camp_a s - a) by ring. replace (-1 * b + camp_b s) with (camp_b s - b) by ring.
  rewrite (Z.add_comm a), (Z.add_comm b).
  destruct (Qeq_bool (1 - p) 0); simpl; [|destruct (Qeq_bool p 0); simpl];
    repeat (apply Forall2_cons; [now split|]); apply Forall2_nil.
Qed.
Lemma default_chances_agree : map default_chances (seq 1 12) = code_default_chances.
Proof. vm_compute. reflexivity. Qed.
