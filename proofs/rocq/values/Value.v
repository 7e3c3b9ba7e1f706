(* Finite zero-sum games of two players, with simultaneous moves and chance, as tables or by their rules; and what a value
   is. Read this file before you believe a theorem that says `value`. Nothing here is computed. *)
Require Import QArith List.
Import ListNotations.
Open Scope Q_scope.

(* The mean of f under a list of things with their probabilities. *)
Fixpoint mean {X} (f : X -> Q) (d : list (X * Q)) : Q :=
  match d with [] => 0 | (x, p) :: rest => p * f x + mean f rest end.
Definition distribution {X} (d : list (X * Q)) : Prop :=
  (forall x p, In (x, p) d -> 0 <= p) /\ mean (fun _ => 1) d == 1.

(* In a position of any type X, play is over, with a payoff to the first player, which the second one pays. Or both players
   move: there is a row for each move of the first player; in a row, an entry for each move of the second one; in an entry,
   the positions that can follow, with their probabilities. Who has no choice has one move. *)
Inductive place (X : Type) := Over (payoff : Q) | Moves (rows : list (list (list (X * Q)))).
Arguments Over {X}. Arguments Moves {X}.

(* The same from the seat of each player: the own payoff, the number of own moves and of moves of the other player, and
   what follows the own move i and the move j of the other player. Moves are counted from 0. *)
Inductive seat := First | Second.
Definition own_payoff (s : seat) (u : Q) : Q := match s with First => u | Second => - u end.
Definition moves_of {X} (s : seat) (rows : list (list (list (X * Q)))) : nat :=
  match s with First => length rows | Second => length (hd [] rows) end.
Definition other (s : seat) : seat := match s with First => Second | Second => First end.
Definition after {X} (s : seat) (rows : list (list (list (X * Q)))) (i j : nat) : list (X * Q) :=
  match s with First => nth j (nth i rows []) [] | Second => nth i (nth j rows []) [] end.

(* Both players have a move, all rows have the same length, and what follows is a distribution. *)
Definition proper {X} (rows : list (list (list (X * Q)))) : Prop :=
  (0 < moves_of First rows)%nat /\ (0 < moves_of Second rows)%nat /\
  forall row, In row rows -> length row = moves_of Second rows /\ forall d, In d row -> distribution d.

(* Backward induction over mixed strategies x: the player in seat s has a strategy whose expected payoff is at least v
   against every strategy of the other player. The function w says what it guarantees in the next positions. The game g
   is a function from positions to places. *)
Inductive guarantees {X} (g : X -> option (place X)) (s : seat) : X -> Q -> Prop :=
| at_the_end p u v : g p = Some (Over u) -> v <= own_payoff s u -> guarantees g s p v
| by_moving p rows x w v : g p = Some (Moves rows) -> proper rows ->
    distribution x -> (forall i c, In (i, c) x -> (i < moves_of s rows)%nat) ->
    (forall i c j q c', In (i, c) x -> (j < moves_of (other s) rows)%nat -> In (q, c') (after s rows i j) ->
      guarantees g s q (w q)) ->
    (forall j, (j < moves_of (other s) rows)%nat -> v <= mean (fun i => mean w (after s rows i j)) x) ->
    guarantees g s p v.

(* The value of a position: what the first player can guarantee, and the second one can keep it to. *)
Definition game_value {X} (g : X -> option (place X)) (p : X) (v : Q) : Prop :=
  guarantees g First p v /\ guarantees g Second p (- v).

(* A game as a table: positions are numbers. *)
Definition table := list (positive * place positive).
Definition position (p : positive) (e : place positive) : positive * place positive := (p, e).
Definition to (p : positive) (probability : Q) : positive * Q := (p, probability).
Fixpoint place_of (t : table) (p : positive) : option (place positive) :=
  match t with [] => None | (q, e) :: rest => if Pos.eqb p q then Some e else place_of rest p end.
Definition value (t : table) : positive -> Q -> Prop := game_value (place_of t).
