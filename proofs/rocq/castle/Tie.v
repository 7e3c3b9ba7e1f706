(* Endless plays: the tie of the post, and the only position in which a play can stay. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules Day.
Open Scope Z_scope.

(* A play that never ends, from its first position. *)
Definition goes_on_forever (dpw : Z) (p : pos) (play : nat -> pos) :=
  play O = p /\
  forall i, outcome (play i) = None /\ exists b, move (play i) b /\ play (S i) = after dpw (play i) b.

(* dpw = n: killing all defenders every day, the soldiers can tie. *)
Theorem cd3_castle_tie : forall n s dpw : Z, 1 <= n -> n < s -> dpw = n ->
  exists play, goes_on_forever dpw (start n s) play /\
  forall i, play (S i) = after dpw (play i) (de (play i)) /\ play (S i) = P n n (s - n).
Proof.
  intros n s d Hn Hs ->. exists (fun i => match i with O => start n s | S _ => P n n (s - n) end).
  assert (A : forall i : nat, let p := match i with O => start n s | S _ => P n n (s - n) end in
    outcome p = None /\ move p (de p) /\ P n n (s - n) = after n p (de p)).
  { intros [ | i]; cbv zeta; (split; [apply stands; sm; lia | split; [unfold move; sm; lia | ]]);
      unfold after; sm; cases; try lia; f_equal; lia. }
  split; [split; [reflexivity | ] | ]; intro i; destruct (A i) as (A1 & A2 & A3).
  - split; [exact A1 | ].
    exists (de match i with O => start n s | S _ => P n n (s - n) end). split; [exact A2 | exact A3].
  - split; [exact A3 | reflexivity].
Qed.

(* A day without loss of soldiers or strength: all defenders are shot, one by each soldier, and dpw come out. *)
Lemma day_without_loss dpw p b : 1 <= dpw -> outcome p = None -> 0 <= de p -> 0 <= st p -> move p b ->
  so (after dpw p b) = so p -> st (after dpw p b) = st p -> outcome (after dpw p b) = None ->
  de p = so p /\ b = de p /\ after dpw p b = P (so p) dpw (st p) /\ 1 <= st p.
Proof.
  destruct p as [S D C]. intros Hd O HD HC M A B O'. apply goes_on in O. unfold move, after in *; sm.
  rewrite A, B in *. assert (D = b) by lia. subst b.
  assert (1 <= C). { unfold outcome in O'; sm. cases; lia. }
  split; [lia | split; [reflexivity | split; [ | lia]]]. cases; try lia. f_equal; lia.
Qed.

(* Any day loses soldiers or strength, or nothing. *)
Lemma day_loses dpw p b : outcome p = None -> 1 <= dpw -> 0 <= de p -> 0 <= st p -> move p b ->
  0 <= de (after dpw p b) /\ 0 <= st (after dpw p b) /\ so (after dpw p b) <= so p /\ st (after dpw p b) <= st p.
Proof.
  destruct p as [S D C]. intros O Hd HD HC M. apply goes_on in O. unfold move, after in *; sm. cases; lia.
Qed.

(* An endless play reaches dpw soldiers against dpw defenders, with strength left: no more days lose something than
   there are soldiers and points. *)
Lemma reaches dpw k : 1 <= dpw -> forall p play, goes_on_forever dpw p play -> 0 <= de p -> 0 <= st p ->
  so p + st p <= Z.of_nat k -> exists t C, 1 <= C /\ plays dpw t p (P dpw dpw C).
Proof.
  intro Hd. induction k; intros p play [E F] HD HC Hk; destruct (F 0%nat) as (O & b & M & N); rewrite E in *.
  { apply goes_on in O. lia. }
  destruct (day_loses dpw p b O Hd HD HC M) as (HD1 & HC1 & LS & LC). set (q := after dpw p b) in *.
  assert (Q : goes_on_forever dpw q (fun i => play (S i))) by (split; [exact N | intro i; apply F]).
  destruct (Z_le_gt_dec (so q + st q) (Z.of_nat k)) as [B | B].
  { destruct (IHk q _ Q HD1 HC1 B) as (t & C & HC' & W). exists (S t), C. split; auto.
    apply onward with (b := b); auto. }
  destruct (F 1%nat) as (O1 & b1 & M1 & N1). rewrite N in *. fold q in O1, M1, N1.
  destruct (day_without_loss dpw p b) as (_ & _ & Eq & _); auto; try (fold q; lia). fold q in Eq.
  destruct (day_loses dpw q b1 O1 Hd HD1 HC1 M1) as (HD2 & HC2 & LS2 & LC2). set (r := after dpw q b1) in *.
  assert (R : goes_on_forever dpw r (fun i => play (S (S i)))) by (split; [exact N1 | intro i; apply F]).
  destruct (Z_le_gt_dec (so r + st r) (Z.of_nat k)) as [B2 | B2].
  { destruct (IHk r _ R HD2 HC2 B2) as (t & C & HC' & W). exists (S (S t)), C. split; auto.
    apply onward with (b := b); auto. fold q. apply onward with (b := b1); auto. }
  destruct (F 2%nat) as (O2 & _). rewrite N1 in O2. fold r in O2.
  destruct (day_without_loss dpw q b1) as (X & _ & _ & Y); auto; try (fold r; lia).
  exists 1%nat, (st q). split; [exact Y | ]. apply onward with (b := b); auto. fold q.
  replace (P dpw dpw (st q)) with q; [constructor | ]. rewrite Eq in *. sm. subst. f_equal; lia.
Qed.

(* There the play can stay. *)
Lemma stays dpw C : 1 <= dpw -> 1 <= C -> goes_on_forever dpw (P dpw dpw C) (fun _ => P dpw dpw C).
Proof.
  intros Hd HC. split; [reflexivity | ]. intros _. split; [apply stands; sm; lia | ]. exists dpw.
  split; [unfold move; sm; lia | ]. unfold after; sm. cases; try lia; f_equal; lia.
Qed.

(* A play from p and an endless play from its end are one. *)
Lemma joined dpw t p q : plays dpw t p q -> (exists play, goes_on_forever dpw q play) ->
  exists play, goes_on_forever dpw p play.
Proof.
  induction 1 as [p | p b t q O M _ IH]; auto. intro G. destruct (IH G) as (play & E & F).
  exists (fun i => match i with O => p | S i => play i end). split; [reflexivity | ].
  intros [ | i]; [split; [exact O | exists b; split; [exact M | exact E]] | apply F].
Qed.

(* A tie is possible exactly when some play reaches dpw soldiers against dpw defenders, with strength left. *)
Theorem cd3_tie_position : forall (dpw : Z) (p : pos), 1 <= dpw -> 0 <= de p -> 0 <= st p ->
  ((exists play, goes_on_forever dpw p play) <-> exists t C, 1 <= C /\ plays dpw t p (P dpw dpw C)).
Proof.
  intros d p Hd HD HC. split.
  - intros (play & G). apply (reaches d (Z.to_nat (so p + st p)) Hd p play); auto.
    destruct G as [E F]. destruct (F 0%nat) as (O & _). rewrite E in O. apply goes_on in O. lia.
  - intros (t & C & H & W). eapply joined; [exact W | ]. eexists. apply stays; auto.
Qed.

(* No play has more soldiers than at its start. *)
Lemma fewer dpw t p q : 1 <= dpw -> plays dpw t p q -> 0 <= de p -> 0 <= st p -> so q <= so p /\ st q <= st p.
Proof.
  intro Hd. induction 1 as [p | p b t q O M W IH]; intros HD HC; [lia | ].
  destruct (day_loses dpw p b) as (A & B & C & D); auto. specialize (IH A B). lia.
Qed.

(* So for dpw > n no play is endless, and for dpw = n one is exactly when s > n. *)
Theorem cd3_tie_many_defenders : forall n s dpw : Z, 1 <= n -> 1 <= s -> n < dpw ->
  ~ exists play, goes_on_forever dpw (start n s) play.
Proof.
  intros n s d Hn Hs Hd G. apply cd3_tie_position in G; sm; try lia. destruct G as (t & C & H & W).
  apply fewer in W; sm; lia.
Qed.

Theorem cd3_tie_as_many_defenders : forall n s dpw : Z, 1 <= n -> 1 <= s -> dpw = n ->
  ((exists play, goes_on_forever dpw (start n s) play) <-> n < s).
Proof.
  intros n s d Hn Hs E. split.
  - intros (play & A & F). apply Z.nle_gt. intro. destruct (F 0%nat) as (_ & b & M & N). destruct (F 1%nat) as (O & _).
    rewrite N, A in O. rewrite A in M. unfold move, outcome, after in *; sm. cases; lia.
  - intro H. destruct (cd3_castle_tie n s d Hn H E) as (play & G & _). exists play; exact G.
Qed.
