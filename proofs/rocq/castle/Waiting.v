(* When to wait, with logarithms: the lines of the post from the logarithms to the products, in every ordered field
   with a logarithm to the base phi. The real numbers are one; the standard library needs axioms to define them, and
   this file needs none. To read before believing the theorem: everything down to `log_of_6`. *)
Require Import ZArith.

(* A field with an order, by the usual laws. *)
Record ordered_field := Field {
  number : Type;
  zero : number; one : number;
  add : number -> number -> number; opp : number -> number;
  mul : number -> number -> number; inv : number -> number;
  less : number -> number -> Prop;
  add_commutes : forall a b, add a b = add b a;
  add_associates : forall a b c, add a (add b c) = add (add a b) c;
  add_zero : forall a, add a zero = a;
  add_opp : forall a, add a (opp a) = zero;
  mul_commutes : forall a b, mul a b = mul b a;
  mul_associates : forall a b c, mul a (mul b c) = mul (mul a b) c;
  mul_one : forall a, mul a one = a;
  mul_inv : forall a, a <> zero -> mul a (inv a) = one;
  distributes : forall a b c, mul a (add b c) = add (mul a b) (mul a c);
  zero_less_one : less zero one;
  less_irreflexive : forall a, ~ less a a;
  less_transitive : forall a b c, less a b -> less b c -> less a c;
  less_or_more : forall a b, less a b \/ a = b \/ less b a;
  less_add : forall a b c, less a b -> less (add a c) (add b c);
  less_mul : forall a b c, less zero c -> less a b -> less (mul a c) (mul b c) }.
Arguments zero {o}. Arguments one {o}. Arguments add {o}. Arguments opp {o}. Arguments mul {o}.
Arguments inv {o}. Arguments less {o}.

Declare Scope field_scope.
Delimit Scope field_scope with field.
Infix "+" := add : field_scope.
Infix "*" := mul : field_scope.
Definition sub {K : ordered_field} (a b : number K) := add a (opp b).
Definition over {K : ordered_field} (a b : number K) := mul a (inv b).
Infix "-" := sub : field_scope.
Infix "/" := over : field_scope.
Open Scope field_scope.

Definition two {K : ordered_field} : number K := one + one.
Definition three {K : ordered_field} : number K := two + one.
Definition four {K : ordered_field} : number K := two + two.
Definition fourth_power {K : ordered_field} (a : number K) := a * a * (a * a).

(* The positive number phi with phi^2 = phi + 1, and a logarithm to the base phi: defined for positive numbers, it
   rises, and turns products into sums. *)
Definition golden {K : ordered_field} (phi : number K) := less zero phi /\ phi * phi = phi + one.
Definition logarithm {K : ordered_field} (phi : number K) (log : number K -> number K) :=
  (forall a b, less zero a -> less a b -> less (log a) (log b)) /\
  (forall a b, less zero a -> less zero b -> log (a * b) = log a + log b) /\ log phi = one.

(* The logarithm of (6) for n soldiers and x defenders left alive. *)
Definition log_of_6 {K : ordered_field} (phi : number K) (log : number K -> number K) (n x : number K) :=
  log ((n + x / phi) / (n - x * phi)).

Section Laws.
Context {K : ordered_field}.
Lemma zero_add (a : number K) : zero + a = a.
Proof. rewrite add_commutes. apply add_zero. Qed.
Lemma add_middle (a b c : number K) : a + b + c = a + c + b.
Proof. rewrite <- !add_associates. f_equal. apply add_commutes. Qed.
Lemma sub_add (a b : number K) : a + b - b = a.
Proof. unfold sub. now rewrite <- add_associates, add_opp, add_zero. Qed.
Lemma add_sub (a b : number K) : a - b + b = a.
Proof. unfold sub. now rewrite add_middle, <- add_associates, add_opp, add_zero. Qed.
Lemma opp_unique (a b : number K) : a + b = zero -> b = opp a.
Proof. intro H. now rewrite <- (sub_add b a), (add_commutes _ b a), H; unfold sub; rewrite zero_add. Qed.
Lemma mul_zero (a : number K) : a * zero = zero.
Proof.
  rewrite <- (sub_add (a * zero) (a * zero)) at 1. rewrite <- distributes, add_zero. apply add_opp.
Qed.
Lemma mul_opp (a b : number K) : a * opp b = opp (a * b).
Proof. apply opp_unique. rewrite <- distributes, add_opp. apply mul_zero. Qed.
Lemma one_mul (a : number K) : one * a = a.
Proof. rewrite mul_commutes. apply mul_one. Qed.
Lemma distributes_right (a b c : number K) : (a + b) * c = a * c + b * c.
Proof. rewrite mul_commutes, distributes. f_equal; apply mul_commutes. Qed.
Lemma mul_middle (a b c : number K) : a * b * c = a * c * b.
Proof. rewrite <- !mul_associates. f_equal. apply mul_commutes. Qed.

Lemma positive_not_zero (a : number K) : less zero a -> a <> zero.
Proof. intros H ->. exact (less_irreflexive _ _ H). Qed.
Lemma over_mul (a b : number K) : less zero b -> a / b * b = a.
Proof.
  intro H. unfold over. rewrite mul_middle, <- mul_associates, mul_inv, mul_one by now apply positive_not_zero.
  reflexivity.
Qed.

(* Sums, products and logarithms keep the order in both directions. *)
Lemma by_order (f : number K -> number K) (a b : number K) :
  (less a b -> less (f a) (f b)) -> (less b a -> less (f b) (f a)) -> less (f a) (f b) <-> less a b.
Proof.
  intros up down. split; [|exact up]. intro H.
  destruct (less_or_more K a b) as [E|[<-|E]]; [exact E| |]; exfalso; apply (less_irreflexive K (f a)).
  - exact H.
  - apply less_transitive with (f b); [exact H|now apply down].
Qed.
Lemma less_sum (c a b : number K) : less (a + c) (b + c) <-> less a b.
Proof. apply (by_order (fun a => a + c)); apply less_add. Qed.
Lemma less_product (c a b : number K) : less zero c -> less (a * c) (b * c) <-> less a b.
Proof. intro H. apply (by_order (fun a => a * c)); intro; now apply less_mul. Qed.
Lemma over_positive (a b : number K) : less zero a -> less zero b -> less zero (a / b).
Proof. intros A B. apply (less_product b); [exact B|]. now rewrite over_mul, mul_commutes, mul_zero. Qed.
Lemma mul_positive (a b : number K) : less zero a -> less zero b -> less zero (a * b).
Proof. intros A B. rewrite <- (mul_zero b), (mul_commutes _ b zero). now apply less_mul. Qed.
Lemma add_positive (a b : number K) : less zero a -> less zero b -> less zero (a + b).
Proof. intros A B. apply less_transitive with b; [exact B|]. rewrite <- (zero_add b) at 1. now apply less_add. Qed.
Lemma four_positive : less zero (@four K).
Proof. assert (H := zero_less_one K). repeat apply add_positive; exact H. Qed.

(* Two products of the post: phi and its inverse cancel in x y. *)
Lemma products (phi n x y : number K) : less zero phi ->
  (n - x * phi) * (n + y / phi) = n * n + n * (y / phi) - n * (x * phi) - x * y.
Proof.
  intro H. assert (E : x * phi * (y / phi) = x * y).
  { now rewrite <- mul_associates, (mul_commutes _ phi), over_mul by exact H. }
  unfold sub. rewrite distributes_right, !distributes, !(mul_commutes _ (opp _)), !mul_opp.
  now rewrite (mul_commutes _ (y / phi)), E, <- !add_associates.
Qed.
End Laws.

(* x defenders are left alive if the castle falls today, y if it falls tomorrow; numerators and denominators are
   positive. Each line of the post is equivalent to the first: a day and the battle after it are less than the battle
   today; the logarithms differ by more than 4; the quotient is more than phi^4; the products; multiplied out. *)
Theorem cd3_wait_logarithms : forall (K : ordered_field) (phi : number K) (log : number K -> number K),
  golden phi -> logarithm phi log -> forall n x y : number K,
  less zero (n + x / phi) -> less zero (n - x * phi) -> less zero (n + y / phi) -> less zero (n - y * phi) ->
  let today := log_of_6 phi log n x in let tomorrow := log_of_6 phi log n y in
  (less (tomorrow / four + one) (today / four) <-> less (tomorrow + four) today) /\
  (less (tomorrow + four) today <-> less four (today - tomorrow)) /\
  (less four (today - tomorrow) <->
   less (fourth_power phi) ((n + x / phi) / (n - x * phi) / ((n + y / phi) / (n - y * phi)))) /\
  (less (fourth_power phi) ((n + x / phi) / (n - x * phi) / ((n + y / phi) / (n - y * phi))) <->
   less (fourth_power phi * ((n - x * phi) * (n + y / phi))) ((n + x / phi) * (n - y * phi))) /\
  fourth_power phi = three * phi + two /\
  (n - x * phi) * (n + y / phi) = n * n + n * (y / phi) - n * (x * phi) - x * y /\
  (n + x / phi) * (n - y * phi) = n * n - n * (y * phi) + n * (x / phi) - x * y.
Proof.
  intros K phi log [positive square] (rises & sums & base) n x y A B C D today tomorrow.
  pose proof (over_positive _ _ A B) as L. pose proof (over_positive _ _ C D) as M.
  split; [|split; [|split; [|split; [|split; [|split]]]]].
  - rewrite <- (less_product four) by apply four_positive.
    now rewrite distributes_right, !over_mul, one_mul by apply four_positive.
  - rewrite <- (less_sum (opp tomorrow)). fold (tomorrow + four - tomorrow) (today - tomorrow).
    now rewrite (add_commutes _ tomorrow), sub_add.
  - replace (today - tomorrow) with (log ((n + x / phi) / (n - x * phi) / ((n + y / phi) / (n - y * phi)))).
    + replace four with (log (fourth_power phi)).
      * assert (P : less zero (fourth_power phi)) by (unfold fourth_power; repeat apply mul_positive; exact positive).
        apply by_order; apply rises; [exact P | now apply over_positive].
      * unfold fourth_power. now rewrite !sums, base by (try apply mul_positive; exact positive).
    + rewrite <- (sub_add (log _) tomorrow). f_equal. unfold tomorrow at 1, log_of_6.
      rewrite <- sums, over_mul by auto using over_positive. reflexivity.
  - rewrite <- (less_product ((n + y / phi) / (n - y * phi))), over_mul by exact M.
    rewrite <- (less_product ((n - x * phi) * (n - y * phi))) by now apply mul_positive.
    rewrite (mul_associates _ ((n + x / phi) / _)), over_mul by exact B.
    rewrite <- mul_associates, (mul_commutes _ (n - x * phi)), (mul_associates _ ((n + y / phi) / _)).
    rewrite over_mul by exact D.
    now rewrite (mul_commutes _ (n + y / phi)).
  - unfold fourth_power, three, two. rewrite square, distributes, distributes_right, mul_one, square, !one_mul.
    rewrite !distributes_right, one_mul, <- !add_associates. f_equal.
    rewrite (add_commutes _ one), <- !add_associates. reflexivity.
  - now apply products.
  - rewrite mul_commutes, products by exact positive. rewrite (mul_commutes _ y x).
    unfold sub. f_equal. apply add_middle.
Qed.
