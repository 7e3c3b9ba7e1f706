(* Tic-tac-toe, and Connect-3 on a board of 4 x 4, by their rules and nothing else: the kernel plays all games.
   To read: everything. *)
Require Import Arith List Bool.
Import ListNotations.

Inductive mark := X | O | E.
Inductive result := Loss | Draw | Win.   (* of X *)
Definition is (m n : mark) : bool := match m, n with X, X | O, O | E, E => true | _, _ => false end.

(* A board is a list of squares. Two players put their marks in turn; three in one of the lines win. *)
Definition board := list mark.
Definition square (b : board) (i : nat) : mark := nth i b E.
Fixpoint put (i : nat) (m : mark) (b : board) : board :=
  match i, b with 0, _ :: b => m :: b | S i, n :: b => n :: put i m b | _, [] => [] end.
Definition has (lines : list (list nat)) (m : mark) (b : board) : bool :=
  existsb (forallb (fun i => is m (square b i))) lines.
Definition better (u v : result) : result := match u, v with Win, _ | _, Win => Win | Draw, _ | _, Draw => Draw | _, _ => Loss end.
Definition worse (u v : result) : result := match u, v with Loss, _ | _, Loss => Loss | Draw, _ | _, Draw => Draw | _, _ => Win end.

(* The result of best play with at most n more marks: X makes the best move, O the worst one for X. The search for a
   move ends when it has won. `open` are the squares in which a mark may be put. *)
Fixpoint play (lines : list (list nat)) (open : board -> list nat) (n : nat) (x_moves : bool) (b : board) : result :=
  if has lines X b then Win else if has lines O b then Loss else
  match n with
  | 0 => Draw
  | S n =>
      if x_moves
      then (fix try (squares : list nat) (found : result) : result := match squares, found with
            | i :: squares, Loss | i :: squares, Draw => try squares (better found (play lines open n false (put i X b)))
            | _, _ => found end) (open b) Loss
      else (fix try (squares : list nat) (found : result) : result := match squares, found with
            | i :: squares, Win | i :: squares, Draw => try squares (worse found (play lines open n true (put i O b)))
            | _, _ => found end) (open b) Win
  end.

(* Tic-tac-toe: any empty square. *)
Definition empty (b : board) : list nat := filter (fun i => is E (square b i)) (seq 0 (length b)).
Definition tic_tac_toe_lines : list (list nat) :=
  [[0; 1; 2]; [3; 4; 5]; [6; 7; 8]; [0; 3; 6]; [1; 4; 7]; [2; 5; 8]; [0; 4; 8]; [2; 4; 6]].
Theorem tic_tac_toe : play tic_tac_toe_lines empty 9 true (repeat E 9) = Draw.
Proof. vm_compute. reflexivity. Qed.

(* Connect-3: the lowest empty square of a column. Square 4 * y + x is in column x and row y, counted from the bottom. *)
Definition lowest (b : board) : list nat :=
  flat_map (fun x => firstn 1 (filter (fun i => is E (square b i)) [x; 4 + x; 8 + x; 12 + x])) (seq 0 4).
Definition lines_from (x y : nat) : list (list nat) :=
  let line dx dy := map (fun k => 4 * (y + k * dy) + (x + k * dx)) (seq 0 3) in
  (if x <? 2 then [line 1 0] else []) ++ (if y <? 2 then [line 0 1] else []) ++
  (if (x <? 2) && (y <? 2) then [line 1 1; map (fun k => 4 * (y + 2 - k) + (x + k)) (seq 0 3)] else []).
Definition connect_3_lines : list (list nat) :=
  flat_map (fun x => flat_map (lines_from x) (seq 0 4)) (seq 0 4).
Theorem connect_3 : play connect_3_lines lowest 16 true (repeat E 16) = Win.
Proof. vm_compute. reflexivity. Qed.
