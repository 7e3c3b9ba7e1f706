(* Zero-sum games of two players by their rules, not by a table, and a checker of their values, proved right.
   Read down to `rules_value` before you believe a theorem that says so. *)
Require Import QArith ZArith List Bool.
Import ListNotations.
From Values Require Import Value Check.
Open Scope Q_scope.

(* A position is a list of integers, and so is a move. Who has no move at a position only waits, with the empty move. *)
Definition state := list Z.
Definition move := list Z.
Record rules := {
  outcome : state -> option Q;                         (* the payoff to the first player, if play is over *)
  first_moves : state -> list move;
  second_moves : state -> list move;
  next : state -> move -> move -> list (state * Q)     (* the positions that follow, with their probabilities *)
}.
Definition or_wait (l : list move) : list move := match l with [] => [[]] | _ => l end.
Definition possible (d : list (state * Q)) : list (state * Q) := filter (fun c => negb (Qeq_bool (snd c) 0)) d.
Definition play (r : rules) (p : state) : option (place state) :=
  Some match outcome r p with
       | Some u => Over u
       | None => Moves (map (fun a => map (fun b => possible (next r p a b)) (or_wait (second_moves r p)))
                            (or_wait (first_moves r p)))
       end.
Definition rules_value (r : rules) : state -> Q -> Prop := game_value (play r).

(* The integers from a to below b. *)
Definition range (a b : Z) : list Z := map (fun k => (a + Z.of_nat k)%Z) (seq 0 (Z.to_nat (b - a))).

Fixpoint same (a b : list Z) : bool :=
  match a, b with [], [] => true | m :: a, n :: b => (m =? n)%Z && same a b | _, _ => false end.
Lemma same_right : forall a b, same a b = true -> a = b.
Proof.
  induction a as [|m a IH]; intros [|n b]; simpl; try easy. intros H. apply andb_prop in H as [E H].
  apply Z.eqb_eq in E as ->. now rewrite (IH b).
Qed.

(* The binary digits of all integers, each after a mark, as one number. *)
Fixpoint digits (p rest : positive) : positive :=
  match p with xH => xI rest | xO p => xO (xO (digits p rest)) | xI p => xO (xI (digits p rest)) end.
Fixpoint code (p : state) : positive :=
  match p with
  | [] => 1
  | Z0 :: p => xO (xO (code p))
  | Zpos n :: p => xO (xI (digits n (code p)))
  | Zneg n :: p => xI (digits n (code p))
  end%positive.

Definition check_rules (r : rules) (positions : list state) : list line -> state -> Q -> verdict :=
  check_game same code Some (play r) positions.

Theorem checked_rules r positions c p v : check_rules r positions c p v = Accepted -> rules_value r p v.
Proof. apply checked_game, same_right. Qed.
