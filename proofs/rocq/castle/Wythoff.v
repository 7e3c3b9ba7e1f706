(* The golden line: for dpw between about n/phi^2 and n, the castle can win exactly from n + 2 + floor (phi (n - dpw)) on. *)
Require Import ZArith Lia Bool.
From Castle Require Import Rules ClosedForms ClosedFormsA ClosedFormsB Fibonacci CastleSide Order AllFire OnePoint Golden TheoremB Threshold StairDay.
Open Scope Z_scope.

(* floor (phi k): 0, 1, 3, 4, 6, 8, 9, ..., the lower Wythoff numbers *)
Definition wythoff (k : Z) : Z := (k + Z.sqrt (5 * k * k)) / 2.

(* It is floor (phi k): the greatest j with j^2 - j k - k^2 <= 0. *)
Lemma wythoff_spec k j : 0 <= k -> k <= j -> (j <= wythoff k <-> j * j - j * k - k * k <= 0).
Proof.
  intros K J. unfold wythoff. pose proof (Z.sqrt_spec (5 * k * k) ltac:(nia)) as [A B].
  pose proof (Z.sqrt_nonneg (5 * k * k)). set (r := Z.sqrt (5 * k * k)) in *. clearbody r.
  pose proof (Z.div_mod (k + r) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (k + r) 2 ltac:(lia)).
  set (q := (k + r) / 2) in *. clearbody q.
  assert (I : (2 * j - k) * (2 * j - k) = 5 * k * k + 4 * (j * j - j * k - k * k)) by ring.
  split; intro V.
  - assert (2 * j - k <= r) by lia. assert ((2 * j - k) * (2 * j - k) <= r * r) by nia. lia.
  - apply Z.nlt_ge. intro. assert (Z.succ r <= 2 * j - k) by lia.
    assert (Z.succ r * Z.succ r <= (2 * j - k) * (2 * j - k)) by nia. lia.
Qed.

Theorem golden_line n d s : 2 <= d <= n -> (n - d) * (n - d) < (d - 1) * (n - 1) -> 1 <= s ->
  ((exists t, wins d Castle t (start n s)) <-> n + 2 + wythoff (n - d) <= s).
Proof.
  intros D G Hs. apply can_win_threshold; try lia. apply without_search; try lia. unfold least_by_search. exists 2.
  assert (P : point_left d = 1) by (unfold point_left; destruct (Z.eqb_spec d 1); lia).
  assert (S2 : soldiers_on n d 2 = n) by (unfold soldiers_on; change ((2 - 1) * (2 - 2) / 2) with 0; ring).
  assert (A1 : shots_by n d (2 - 1) = n) by (unfold shots_by; change ((2 - 1) * ((2 - 1) - 1) * ((2 - 1) - 2) / 6) with 0; ring).
  assert (A2 : shots_by n d 2 = 2 * n) by (unfold shots_by; change (2 * (2 - 1) * (2 - 2) / 6) with 0; ring).
  cbv zeta. rewrite P, S2, A1, A2. split.
  - unfold least_satisfying. rewrite S2. split; [lia | ]. split; [ | intros; lia].
    rewrite golden_form by lia. nia.
  - destruct (Z.ltb_spec (n - 1 * d) 0); [lia | ]. replace (n - 1 * d) with (n - d) by ring.
    unfold wythoff. set (m := n - d) in *. set (r := Z.sqrt (5 * m * m)).
    assert (M : m <= r) by (unfold r; apply Z.sqrt_le_square; nia).
    replace (m + r) with (r - m + m * 2) by ring. rewrite Z.div_add by lia.
    pose proof (Z.div_pos (r - m) 2 ltac:(lia) ltac:(lia)). unfold m in *. lia.
Qed.
