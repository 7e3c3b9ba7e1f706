(* The stored outcomes are those that the Python code gives when it is run on symbols, for all numbers of armies. The kept
   distributions are those that the code computes for small armies. *)
Require Import QArith List Arith Lia.
Import ListNotations.
From Battle Require Import Rules Generated.
Open Scope Q_scope.

Lemma outcome_agrees g a d : outcome g (a, d) =
  match both_dead g, stop_when_outnumbered g with
  | attacker, false => outcome_attacker
  | attacker, true => outcome_attacker_stop
  | defender, false => outcome_defender
  | defender, true => outcome_defender_stop
  end (Z.of_nat a) (Z.of_nat d) (Z.of_nat (reserve g)).
Proof.
  unfold outcome. set (r := reserve g).
  replace (r <? a)%nat with (Z.of_nat r <? Z.of_nat a)%Z
    by (destruct (Nat.ltb_spec r a), (Z.ltb_spec (Z.of_nat r) (Z.of_nat a)); lia).
  replace (d =? 0)%nat with (Z.of_nat d =? 0)%Z
    by (destruct (Nat.eqb_spec d 0), (Z.eqb_spec (Z.of_nat d) 0); lia).
  replace (a <=? d)%nat with (Z.of_nat a <=? Z.of_nat d)%Z
    by (destruct (Nat.leb_spec a d), (Z.leb_spec (Z.of_nat a) (Z.of_nat d)); lia).
  destruct (both_dead g), (stop_when_outnumbered g); unfold outcome_attacker, outcome_attacker_stop,
    outcome_defender, outcome_defender_stop;
    destruct (Z.of_nat r <? Z.of_nat a)%Z, (Z.of_nat d =? 0)%Z, (Z.of_nat a <=? Z.of_nat d)%Z; reflexivity.
Qed.

(* Two distributions are alike if everything in one of them has the same probability in both. *)
Fixpoint weight {X} (same : X -> X -> bool) (d : list (X * Q)) (x : X) : Q :=
  match d with [] => 0 | (y, q) :: rest => (if same y x then q else 0) + weight same rest x end.
Definition alike {X} (same : X -> X -> bool) (d e : list (X * Q)) : bool :=
  forallb (fun x => Qeq_bool (weight same d x) (weight same e x)) (map fst d ++ map fst e).

Lemma survivors_agree : forallb (fun '(armies, shooters, hits, others) =>
  alike Nat.eqb (survivor_distribution armies shooters hits) others) survivor_distributions = true.
Proof. vm_compute. reflexivity. Qed.
Definition same_position (s t : position) : bool := ((fst s =? fst t) && (snd s =? snd t))%nat%bool.
Lemma after_agrees : forallb (fun '(g, s, others) => alike same_position (after g s) others) turns = true.
Proof. vm_compute. reflexivity. Qed.
