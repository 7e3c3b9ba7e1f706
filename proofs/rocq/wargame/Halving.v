(* The claim WG.4 about the Wargame: half of a field is killed, and the number of survivors is rounded down. *)
Require Import QArith ZArith Lia.
From Wargame Require Import Rules Agree.
Open Scope Z_scope.

(* WG.4: twice the survivors are the field, or one soldier less if it is odd; of 3 soldiers, 1 is left. *)
Theorem WG_4 g : (killed g == 1 # 2)%Q ->
  survivors g 3 = 1 /\ forall field, 2 * survivors g field <= field <= 2 * survivors g field + 1.
Proof.
  intros half. assert (all : forall field, 2 * survivors g field <= field <= 2 * survivors g field + 1).
  { intros field. unfold survivors. assert (left : (1 - killed g == 1 # 2)%Q) by (rewrite half; reflexivity).
    unfold Qeq in left. set (share := (1 - killed g)%Q) in *. cbn [Qnum Qden] in left.
    pose proof (Z.div_mod (field * Qnum share) (Zpos (Qden share)) ltac:(lia)).
    pose proof (Z.mod_pos_bound (field * Qnum share) (Zpos (Qden share)) ltac:(lia)). nia. }
  split; [|exact all]. specialize (all 3). lia.
Qed.
