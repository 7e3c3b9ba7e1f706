(* Finite zero-sum games of two players, with simultaneous moves and chance, as tables; and what a value is.
   Read this file before you believe a theorem that says `value`. Nothing here is computed. *)
Require Import QArith List.
Import ListNotations.
Open Scope Q_scope.

(* The mean of f under a list of things with their probabilities. *)
Fixpoint mean {X} (f : X -> Q) (d : list (X * Q)) : Q :=
  match d with [] => 0 | (x, p) :: rest => p * f x + mean f rest end.
Definition distribution {X} (d : list (X * Q)) : Prop :=
  (forall x p, In (x, p) d -> 0 <= p) /\ mean (fun _ => 1) d == 1.

(* A position is a number. In it, play is over, with a payoff to the first player, which the second one pays. Or both
   players move: there is a row for each move of the first player; in a row, an entry for each move of the second one;
   in an entry, the positions that can follow, with their probabilities. Who has no choice has one move. *)
Inductive place := Over (payoff : Q) | Moves (rows : list (list (list (positive * Q)))).
Definition table := list (positive * place).
Definition position (p : positive) (e : place) : positive * place := (p, e).
Definition to (p : positive) (probability : Q) : positive * Q := (p, probability).
Fixpoint place_of (t : table) (p : positive) : option place :=
  match t with [] => None | (q, e) :: rest => if Pos.eqb p q then Some e else place_of rest p end.

(* The same from the seat of each player: the own payoff, the number of own moves and of moves of the other player, and
   what follows the own move i and the move j of the other player. Moves are counted from 0. *)
Inductive seat := First | Second.
Definition own_payoff (s : seat) (u : Q) : Q := match s with First => u | Second => - u end.
Definition moves_of (s : seat) (rows : list (list (list (positive * Q)))) : nat :=
  match s with First => length rows | Second => length (hd [] rows) end.
Definition other (s : seat) : seat := match s with First => Second | Second => First end.
Definition after (s : seat) (rows : list (list (list (positive * Q)))) (i j : nat) : list (positive * Q) :=
  match s with First => nth j (nth i rows []) [] | Second => nth i (nth j rows []) [] end.

(* Both players have a move, all rows have the same length, and what follows is a distribution. *)
Definition proper (t : table) : Prop := forall p rows, place_of t p = Some (Moves rows) ->
  (0 < moves_of First rows)%nat /\ (0 < moves_of Second rows)%nat /\
  forall row, In row rows -> length row = moves_of Second rows /\ forall d, In d row -> distribution d.

(* Backward induction over mixed strategies x: the player in seat s has a strategy whose expected payoff is at least v
   against every strategy of the other player. The function w says what it guarantees in the next positions. *)
Inductive guarantees (t : table) (s : seat) : positive -> Q -> Prop :=
| at_the_end p u v : place_of t p = Some (Over u) -> v <= own_payoff s u -> guarantees t s p v
| by_moving p rows x w v : place_of t p = Some (Moves rows) ->
    distribution x -> (forall i c, In (i, c) x -> (i < moves_of s rows)%nat) ->
    (forall i c j q c', In (i, c) x -> (j < moves_of (other s) rows)%nat -> In (q, c') (after s rows i j) ->
      guarantees t s q (w q)) ->
    (forall j, (j < moves_of (other s) rows)%nat -> v <= mean (fun i => mean w (after s rows i j)) x) ->
    guarantees t s p v.

(* The value of a position: what the first player can guarantee, and the second one can keep it to. *)
Definition value (t : table) (p : positive) (v : Q) : Prop :=
  proper t /\ guarantees t First p v /\ guarantees t Second p (- v).
