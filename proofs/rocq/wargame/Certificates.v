(* Certificates of the Wargame as bytes. Nothing here has to be believed: the checker judges whatever comes out. *)
Require Import ZArith List Coq.Strings.Byte.
Import ListNotations.
From Wargame Require Import Game Rules.
Open Scope Z_scope.

(* Bytes, eight at a time: Rocq reads few large constructors faster than many small ones, or than long numerals. *)
Inductive bytes := E | B (a b c d e f g h : byte) (rest : bytes).

(* Their binary digits, the lowest first. *)
Definition bits_of (b : byte) : list bool :=
  let '(a, (b, (c, (d, (e, (f, (g, h))))))) := Byte.to_bits b in [a; b; c; d; e; f; g; h].
Fixpoint unpack (t : bytes) : list bool :=
  match t with
  | E => []
  | B a b c d e f g h rest => flat_map bits_of [a; b; c; d; e; f; g; h] ++ unpack rest
  end.
(* A number of n binary digits, the lowest first, and the digits after it. *)
Fixpoint read_number (n : nat) (l : list bool) : Z * list bool :=
  match n, l with
  | S n, d :: rest => let '(k, rest) := read_number n rest in (if d then Z.succ_double k else Z.double k, rest)
  | _, _ => (0, l)
  end.

(* For an army of A (camp, field) in round r, the strategies against a list of armies of B. Five digits are the number
   sent; or 30 if A's strategy avoids the position; or 31 for a mixture: its size in five digits, then five for each
   number sent and 16 for its weight. *)
Fixpoint read_weights (size : nat) (l : list bool) : list (Z * Z) * list bool :=
  match size with
  | O => ([], l)
  | S size => let '(sent, l) := read_number 5 l in let '(weight, l) := read_number 16 l in
              let '(others, l) := read_weights size l in ((sent, weight) :: others, l)
  end.
Fixpoint read_row (r camp field : Z) (others : list (Z * Z)) (l : list bool) : list (position * list (Z * Z)) :=
  match others with
  | [] => []
  | (c, f) :: others =>
      let '(sent, l) := read_number 5 l in
      if sent =? 30 then read_row r camp field others l
      else let '(x, l) := if sent =? 31 then let '(size, l) := read_number 5 l in read_weights (Z.to_nat size) l
                          else ([(sent, 1)], l) in
           (Position r camp field c f false, x) :: read_row r camp field others l
  end.
Definition read_round (r : Z) (others : list (Z * Z)) (l : list (Z * Z * bytes)) : list (position * list (Z * Z)) :=
  flat_map (fun '(camp, field, t) => read_row r camp field others (unpack t)) l.
