(* Race 12: its value to first is 28396303814855551/65810851921133568, exactly.
   first, the first player, can guarantee this expected payoff against every strategy of second,
   and second, who pays it, can guarantee to pay no more, from the position `start`.
   The rules were printed from the Python code, which ran on symbols. A position is a list of integers.
   The kernel unfolds the rules, and finds no other positions than these 264.
   
   You must believe the definitions at the beginning of Value.v and Rules.v, the game below, and the kernel of Rocq.
   Not the certificate, not the checker, which is proved right, and not the program that wrote this file.
   The numbers at the ends of lines of the certificate show a slip of one digit; no theorem needs them.
   To compile it, with the files of the library in the same folder:
     coqc -Q . Values Value.v
     coqc -Q . Values Check.v
     coqc -Q . Values Rules.v
     coqc -Q . Values Race.v *)
Require Import QArith List.
Import ListNotations.
From Values Require Import Value Check Rules.
Open Scope Q_scope.

Open Scope Z_scope.
(* [0; n1; n2]: Points(own=n1, other=n2, active='first') *)
Definition outcome_0 (n1 n2 : Z) : option Q :=
  if 12 <=? n2
  then Some (Qmake (-1) 1)
  else None.
Definition first_moves_0 (n1 n2 : Z) : list move :=
  [[2]; [3]].
Definition second_moves_0 (n1 n2 : Z) : list move :=
  [].
(* [1; n1; n2]: Points(own=n1, other=n2, active='second') *)
Definition outcome_1 (n1 n2 : Z) : option Q :=
  if 12 <=? n2
  then Some (Qmake 1 1)
  else None.
Definition first_moves_1 (n1 n2 : Z) : list move :=
  [].
Definition second_moves_1 (n1 n2 : Z) : list move :=
  [[2]; [3]].
(* [2]: 'once' *)
Definition next_0 (n1 n2 : Z) : list (state * Q) :=
  [([1; n2; (Z.min 12 (n1 + 1))], (Qmake 1 6)); ([1; n2; (Z.min 12 (n1 + 2))], (Qmake 1 6)); ([1; n2; (Z.min 12 (n1 + 3))], (Qmake 1 6)); ([1; n2; (Z.min 12 (n1 + 4))], (Qmake 1 6)); ([1; n2; (Z.min 12 (n1 + 5))], (Qmake 1 6)); ([1; n2; (Z.min 12 (n1 + 6))], (Qmake 1 6))].
(* [3]: 'twice' *)
Definition next_1 (n1 n2 : Z) : list (state * Q) :=
  [([1; n2; (Z.min 12 (n1 + 1))], (Qmake 1 6)); ([1; n2; (Z.min 12 (n1 + 3))], (Qmake 1 18)); ([1; n2; (Z.min 12 (n1 + 4))], (Qmake 1 18)); ([1; n2; (Z.min 12 (n1 + 5))], (Qmake 1 9)); ([1; n2; (Z.min 12 (n1 + 6))], (Qmake 1 9)); ([1; n2; (Z.min 12 (n1 + 7))], (Qmake 1 6)); ([1; n2; (Z.min 12 (n1 + 8))], (Qmake 1 9)); ([1; n2; (Z.min 12 (n1 + 9))], (Qmake 1 9)); ([1; n2; (Z.min 12 (n1 + 10))], (Qmake 1 18)); ([1; n2; (Z.min 12 (n1 + 11))], (Qmake 1 18))].
(* [2]: 'once' *)
Definition next_2 (n1 n2 : Z) : list (state * Q) :=
  [([0; n2; (Z.min 12 (n1 + 1))], (Qmake 1 6)); ([0; n2; (Z.min 12 (n1 + 2))], (Qmake 1 6)); ([0; n2; (Z.min 12 (n1 + 3))], (Qmake 1 6)); ([0; n2; (Z.min 12 (n1 + 4))], (Qmake 1 6)); ([0; n2; (Z.min 12 (n1 + 5))], (Qmake 1 6)); ([0; n2; (Z.min 12 (n1 + 6))], (Qmake 1 6))].
(* [3]: 'twice' *)
Definition next_3 (n1 n2 : Z) : list (state * Q) :=
  [([0; n2; (Z.min 12 (n1 + 1))], (Qmake 1 6)); ([0; n2; (Z.min 12 (n1 + 3))], (Qmake 1 18)); ([0; n2; (Z.min 12 (n1 + 4))], (Qmake 1 18)); ([0; n2; (Z.min 12 (n1 + 5))], (Qmake 1 9)); ([0; n2; (Z.min 12 (n1 + 6))], (Qmake 1 9)); ([0; n2; (Z.min 12 (n1 + 7))], (Qmake 1 6)); ([0; n2; (Z.min 12 (n1 + 8))], (Qmake 1 9)); ([0; n2; (Z.min 12 (n1 + 9))], (Qmake 1 9)); ([0; n2; (Z.min 12 (n1 + 10))], (Qmake 1 18)); ([0; n2; (Z.min 12 (n1 + 11))], (Qmake 1 18))].
Definition game : rules := {|
  outcome := fun p => match p with
    | [0; n1; n2] => outcome_0 n1 n2
    | [1; n1; n2] => outcome_1 n1 n2
    | _ => None
    end;
  first_moves := fun p => match p with
    | [0; n1; n2] => first_moves_0 n1 n2
    | [1; n1; n2] => first_moves_1 n1 n2
    | _ => []
    end;
  second_moves := fun p => match p with
    | [0; n1; n2] => second_moves_0 n1 n2
    | [1; n1; n2] => second_moves_1 n1 n2
    | _ => []
    end;
  next := fun p a b => match p, a, b with
    | [0; n1; n2], [2], [] => next_0 n1 n2
    | [0; n1; n2], [3], [] => next_1 n1 n2
    | [1; n1; n2], [], [2] => next_2 n1 n2
    | [1; n1; n2], [], [3] => next_3 n1 n2
    | _, _, _ => []
    end
|}.
Definition positions_1 : list state := [
[0; 0; 0] (* 1: (0, 0, 'first'); first: once, twice *);
[1; 0; 1] (* 2: (0, 1, 'second'); second: once, twice *);
[1; 0; 2] (* 3: (0, 2, 'second'); second: once, twice *);
[1; 0; 3] (* 4: (0, 3, 'second'); second: once, twice *);
[1; 0; 4] (* 5: (0, 4, 'second'); second: once, twice *);
[1; 0; 5] (* 6: (0, 5, 'second'); second: once, twice *);
[1; 0; 6] (* 7: (0, 6, 'second'); second: once, twice *);
[1; 0; 7] (* 8: (0, 7, 'second'); second: once, twice *);
[1; 0; 8] (* 9: (0, 8, 'second'); second: once, twice *);
[1; 0; 9] (* 10: (0, 9, 'second'); second: once, twice *);
[1; 0; 10] (* 11: (0, 10, 'second'); second: once, twice *);
[1; 0; 11] (* 12: (0, 11, 'second'); second: once, twice *);
[0; 1; 1] (* 13: (1, 1, 'first'); first: once, twice *);
[0; 1; 2] (* 14: (1, 2, 'first'); first: once, twice *);
[0; 1; 3] (* 15: (1, 3, 'first'); first: once, twice *);
[0; 1; 4] (* 16: (1, 4, 'first'); first: once, twice *);
[0; 1; 5] (* 17: (1, 5, 'first'); first: once, twice *);
[0; 1; 6] (* 18: (1, 6, 'first'); first: once, twice *);
[0; 1; 7] (* 19: (1, 7, 'first'); first: once, twice *);
[0; 1; 8] (* 20: (1, 8, 'first'); first: once, twice *);
[0; 1; 9] (* 21: (1, 9, 'first'); first: once, twice *);
[0; 1; 10] (* 22: (1, 10, 'first'); first: once, twice *);
[0; 1; 11] (* 23: (1, 11, 'first'); first: once, twice *);
[0; 2; 1] (* 24: (2, 1, 'first'); first: once, twice *);
[0; 3; 1] (* 25: (3, 1, 'first'); first: once, twice *);
[0; 4; 1] (* 26: (4, 1, 'first'); first: once, twice *);
[0; 5; 1] (* 27: (5, 1, 'first'); first: once, twice *);
[0; 6; 1] (* 28: (6, 1, 'first'); first: once, twice *);
[0; 7; 1] (* 29: (7, 1, 'first'); first: once, twice *);
[0; 8; 1] (* 30: (8, 1, 'first'); first: once, twice *);
[0; 9; 1] (* 31: (9, 1, 'first'); first: once, twice *);
[0; 10; 1] (* 32: (10, 1, 'first'); first: once, twice *);
[0; 11; 1] (* 33: (11, 1, 'first'); first: once, twice *);
[1; 1; 2] (* 34: (1, 2, 'second'); second: once, twice *);
[0; 2; 2] (* 35: (2, 2, 'first'); first: once, twice *);
[1; 1; 3] (* 36: (1, 3, 'second'); second: once, twice *);
[0; 3; 2] (* 37: (3, 2, 'first'); first: once, twice *);
[1; 1; 4] (* 38: (1, 4, 'second'); second: once, twice *);
[0; 4; 2] (* 39: (4, 2, 'first'); first: once, twice *);
[1; 1; 5] (* 40: (1, 5, 'second'); second: once, twice *);
[0; 5; 2] (* 41: (5, 2, 'first'); first: once, twice *);
[1; 1; 6] (* 42: (1, 6, 'second'); second: once, twice *);
[0; 6; 2] (* 43: (6, 2, 'first'); first: once, twice *);
[1; 1; 7] (* 44: (1, 7, 'second'); second: once, twice *);
[0; 7; 2] (* 45: (7, 2, 'first'); first: once, twice *);
[1; 1; 8] (* 46: (1, 8, 'second'); second: once, twice *);
[0; 8; 2] (* 47: (8, 2, 'first'); first: once, twice *);
[1; 1; 9] (* 48: (1, 9, 'second'); second: once, twice *);
[0; 9; 2] (* 49: (9, 2, 'first'); first: once, twice *);
[1; 1; 10] (* 50: (1, 10, 'second'); second: once, twice *);
[0; 10; 2] (* 51: (10, 2, 'first'); first: once, twice *);
[1; 1; 11] (* 52: (1, 11, 'second'); second: once, twice *);
[0; 11; 2] (* 53: (11, 2, 'first'); first: once, twice *);
[1; 1; 12] (* 54: (1, 12, 'second'); the end *);
[1; 2; 2] (* 55: (2, 2, 'second'); second: once, twice *);
[0; 2; 3] (* 56: (2, 3, 'first'); first: once, twice *);
[1; 2; 3] (* 57: (2, 3, 'second'); second: once, twice *);
[0; 3; 3] (* 58: (3, 3, 'first'); first: once, twice *);
[1; 2; 4] (* 59: (2, 4, 'second'); second: once, twice *);
[0; 4; 3] (* 60: (4, 3, 'first'); first: once, twice *);
[1; 2; 5] (* 61: (2, 5, 'second'); second: once, twice *);
[0; 5; 3] (* 62: (5, 3, 'first'); first: once, twice *);
[1; 2; 6] (* 63: (2, 6, 'second'); second: once, twice *);
[0; 6; 3] (* 64: (6, 3, 'first'); first: once, twice *);
[1; 2; 7] (* 65: (2, 7, 'second'); second: once, twice *);
[0; 7; 3] (* 66: (7, 3, 'first'); first: once, twice *);
[1; 2; 8] (* 67: (2, 8, 'second'); second: once, twice *);
[0; 8; 3] (* 68: (8, 3, 'first'); first: once, twice *);
[1; 2; 9] (* 69: (2, 9, 'second'); second: once, twice *);
[0; 9; 3] (* 70: (9, 3, 'first'); first: once, twice *);
[1; 2; 10] (* 71: (2, 10, 'second'); second: once, twice *);
[0; 10; 3] (* 72: (10, 3, 'first'); first: once, twice *);
[1; 2; 11] (* 73: (2, 11, 'second'); second: once, twice *);
[0; 11; 3] (* 74: (11, 3, 'first'); first: once, twice *);
[1; 2; 12] (* 75: (2, 12, 'second'); the end *);
[1; 3; 2] (* 76: (3, 2, 'second'); second: once, twice *);
[0; 2; 4] (* 77: (2, 4, 'first'); first: once, twice *);
[1; 3; 3] (* 78: (3, 3, 'second'); second: once, twice *);
[0; 3; 4] (* 79: (3, 4, 'first'); first: once, twice *);
[1; 3; 4] (* 80: (3, 4, 'second'); second: once, twice *);
[0; 4; 4] (* 81: (4, 4, 'first'); first: once, twice *);
[1; 3; 5] (* 82: (3, 5, 'second'); second: once, twice *);
[0; 5; 4] (* 83: (5, 4, 'first'); first: once, twice *);
[1; 3; 6] (* 84: (3, 6, 'second'); second: once, twice *);
[0; 6; 4] (* 85: (6, 4, 'first'); first: once, twice *);
[1; 3; 7] (* 86: (3, 7, 'second'); second: once, twice *);
[0; 7; 4] (* 87: (7, 4, 'first'); first: once, twice *);
[1; 3; 8] (* 88: (3, 8, 'second'); second: once, twice *);
[0; 8; 4] (* 89: (8, 4, 'first'); first: once, twice *);
[1; 3; 9] (* 90: (3, 9, 'second'); second: once, twice *);
[0; 9; 4] (* 91: (9, 4, 'first'); first: once, twice *);
[1; 3; 10] (* 92: (3, 10, 'second'); second: once, twice *);
[0; 10; 4] (* 93: (10, 4, 'first'); first: once, twice *);
[1; 3; 11] (* 94: (3, 11, 'second'); second: once, twice *);
[0; 11; 4] (* 95: (11, 4, 'first'); first: once, twice *);
[1; 3; 12] (* 96: (3, 12, 'second'); the end *);
[1; 4; 2] (* 97: (4, 2, 'second'); second: once, twice *);
[0; 2; 5] (* 98: (2, 5, 'first'); first: once, twice *);
[1; 4; 3] (* 99: (4, 3, 'second'); second: once, twice *);
[0; 3; 5] (* 100: (3, 5, 'first'); first: once, twice *);
[1; 4; 4] (* 101: (4, 4, 'second'); second: once, twice *);
[0; 4; 5] (* 102: (4, 5, 'first'); first: once, twice *);
[1; 4; 5] (* 103: (4, 5, 'second'); second: once, twice *);
[0; 5; 5] (* 104: (5, 5, 'first'); first: once, twice *);
[1; 4; 6] (* 105: (4, 6, 'second'); second: once, twice *);
[0; 6; 5] (* 106: (6, 5, 'first'); first: once, twice *);
[1; 4; 7] (* 107: (4, 7, 'second'); second: once, twice *);
[0; 7; 5] (* 108: (7, 5, 'first'); first: once, twice *);
[1; 4; 8] (* 109: (4, 8, 'second'); second: once, twice *);
[0; 8; 5] (* 110: (8, 5, 'first'); first: once, twice *);
[1; 4; 9] (* 111: (4, 9, 'second'); second: once, twice *);
[0; 9; 5] (* 112: (9, 5, 'first'); first: once, twice *);
[1; 4; 10] (* 113: (4, 10, 'second'); second: once, twice *);
[0; 10; 5] (* 114: (10, 5, 'first'); first: once, twice *);
[1; 4; 11] (* 115: (4, 11, 'second'); second: once, twice *);
[0; 11; 5] (* 116: (11, 5, 'first'); first: once, twice *);
[1; 4; 12] (* 117: (4, 12, 'second'); the end *);
[1; 5; 2] (* 118: (5, 2, 'second'); second: once, twice *);
[0; 2; 6] (* 119: (2, 6, 'first'); first: once, twice *);
[1; 5; 3] (* 120: (5, 3, 'second'); second: once, twice *);
[0; 3; 6] (* 121: (3, 6, 'first'); first: once, twice *);
[1; 5; 4] (* 122: (5, 4, 'second'); second: once, twice *);
[0; 4; 6] (* 123: (4, 6, 'first'); first: once, twice *);
[1; 5; 5] (* 124: (5, 5, 'second'); second: once, twice *);
[0; 5; 6] (* 125: (5, 6, 'first'); first: once, twice *);
[1; 5; 6] (* 126: (5, 6, 'second'); second: once, twice *);
[0; 6; 6] (* 127: (6, 6, 'first'); first: once, twice *);
[1; 5; 7] (* 128: (5, 7, 'second'); second: once, twice *);
[0; 7; 6] (* 129: (7, 6, 'first'); first: once, twice *);
[1; 5; 8] (* 130: (5, 8, 'second'); second: once, twice *);
[0; 8; 6] (* 131: (8, 6, 'first'); first: once, twice *);
[1; 5; 9] (* 132: (5, 9, 'second'); second: once, twice *);
[0; 9; 6] (* 133: (9, 6, 'first'); first: once, twice *);
[1; 5; 10] (* 134: (5, 10, 'second'); second: once, twice *);
[0; 10; 6] (* 135: (10, 6, 'first'); first: once, twice *);
[1; 5; 11] (* 136: (5, 11, 'second'); second: once, twice *);
[0; 11; 6] (* 137: (11, 6, 'first'); first: once, twice *);
[1; 5; 12] (* 138: (5, 12, 'second'); the end *);
[1; 6; 2] (* 139: (6, 2, 'second'); second: once, twice *);
[0; 2; 7] (* 140: (2, 7, 'first'); first: once, twice *);
[1; 6; 3] (* 141: (6, 3, 'second'); second: once, twice *);
[0; 3; 7] (* 142: (3, 7, 'first'); first: once, twice *);
[1; 6; 4] (* 143: (6, 4, 'second'); second: once, twice *);
[0; 4; 7] (* 144: (4, 7, 'first'); first: once, twice *);
[1; 6; 5] (* 145: (6, 5, 'second'); second: once, twice *);
[0; 5; 7] (* 146: (5, 7, 'first'); first: once, twice *);
[1; 6; 6] (* 147: (6, 6, 'second'); second: once, twice *);
[0; 6; 7] (* 148: (6, 7, 'first'); first: once, twice *);
[1; 6; 7] (* 149: (6, 7, 'second'); second: once, twice *);
[0; 7; 7] (* 150: (7, 7, 'first'); first: once, twice *);
[1; 6; 8] (* 151: (6, 8, 'second'); second: once, twice *);
[0; 8; 7] (* 152: (8, 7, 'first'); first: once, twice *);
[1; 6; 9] (* 153: (6, 9, 'second'); second: once, twice *);
[0; 9; 7] (* 154: (9, 7, 'first'); first: once, twice *);
[1; 6; 10] (* 155: (6, 10, 'second'); second: once, twice *);
[0; 10; 7] (* 156: (10, 7, 'first'); first: once, twice *);
[1; 6; 11] (* 157: (6, 11, 'second'); second: once, twice *);
[0; 11; 7] (* 158: (11, 7, 'first'); first: once, twice *);
[1; 6; 12] (* 159: (6, 12, 'second'); the end *);
[1; 7; 2] (* 160: (7, 2, 'second'); second: once, twice *);
[0; 2; 8] (* 161: (2, 8, 'first'); first: once, twice *);
[1; 7; 3] (* 162: (7, 3, 'second'); second: once, twice *);
[0; 3; 8] (* 163: (3, 8, 'first'); first: once, twice *);
[1; 7; 4] (* 164: (7, 4, 'second'); second: once, twice *);
[0; 4; 8] (* 165: (4, 8, 'first'); first: once, twice *);
[1; 7; 5] (* 166: (7, 5, 'second'); second: once, twice *);
[0; 5; 8] (* 167: (5, 8, 'first'); first: once, twice *);
[1; 7; 6] (* 168: (7, 6, 'second'); second: once, twice *);
[0; 6; 8] (* 169: (6, 8, 'first'); first: once, twice *);
[1; 7; 7] (* 170: (7, 7, 'second'); second: once, twice *);
[0; 7; 8] (* 171: (7, 8, 'first'); first: once, twice *);
[1; 7; 8] (* 172: (7, 8, 'second'); second: once, twice *);
[0; 8; 8] (* 173: (8, 8, 'first'); first: once, twice *);
[1; 7; 9] (* 174: (7, 9, 'second'); second: once, twice *);
[0; 9; 8] (* 175: (9, 8, 'first'); first: once, twice *);
[1; 7; 10] (* 176: (7, 10, 'second'); second: once, twice *);
[0; 10; 8] (* 177: (10, 8, 'first'); first: once, twice *);
[1; 7; 11] (* 178: (7, 11, 'second'); second: once, twice *);
[0; 11; 8] (* 179: (11, 8, 'first'); first: once, twice *);
[1; 7; 12] (* 180: (7, 12, 'second'); the end *);
[1; 8; 2] (* 181: (8, 2, 'second'); second: once, twice *);
[0; 2; 9] (* 182: (2, 9, 'first'); first: once, twice *);
[1; 8; 3] (* 183: (8, 3, 'second'); second: once, twice *);
[0; 3; 9] (* 184: (3, 9, 'first'); first: once, twice *);
[1; 8; 4] (* 185: (8, 4, 'second'); second: once, twice *);
[0; 4; 9] (* 186: (4, 9, 'first'); first: once, twice *);
[1; 8; 5] (* 187: (8, 5, 'second'); second: once, twice *);
[0; 5; 9] (* 188: (5, 9, 'first'); first: once, twice *);
[1; 8; 6] (* 189: (8, 6, 'second'); second: once, twice *);
[0; 6; 9] (* 190: (6, 9, 'first'); first: once, twice *);
[1; 8; 7] (* 191: (8, 7, 'second'); second: once, twice *);
[0; 7; 9] (* 192: (7, 9, 'first'); first: once, twice *);
[1; 8; 8] (* 193: (8, 8, 'second'); second: once, twice *);
[0; 8; 9] (* 194: (8, 9, 'first'); first: once, twice *);
[1; 8; 9] (* 195: (8, 9, 'second'); second: once, twice *);
[0; 9; 9] (* 196: (9, 9, 'first'); first: once, twice *);
[1; 8; 10] (* 197: (8, 10, 'second'); second: once, twice *);
[0; 10; 9] (* 198: (10, 9, 'first'); first: once, twice *);
[1; 8; 11] (* 199: (8, 11, 'second'); second: once, twice *);
[0; 11; 9] (* 200: (11, 9, 'first'); first: once, twice *)].
Definition positions_2 : list state := [
[1; 8; 12] (* 201: (8, 12, 'second'); the end *);
[1; 9; 2] (* 202: (9, 2, 'second'); second: once, twice *);
[0; 2; 10] (* 203: (2, 10, 'first'); first: once, twice *);
[1; 9; 3] (* 204: (9, 3, 'second'); second: once, twice *);
[0; 3; 10] (* 205: (3, 10, 'first'); first: once, twice *);
[1; 9; 4] (* 206: (9, 4, 'second'); second: once, twice *);
[0; 4; 10] (* 207: (4, 10, 'first'); first: once, twice *);
[1; 9; 5] (* 208: (9, 5, 'second'); second: once, twice *);
[0; 5; 10] (* 209: (5, 10, 'first'); first: once, twice *);
[1; 9; 6] (* 210: (9, 6, 'second'); second: once, twice *);
[0; 6; 10] (* 211: (6, 10, 'first'); first: once, twice *);
[1; 9; 7] (* 212: (9, 7, 'second'); second: once, twice *);
[0; 7; 10] (* 213: (7, 10, 'first'); first: once, twice *);
[1; 9; 8] (* 214: (9, 8, 'second'); second: once, twice *);
[0; 8; 10] (* 215: (8, 10, 'first'); first: once, twice *);
[1; 9; 9] (* 216: (9, 9, 'second'); second: once, twice *);
[0; 9; 10] (* 217: (9, 10, 'first'); first: once, twice *);
[1; 9; 10] (* 218: (9, 10, 'second'); second: once, twice *);
[0; 10; 10] (* 219: (10, 10, 'first'); first: once, twice *);
[1; 9; 11] (* 220: (9, 11, 'second'); second: once, twice *);
[0; 11; 10] (* 221: (11, 10, 'first'); first: once, twice *);
[1; 9; 12] (* 222: (9, 12, 'second'); the end *);
[1; 10; 2] (* 223: (10, 2, 'second'); second: once, twice *);
[0; 2; 11] (* 224: (2, 11, 'first'); first: once, twice *);
[1; 10; 3] (* 225: (10, 3, 'second'); second: once, twice *);
[0; 3; 11] (* 226: (3, 11, 'first'); first: once, twice *);
[1; 10; 4] (* 227: (10, 4, 'second'); second: once, twice *);
[0; 4; 11] (* 228: (4, 11, 'first'); first: once, twice *);
[1; 10; 5] (* 229: (10, 5, 'second'); second: once, twice *);
[0; 5; 11] (* 230: (5, 11, 'first'); first: once, twice *);
[1; 10; 6] (* 231: (10, 6, 'second'); second: once, twice *);
[0; 6; 11] (* 232: (6, 11, 'first'); first: once, twice *);
[1; 10; 7] (* 233: (10, 7, 'second'); second: once, twice *);
[0; 7; 11] (* 234: (7, 11, 'first'); first: once, twice *);
[1; 10; 8] (* 235: (10, 8, 'second'); second: once, twice *);
[0; 8; 11] (* 236: (8, 11, 'first'); first: once, twice *);
[1; 10; 9] (* 237: (10, 9, 'second'); second: once, twice *);
[0; 9; 11] (* 238: (9, 11, 'first'); first: once, twice *);
[1; 10; 10] (* 239: (10, 10, 'second'); second: once, twice *);
[0; 10; 11] (* 240: (10, 11, 'first'); first: once, twice *);
[1; 10; 11] (* 241: (10, 11, 'second'); second: once, twice *);
[0; 11; 11] (* 242: (11, 11, 'first'); first: once, twice *);
[1; 10; 12] (* 243: (10, 12, 'second'); the end *);
[1; 11; 2] (* 244: (11, 2, 'second'); second: once, twice *);
[1; 11; 3] (* 245: (11, 3, 'second'); second: once, twice *);
[1; 11; 4] (* 246: (11, 4, 'second'); second: once, twice *);
[1; 11; 5] (* 247: (11, 5, 'second'); second: once, twice *);
[1; 11; 6] (* 248: (11, 6, 'second'); second: once, twice *);
[1; 11; 7] (* 249: (11, 7, 'second'); second: once, twice *);
[1; 11; 8] (* 250: (11, 8, 'second'); second: once, twice *);
[1; 11; 9] (* 251: (11, 9, 'second'); second: once, twice *);
[1; 11; 10] (* 252: (11, 10, 'second'); second: once, twice *);
[1; 11; 11] (* 253: (11, 11, 'second'); second: once, twice *);
[1; 11; 12] (* 254: (11, 12, 'second'); the end *);
[0; 2; 12] (* 255: (2, 12, 'first'); the end *);
[0; 3; 12] (* 256: (3, 12, 'first'); the end *);
[0; 4; 12] (* 257: (4, 12, 'first'); the end *);
[0; 5; 12] (* 258: (5, 12, 'first'); the end *);
[0; 6; 12] (* 259: (6, 12, 'first'); the end *);
[0; 7; 12] (* 260: (7, 12, 'first'); the end *);
[0; 8; 12] (* 261: (8, 12, 'first'); the end *);
[0; 9; 12] (* 262: (9, 12, 'first'); the end *);
[0; 10; 12] (* 263: (10, 12, 'first'); the end *);
[0; 11; 12] (* 264: (11, 12, 'first'); the end *)].
Definition positions : list state := positions_1 ++ positions_2.
Definition start : state := [0; 0; 0].
Open Scope Q_scope.
Definition certificate_1 : list line := [
Line (28396303814855551 # 65810851921133568) [0; 1] [1] 93 (* 1 *);
Line (-3452981096468129 # 10968475320188928) [1] [0; 1] 9 (* 2 *);
Line (-59746744898303 # 304679870005248) [1] [0; 1] 25 (* 3 *);
Line (-113008796327 # 4231664861184) [1] [0; 1] 50 (* 4 *);
Line (103591071223 # 705277476864) [1] [0; 1] 1 (* 5 *);
Line (3575388325 # 9795520512) [1] [0; 1] 7 (* 6 *);
Line (422217143 # 816293376) [1] [0; 1] 56 (* 7 *);
Line (22296013 # 34012224) [1] [0; 1] 69 (* 8 *);
Line (2759653 # 3779136) [1] [0; 1] 15 (* 9 *);
Line (83335 # 104976) [1] [0; 1] 69 (* 10 *);
Line (263 # 324) [1] [0; 1] 26 (* 11 *);
Line 1 [1] [1; 0] 12 (* 12 *);
Line (779613878604343 # 1828079220031488) [0; 1] [1] 67 (* 13 *);
Line (95544319577369 # 304679870005248) [0; 1] [1] 1 (* 14 *);
Line (412974889283 # 2821109907456) [0; 1] [1] 89 (* 15 *);
Line (-17442548297 # 705277476864) [0; 1] [1] 66 (* 16 *);
Line (-4796975129 # 19591041024) [0; 1] [1] 32 (* 17 *);
Line (-108189217 # 272097792) [0; 1] [1] 36 (* 18 *);
Line (-24408799 # 45349632) [0; 1] [1] 34 (* 19 *);
Line (-2318299 # 3779136) [0; 1] [1] 79 (* 20 *);
Line (-35633 # 52488) [0; 1] [1] 81 (* 21 *);
Line (-25 # 36) [0; 1] [1] 66 (* 22 *);
Line (-8 # 9) [0; 1] [1] 31 (* 23 *);
Line (9130967912173 # 16926659444736) [0; 1] [1] 96 (* 24 *);
Line (2693173641065 # 4231664861184) [0; 1] [1] 32 (* 25 *);
Line (86850760649 # 117546246144) [0; 1] [1] 62 (* 26 *);
Line (1328909929 # 1632586752) [0; 1] [1] 50 (* 27 *);
Line (238324543 # 272097792) [0; 1] [1] 6 (* 28 *);
Line (20689099 # 22674816) [0; 1] [1] 26 (* 29 *);
Line (296129 # 314928) [0; 1] [1] 15 (* 30 *);
Line (205 # 216) [0; 1] [1] 27 (* 31 *);
Line (53 # 54) [1; 0] [1] 6 (* 32 *);
Line 1 [1; 0] [1] 89 (* 33 *);
Line (-95544319577369 # 304679870005248) [1] [0; 1] 56 (* 34 *);
Line (22035165830671 # 50779978334208) [0; 1] [1] 3 (* 35 *);
Line (-412974889283 # 2821109907456) [1] [0; 1] 48 (* 36 *);
Line (766891019261 # 1410554953728) [0; 1] [1] 12 (* 37 *);
Line (17442548297 # 705277476864) [1] [0; 1] 28 (* 38 *);
Line (19408091893 # 29386561536) [0; 1] [1] 73 (* 39 *);
Line (4796975129 # 19591041024) [1] [0; 1] 92 (* 40 *);
Line (2464969405 # 3265173504) [0; 1] [1] 71 (* 41 *);
Line (108189217 # 272097792) [1] [0; 1] 86 (* 42 *);
Line (225996433 # 272097792) [0; 1] [1] 16 (* 43 *);
Line (24408799 # 45349632) [1] [0; 1] 14 (* 44 *);
Line (6650065 # 7558272) [0; 1] [1] 76 (* 45 *);
Line (2318299 # 3779136) [1] [0; 1] 36 (* 46 *);
Line (576181 # 629856) [0; 1] [1] 53 (* 47 *);
Line (35633 # 52488) [1] [0; 1] 23 (* 48 *);
Line (5419 # 5832) [0; 1] [1] 51 (* 49 *);
Line (25 # 36) [1] [0; 1] 95 (* 50 *);
Line (26 # 27) [1; 0] [1] 22 (* 51 *);
Line (8 # 9) [1] [0; 1] 95 (* 52 *);
Line 1 [1; 0] [1] 73 (* 53 *);
Line 1 [] [] 86 (* 54 *);
Line (-22035165830671 # 50779978334208) [1] [0; 1] 63 (* 55 *);
Line (2278035784049 # 8463329722368) [0; 1] [1] 84 (* 56 *);
Line (-2278035784049 # 8463329722368) [1] [0; 1] 21 (* 57 *);
Line (558083341831 # 1410554953728) [0; 1] [1] 31 (* 58 *);
Line (-23801280019 # 235092492288) [1] [0; 1] 85 (* 59 *);
Line (20727527923 # 39182082048) [0; 1] [1] 6 (* 60 *);
Line (596180545 # 4897760256) [1] [0; 1] 51 (* 61 *);
Line (713286349 # 1088391168) [0; 1] [1] 60 (* 62 *);
Line (149730925 # 544195584) [1] [0; 1] 24 (* 63 *);
Line (68144323 # 90699264) [0; 1] [1] 36 (* 64 *);
Line (18999169 # 45349632) [1] [0; 1] 49 (* 65 *);
Line (691231 # 839808) [0; 1] [1] 53 (* 66 *);
Line (623233 # 1259712) [1] [0; 1] 78 (* 67 *);
Line (30391 # 34992) [0; 1] [1] 39 (* 68 *);
Line (59077 # 104976) [1] [0; 1] 14 (* 69 *);
Line (5219 # 5832) [0; 1] [1] 64 (* 70 *);
Line (559 # 972) [1] [0; 1] 25 (* 71 *);
Line (25 # 27) [1; 0] [1] 27 (* 72 *);
Line (7 # 9) [1] [0; 1] 53 (* 73 *);
Line 1 [1; 0] [1] 57 (* 74 *);
Line 1 [] [] 19 (* 75 *);
Line (-766891019261 # 1410554953728) [1] [0; 1] 27 (* 76 *);
Line (23801280019 # 235092492288) [0; 1] [1] 53 (* 77 *);
Line (-558083341831 # 1410554953728) [1] [0; 1] 73 (* 78 *);
Line (57561365417 # 235092492288) [0; 1] [1] 28 (* 79 *);
Line (-57561365417 # 235092492288) [1] [0; 1] 81 (* 80 *);
Line (15504286495 # 39182082048) [0; 1] [1] 13 (* 81 *);
Line (-275587325 # 6530347008) [1] [0; 1] 4 (* 82 *);
Line (67036801 # 120932352) [0; 1] [1] 28 (* 83 *);
Line (17569789 # 181398528) [1] [0; 1] 73 (* 84 *);
Line (30438889 # 45349632) [0; 1] [1] 84 (* 85 *);
Line (3447139 # 15116544) [1] [0; 1] 54 (* 86 *);
Line (1928939 # 2519424) [0; 1] [1] 93 (* 87 *);
Line (41551 # 139968) [1] [0; 1] 96 (* 88 *);
Line (3595 # 4374) [0; 1] [1] 87 (* 89 *);
Line (2095 # 5832) [1] [0; 1] 2 (* 90 *);
Line (209 # 243) [0; 1] [1] 42 (* 91 *);
Line (359 # 972) [1] [0; 1] 88 (* 92 *);
Line (8 # 9) [1; 0] [1] 76 (* 93 *);
Line (5 # 9) [1] [0; 1] 32 (* 94 *);
Line 1 [1; 0] [1] 41 (* 95 *);
Line 1 [] [] 49 (* 96 *);
Line (-19408091893 # 29386561536) [1] [0; 1] 12 (* 97 *);
Line (-596180545 # 4897760256) [0; 1] [1] 19 (* 98 *);
Line (-20727527923 # 39182082048) [1] [0; 1] 96 (* 99 *);
Line (275587325 # 6530347008) [0; 1] [1] 29 (* 100 *);
Line (-15504286495 # 39182082048) [1] [0; 1] 57 (* 101 *);
Line (1382554049 # 6530347008) [0; 1] [1] 89 (* 102 *);
Line (-1382554049 # 6530347008) [1] [0; 1] 12 (* 103 *);
Line (451151959 # 1088391168) [0; 1] [1] 50 (* 104 *);
Line (-1740847 # 20155392) [1] [0; 1] 23 (* 105 *);
Line (16875935 # 30233088) [0; 1] [1] 50 (* 106 *);
Line (254185 # 7558272) [1] [0; 1] 8 (* 107 *);
Line (1725253 # 2519424) [0; 1] [1] 74 (* 108 *);
Line (40235 # 419904) [1] [0; 1] 56 (* 109 *);
Line (52837 # 69984) [0; 1] [1] 65 (* 110 *);
Line (112 # 729) [1] [0; 1] 25 (* 111 *);
Line (1183 # 1458) [0; 1] [1] 58 (* 112 *);
Line (13 # 81) [1] [0; 1] 15 (* 113 *);
Line (5 # 6) [1; 0] [1] 42 (* 114 *);
Line (1 # 3) [1] [0; 1] 85 (* 115 *);
Line 1 [1; 0] [1] 25 (* 116 *);
Line 1 [] [] 79 (* 117 *);
Line (-2464969405 # 3265173504) [1] [0; 1] 16 (* 118 *);
Line (-149730925 # 544195584) [0; 1] [1] 3 (* 119 *);
Line (-713286349 # 1088391168) [1] [0; 1] 38 (* 120 *);
Line (-17569789 # 181398528) [0; 1] [1] 13 (* 121 *);
Line (-67036801 # 120932352) [1] [0; 1] 14 (* 122 *);
Line (1740847 # 20155392) [0; 1] [1] 30 (* 123 *);
Line (-451151959 # 1088391168) [1] [0; 1] 81 (* 124 *);
Line (57920441 # 181398528) [0; 1] [1] 16 (* 125 *);
Line (-57920441 # 181398528) [1] [0; 1] 12 (* 126 *);
Line (14561455 # 30233088) [0; 1] [1] 33 (* 127 *);
Line (-1148977 # 5038848) [1] [0; 1] 78 (* 128 *);
Line (529045 # 839808) [0; 1] [1] 47 (* 129 *);
Line (-75899 # 419904) [1] [0; 1] 33 (* 130 *);
Line (115 # 162) [0; 1] [1] 54 (* 131 *);
Line (-1595 # 11664) [1] [0; 1] 90 (* 132 *);
Line (1513 # 1944) [0; 1] [1] 26 (* 133 *);
Line (-32 # 243) [1] [0; 1] 33 (* 134 *);
Line (43 # 54) [1; 0] [1] 39 (* 135 *);
Line 0 [1] [0; 1] 86 (* 136 *);
Line 1 [1; 0] [1] 9 (* 137 *);
Line 1 [] [] 12 (* 138 *);
Line (-225996433 # 272097792) [1] [0; 1] 89 (* 139 *);
Line (-18999169 # 45349632) [0; 1] [1] 67 (* 140 *);
Line (-68144323 # 90699264) [1] [0; 1] 81 (* 141 *);
Line (-3447139 # 15116544) [0; 1] [1] 8 (* 142 *);
Line (-30438889 # 45349632) [1] [0; 1] 12 (* 143 *);
Line (-254185 # 7558272) [0; 1] [1] 43 (* 144 *);
Line (-16875935 # 30233088) [1] [0; 1] 50 (* 145 *);
Line (1148977 # 5038848) [0; 1] [1] 47 (* 146 *);
Line (-14561455 # 30233088) [1] [0; 1] 35 (* 147 *);
Line (2053265 # 5038848) [0; 1] [1] 14 (* 148 *);
Line (-2053265 # 5038848) [1] [0; 1] 82 (* 149 *);
Line (484519 # 839808) [0; 1] [1] 94 (* 150 *);
Line (-51707 # 139968) [1] [0; 1] 89 (* 151 *);
Line (5177 # 7776) [0; 1] [1] 83 (* 152 *);
Line (-1 # 3) [1] [0; 1] 33 (* 153 *);
Line (1451 # 1944) [0; 1] [1] 51 (* 154 *);
Line (-107 # 324) [1] [0; 1] 46 (* 155 *);
Line (41 # 54) [1; 0] [1] 65 (* 156 *);
Line (-2 # 9) [1] [0; 1] 87 (* 157 *);
Line 1 [1; 0] [1] 90 (* 158 *);
Line 1 [] [] 42 (* 159 *);
Line (-6650065 # 7558272) [1] [0; 1] 48 (* 160 *);
Line (-623233 # 1259712) [0; 1] [1] 14 (* 161 *);
Line (-691231 # 839808) [1] [0; 1] 55 (* 162 *);
Line (-41551 # 139968) [0; 1] [1] 2 (* 163 *);
Line (-1928939 # 2519424) [1] [0; 1] 76 (* 164 *);
Line (-40235 # 419904) [0; 1] [1] 77 (* 165 *);
Line (-1725253 # 2519424) [1] [0; 1] 63 (* 166 *);
Line (75899 # 419904) [0; 1] [1] 71 (* 167 *);
Line (-529045 # 839808) [1] [0; 1] 62 (* 168 *);
Line (51707 # 139968) [0; 1] [1] 19 (* 169 *);
Line (-484519 # 839808) [1] [0; 1] 80 (* 170 *);
Line (76937 # 139968) [0; 1] [1] 37 (* 171 *);
Line (-76937 # 139968) [1] [0; 1] 42 (* 172 *);
Line (15007 # 23328) [0; 1] [1] 44 (* 173 *);
Line (-679 # 1296) [1] [0; 1] 37 (* 174 *);
Line (473 # 648) [0; 1] [1] 34 (* 175 *);
Line (-169 # 324) [1] [0; 1] 24 (* 176 *);
Line (20 # 27) [1; 0] [1] 52 (* 177 *);
Line (-4 # 9) [1] [0; 1] 66 (* 178 *);
Line 1 [1; 0] [1] 74 (* 179 *);
Line 1 [] [] 72 (* 180 *);
Line (-576181 # 629856) [1] [0; 1] 10 (* 181 *);
Line (-59077 # 104976) [0; 1] [1] 73 (* 182 *);
Line (-30391 # 34992) [1] [0; 1] 50 (* 183 *);
Line (-2095 # 5832) [0; 1] [1] 1 (* 184 *);
Line (-3595 # 4374) [1] [0; 1] 60 (* 185 *);
Line (-112 # 729) [0; 1] [1] 61 (* 186 *);
Line (-52837 # 69984) [1] [0; 1] 65 (* 187 *);
Line (1595 # 11664) [0; 1] [1] 18 (* 188 *);
Line (-115 # 162) [1] [0; 1] 46 (* 189 *);
Line (1 # 3) [0; 1] [1] 76 (* 190 *);
Line (-5177 # 7776) [1] [0; 1] 55 (* 191 *);
Line (679 # 1296) [0; 1] [1] 25 (* 192 *);
Line (-15007 # 23328) [1] [0; 1] 44 (* 193 *);
Line (2417 # 3888) [0; 1] [1] 80 (* 194 *);
Line (-2417 # 3888) [1] [0; 1] 47 (* 195 *);
Line (463 # 648) [0; 1] [1] 34 (* 196 *);
Line (-67 # 108) [1] [0; 1] 38 (* 197 *);
Line (13 # 18) [1; 0] [1] 37 (* 198 *);
Line (-5 # 9) [1] [0; 1] 24 (* 199 *);
Line 1 [1; 0] [1] 58 (* 200 *)].
Definition certificate_2 : list line := [
Line 1 [] [] 5 (* 201 *);
Line (-5419 # 5832) [1] [0; 1] 2 (* 202 *);
Line (-559 # 972) [0; 1] [1] 17 (* 203 *);
Line (-5219 # 5832) [1] [0; 1] 54 (* 204 *);
Line (-359 # 972) [0; 1] [1] 22 (* 205 *);
Line (-209 # 243) [1] [0; 1] 5 (* 206 *);
Line (-13 # 81) [0; 1] [1] 64 (* 207 *);
Line (-1183 # 1458) [1] [0; 1] 92 (* 208 *);
Line (32 # 243) [0; 1] [1] 35 (* 209 *);
Line (-1513 # 1944) [1] [0; 1] 49 (* 210 *);
Line (107 # 324) [0; 1] [1] 2 (* 211 *);
Line (-1451 # 1944) [1] [0; 1] 89 (* 212 *);
Line (169 # 324) [0; 1] [1] 92 (* 213 *);
Line (-473 # 648) [1] [0; 1] 27 (* 214 *);
Line (67 # 108) [0; 1] [1] 25 (* 215 *);
Line (-463 # 648) [1] [0; 1] 92 (* 216 *);
Line (77 # 108) [0; 1] [1] 43 (* 217 *);
Line (-77 # 108) [1] [0; 1] 88 (* 218 *);
Line (13 # 18) [1; 0] [1] 21 (* 219 *);
Line (-2 # 3) [1] [0; 1] 27 (* 220 *);
Line 1 [1; 0] [1] 42 (* 221 *);
Line 1 [] [] 35 (* 222 *);
Line (-26 # 27) [1] [1; 0] 19 (* 223 *);
Line (-7 # 9) [0; 1] [1] 44 (* 224 *);
Line (-25 # 27) [1] [1; 0] 79 (* 225 *);
Line (-5 # 9) [0; 1] [1] 36 (* 226 *);
Line (-8 # 9) [1] [1; 0] 93 (* 227 *);
Line (-1 # 3) [0; 1] [1] 18 (* 228 *);
Line (-5 # 6) [1] [1; 0] 30 (* 229 *);
Line 0 [0; 1] [1] 74 (* 230 *);
Line (-43 # 54) [1] [1; 0] 71 (* 231 *);
Line (2 # 9) [0; 1] [1] 88 (* 232 *);
Line (-41 # 54) [1] [1; 0] 13 (* 233 *);
Line (4 # 9) [0; 1] [1] 80 (* 234 *);
Line (-20 # 27) [1] [1; 0] 88 (* 235 *);
Line (5 # 9) [0; 1] [1] 93 (* 236 *);
Line (-13 # 18) [1] [1; 0] 70 (* 237 *);
Line (2 # 3) [0; 1] [1] 28 (* 238 *);
Line (-13 # 18) [1] [1; 0] 54 (* 239 *);
Line (2 # 3) [1; 0] [1] 25 (* 240 *);
Line (-2 # 3) [1] [1; 0] 81 (* 241 *);
Line 1 [1; 0] [1] 26 (* 242 *);
Line 1 [] [] 65 (* 243 *);
Line (-1 # 1) [1] [1; 0] 87 (* 244 *);
Line (-1 # 1) [1] [1; 0] 71 (* 245 *);
Line (-1 # 1) [1] [1; 0] 55 (* 246 *);
Line (-1 # 1) [1] [1; 0] 39 (* 247 *);
Line (-1 # 1) [1] [1; 0] 23 (* 248 *);
Line (-1 # 1) [1] [1; 0] 7 (* 249 *);
Line (-1 # 1) [1] [1; 0] 88 (* 250 *);
Line (-1 # 1) [1] [1; 0] 72 (* 251 *);
Line (-1 # 1) [1] [1; 0] 56 (* 252 *);
Line (-1 # 1) [1] [1; 0] 40 (* 253 *);
Line 1 [] [] 95 (* 254 *);
Line (-1 # 1) [] [] 87 (* 255 *);
Line (-1 # 1) [] [] 20 (* 256 *);
Line (-1 # 1) [] [] 50 (* 257 *);
Line (-1 # 1) [] [] 80 (* 258 *);
Line (-1 # 1) [] [] 13 (* 259 *);
Line (-1 # 1) [] [] 43 (* 260 *);
Line (-1 # 1) [] [] 73 (* 261 *);
Line (-1 # 1) [] [] 6 (* 262 *);
Line (-1 # 1) [] [] 36 (* 263 *);
Line (-1 # 1) [] [] 66 (* 264 *)].
Definition certificate : list line := certificate_1 ++ certificate_2.

Theorem value_of_Race : rules_value game start (28396303814855551 # 65810851921133568).
Proof. apply (checked_rules game positions certificate start (28396303814855551 # 65810851921133568)). vm_compute. reflexivity. Qed.
