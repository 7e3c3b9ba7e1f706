(* The second phase: one point is left (for dpw = 1 none), and one number is left alive after the other. *)
Require Import ZArith Lia.
From Castle Require Import Rules ClosedForms ClosedFormsA ClosedFormsB Fibonacci CastleSide Order.
Open Scope Z_scope.

(* The odd index first: F(2j + 1) and F(2j + 2). *)
Lemma fibonacci_pair_odd j : fibonacci_pair (Z.to_nat (2 * Z.of_nat j + 1)) = (od j, ev (S j)).
Proof.
  destruct (fib_s j) as [-> _]. unfold ev, od. replace (Z.to_nat (2 * Z.of_nat j + 1)) with (S (2 * j)) by lia.
  cbn [fibonacci_pair]. destruct (fibonacci_pair (2 * j)). reflexivity.
Qed.

Lemma fibonacci_next j : od (S j) = od j + ev (S j) /\ ev (S (S j)) = od j + 2 * ev (S j).
Proof. pose proof (fib_s j). pose proof (fib_s (S j)). lia. Qed.

Lemma fibonacci_order j : 1 <= od j <= ev (S j) /\ ev (S j) <= 2 * od j.
Proof. pose proof (fib_s j). pose proof (fib_pos j). lia. Qed.

(* With x left alive and m + dpw soldiers, the castle wins j days later when lead j m x >= dpw - 1. *)
Definition lead (j : nat) (m x : Z) := x * ev (S j) - m * od j.

Lemma lead_first m x : lead 1 m x = 3 * x - 2 * m.
Proof. unfold lead. change (ev 2) with 3. change (od 1) with 2. ring. Qed.

(* A day later m - x and 2x - m have taken the places of m and x. *)
Lemma lead_next j m x : lead (S j) m x = lead j (m - x) (2 * x - m).
Proof. unfold lead. destruct (fibonacci_next j) as [-> ->]. ring. Qed.

Lemma lead_closed j d m x : castle_wins_after x m d (Z.of_nat j) <-> d - 1 <= lead j m x.
Proof.
  unfold castle_wins_after, lead. rewrite fibonacci_pair_odd. reflexivity.
Qed.

(* If none can be left alive, the castle does not win later. *)
Lemma lead_lost j m x : 0 <= x -> 2 * x - m < 0 -> lead j m x < 0.
Proof. intros. unfold lead. pose proof (fibonacci_order j). nia. Qed.
Lemma lead_over j m x : 1 <= x -> 2 * x - m <= 0 -> lead (S j) m x < 0.
Proof.
  intros. unfold lead. destruct (fibonacci_next j) as [-> ->]. pose proof (fibonacci_order j). nia.
Qed.

(* The day on which the castle wins, j or fewer days later. *)
Definition led (d : Z) (t : nat) (m x : Z) := exists j, (1 <= j <= t)%nat /\ d - 1 <= lead j m x.

Lemma led_next d t m x : led d (S t) m x <-> d - 1 <= 3 * x - 2 * m \/ led d t (m - x) (2 * x - m).
Proof.
  unfold led. split.
  - intros (j & Hj & H). destruct j as [ | [ | j]]; [lia | left; rewrite lead_first in H; exact H | right].
    exists (S j). split; [lia | ]. rewrite <- lead_next. exact H.
  - intros [H | (j & Hj & H)].
    + exists 1%nat. rewrite lead_first. split; [lia | exact H].
    + exists (S j). rewrite lead_next. split; [lia | exact H].
Qed.

(* dpw >= 2: one point is left, x defenders are alive and dpw more came out against m + dpw - x soldiers. *)
Lemma with_point d t : 2 <= d -> forall m x, 0 <= x -> 1 <= m + d - x ->
  (can d t (m + d - x) (x + d) 1 <-> led d t m x).
Proof.
  intro Hd. induction t; intros m x Hx HS.
  - split; [intros [] | intros (j & ? & _); lia].
  - rewrite led_next. destruct (Z_le_gt_dec (d - 1) (3 * x - 2 * m)).
    { split; [auto | intros _; apply today; lia]. }
    destruct (Z_le_gt_dec 0 (2 * x - m)).
    + rewrite keep_strength by lia. cbv zeta.
      replace (Z.min (x + d) (x + d + 1 - (m + d - x) - 1)) with (2 * x - m) by lia.
      replace (x + d + 1 - (m + d - x) - (2 * x - m)) with 1 by lia.
      replace (m + d - x - (2 * x - m)) with (m - x + d - (2 * x - m)) by lia.
      rewrite IHt by lia. intuition lia.
    + split; [intro H; exfalso; revert H; apply lost; lia | ].
      intros [? | (j & Hj & H)]; [lia | ]. rewrite <- lead_next in H.
      pose proof (lead_lost (S j) m x). lia.
Qed.

(* The castle fell and left x defenders against m - x soldiers. *)
Lemma without_point d t : forall m x, 1 <= x -> x < m -> (can d t (m - x) x 0 <-> led 1 t m x).
Proof.
  induction t; intros m x Hx HS.
  - split; [intros [] | intros (j & ? & _); lia].
  - rewrite led_next. destruct (Z_le_gt_dec 0 (3 * x - 2 * m)).
    { split; [lia | intros _; apply today; lia]. }
    destruct (Z_le_gt_dec 1 (2 * x - m)).
    + rewrite <- IHt by lia. split.
      * intro H. apply battle_day in H; try lia. destruct H as [_ [? | H]]; [lia | right].
        replace (x - (m - x)) with (2 * x - m) in H by ring. exact H.
      * intros [? | H]; [lia | ]. exists (2 * x - m). split; [unfold leaves; lia | right; right].
        split; [lia | exact H].
    + split; [intro H; exfalso; apply battle_day in H; lia | ].
      intros [? | (j & Hj & H)]; [lia | ]. rewrite <- lead_next in H. pose proof (lead_over j m x). lia.
Qed.

(* The day on which the strength can be used up: w targets would be left, and fewer than the soldiers. *)
Lemma strength_used_up d t S D C : 1 <= d -> 1 <= S -> 1 <= C -> 1 <= D + C - S <= D -> D + C - S < S ->
  (can d (Datatypes.S t) S D C <-> led d t (S - point_left d * d) (D + C - S - point_left d)).
Proof.
  intros Hd HS HC Hw N. unfold point_left. destruct (Z.eqb_spec d 1) as [-> | ].
  - rewrite fell_now by lia. replace (S - 0 * 1) with S by ring. replace (D + C - S - 0) with (D + C - S) by ring.
    apply without_point; lia.
  - rewrite keep_strength by lia. cbv zeta. rewrite <- with_point by lia.
    replace (Z.min D (D + C - S - 1)) with (D + C - S - 1) by lia.
    replace (D + C - S - (D + C - S - 1)) with 1 by lia.
    replace (S - (D + C - S - 1)) with (S - 1 * d + d - (D + C - S - 1)) by lia. reflexivity.
Qed.
