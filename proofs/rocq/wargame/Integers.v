(* The Wargame in integers, for the checker: whole numbers for the chances and payoffs, compared with the rules. *)
Require Import QArith ZArith List Bool Lia Lqa.
Import ListNotations.
From Wargame Require Import Game Rules Agree Soldiers Checker.
Open Scope Z_scope.

(* Payoffs in units of 1/precision. A round counts in units of 1/(precision * parts): a battle then contributes its
   payoff times `fought`, and the next round its own units times `quiet`. `base` is above every number of soldiers. *)
Record one_round := Round { parts : positive; fought : Z; quiet : Z }.
Record numbers := Numbers {
  base : Z; precision : positive; units_won : Z; units_drawn : Z; units_lost : Z; by_round : list one_round }.

(* For the chances 1/n, 1/(n - 1), ..., 1 and payoffs 1, 0 and -1: no factor but 1. *)
Definition default_numbers (base : Z) (precision : positive) (n : nat) : numbers :=
  Numbers base precision (Zpos precision) 0 (- Zpos precision)
    (map (fun left => Round (Pos.of_nat left) 1 (if (left =? 1)%nat then 0 else 1)) (rev (seq 1 n))).

Definition last_round : one_round := Round 1 1 0.
Definition at_round (k : numbers) (i : nat) : one_round := nth i (by_round k) last_round.
(* Whether the numbers of a round are those of its chance of a battle p. *)
Definition round_agrees (p : Q) (now next : one_round) : bool :=
  Qeq_bool (p * inject_Z (Zpos (parts now))) (inject_Z (fought now)) &&
  Qeq_bool ((1 - p) * inject_Z (Zpos (parts now))) (inject_Z (quiet now) * inject_Z (Zpos (parts next))).
Definition agrees (g : wargame) (k : numbers) : bool :=
  Qeq_bool (win g) (units_won k # precision k) && Qeq_bool (draw g) (units_drawn k # precision k) &&
  Qeq_bool (loss g) (units_lost k # precision k) &&
  (length (by_round k) =? length (battle_chances g))%nat &&
  forallb (fun i => round_agrees (nth i (battle_chances g) 1%Q) (at_round k i) (at_round k (S i)))
    (seq 0 (length (battle_chances g))).

Definition place (s : Rules.position) : nat := Z.to_nat (round s - 1).
Definition same_position (s t : Rules.position) : bool :=
  (round s =? round t) && (camp_a s =? camp_a t) && (field_a s =? field_a t) && (camp_b s =? camp_b t) &&
  (field_b s =? field_b t) && eqb (battle s) (battle t).
Definition number_of (k : numbers) (s : Rules.position) : positive :=
  let n := base k in Z.to_pos (n * (n * (n * (n * round s + camp_a s) + field_a s) + camp_b s) + field_b s).
Definition allowed (s : Rules.position) (camp a : Z) : bool := negb (battle s) && (0 <=? a) && (a <=? camp).
Definition units_at_end (k : numbers) (s : Rules.position) : option Z :=
  if battle s then
    Some (if field_b s <? field_a s then units_won k
          else if field_a s <? field_b s then units_lost k else units_drawn k)
  else None.
Definition unit_of (k : numbers) (s : Rules.position) : positive :=
  if battle s then precision k else (precision k * parts (at_round k (place s)))%positive.
(* The two branches, in an order of steps that computes what belongs to A only once. *)
Definition wargame_branches (g : wargame) (k : numbers) (s : Rules.position) : Z -> Z -> list (Rules.position * Z) :=
  let '(Round _ fights waits) := at_round k (place s) in
  let '(Position number camp_a field_a camp_b field_b _) := s in
  let next := number + 1 in
  let share := (1 - killed g)%Q in
  let left := Qnum share in
  let whole := Zpos (Qden share) in
  let last := waits =? 0 in
  let never := fights =? 0 in
  fun a =>
    let camp_a := camp_a - a in
    let field_a := field_a + a in
    let left_a := field_a * left / whole in
    fun b =>
      let camp_b := camp_b - b in
      let field_b := field_b + b in
      if last then [(Position number camp_a field_a camp_b field_b true, fights)]
      else let quiet := (Position next camp_a left_a camp_b (field_b * left / whole) false, waits) in
           if never then [quiet] else [(Position number camp_a field_a camp_b field_b true, fights); quiet].

Definition integers (g : wargame) (k : numbers) : arithmetic (game_of g) :=
  Arithmetic (game_of g) (fun s => 0 <? round s) same_position (number_of k) (fun s => allowed s (camp_a s))
    (fun s => allowed s (camp_b s)) (unit_of k) (units_at_end k) (wargame_branches g k).

(* Positions that compare as the same are the same. *)
Lemma same_position_true s t : same_position s t = true -> s = t.
Proof.
  unfold same_position. rewrite !andb_true_iff, !Z.eqb_eq, eqb_true_iff.
  destruct s, t; simpl. intros (((((? & ?) & ?) & ?) & ?) & ?). now subst.
Qed.

(* Allowed numbers of soldiers are moves. *)
Lemma allowed_is_move s camp a : allowed s camp a = true -> In a (moves s camp).
Proof.
  unfold allowed, moves. rewrite !andb_true_iff, negb_true_iff, !Z.leb_le. intros ((-> & ?) & ?).
  apply in_range. lia.
Qed.

(* They are the positions of the rules. *)
Lemma wargame_branches_are g k s a b : wargame_branches g k s a b =
  let now := at_round k (place s) in
  if quiet now =? 0 then [(after_battle s a b, fought now)]
  else if fought now =? 0 then [(after_round g s a b, quiet now)]
  else [(after_battle s a b, fought now); (after_round g s a b, quiet now)].
Proof. unfold wargame_branches. destruct s as [r ca fa cb fb over]. now destruct (at_round k _). Qed.

(* The numbers of every round agree with the rules, also after the last. *)
Lemma every_round_agrees g k i : agrees g k = true ->
  round_agrees (nth i (battle_chances g) 1%Q) (at_round k i) (at_round k (S i)) = true.
Proof.
  unfold agrees. rewrite !andb_true_iff, forallb_forall, Nat.eqb_eq. intros (((_ & _) & same) & each).
  destruct (Nat.lt_ge_cases i (length (battle_chances g))) as [less|more].
  - apply each, in_seq. lia.
  - rewrite nth_overflow by exact more. unfold at_round. rewrite !nth_overflow by lia. reflexivity.
Qed.

(* A number of units of a round and of what follows it. *)
Lemma branch_units p f (d u v : positive) : (p * inject_Z (Zpos d) == f * inject_Z (Zpos v))%Q ->
  (p * inject_Z (Zpos (u * d)) == f * inject_Z (Zpos (u * v)))%Q.
Proof.
  intros same. rewrite !Pos2Z.inj_mul, !inject_Z_mult.
  transitivity (inject_Z (Zpos u) * (p * inject_Z (Zpos d)))%Q; [ring|]. rewrite same. ring.
Qed.

(* If the numbers agree, the integers say the same as the rules. *)
Theorem integers_faithful g k : agrees g k = true -> faithful (integers g k).
Proof.
  intros ok. split; [exact same_position_true|].
  split; [intros s a; apply allowed_is_move|]. split; [intros s a; apply allowed_is_move|].
  pose proof (fun i => every_round_agrees g k i ok) as each.
  unfold agrees in ok. rewrite !andb_true_iff, !Qeq_bool_iff in ok. destruct ok as ((((won & drawn) & lost) & _) & _).
  split; simpl.
  - intros s. unfold units_at_end, outcome, unit_of. destruct (battle s); simpl; [|reflexivity].
    eexists. split; [reflexivity|]. unfold payoffs.
    destruct (Z.ltb_spec (field_b s) (field_a s)), (Z.ltb_spec (field_a s) (field_b s)); simpl; try lia; assumption.
  - intros s a b positive going. apply Z.ltb_lt in positive. unfold outcome in going.
    destruct (battle s) eqn:quiet_now; [discriminate|].
    rewrite wargame_branches_are. unfold after, chance. fold (place s).
    specialize (each (place s)). unfold round_agrees in each. rewrite andb_true_iff, !Qeq_bool_iff in each.
    set (p := nth (place s) (battle_chances g) 1%Q) in *. set (now := at_round k (place s)) in *.
    destruct each as [battle_part quiet_part].
    assert (next : place (after_round g s a b) = S (place s)) by (unfold place; simpl; lia).
    assert (fights : is_branch (integers g k) s (after_battle s a b, p) (after_battle s a b, fought now)).
    { split; [reflexivity|]. simpl. unfold unit_of. rewrite quiet_now. simpl. fold now.
      rewrite <- (Pos.mul_1_r (precision k)) at 2. apply branch_units. rewrite battle_part. ring. }
    assert (waits : is_branch (integers g k) s (after_round g s a b, 1 - p)%Q (after_round g s a b, quiet now)).
    { split; [reflexivity|]. simpl. unfold unit_of. rewrite quiet_now, next. simpl. fold now.
      apply branch_units. exact quiet_part. }
    assert (never : Qeq_bool (1 - p) 0 = (quiet now =? 0)).
    { apply eq_true_iff_eq. rewrite Qeq_bool_iff, Z.eqb_eq. split; intros zero.
      - rewrite zero in quiet_part. unfold Qeq in quiet_part. simpl in quiet_part. nia.
      - rewrite zero in quiet_part. assert (0 < inject_Z (Zpos (parts now)))%Q by reflexivity.
        change (inject_Z 0) with 0%Q in quiet_part. nra. }
    assert (peace : Qeq_bool p 0 = (fought now =? 0)).
    { apply eq_true_iff_eq. rewrite Qeq_bool_iff, Z.eqb_eq. split; intros zero.
      - rewrite zero in battle_part. unfold Qeq in battle_part. simpl in battle_part. lia.
      - rewrite zero in battle_part. assert (0 < inject_Z (Zpos (parts now)))%Q by reflexivity.
        change (inject_Z 0) with 0%Q in battle_part. nra. }
    rewrite never, peace. destruct (quiet now =? 0); [|destruct (fought now =? 0)];
      repeat (apply Forall2_cons; [assumption|]); apply Forall2_nil.
Qed.

(* Whether the strategies guarantee at least `lower` from the start. *)
Definition guarantees_from_start (g : wargame) (k : numbers) (c : certificate (game_of g)) (lower : Q) : bool :=
  agrees g k && match checked (integers g k) c (start g) with
                | Some n => Qle_bool lower (n # unit_of k (start g))
                | None => false
                end.

(* If so, they do by the rules. *)
Theorem start_guaranteed g k c lower : guarantees_from_start g k c lower = true ->
  guarantees (game_of g) (start g) lower.
Proof.
  unfold guarantees_from_start. rewrite andb_true_iff. intros [ok found].
  destruct (checked _ _ _) as [n|] eqn:C; [|discriminate]. apply Qle_bool_iff in found.
  eapply guarantees_less; [|exact found].
  exact (checked_guarantee (integers g k) (integers_faithful g k ok) c (start g) n C).
Qed.

(* In a symmetric game the strategies of one seat bracket the value of the start: B uses them in the mirror image. *)
Theorem start_bracketed g k c lower : symmetric g -> guarantees_from_start g k c lower = true ->
  guarantees (game_of g) (start g) lower /\ concedes (game_of g) (start g) (- lower).
Proof.
  intros fair found. apply start_guaranteed in found. split; [exact found|].
  now apply (WG_1_exchange g (start g) lower).
Qed.
