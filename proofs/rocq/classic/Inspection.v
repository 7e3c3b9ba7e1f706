(* inspection 4 2: its value to inspector is -3/11, exactly.
   inspector, the first player, can guarantee this expected payoff against every strategy of inspectee,
   and inspectee, who pays it, can guarantee to pay no more, from the position `start`.
   The rules were printed from the Python code, which ran on symbols. A position is a list of integers.
   The kernel unfolds the rules, and finds no other positions than these 28.
   
   You must believe the definitions at the beginning of Value.v and Rules.v, the game below, and the kernel of Rocq.
   Not the certificate, not the checker, which is proved right, and not the program that wrote this file.
   The numbers at the ends of lines of the certificate show a slip of one digit; no theorem needs them.
   To compile it, with the files of the library in the same folder:
     coqc -Q . Values Value.v
     coqc -Q . Values Check.v
     coqc -Q . Values Rules.v
     coqc -Q . Values Inspection.v *)
Require Import QArith List.
Import ListNotations.
From Values Require Import Value Check Rules.
Open Scope Q_scope.

Open Scope Z_scope.
(* [0; n1; n2]: Position(periods=n1, inspections=n2, over='') *)
Definition outcome_0 (n1 n2 : Z) : option Q :=
  if negb (n1 =? 0)
  then None
  else Some (Qmake 0 1).
Definition first_moves_0 (n1 n2 : Z) : list move :=
  if negb (n2 =? 0)
  then [[3]; [4]]
  else [[4]].
Definition second_moves_0 (n1 n2 : Z) : list move :=
  [[5]; [6]].
(* [1; n1; n2]: Position(periods=n1, inspections=n2, over='inspector') *)
Definition outcome_1 (n1 n2 : Z) : option Q :=
  Some (Qmake 1 1).
Definition first_moves_1 (n1 n2 : Z) : list move :=
  if negb (n2 =? 0)
  then [[3]; [4]]
  else [[4]].
Definition second_moves_1 (n1 n2 : Z) : list move :=
  [[5]; [6]].
(* [2; n1; n2]: Position(periods=n1, inspections=n2, over='inspectee') *)
Definition outcome_2 (n1 n2 : Z) : option Q :=
  Some (Qmake (-1) 1).
Definition first_moves_2 (n1 n2 : Z) : list move :=
  if negb (n2 =? 0)
  then [[3]; [4]]
  else [[4]].
Definition second_moves_2 (n1 n2 : Z) : list move :=
  [[5]; [6]].
(* [3]: 'inspect' *)
(* [5]: 'legal' *)
Definition next_0 (n1 n2 : Z) : list (state * Q) :=
  [([0; (n1 + (-1)); (n2 + (-1))], (Qmake 1 1))].
(* [3]: 'inspect' *)
(* [6]: 'violate' *)
Definition next_1 (n1 n2 : Z) : list (state * Q) :=
  [([1; (n1 + (-1)); (n2 + (-1))], (Qmake 1 1))].
(* [4]: 'wait' *)
(* [5]: 'legal' *)
Definition next_2 (n1 n2 : Z) : list (state * Q) :=
  [([0; (n1 + (-1)); n2], (Qmake 1 1))].
(* [4]: 'wait' *)
(* [6]: 'violate' *)
Definition next_3 (n1 n2 : Z) : list (state * Q) :=
  [([2; (n1 + (-1)); n2], (Qmake 1 1))].
Definition game : rules := {|
  outcome := fun p => match p with
    | [0; n1; n2] => outcome_0 n1 n2
    | [1; n1; n2] => outcome_1 n1 n2
    | [2; n1; n2] => outcome_2 n1 n2
    | _ => None
    end;
  first_moves := fun p => match p with
    | [0; n1; n2] => first_moves_0 n1 n2
    | [1; n1; n2] => first_moves_1 n1 n2
    | [2; n1; n2] => first_moves_2 n1 n2
    | _ => []
    end;
  second_moves := fun p => match p with
    | [0; n1; n2] => second_moves_0 n1 n2
    | [1; n1; n2] => second_moves_1 n1 n2
    | [2; n1; n2] => second_moves_2 n1 n2
    | _ => []
    end;
  next := fun p a b => match p, a, b with
    | [0; n1; n2], [3], [5] => next_0 n1 n2
    | [0; n1; n2], [3], [6] => next_1 n1 n2
    | [0; n1; n2], [4], [5] => next_2 n1 n2
    | [0; n1; n2], [4], [6] => next_3 n1 n2
    | _, _, _ => []
    end
|}.
Definition positions : list state := [
[0; 4; 2] (* 1: (4, 2, ''); inspector: inspect, wait; inspectee: legal, violate *);
[0; 3; 1] (* 2: (3, 1, ''); inspector: inspect, wait; inspectee: legal, violate *);
[1; 3; 1] (* 3: (3, 1, 'inspector'); the end *);
[0; 3; 2] (* 4: (3, 2, ''); inspector: inspect, wait; inspectee: legal, violate *);
[2; 3; 2] (* 5: (3, 2, 'inspectee'); the end *);
[0; 2; 0] (* 6: (2, 0, ''); inspector: wait; inspectee: legal, violate *);
[1; 2; 0] (* 7: (2, 0, 'inspector'); the end *);
[0; 2; 1] (* 8: (2, 1, ''); inspector: inspect, wait; inspectee: legal, violate *);
[2; 2; 1] (* 9: (2, 1, 'inspectee'); the end *);
[1; 2; 1] (* 10: (2, 1, 'inspector'); the end *);
[0; 2; 2] (* 11: (2, 2, ''); inspector: inspect, wait; inspectee: legal, violate *);
[2; 2; 2] (* 12: (2, 2, 'inspectee'); the end *);
[0; 1; 0] (* 13: (1, 0, ''); inspector: wait; inspectee: legal, violate *);
[2; 1; 0] (* 14: (1, 0, 'inspectee'); the end *);
[1; 1; 0] (* 15: (1, 0, 'inspector'); the end *);
[0; 1; 1] (* 16: (1, 1, ''); inspector: inspect, wait; inspectee: legal, violate *);
[2; 1; 1] (* 17: (1, 1, 'inspectee'); the end *);
[1; 1; 1] (* 18: (1, 1, 'inspector'); the end *);
[0; 1; 2] (* 19: (1, 2, ''); inspector: inspect, wait; inspectee: legal, violate *);
[2; 1; 2] (* 20: (1, 2, 'inspectee'); the end *);
[0; 0; 0] (* 21: (0, 0, ''); the end *);
[2; 0; 0] (* 22: (0, 0, 'inspectee'); the end *);
[1; 0; 0] (* 23: (0, 0, 'inspector'); the end *);
[0; 0; 1] (* 24: (0, 1, ''); the end *);
[2; 0; 1] (* 25: (0, 1, 'inspectee'); the end *);
[1; 0; 1] (* 26: (0, 1, 'inspector'); the end *);
[0; 0; 2] (* 27: (0, 2, ''); the end *);
[2; 0; 2] (* 28: (0, 2, 'inspectee'); the end *)].
Definition start : state := [0; 4; 2].
Open Scope Q_scope.
Definition certificate : list line := [
Line (-3 # 11) [(4 # 11); (7 # 11)] [(28 # 33); (5 # 33)] 58 (* 1 *);
Line (-1 # 2) [(1 # 4); (3 # 4)] [(3 # 4); (1 # 4)] 22 (* 2 *);
Line 1 [] [] 16 (* 3 *);
Line (-1 # 7) [(3 # 7); (4 # 7)] [(6 # 7); (1 # 7)] 55 (* 4 *);
Line (-1 # 1) [] [] 8 (* 5 *);
Line (-1 # 1) [1] [1; 0] 55 (* 6 *);
Line 1 [] [] 80 (* 7 *);
Line (-1 # 3) [(1 # 3); (2 # 3)] [(2 # 3); (1 # 3)] 35 (* 8 *);
Line (-1 # 1) [] [] 72 (* 9 *);
Line 1 [] [] 83 (* 10 *);
Line 0 [1; 0] [1; 0] 44 (* 11 *);
Line (-1 # 1) [] [] 75 (* 12 *);
Line (-1 # 1) [1] [0; 1] 1 (* 13 *);
Line (-1 # 1) [] [] 39 (* 14 *);
Line 1 [] [] 50 (* 15 *);
Line 0 [1; 0] [1; 0] 87 (* 16 *);
Line (-1 # 1) [] [] 42 (* 17 *);
Line 1 [] [] 53 (* 18 *);
Line 0 [1; 0] [1; 0] 39 (* 19 *);
Line (-1 # 1) [] [] 45 (* 20 *);
Line 0 [] [] 1 (* 21 *);
Line (-1 # 1) [] [] 9 (* 22 *);
Line 1 [] [] 20 (* 23 *);
Line 0 [] [] 4 (* 24 *);
Line (-1 # 1) [] [] 12 (* 25 *);
Line 1 [] [] 23 (* 26 *);
Line 0 [] [] 7 (* 27 *);
Line (-1 # 1) [] [] 15 (* 28 *)].

Theorem value_of_Inspection : rules_value game start (-3 # 11).
Proof. apply (checked_rules game positions certificate start (-3 # 11)). vm_compute. reflexivity. Qed.
