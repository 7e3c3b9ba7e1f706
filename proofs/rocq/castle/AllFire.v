(* The first phase: all fire at the castle until its strength would reach 0. *)
Require Import ZArith Lia.
From Castle Require Import Rules ClosedFormsB CastleSide Order.
Open Scope Z_scope.

(* The next day has (day - 1) dpw soldiers less. *)
Lemma soldiers_next n d t : soldiers_on n d (t + 1) = soldiers_on n d t - (t - 1) * d.
Proof.
  unfold soldiers_on. replace ((t + 1 - 1) * (t + 1 - 2)) with ((t - 1) * (t - 2) + (t - 1) * 2) by ring.
  rewrite Z.div_add by lia. ring.
Qed.

(* A product of neighbours is even. *)
Lemma halves t : t * (t - 1) / 2 * 2 = t * (t - 1).
Proof.
  pose proof (Z.div_mod t 2 ltac:(lia)). pose proof (Z.mod_pos_bound t 2 ltac:(lia)).
  set (h := t / 2) in *. set (r := t mod 2) in *. clearbody h r. assert (r = 0 \/ r = 1) as [-> | ->] by lia.
  - replace (t * (t - 1)) with ((h * (t - 1)) * 2) by nia. rewrite Z.div_mul; lia.
  - replace (t * (t - 1)) with ((t * h) * 2) by nia. rewrite Z.div_mul; lia.
Qed.

(* The shots by the end of the next day are more by the soldiers of that day. *)
Lemma shots_next n d t : shots_by n d (t + 1) = shots_by n d t + soldiers_on n d (t + 1).
Proof.
  unfold shots_by, soldiers_on. pose proof (halves t).
  replace (t + 1 - 1) with t by ring. replace (t + 1 - 2) with (t - 1) by ring.
  set (h := t * (t - 1) / 2) in *. clearbody h.
  replace ((t + 1) * t * (t - 1)) with (t * (t - 1) * (t - 2) + h * 6) by nia.
  rewrite Z.div_add by lia. ring.
Qed.

Lemma first_morning n d : soldiers_on n d 1 = n /\ shots_by n d 0 = 0 /\ shots_by n d 1 = n.
Proof. unfold soldiers_on, shots_by. cbn. lia. Qed.

(* Soldiers never increase, from day 1 on. *)
Lemma fewer_soldiers n d t u : 0 <= d -> 1 <= t <= u -> soldiers_on n d u <= soldiers_on n d t.
Proof.
  intros Hd [Ht Hu]. pattern u. apply (Zlt_lower_bound_ind _ t); auto. intros v IH Hv.
  destruct (Z.eq_dec v t) as [-> | ]. lia. replace v with (v - 1 + 1) by lia. rewrite soldiers_next.
  specialize (IH (v - 1) ltac:(lia)). nia.
Qed.

(* Shots never decrease while soldiers are alive. *)
Lemma more_shots n d t u : 0 <= d -> 0 <= t <= u -> 0 < soldiers_on n d u -> shots_by n d t <= shots_by n d u.
Proof.
  intros Hd [Ht Hu]. pattern u. apply (Zlt_lower_bound_ind _ t); auto. intros v IH Hv P.
  destruct (Z.eq_dec v t) as [-> | ]. lia. replace v with (v - 1 + 1) by lia. rewrite shots_next.
  replace (v - 1 + 1) with v by lia. destruct (Z.eq_dec v 1) as [-> | ].
  { replace (1 - 1) with t in * by lia. lia. }
  pose proof (fewer_soldiers n d (v - 1) v Hd ltac:(lia)). specialize (IH (v - 1) ltac:(lia) ltac:(lia)). lia.
Qed.

(* What the castle can do from the morning of a day, if every shot so far was at it. *)
Definition can_on n s d day t := can d t (soldiers_on n d day) ((day - 1) * d) (s - shots_by n d (day - 1)).

Lemma can_start n s d t : can_on n s d 1 t <-> can d t n 0 s.
Proof.
  unfold can_on. destruct (first_morning n d) as (-> & E & _). replace (1 - 1) with 0 by ring. rewrite E.
  replace (0 * d) with 0 by ring. replace (s - 0) with s by ring. reflexivity.
Qed.

(* While the strength is not used up and soldiers survive, the next day decides. *)
Lemma can_next n s d day t : 1 <= d -> 1 <= day -> shots_by n d day < s -> 0 < soldiers_on n d (day + 1) ->
  (can_on n s d day (S t) <-> can_on n s d (day + 1) t).
Proof.
  intros Hd Hday Hs Hn. unfold can_on. pose proof (shots_next n d (day - 1)) as A.
  replace (day - 1 + 1) with day in A by ring.
  rewrite soldiers_next in *. replace (day + 1 - 1) with day by ring.
  set (x := (day - 1) * d) in *. assert (0 <= x) by nia. set (m := soldiers_on n d day) in *.
  replace (day * d) with (x + d) by (unfold x; ring). clearbody x m.
  rewrite keep_strength by lia. cbv zeta.
  replace (Z.min x (x + (s - shots_by n d (day - 1)) - m - 1)) with x by lia.
  replace (x + (s - shots_by n d (day - 1)) - m - x) with (s - shots_by n d day) by lia. reflexivity.
Qed.

Lemma not_today n s d day : 1 <= d -> 1 <= day -> 0 < soldiers_on n d (day + 1) -> ~ can_on n s d day 1.
Proof.
  unfold can_on. rewrite soldiers_next. intros Hd Hday A (x & L & H). unfold leaves in L. cbn [can] in H. nia.
Qed.

(* Before day t nothing can happen; day t decides. *)
Lemma can_from n s d k : 1 <= d -> forall day t, day = 1 + Z.of_nat k -> 0 < soldiers_on n d day ->
  shots_by n d (day - 1) < s -> (can d t n 0 s <-> (k < t)%nat /\ can_on n s d day (t - k)).
Proof.
  intro Hd. induction k; intros day t E A B.
  - replace day with 1 by lia. rewrite can_start. replace (t - 0)%nat with t by lia. destruct t; [cbn; lia | ].
    split; [split; [lia | ] | tauto]; auto.
  - replace day with (day - 1 + 1) in * by lia. set (v := day - 1) in *. clearbody v.
    replace (v + 1 - 1) with v in B by ring.
    pose proof (fewer_soldiers n d v (v + 1) ltac:(lia) ltac:(lia)).
    pose proof (shots_next n d (v - 1)) as C. replace (v - 1 + 1) with v in C by ring.
    rewrite (IHk v t) by lia. split; intros [K H'].
    + destruct (Nat.eq_dec (t - k) 1) as [e | ]. { rewrite e in H'. exfalso. revert H'. apply not_today; lia. }
      replace (t - k)%nat with (S (t - S k)) in H' by lia. rewrite can_next in H' by lia. split; [lia | exact H'].
    + split; [lia | ]. replace (t - k)%nat with (S (t - S k)) by lia. rewrite can_next by lia. exact H'.
Qed.
