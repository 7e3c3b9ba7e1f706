(* A checker of equilibria, in integers, for finite zero-sum games of simultaneous moves with chance.
   A certificate is a mixed strategy of one player for each position, from the end of play to its start. The checker
   computes what it guarantees, rounded to the safe side; `checked_guarantee` says that A then guarantees it by the
   rules, `checked_bracket` that the strategies of both players bracket the value. *)
Require Import QArith ZArith List Bool Lia Lqa FMapPositive.
Import ListNotations.
From Wargame Require Import Game.
Open Scope Z_scope.

(* The rules in integers: a bound n on the value of p stands for n/unit p. Payoffs are in the unit of their position;
   a branch (s, f) of p says that n units of s contribute f n units to p. *)
Record arithmetic (g : game) := Arithmetic {
  fits : position g -> bool;
  same : position g -> position g -> bool;
  key : position g -> positive;
  allowed_a : position g -> move g -> bool;
  allowed_b : position g -> move g -> bool;
  unit : position g -> positive;
  ends : position g -> option Z;
  branches : position g -> move g -> move g -> list (position g * Z) }.
Arguments fits {g}. Arguments same {g}. Arguments key {g}. Arguments allowed_a {g}. Arguments allowed_b {g}.
Arguments unit {g}. Arguments ends {g}. Arguments branches {g}.

Definition is_branch {g} (m : arithmetic g) p (c : position g * Q) (d : position g * Z) : Prop :=
  fst c = fst d /\ (snd c * inject_Z (Zpos (unit m p)) == inject_Z (snd d) * inject_Z (Zpos (unit m (fst c))))%Q.
(* The integers say the same as the rules, about the positions that fit. *)
Definition faithful {g} (m : arithmetic g) : Prop :=
  (forall p q, same m p q = true -> p = q) /\
  (forall p a, allowed_a m p a = true -> In a (moves_a g p)) /\
  (forall p b, allowed_b m p b = true -> In b (moves_b g p)) /\
  (forall p, match ends m p with
             | Some n => exists u, payoff g p = Some u /\ (u == n # unit m p)%Q
             | None => payoff g p = None
             end) /\
  (forall p a b, fits m p = true -> payoff g p = None -> Forall2 (is_branch m p) (after g p a b) (branches m p a b)).

(* The same integers with the seats exchanged. *)
Definition exchanged {g} (m : arithmetic g) : arithmetic (exchange g) :=
  Arithmetic (exchange g) (fits m) (same m) (key m) (allowed_b m) (allowed_a m) (unit m)
    (fun p => option_map Z.opp (ends m p)) (fun p a b => branches m p b a).

Section Check.
Context {g : game} (m : arithmetic g).
Definition table := PositiveMap.t (position g * Z).
Definition strategy := list (move g * Z).
Definition certificate := list (position g * strategy).

(* What is known of a position: its payoff, or the bound found before. *)
Definition bound (known : table) (p : position g) : option Z :=
  match ends m p with
  | Some n => Some n
  | None => match PositiveMap.find (key m p) known with
            | Some (q, n) => if same m p q then Some n else None
            | None => None
            end
  end.
(* A sum of numbers times their weights, None if one of them is not known. *)
Fixpoint sum_up {X} (f : X -> option Z) (l : list (X * Z)) (sum : Z) : option Z :=
  match l with
  | [] => Some sum
  | (x, c) :: rest => match f x with Some n => sum_up f rest (sum + c * n) | None => None end
  end.
(* The least number, None if one is not known or there is none. *)
Fixpoint least {X} (f : X -> option Z) (l : list X) : option Z :=
  match l with
  | [] => None
  | [x] => f x
  | x :: rest => match f x, least f rest with Some n, Some k => Some (Z.min n k) | _, _ => None end
  end.
Definition total (x : strategy) : Z := fold_right (fun c sum => snd c + sum) 0 x.
(* What a strategy, given in whole numbers that need not sum to anything, guarantees in p. *)
Definition guarantee (known : table) (p : position g) (x : strategy) : option Z :=
  if forallb (fun c => allowed_a m p (fst c) && (0 <=? snd c)) x && (0 <? total x) && fits m p then
    match ends m p with
    | Some _ => None
    | None => let rows := map (fun c => (branches m p (fst c), snd c)) x in
              match least (fun b => sum_up (fun row => sum_up (bound known) (row b) 0) rows 0) (moves_b g p) with
              | Some n => Some (if total x =? 1 then n else n / total x)
              | None => None
              end
    end
  else None.
(* All positions of a certificate, one after the other; each may use those before it. *)
Fixpoint check (c : certificate) (known : table) : option table :=
  match c with
  | [] => Some known
  | (p, x) :: rest =>
      match guarantee known p x with
      | Some n => check rest (PositiveMap.add (key m p) (p, n) known)
      | None => None
      end
  end.
(* The number of units that A guarantees in p, if the certificate says so. *)
Definition checked (c : certificate) (p : position g) : option Z :=
  match check c (PositiveMap.empty _) with Some known => bound known p | None => None end.

Hypothesis right : faithful m.

Definition read {X} (f : X -> option Z) (x : X) : Q := match f x with Some n => inject_Z n | None => 0 end.
Definition rationals {X} (l : list (X * Z)) : list (X * Q) := map (fun '(x, c) => (x, inject_Z c)) l.
Definition sound (known : table) : Prop :=
  forall k p n, PositiveMap.find k known = Some (p, n) -> guarantees g p (n # unit m p).

(* A sum in integers is the mean in rationals. *)
Lemma sum_up_mean {X} (f : X -> option Z) l sum n :
  sum_up f l sum = Some n -> (inject_Z n == inject_Z sum + mean (read f) (rationals l))%Q.
Proof.
  revert sum. induction l as [|[x c] l IH]; simpl; intros sum H.
  - injection H as ->. ring.
  - unfold read at 1. destruct (f x) as [k|]; [|discriminate]. rewrite (IH _ H), inject_Z_plus, inject_Z_mult. ring.
Qed.

(* All numbers of a sum are known. *)
Lemma sum_up_known {X} (f : X -> option Z) l sum n x c :
  sum_up f l sum = Some n -> In (x, c) l -> exists k, f x = Some k.
Proof.
  revert sum. induction l as [|[y d] l IH]; simpl; intros sum H; [tauto|].
  destruct (f y) as [k|] eqn:F; [|discriminate]. intros [same|there]; [injection same as <- <-|]; eauto.
Qed.

(* A sum over renamed numbers. *)
Lemma sum_up_map {X Y} (r : X -> Y) (f : Y -> option Z) l sum :
  sum_up f (map (fun c => (r (fst c), snd c)) l) sum = sum_up (fun x => f (r x)) l sum.
Proof.
  revert sum. induction l as [|[x c] l IH]; simpl; intros sum; [reflexivity|]. now destruct (f (r x)).
Qed.

(* The least number is known, and at most each of them. *)
Lemma least_le {X} (f : X -> option Z) l n x : least f l = Some n -> In x l -> exists k, f x = Some k /\ n <= k.
Proof.
  revert n. induction l as [|y [|z l] IH]; intros n H there; [destruct there| |].
  - destruct there as [->|[]]. simpl in H. exists n. split; [exact H|lia].
  - change (least f (y :: z :: l)) with
      (match f y, least f (z :: l) with Some n, Some k => Some (Z.min n k) | _, _ => None end) in H.
    destruct (f y) as [k|] eqn:F; [|discriminate]. destruct (least f (z :: l)) as [j|]; [|discriminate].
    injection H as <-. destruct there as [->|there].
    + exists k. split; [exact F|lia].
    + destruct (IH j eq_refl there) as (i & G & le). exists i. split; [exact G|lia].
Qed.

(* A known bound is guaranteed. *)
Lemma bound_sound known p n : sound known -> bound known p = Some n -> guarantees g p (n # unit m p).
Proof.
  intros ok. unfold bound. destruct right as (equal & _ & _ & ending & _). specialize (ending p).
  destruct (ends m p) as [k|].
  - intros H. injection H as <-. destruct ending as (u & U & is). eapply a_ends; [exact U|]. rewrite is. apply Qle_refl.
  - destruct (PositiveMap.find (key m p) known) as [[q k]|] eqn:F; [|discriminate].
    destruct (same m p q) eqn:E; [|discriminate]. intros H. injection H as <-. apply equal in E. subst q. eauto.
Qed.

(* n units of p, as a rational. *)
Lemma units p n : (n # unit m p == inject_Z n / inject_Z (Zpos (unit m p)))%Q.
Proof. apply Qmake_Qdiv. Qed.

(* The expectation of a pair of moves, by the integers. *)
Lemma expected_by_branches f p a b : fits m p = true -> payoff g p = None ->
  (expected g (fun s => read f s / inject_Z (Zpos (unit m s))) p a b
   == mean (read f) (rationals (branches m p a b)) / inject_Z (Zpos (unit m p)))%Q.
Proof.
  intros fit going. unfold expected. destruct right as (_ & _ & _ & _ & chances).
  induction (chances p a b fit going) as [|[s q] [t k] l l' [equal is] _ IH]; simpl in *; [field; discriminate|].
  subst t. rewrite IH.
  assert (q == inject_Z k * inject_Z (Zpos (unit m s)) / inject_Z (Zpos (unit m p)))%Q as ->.
  { rewrite <- is. field. discriminate. }
  field. split; discriminate.
Qed.

(* The sum of the weights. *)
Lemma total_mean x : (inject_Z (total x) == mean (fun _ => 1) (rationals x))%Q.
Proof.
  induction x as [|[a c] x IH]; simpl; [reflexivity|]. rewrite inject_Z_plus, IH. ring.
Qed.

(* The mixed strategy that the whole numbers stand for. *)
Definition mixture (x : strategy) : list (move g * Q) :=
  map (fun '(a, c) => (a, inject_Z c / inject_Z (total x)))%Q x.

(* Its means. *)
Lemma mixture_mean (f : move g -> Q) x k : 0 < k ->
  (mean f (map (fun '(a, c) => (a, inject_Z c / inject_Z k)) x) == mean f (rationals x) / inject_Z k)%Q.
Proof.
  intros positive. assert (~ inject_Z k == 0)%Q by (unfold Qeq; simpl; lia).
  induction x as [|[a c] x IH]; simpl; [field; assumption|]. rewrite IH. field. assumption.
Qed.

(* It is a mixed strategy. *)
Lemma mixture_is_mixed p x : forallb (fun c => allowed_a m p (fst c) && (0 <=? snd c)) x = true -> 0 < total x ->
  mixed_strategy (moves_a g p) (mixture x).
Proof.
  intros every positive. rewrite forallb_forall in every. unfold mixture. split; [split|].
  - intros a q. rewrite in_map_iff. intros ([a' c] & equal & there). injection equal as <- <-.
    apply every in there. apply andb_prop in there as [_ there]. simpl in there. apply Z.leb_le in there.
    apply Qle_shift_div_l; [unfold Qlt; simpl; lia|]. unfold Qle; simpl; lia.
  - rewrite mixture_mean by exact positive. rewrite <- total_mean. field. unfold Qeq; simpl; lia.
  - intros a q. rewrite in_map_iff. intros ([a' c] & equal & there). injection equal as <- <-.
    apply every in there. apply andb_prop in there as [there _]. destruct right as (_ & legal & _). now apply legal.
Qed.

(* Rounding down a quotient. *)
Lemma quotient_le n k t : 0 < t -> n <= k ->
  (inject_Z (if t =? 1 then n else n / t) <= inject_Z k / inject_Z t)%Q.
Proof.
  intros positive le. apply Qle_shift_div_l; [unfold Qlt; simpl; lia|]. rewrite <- inject_Z_mult, <- Zle_Qle.
  destruct (Z.eqb_spec t 1) as [->|_]; [lia|]. pose proof (Z.mul_div_le n t positive). lia.
Qed.

(* What the checker says of one position is guaranteed there. *)
Lemma guarantee_sound known p x n : sound known -> guarantee known p x = Some n -> guarantees g p (n # unit m p).
Proof.
  intros ok. unfold guarantee.
  destruct (forallb _ x) eqn:every; [|discriminate]. destruct (0 <? total x) eqn:positive; [|discriminate].
  destruct (fits m p) eqn:fit; [|discriminate]. apply Z.ltb_lt in positive. simpl.
  destruct right as (_ & _ & _ & ending & chances). specialize (ending p).
  destruct (ends m p); [discriminate|]. destruct (least _ _) as [k|] eqn:L; [|discriminate].
  intros H. injection H as <-.
  apply (a_moves g p _ (mixture x) (fun a b s => read (bound known) s / inject_Z (Zpos (unit m s))))%Q.
  - exact ending.
  - now apply mixture_is_mixed.
  - intros a c b s q. unfold mixture. rewrite in_map_iff. intros ([a' c'] & equal & there) B next.
    injection equal as <- <-. destruct (least_le _ _ _ _ L B) as (t & T & _).
    rewrite (sum_up_map (branches m p)) in T.
    destruct (sum_up_known _ _ _ _ _ _ T there) as (j & J).
    assert (exists f, In (s, f) (branches m p a' b)) as (f & near).
    { clear - chances fit ending next.
      induction (chances p a' b fit ending) as [|c d l l' [equal _] _ IH]; [destruct next|].
      destruct next as [->|next].
      - simpl in equal. destruct d as [t f]; simpl in equal. subst t. exists f. now left.
      - destruct (IH next) as (f & near). exists f. now right. }
    destruct (sum_up_known _ _ _ _ _ _ J near) as (i & I).
    unfold read. rewrite I. eapply guarantees_less; [now apply (bound_sound known s i)|].
    rewrite units. apply Qle_refl.
  - intros b B. destruct (least_le _ _ _ _ L B) as (t & T & le).
    rewrite (sum_up_map (branches m p)) in T.
    pose proof (sum_up_mean _ _ _ _ T) as sum.
    rewrite (mean_eq _ (fun a => / inject_Z (Zpos (unit m p)) *
      read (fun a => sum_up (bound known) (branches m p a b) 0) a))%Q.
    + rewrite mean_scale. unfold mixture. rewrite mixture_mean by exact positive.
      assert (mean (read (fun a => sum_up (bound known) (branches m p a b) 0)) (rationals x) == inject_Z t)%Q as ->.
      { rewrite sum. change (inject_Z 0) with 0%Q. ring. }
      rewrite units. unfold Qdiv at 1. rewrite Qmult_comm.
      rewrite (Qmult_comm (/ _)), (Qmult_comm (/ _)). apply Qmult_le_compat_r; [now apply quotient_le|].
      apply Qinv_le_0_compat. unfold Qle; simpl; lia.
    + intros a c. unfold mixture. rewrite in_map_iff. intros ([a' c'] & equal & there). injection equal as <- <-.
      destruct (sum_up_known _ _ _ _ _ _ T there) as (j & J).
      rewrite (expected_by_branches (bound known)) by assumption.
      unfold read at 2. rewrite J. rewrite (sum_up_mean _ _ _ _ J). change (inject_Z 0) with 0%Q. field. discriminate.
Qed.

(* A certificate adds only bounds that are guaranteed. *)
Lemma check_sound c known found : sound known -> check c known = Some found -> sound found.
Proof.
  revert known. induction c as [|[p x] c IH]; simpl; intros known ok H; [now injection H as <-|].
  destruct (guarantee known p x) as [n|] eqn:G; [|discriminate]. apply (IH _) in H; [exact H|].
  intros k q j. destruct (Pos.eq_dec k (key m p)) as [->|other].
  - rewrite PositiveMap.gss. intros E. injection E as <- <-. now apply (guarantee_sound known p x).
  - rewrite PositiveMap.gso by exact other. apply ok.
Qed.

(* What the checker returns is guaranteed by the rules. *)
Theorem checked_guarantee c p n : checked c p = Some n -> guarantees g p (n # unit m p).
Proof.
  unfold checked. destruct (check c _) as [known|] eqn:K; [|discriminate]. apply bound_sound.
  apply (check_sound c _ _) in K; [exact K|]. intros k q j. now rewrite PositiveMap.gempty.
Qed.
End Check.
Arguments certificate : clear implicits.

(* The integers are right with the seats exchanged too. *)
Lemma exchanged_faithful g (m : arithmetic g) : faithful m -> faithful (exchanged m).
Proof.
  intros (equal & a & b & ending & chances). split; [exact equal|]. split; [exact b|]. split; [exact a|]. split.
  - intros p. simpl. specialize (ending p). destruct (ends m p) as [n|]; simpl.
    + destruct ending as (u & U & is). exists (- u)%Q. rewrite U. split; [reflexivity|]. rewrite is. reflexivity.
    + now rewrite ending.
  - intros p x y. simpl. intros fit going. apply chances; [exact fit|]. now destruct (payoff g p).
Qed.

(* Whether strategies of A and of B bracket the value of p between two rationals. *)
Definition brackets {g} (m : arithmetic g) (a : certificate g) (b : certificate (exchange g)) p
    (lower upper : Q) : bool :=
  match checked m a p, checked (exchanged m) b p with
  | Some n, Some k => Qle_bool lower (n # unit m p) && Qle_bool (- k # unit m p) upper
  | _, _ => false
  end.

(* If the checker says so, A guarantees the lower bound and B the upper one. *)
Theorem checked_bracket g (m : arithmetic g) a b p lower upper : faithful m -> brackets m a b p lower upper = true ->
  guarantees g p lower /\ concedes g p upper.
Proof.
  intros right. unfold brackets. destruct (checked m a p) as [n|] eqn:A; [|discriminate].
  destruct (checked (exchanged m) b p) as [k|] eqn:B; [|discriminate].
  rewrite andb_true_iff, !Qle_bool_iff. intros [low high]. split.
  - eapply guarantees_less; [|exact low]. now apply checked_guarantee with (c := a).
  - apply checked_guarantee in B; [|now apply exchanged_faithful].
    apply concedes_by_exchange in B. eapply concedes_more; [exact B|exact high].
Qed.
