(* One day of the game, seen from the soldiers' side. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules.
Open Scope Z_scope.

(* sm: compute the fields of a position. *)
Ltac sm := unfold start in *; cbn [so de st] in *.

(* cases: split every comparison of numbers. *)
Ltac cases := repeat (match goal with
  | H : context [?a <=? ?b] |- _ => destruct (Z.leb_spec a b)
  | H : context [?a <? ?b] |- _ => destruct (Z.ltb_spec a b)
  | H : context [?a =? ?b] |- _ => destruct (Z.eqb_spec a b)
  | |- context [?a <=? ?b] => destruct (Z.leb_spec a b)
  | |- context [?a <? ?b] => destruct (Z.ltb_spec a b)
  | |- context [?a =? ?b] => destruct (Z.eqb_spec a b) end; cbn [andb] in * ); try discriminate.

(* While the play goes on, a soldier is alive. *)
Lemma goes_on p : outcome p = None -> 0 < so p.
Proof. unfold outcome; cases; lia. Qed.

(* With a soldier alive, and a defender or a point of strength left, the play goes on. *)
Lemma stands p : 0 < so p -> (de p <> 0 \/ st p <> 0) -> outcome p = None.
Proof. unfold outcome; intros; cases; lia || auto. Qed.

(* Dead soldiers do not win. *)
Lemma dead d t p : so p <= 0 -> ~ wins d Soldiers t p.
Proof. intros H W; inversion W; unfold outcome in *; cases; lia. Qed.

(* Nothing left to shoot: the soldiers have won now ... *)
Lemma isover d p : 0 < so p -> de p = 0 -> st p = 0 -> wins d Soldiers 0 p.
Proof. intros; constructor. unfold outcome; cases; lia || auto. Qed.

(* ... and in no other number of days. *)
Lemma over d t p : 0 < so p -> de p = 0 -> st p = 0 -> wins d Soldiers t p -> t = O.
Proof. intros S D C W; inversion W as [ | ? b u O M L]; auto. unfold outcome in *; cases; lia. Qed.

(* On day 1, against a castle stronger than the soldiers, all fire at the castle. *)
Lemma first_day d n s b : 1 <= d -> 1 <= n -> n < s -> move (start n s) b ->
  b = 0 /\ after d (start n s) b = P n d (s - n).
Proof.
  unfold move, after, start; sm; intros. assert (b = 0) by lia. subst; split; auto. cases; try lia. f_equal; lia.
Qed.

(* A win from day 2 on is a win from the start, a day later. *)
Lemma open_with d n s t : 1 <= d -> 1 <= n -> n < s ->
  wins d Soldiers t (P n d (s - n)) -> wins d Soldiers (S t) (start n s).
Proof.
  intros. assert (M : move (start n s) 0) by (unfold move, start; sm; lia).
  apply day with (b := 0); auto. apply stands; sm; lia.
  apply first_day with (d := d) in M as [_ ->]; auto.
Qed.

(* A win from the start is a win from day 2 on, a day earlier. *)
Lemma first_day_only d n s t : 1 <= d -> 1 <= n -> n < s -> wins d Soldiers t (start n s) ->
  exists u, t = S u /\ wins d Soldiers u (P n d (s - n)).
Proof.
  intros Hd Hn Hs W. inversion W as [? O | ? b u O M L]; subst. unfold outcome in O; sm; cases; lia.
  apply first_day with (d := d) in M as [-> E]; auto. rewrite E in L. eauto.
Qed.

(* dpw < n: for j days, kill the fresh defenders and fire the other n - dpw shots at the castle. *)
Lemma hold d n : 1 <= d -> d < n -> forall (j m : nat) C, 0 < C - Z.of_nat j * (n - d) ->
  wins d Soldiers m (P n d (C - Z.of_nat j * (n - d))) -> wins d Soldiers (j + m) (P n d C).
Proof.
  intros Hd Hn. induction j; intros m C H W.
  - cbn in *. replace (C - 0) with C in W by lia. auto.
  - cbn [Nat.add]. apply day with (b := d). apply stands; sm; lia. unfold move; sm; lia.
    replace (after d (P n d C) d) with (P n d (C - (n - d))) by (unfold after; sm; cases; try nia; f_equal; nia).
    apply IHj; replace (C - (n - d) - Z.of_nat j * (n - d)) with (C - Z.of_nat (S j) * (n - d)) by lia; auto.
Qed.

(* Castle and defenders disappear together: a win today. *)
Lemma both d n C : 1 <= d <= n -> 0 < C -> C + d - n <= 0 -> wins d Soldiers 1 (P n d C).
Proof.
  intros. apply day with (b := d). apply stands; sm; lia. unfold move; sm; lia.
  replace (after d (P n d C) d) with (P n 0 0) by (unfold after; sm; cases; try lia; f_equal; lia).
  apply isover; sm; lia.
Qed.
