(* The rules as relations between the defenders left alive and the strength left, and the days of section 2.a. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules Day.
Open Scope Z_scope.

(* A volley at D defenders and C points leaves x = D - b defenders alive and R points. *)
Definition strength_left (S C b : Z) := Z.max (C - (S - b)) 0.

(* Lemma 1, the moves: no shot is wasted unless no defender is left. *)
Theorem cd3_lemma_rules_move : forall S D C b : Z, 1 <= S -> 0 <= D -> 0 <= C ->
  (move (P S D C) b <-> 0 <= b <= Z.min S D /\ (b = D \/ S - b <= C)).
Proof. intros. unfold move; sm; lia. Qed.

(* Lemma 1, the total: x + R = D + C - S, but for wasted shots, which win. *)
Theorem cd3_lemma_rules_total : forall S D C b : Z, 1 <= S -> 0 <= D -> 0 <= C -> move (P S D C) b ->
  let x := D - b in let R := strength_left S C b in
  (x + R = D + C - S \/ x = 0 /\ R = 0) /\ D + C - S <= x + R.
Proof. intros S D C b HS HD HC M x R. subst x R. unfold move, strength_left in *; sm; lia. Qed.

(* Lemma 1, the day after: the position that the code of the rules gives, and who has won. *)
Theorem cd3_lemma_rules_day : forall S D C b dpw : Z, 1 <= S -> 0 <= D -> 0 <= C -> 1 <= dpw -> move (P S D C) b ->
  let x := D - b in let R := strength_left S C b in let p := after dpw (P S D C) b in
  (outcome p = Some Soldiers <-> x = 0 /\ R = 0) /\
  (outcome p = Some Castle <-> S <= x) /\
  (outcome p = None -> p = P (S - x) (if 1 <=? R then x + dpw else x) R).
Proof.
  intros S D C b d HS HD HC Hd M x R p. unfold move in M; sm.
  assert (E : p = P (Z.max (S - x) 0) (if (0 <? Z.max (S - x) 0) && (0 <? R) then x + d else x) R) by reflexivity.
  assert (HR : 0 <= R) by (unfold R, strength_left; lia). assert (HX : 0 <= x) by (unfold x; lia).
  assert (S <= x -> S <> 0) by lia. clearbody x R p. subst p. unfold outcome; sm. clear M.
  repeat split; intros; cases; try discriminate; try reflexivity; try lia; f_equal; lia.
Qed.

(* While the play goes on, at least one of the two numbers is positive; a legal volley always exists. *)
Theorem cd3_lemma_rules_volley : forall S D C : Z, 1 <= S -> 0 <= D -> 0 <= C -> exists b, move (P S D C) b.
Proof. intros. exists (Z.min S D). unfold move; sm; lia. Qed.

(* (1) to (3): x left alive, soldiers and strength left. *)
Theorem cd3_eq1_3 : forall S C x dpw : Z, 0 <= x <= dpw -> x < S -> dpw - x <= S -> 1 <= C + dpw - (S + x) ->
  move (P S dpw C) (dpw - x) /\
  after dpw (P S dpw C) (dpw - x) = P (S - x) (dpw + x) ((C + dpw) - (S + x)).
Proof. intros. split. unfold move; sm; lia. unfold after; sm; cases; try lia; f_equal; lia. Qed.

(* (4): the day after, all dpw + x defenders are shot. *)
Theorem cd3_eq4 : forall S C x dpw : Z, 1 <= dpw -> 0 <= x <= dpw -> dpw + 2 * x <= S -> 1 <= C + 2 * dpw + x - 2 * S ->
  move (P (S - x) (dpw + x) (C + dpw - (S + x))) (dpw + x) /\
  after dpw (P (S - x) (dpw + x) (C + dpw - (S + x))) (dpw + x) = P (S - x) dpw (C + 2 * dpw + x - 2 * S).
Proof. intros. split. unfold move; sm; lia. unfold after; sm; cases; try lia; f_equal; lia. Qed.

(* (5): none left alive on two days; x points less than in (4). *)
Theorem cd3_eq5 : forall S C dpw : Z, 1 <= dpw <= S -> 1 <= C + 2 * dpw - 2 * S ->
  plays dpw 2 (P S dpw C) (P S dpw (C + 2 * dpw - 2 * S)).
Proof.
  intros S C d Hd HC. apply onward with (b := d). apply stands; sm; lia. unfold move; sm; lia.
  replace (after d (P S d C) d) with (P S d (C + d - S)) by (unfold after; sm; cases; try lia; f_equal; lia).
  apply onward with (b := d). apply stands; sm; lia. unfold move; sm; lia.
  replace (after d (P S d (C + d - S)) d) with (P S d (C + 2 * d - 2 * S))
    by (unfold after; sm; cases; try lia; f_equal; lia).
  constructor.
Qed.

(* The points of (5) are fewer than those of (4), by the x >= 1 defenders left alive. *)
Theorem cd3_eq5_fewer : forall S C x dpw : Z, 1 <= x -> C + 2 * dpw - 2 * S < C + 2 * dpw + x - 2 * S.
Proof. intros. lia. Qed.

(* (7): n soldiers fell a castle of C points without a wasted shot: x = C + dpw - n are left alive. *)
Theorem cd3_eq7 : forall n C dpw b : Z, 1 <= n -> 1 <= dpw -> 1 <= C -> move (P n dpw C) b ->
  st (after dpw (P n dpw C) b) = 0 -> n - b <= C -> de (after dpw (P n dpw C) b) = C + dpw - n.
Proof. intros n C d b Hn Hd HC M F W. unfold move, after in *; sm. cases; lia. Qed.
