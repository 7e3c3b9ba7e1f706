(* Castle Defense I and II: attackDefenders, wins of the castle in two waves, one wave, and the battle. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules ClosedForms ClosedFormsA Day SecondDay.
Open Scope Z_scope.

(* A play of t waves in which every soldier fires at a defender, as long as there is one: the post's attackDefenders. *)
Inductive attack_defenders (dpw : Z) : nat -> pos -> pos -> Prop :=
| attack_none p : attack_defenders dpw 0 p p
| attack_wave p t p' : outcome p = None -> move p (Z.min (so p) (de p)) ->
    attack_defenders dpw t (after dpw p (Z.min (so p) (de p))) p' -> attack_defenders dpw (S t) p p'.

(* After the first wave, with dpw < n: all soldiers stay, and the strength falls by n - dpw. *)
Lemma attack_waves n d : 1 <= d < n -> forall (k : nat) C, 1 <= C ->
  Z.of_nat k * (n - d) < C -> C <= Z.of_nat (S k) * (n - d) ->
  attack_defenders d (S k) (P n d C) (P n 0 0).
Proof.
  intros Hd. induction k; intros C HC L U.
  - apply attack_wave; [apply stands; sm; lia | unfold move; sm; lia | ].
    replace (after d (P n d C) (Z.min (so (P n d C)) (de (P n d C)))) with (P n 0 0)
      by (unfold after; sm; cases; try lia; f_equal; lia).
    constructor.
  - apply attack_wave; [apply stands; sm; lia | unfold move; sm; lia | ].
    replace (after d (P n d C) (Z.min (so (P n d C)) (de (P n d C)))) with (P n d (C - (n - d)))
      by (unfold after; sm; cases; try nia; f_equal; lia).
    apply IHk; nia.
Qed.

(* With dpw < n < s it wins in 1 + ceiling((s - n) / (n - dpw)) waves, without a loss. *)
Theorem cd1_attack_defenders : forall n s dpw : Z, 1 <= dpw < n -> n < s ->
  exists p, attack_defenders dpw (Z.to_nat (1 + ceiling_division (s - n) (n - dpw))) (start n s) p /\
            outcome p = Some Soldiers /\ so p = n.
Proof.
  intros n s d Hd Hs. unfold ceiling_division. pose proof (Z.div_mod (- (s - n)) (n - d) ltac:(lia)).
  pose proof (Z.mod_pos_bound (- (s - n)) (n - d) ltac:(lia)). set (w := - (s - n) / (n - d)) in *.
  set (m := (- (s - n)) mod (n - d)) in *. clearbody w m. assert (w < 0) by nia.
  exists (P n 0 0). split; [ | split; [unfold outcome; sm; cases; auto; lia | reflexivity]].
  replace (Z.to_nat (1 + - w)) with (S (S (Z.to_nat (- w - 1)))) by lia.
  apply attack_wave; [apply stands; sm; lia | unfold move; sm; lia | ].
  replace (after d (start n s) (Z.min (so (start n s)) (de (start n s)))) with (P n d (s - n))
    by (unfold after; sm; cases; try lia; f_equal; lia).
  apply attack_waves; try lia; rewrite ?Nat2Z.inj_succ, Z2Nat.id by lia; nia.
Qed.

(* Whoever leaves a defender alive loses a soldier. *)
Lemma lossless d t p q : 1 <= d -> plays d t p q -> 0 <= de p -> 0 <= st p ->
  so q <= so p /\ (so q = so p -> attack_defenders d t p q).
Proof.
  intros Hd W. induction W as [p | p b t q O M W IH]; intros HD HC.
  - split; [lia | constructor].
  - pose proof (goes_on p O). unfold move in M.
    assert (A : so (after d p b) <= so p /\ (so (after d p b) = so p -> b = de p) /\
                0 <= de (after d p b) /\ 0 <= st (after d p b)) by (unfold after; sm; cases; lia).
    destruct A as (A1 & A2 & A3 & A4). destruct (IH A3 A4) as [B1 B2]. split; [lia | ]. intro E.
    assert (b = de p) by (apply A2; lia). assert (F : Z.min (so p) (de p) = b) by lia.
    apply attack_wave; rewrite ?F; [exact O | unfold move; lia | apply B2; lia].
Qed.

(* A play that loses no soldier is attackDefenders. *)
Theorem cd1_lossless : forall n s dpw : Z, 1 <= n -> 1 <= s -> 1 <= dpw -> forall t p,
  plays dpw t (start n s) p -> so p = n -> attack_defenders dpw t (start n s) p.
Proof. intros n s d Hn Hs Hd t p W E. apply (lossless d t _ _ Hd W); sm; auto; lia. Qed.

Lemma attack_never d t p q : attack_defenders d t p q -> 1 <= st p -> so p <= de p -> so p <= d -> 0 <= so p ->
  st q = st p.
Proof.
  intro W. induction W as [ | p t q O M W IH]; intros HC HD Hd HS; [reflexivity | ].
  replace (Z.min (so p) (de p)) with (so p) in * by lia.
  assert (A : st (after d p (so p)) = st p /\ so (after d p (so p)) <= d /\ 0 <= so (after d p (so p)) /\
              so (after d p (so p)) <= de (after d p (so p))) by (unfold after; sm; cases; lia).
  destruct A as (A1 & A2 & A3 & A4). rewrite <- A1 in *. apply IH; lia.
Qed.

(* With dpw >= n and s > n it never wins. *)
Theorem cd1_attack_defenders_never : forall n s dpw : Z, 1 <= n -> n <= dpw -> n < s -> forall t p,
  attack_defenders dpw t (start n s) p -> outcome p <> Some Soldiers.
Proof.
  intros n s d Hn Hd Hs t p W E. assert (1 <= st p); [ | unfold outcome in E; cases; lia].
  inversion W as [ | ? u ? O M L]; subst; [sm; lia | ].
  replace (after d (start n s) (Z.min (so (start n s)) (de (start n s)))) with (P n d (s - n)) in L
    by (unfold after; sm; cases; try lia; f_equal; lia).
  apply attack_never in L; sm; lia.
Qed.

(* Many defenders and much strength remain, and the soldiers do not win. *)
Lemma hopeless d t : 1 <= d -> forall S D C, 1 <= C -> S <= d -> S <= D -> 2 * S <= C + D ->
  ~ wins d Soldiers t (P S D C).
Proof.
  intros Hd. induction t; intros S D C HC H1 H2 H3 W; inversion W as [? O | ? b u O M L]; subst.
  - unfold outcome in O; sm; cases; lia.
  - pose proof (goes_on _ O). unfold move in M. sm. destruct (Z_le_gt_dec S (D - b)).
    + revert L. apply dead. unfold after; sm; lia.
    + revert L. replace (after d (P S D C) b) with (P (S - (D - b)) (D - b + d) (C - (S - b)))
        by (unfold after; sm; cases; try lia; f_equal; lia).
      apply IHt; lia.
Qed.

(* Where the castle can win in two waves, the soldiers cannot win. *)
Theorem cd2_two_waves_never : forall n s dpw : Z, 1 <= n -> 1 <= s -> 1 <= dpw ->
  wins dpw Castle 2 (start n s) -> cannot_win dpw Soldiers (start n s).
Proof.
  intros n s d Hn Hs Hd W t V. apply cd3_two_days in W; auto. apply first_day_only in V as (u & _ & V); try lia.
  revert V. apply hopeless; lia.
Qed.

(* Where the soldiers can win, every win of the castle takes three waves or more. *)
Theorem cd2_three_waves : forall n s dpw : Z, 1 <= n -> 1 <= s -> 1 <= dpw ->
  (exists t, wins dpw Soldiers t (start n s)) -> forall t, wins dpw Castle t (start n s) -> (3 <= t)%nat.
Proof.
  intros n s d Hn Hs Hd (u & V) t W. pose proof (two_at_least n s d Hn Hs Hd t W).
  destruct (Nat.eq_dec t 2) as [-> | ]; [ | lia]. exfalso. apply (cd2_two_waves_never n s d Hn Hs Hd W u V).
Qed.

(* A wave with i shots at defenders, if both sides survive; and i never exceeds the defenders. *)
Theorem cd2_transition : forall S D CH dpw i : Z, 1 <= S -> 0 <= D -> 0 <= CH -> 1 <= dpw -> move (P S D CH) i ->
  i <= D /\ let p := after dpw (P S D CH) i in
  (0 < so p -> 0 < st p -> p = P (S - (D - i)) (D - i + dpw) (CH - (S - i))).
Proof.
  intros S D C d i HS HD HC Hd M. unfold move in M. sm. split; [lia | ]. cbv zeta. unfold after; sm; intros.
  cases; try lia. f_equal; lia.
Qed.

(* After the castle fell: one volley, and D' = D - S, S' = S - D' as long as both are positive. *)
Theorem cd2_battle : forall S D dpw i : Z, 1 <= S -> 1 <= D -> 1 <= dpw -> move (P S D 0) i ->
  let p := after dpw (P S D 0) i in
  (S < D -> p = P (Z.max (S - (D - S)) 0) (D - S) 0) /\ (D <= S -> p = P S 0 0 /\ outcome p = Some Soldiers).
Proof.
  intros S D d i HS HD Hd M. unfold move in M. sm. cbv zeta. split; intro L.
  - assert (i = S) by lia. subst i. unfold after; sm; cases; try lia; f_equal; lia.
  - assert (i = D) by lia. subst i. replace (after d (P S D 0) D) with (P S 0 0)
      by (unfold after; sm; cases; try lia; f_equal; lia).
    split; [reflexivity | ]. unfold outcome; sm; cases; auto; lia.
Qed.
