"""Solutions as theorems of Rocq: files that state a game as a table and its value, with a certificate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

from gametheory.claims.theorem_file import LIBRARY, is_file_name, library_sources
from gametheory.model.classes import Labels, MoveOrder, Payoffs, labels_of, terminal_payoffs
from gametheory.model.extensive_form import CHANCE, ExtensiveForm, TreeGame
from gametheory.model.game import Move, Position
from gametheory.model.normal_form import NormalForm
from gametheory.model.sequence_form import BehaviorStrategy
from gametheory.solvers.nash_solution import Equilibrium, NashSolution, behavior_strategies
from gametheory.solvers.solution import Solution
from gametheory.solvers.tree_solution import TreeSolution
from gametheory.storage.files import check_writable, write_atomic

NOT_ZERO_SUM = (
    "it has hidden information or simultaneous moves, and is no zero-sum game of two players; "
    "`gametheory nash --theorem` states an equilibrium of a table"
)


def theorem_path(text: str) -> Path:
    """Return the path of a file for a theorem; raise ValueError or OSError unless it can be written there.

    >>> theorem_path("tic-tac-toe.v")
    Traceback (most recent call last):
    ValueError: 'tic-tac-toe.v' is no name for a file of Rocq next to its library: letters, digits and _, as in kuhn.v
    """
    path = Path(text)
    if path.suffix != ".v" or not is_file_name(path.stem):
        raise ValueError(
            f"{path.name!r} is no name for a file of Rocq next to its library: letters, digits and _, as in kuhn.v"
        )
    check_writable(path)
    return path


def theorem_of(solution: Solution | NashSolution, name: str, title: str) -> Theorem:
    """Return the file with the theorem that a solution establishes; raise NotStated if there is none."""
    if isinstance(solution, NashSolution):
        return _of_equilibrium(solution, name, title)
    rules = solution.arrays.game
    if solution.equilibria is None or (solution.zero_sum and not isinstance(rules, TreeGame)):
        return theorem_of_positions(solution, name, title)
    if not solution.zero_sum:
        raise NotStated(NOT_ZERO_SUM)
    behavior = behavior_strategies(rules.tree, solution.strategy)
    return theorem_of_tree(rules.tree, behavior, solution.payoffs[rules.players[0]], name, title)


def _of_equilibrium(solution: NashSolution, name: str, title: str) -> Theorem:
    if not isinstance(solution.game, ExtensiveForm):
        return theorem_of_profile(solution, name, title)
    if not isinstance(solution, TreeSolution) or solution.constant_sum != 0:
        raise NotStated("the tree is not zero-sum with two players; a theorem states equilibria of tables only")
    first = solution.equilibria[0]
    return theorem_of_tree(solution.game, first.behavior, first.payoffs[0], name, title)


def write_theorem(path: Path, theorem: Theorem) -> None:
    """Write the file, and next to it the files of the library that are not there; refuse to replace other files.

    A file in `claims/rocq/mine` needs no copy of a library that is in `claims/rocq/values`.
    """
    sources, sibling = library_sources(), path.resolve().parent.parent / LIBRARY
    folder = sibling if all((sibling / f"{module}.v").is_file() for module in theorem.library) else path.parent
    texts = {folder / f"{module}.v": sources[f"Values.{module}"].text for module in theorem.library}
    for other, text in texts.items():
        if other.exists() and other.read_text(encoding="utf-8", errors="replace") != text:
            raise NotStated(f"{other} is another file than that of the library; choose another folder")
    for other, text in texts.items():
        if not other.exists():
            write_atomic(other, text)
    write_atomic(path, theorem.text)


def theorem_of_profile(solution: NashSolution, name: str, title: str) -> Theorem:
    """Return the file that states the first equilibrium with rational probabilities; raise NotStated without one.

    >>> from gametheory import nash
    >>> print(theorem_of_profile(nash([[1, -1], [-1, 1]]), "Pennies", "pennies").text.splitlines()[-1])
    Proof. apply (checked_profile sizes game strategies [0; 0] numbers). vm_compute. reflexivity. Qed.
    """
    form = solution.game
    assert isinstance(form, NormalForm)
    if len(form.outcomes) > MAX_POSITIONS:
        raise NotStated(f"the table has {len(form.outcomes):,} profiles; a theorem states at most {MAX_POSITIONS:,}")
    found = _rational_equilibrium(solution)
    cells = sorted(form.cells().items())
    lines = [
        Line(f"cell {_listed(profile)}%nat {rationals(payoffs)}", _names(form, profile)) for profile, payoffs in cells
    ]
    numbers = [check_number([*profile, *parts(payoffs)]) for profile, payoffs in cells]
    numbers += [check_number(parts(own)) for own in (*found.plans, found.payoffs)]
    each = zip(form.players, found.payoffs, strict=True)
    claim = [
        f"{title}: the strategies below are a Nash equilibrium, which pays exactly "
        f"{', '.join(f'{exact(own)} to {player}' for player, own in each)}.",
        "No player has a mixed strategy with a greater expected payoff against the strategies of the others.",
        f"Players are in the order {', '.join(form.players)}. Python wrote the table, from the game that it read.",
    ]
    definitions = [
        f"Definition sizes : list nat := {_listed(tuple(map(len, form.strategies)))}%nat.",
        list_definition("game", "cells", lines),
        _strategies(form, found, len(lines)),
        number_list(numbers),
    ]
    statement = f"value_of_{name} : nash_equilibrium sizes game strategies {rationals(found.payoffs)}"
    proof = f"checked_profile sizes game strategies {rationals(found.payoffs)} numbers"
    return whole_file(name, claim, "Profile", definitions, statement, proof)


def _rational_equilibrium(solution: NashSolution) -> Equilibrium:
    for found in solution.equilibria:
        if all(isinstance(number, Fraction | int) for own in (*found.plans, found.payoffs) for number in own):
            return found
    raise NotStated("no equilibrium was found whose probabilities are rational")


def _listed(numbers: tuple[int, ...]) -> str:
    return f"[{'; '.join(map(str, numbers))}]"


def _names(form: NormalForm, profile: tuple[int, ...]) -> str:
    return ", ".join(own[number] for own, number in zip(form.strategies, profile, strict=True))


def _strategies(form: NormalForm, found: Equilibrium, before: int) -> str:
    """Return the definition of the strategies, whose lines have the next numbers after those of the table."""
    lines = [Line(rationals(own), player) for own, player in zip(found.plans, form.players, strict=True)]
    return list_definition("strategies", "list (list Q)", lines, before + 1)


Follows = list[tuple[int, Fraction]]  # the numbers of the positions that can follow, with probabilities


class _Place(NamedTuple):
    """A position in the table: the active players and their moves, what follows each joint move, the strategies."""

    moves: Mapping[str, list[Move]]
    follows: Mapping[tuple[Move, ...], Follows]
    strategy: Mapping[str, Mapping[Move, Fraction]]


class _Table:
    """The positions of a game, numbered from 1, each before those that can follow it."""

    def __init__(self, solution: Solution) -> None:
        self.arrays, self.strategy = solution.arrays, solution.strategy
        self.players: Sequence[str] = solution.arrays.game.players
        order = solution.arrays.order
        assert order is not None  # acyclic
        self.order = order.tolist()
        self.rank = {number: rank for rank, number in enumerate(self.order, 1)}
        self.payoffs = terminal_payoffs(solution.arrays)
        self.labels: Labels = labels_of(solution.arrays.game)

    @cached_property
    def places(self) -> list[_Place | Payoffs]:
        """The places of all positions in order; payoffs where play is over."""
        return [*map(self._place, self.order)]

    def _place(self, number: int) -> _Place | Payoffs:
        arrays, (groups, group_of) = self.arrays, self.arrays.groups
        position = arrays.positions[number]
        if arrays.outcome_of[number] >= 0:
            return self.payoffs[position]
        active = groups[group_of[number]]
        joints = arrays.moves_in(number)
        follows = {
            moves: [(self.rank[int(arrays.successor[edge])], arrays.probability(edge)) for edge in arrays.edges(joint)]
            for moves, joint in zip(joints, arrays.joints(number), strict=True)
        }
        moves = {player: [*dict.fromkeys(joint[k] for joint in joints)] for k, player in enumerate(active)}
        return _Place(moves, follows, self.strategy.get(position, {}) if active else {})

    @cached_property
    def values(self) -> list[Payoffs]:
        """The expected payoffs of all players from each position on, if they play their strategies."""
        values: list[Payoffs] = [()] * (len(self.places) + 1)
        for rank in range(len(self.places), 0, -1):
            place = self.places[rank - 1]
            values[rank] = self._expected(place, values) if isinstance(place, _Place) else place
        return values[1:]

    def _expected(self, place: _Place, values: Sequence[Payoffs]) -> Payoffs:
        total = [Fraction(0)] * len(self.players)
        for joint, follows in place.follows.items():
            weight = Fraction(1)
            for player, move in zip(place.moves, joint, strict=True):
                weight *= place.strategy[player].get(move, Fraction(0))
            for rank, probability in follows if weight else ():
                total = [have + weight * probability * own for have, own in zip(total, values[rank], strict=True)]
        return tuple(total)

    def position(self, rank: int) -> Position:
        """Return the position with a number in the table."""
        position: Position = self.arrays.positions[self.order[rank - 1]]
        return position

    def comment(self, rank: int) -> str:
        """Return what a position is, and which moves the players have there."""
        position, place = self.position(rank), self.places[rank - 1]
        if not isinstance(place, _Place):
            return f"{self.labels.position(position)}; the end"
        moves = [
            f"{player}: {', '.join(self.labels.move(position, move) for move in own)}"
            for player, own in place.moves.items()
        ]
        return f"{self.labels.position(position)}; {'; '.join(moves) or 'chance'}"


def theorem_of_positions(solution: Solution, name: str, title: str) -> Theorem:
    """Return the file with a theorem about a solution whose players see the position; raise NotStated if there is none.

    >>> from gametheory import solve
    >>> from gametheory.games.castle import Castle
    >>> theorem_of_positions(solve(Castle(10, 11, 15)), "Castle", "Castle 10 11 15")
    Traceback (most recent call last):
    gametheory.render.theorems.NotStated: the outcomes have no payoffs
    """
    _require_statement(solution)
    table = _Table(solution)
    if len(table.arrays) > MAX_POSITIONS:
        raise NotStated(f"the game has {len(table.arrays):,} positions; a theorem states at most {MAX_POSITIONS:,}")
    return _value(table, name, title) if solution.zero_sum else _turns(table, name, title)


def _require_statement(solution: Solution) -> None:
    if solution.game_class.cyclic:
        raise NotStated("play can cycle, so that the table is no finite tree of plays")
    if solution.criterion:
        raise NotStated("the game pays after every move, and not at the ends of its plays")
    if not solution.payoffs:
        raise NotStated("the outcomes have no payoffs")
    if solution.epsilon is not None:
        raise NotStated("the strategies are only an ε-equilibrium")
    if not solution.zero_sum and solution.game_class.order is MoveOrder.SIMULTANEOUS:
        raise NotStated("players move simultaneously, and the game is not zero-sum; `nash --theorem` states equilibria")


def _value(table: _Table, name: str, title: str) -> Theorem:
    first, second = table.players
    positions, lines = [], []
    for rank, (place, (value, _)) in enumerate(zip(table.places, table.values, strict=True), 1):
        text, numbers, weights = _as_place(place, table.players)
        positions.append(Line(f"position {rank} ({text})", table.comment(rank)))
        number = check_number([rank, *numbers, *parts([value]), *parts(weights[0]), *parts(weights[1])])
        lines.append(Line(f"Line {rational(value)} {' '.join(map(rationals, weights))} {number}", ""))
    start = table.rank[table.arrays.start]
    value = table.values[start - 1][0]
    claim = [
        f"{title}: its value to {first} is {exact(value)}, exactly.",
        f"{first}, the first player, can guarantee this expected payoff against every strategy of {second},",
        f"and {second}, who pays it, can guarantee to pay no more. Position {start} is the start of the game.",
        f"The table was computed by Python: it lists all {len(table.arrays):,} positions that the rules reach.",
    ]
    definitions = [list_definition("game", "table", positions), list_definition("certificate", "list line", lines)]
    statement = f"value_of_{name} : value game {start} {rational(value)}"
    proof = f"checked_value game certificate {start} {rational(value)}"
    return whole_file(name, claim, "Value", definitions, statement, proof)


def _as_place(place: _Place | Payoffs, players: Sequence[str]) -> tuple[str, list[int], list[list[Fraction]]]:
    """Return a place of `Value.v` as text, its numbers, and the probabilities of the moves of each player."""
    if not isinstance(place, _Place):
        return f"Over {rational(place[0])}", parts(place[:1]), [[], []]
    moves = [place.moves.get(player, [None]) for player in players]
    weights = [
        [place.strategy[player].get(move, Fraction(0)) for move in own] if player in place.moves else [Fraction(1)]
        for player, own in zip(players, moves, strict=True)
    ]
    rows = [[place.follows[_joint(place, players, pair)] for pair in ((a, b) for b in moves[1])] for a in moves[0]]
    text = "; ".join(f"[{'; '.join(map(_follow_text, row))}]" for row in rows)
    return f"Moves [{text}]", [*_follow_numbers(follows for row in rows for follows in row)], weights


def _joint(place: _Place, players: Sequence[str], pair: tuple[Move, Move]) -> tuple[Move, ...]:
    return tuple(move for player, move in zip(players, pair, strict=True) if player in place.moves)


def _follow_text(follows: Follows) -> str:
    return f"[{'; '.join(f'to {rank} {rational(probability)}' for rank, probability in follows)}]"


def _follow_numbers(entries: Iterator[Follows] | Sequence[Follows]) -> Iterator[int]:
    for follows in entries:
        for rank, probability in follows:
            yield from (rank, *parts([probability]))


def _turns(table: _Table, name: str, title: str) -> Theorem:
    positions, lines = [], []
    for rank, (place, values) in enumerate(zip(table.places, table.values, strict=True), 1):
        text, numbers, move = _as_turn(place, table.players)
        positions.append(Line(f"turn_at {rank} ({text})", table.comment(rank)))
        number = check_number([rank, *numbers, *parts(values), move])
        lines.append(Line(f"Choice {rationals(values)} {move} {number}", ""))
    start = table.rank[table.arrays.start]
    values = table.values[start - 1]
    each = ", ".join(f"{exact(own)} to {player}" for player, own in zip(table.players, values, strict=True))
    claim = [
        f"{title}: a subgame-perfect equilibrium pays exactly {each}.",
        f"Payoffs are in the order of the players, {', '.join(table.players)}. Position {start} is the start.",
        f"The table was computed by Python: it lists all {len(table.arrays):,} positions that the rules reach.",
    ]
    definitions = [list_definition("table", "game", positions), list_definition("certificate", "list choice", lines)]
    statement = f"value_of_{name} : subgame_perfect table {start} {rationals(values)}"
    proof = f"checked_turns table certificate {start} {rationals(values)}"
    return whole_file(name, claim, "Turns", definitions, statement, proof)


def _as_turn(place: _Place | Payoffs, players: Sequence[str]) -> tuple[str, list[int], int]:
    """Return a node of `Turns.v` as text, its numbers, and the number of the move that its player makes."""
    if not isinstance(place, _Place):
        return f"Ends {rationals(place)}", parts(place), 0
    active = next(iter(place.moves), players[0])
    chosen = [place.strategy[active].get(move, 0) for move in place.moves[active]] if place.moves else [1]
    follows = [*place.follows.values()]
    player = players.index(active)
    text = f"Turn {player} [{'; '.join(map(_follow_text, follows))}]"
    return text, [player, *_follow_numbers(follows)], chosen.index(1)


SEATS = ("First", "Second")


def theorem_of_tree(
    tree: ExtensiveForm, behavior: Sequence[BehaviorStrategy], value: Fraction, name: str, title: str
) -> Theorem:
    """Return the file that states the value of a zero-sum tree to the first player; raise NotStated if it is too large.

    >>> from gametheory import nash
    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" "B" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "" { 0 0 } t "" 2 "" { 1 -1 }')
    >>> text = theorem_of_tree(tree, nash(tree).equilibria[0].behavior, Fraction(1), "Go", "go")
    >>> "Theorem value_of_Go : tree_value game 1." in text.text.splitlines()
    True
    """
    if len(tree.nodes) > MAX_POSITIONS:
        raise NotStated(f"the tree has {len(tree.nodes):,} nodes; a theorem states at most {MAX_POSITIONS:,}")
    sets = {key: number for number, key in enumerate((key for key in tree.information_sets if key[0]), 1)}
    payoffs = tree.payoffs_along()
    numbers = [check_number(_numbers(tree, index, sets, payoffs[index])) for index in range(len(tree.nodes))]
    strategies, lines = [], len(tree.nodes)
    for seat, own in enumerate(behavior):
        weights = {sets[key]: _weights(tree, key, own) for key in sets if key[0] == seat + 1}
        numbers += [check_number([number, *parts(each)]) for number, each in weights.items()]
        names = {sets[key]: tree.information_sets[key].name for key in sets}
        entries = [Line(f"at_set {number} {rationals(each)}", names[number]) for number, each in weights.items()]
        kind = "list (positive * list Q)"
        strategies.append(list_definition(f"{SEATS[seat].lower()}_plays", kind, entries, lines + 1))
        lines += len(entries)
    first, second = tree.players
    claim = [
        f"{title}: its value to {first} is {exact(value)}, exactly.",
        f"{first}, the first player, has a strategy with this expected payoff against every strategy of {second},",
        f"and {second}, who pays it, has one that pays no more. Players know only the number of the information set.",
        f"The tree was computed by Python: it lists all {len(tree.nodes):,} nodes of the game.",
    ]
    definitions = [_tree_definition(tree, sets, payoffs), *strategies, number_list(numbers)]
    statement = f"value_of_{name} : tree_value game {rational(value)}"
    proof = f"checked_tree game first_plays second_plays {rational(value)} numbers"
    return whole_file(name, claim, "Tree", definitions, statement, proof)


def _weights(tree: ExtensiveForm, key: tuple[int, int], own: BehaviorStrategy) -> Sequence[Fraction]:
    """Return the probabilities at an information set; the first action where the own strategy does not lead to it."""
    actions = tree.information_sets[key].actions
    return own.get(key[1]) or [Fraction(int(action == 0)) for action in range(len(actions))]


def _numbers(tree: ExtensiveForm, index: int, sets: Mapping[tuple[int, int], int], payoffs: Payoffs) -> Iterator[int]:
    node = tree.nodes[index]
    if node.player is None:
        yield from parts(payoffs[:1])
    elif node.player == CHANCE:
        yield from parts(tree.information_sets[node.set_key].probabilities)
    else:
        yield from (sets[node.set_key], len(tree.actions(node)))


def _tree_definition(tree: ExtensiveForm, sets: Mapping[tuple[int, int], int], payoffs: Sequence[Payoffs]) -> str:
    """Return the definition of the tree, one node on each line, with the number of the node."""
    lines, left = ["Definition game : tree :="], list[int]()  # the numbers of branches that are left to print
    ways = ["" if parent is None else tree.actions(tree.nodes[parent[0]])[parent[1]] for parent in tree.parents()]
    for number, (node, way) in enumerate(zip(tree.nodes, ways, strict=True), 1):
        indent = " " * min(len(left), 20)
        if node.player is None:
            text = f"End {rational(payoffs[number - 1][0])}"
            while left and left[-1] == 1:
                left.pop()
                text += "]"
            if left:
                left[-1] -= 1
                text += ";"
        elif node.player == CHANCE:
            text = f"Chance {rationals(tree.information_sets[node.set_key].probabilities)} ["
        else:
            text = f"Choose {SEATS[node.player - 1]} {sets[node.set_key]} ["
        if node.player is not None:
            left.append(len(tree.actions(node)))
        lines.append(f"{indent}{text} (* {number}{': ' * bool(way)}{comment(way)} *)")
    return "\n".join(lines) + "."


MAX_POSITIONS = 10_000
MAX_COMMENT = WIDTH = 120
MAX_NUMBER = 50  # characters of a number in the words at the beginning
# The file of the library that says what a theorem means, and those that it needs, in the order of their imports.
LIBRARY_FILES = {
    "Value": ("Value", "Check"),
    "Turns": ("Value", "Check", "Turns"),
    "Profile": ("Value", "Check", "Profile"),
    "Tree": ("Value", "Check", "Profile", "Tree"),
}
LINES = 200  # in one definition: Rocq reads several short lists faster than one long list


class NotStated(ValueError):
    """The solution cannot be stated as a theorem; the message says why."""


class Theorem(NamedTuple):
    """The text of a file with a theorem, and the files of the library that it needs, in the order of their imports."""

    text: str
    library: tuple[str, ...]


class Line(NamedTuple):
    """One entry of a list in Rocq, and what it means."""

    text: str
    comment: str


def rational(number: Fraction | int) -> str:
    """Return a rational number as Rocq reads it.

    >>> rational(Fraction(-1, 18)), rational(2)
    ('(-1 # 18)', '2')
    """
    number = Fraction(number)
    return str(number) if number.denominator == 1 and number >= 0 else f"({number.numerator} # {number.denominator})"


def rationals(numbers: Iterable[Fraction | int]) -> str:
    """Return a list of rational numbers.

    >>> rationals([1, Fraction(1, 2)])
    '[1; (1 # 2)]'
    """
    return f"[{'; '.join(map(rational, numbers))}]"


def exact(number: Fraction | int) -> str:
    """Return a number for the words at the beginning of a file: exactly, or as a reference to the theorem.

    >>> exact(Fraction(-1, 18)), exact(Fraction(1, 10**60))
    ('-1/18', 'the number in the theorem at the end')
    """
    text = str(number)
    return text if len(text) <= MAX_NUMBER else "the number in the theorem at the end"


def parts(numbers: Iterable[Fraction | int]) -> list[int]:
    """Return numerators and denominators, of which check numbers are made.

    >>> parts([Fraction(-1, 18), 2])
    [-1, 18, 2, 1]
    """
    return [part for number in numbers for part in Fraction(number).as_integer_ratio()]


def check_number(numbers: Iterable[int]) -> int:
    """Return the number that changes if one digit of one number changes, as `check_number` in Check.v does.

    >>> check_number([1, 18]), check_number([1, 19])
    (28, 29)
    """
    total = 0
    for number in numbers:
        total = (10 * total + number) % 97
    return total


def comment(text: str) -> str:
    """Return text as Rocq takes it in a comment: on one line, without quotes, stars and letters outside ASCII.

    >>> comment('"X" to move (*)')
    "'X' to move (x)"
    """
    plain = re.sub(r"\s+", " ", text).replace('"', "'").replace("*", "x")
    plain = "".join(letter if " " <= letter <= "~" else "?" for letter in plain)
    return plain if len(plain) <= MAX_COMMENT else f"{plain[: MAX_COMMENT - 3]}..."


def list_definition(name: str, kind: str, lines: Sequence[Line], first: int = 1) -> str:
    """Return the definition of a list, with the number of each line; a long list is put together from several.

    >>> print(list_definition("weights", "list Q", [Line("1", "left"), Line("0", "")]))
    Definition weights : list Q := [
    1 (* 1: left *);
    0 (* 2 *)].
    """
    numbered = [
        f"{text} (* {number}{': ' * bool(said)}{comment(said)} *)" for number, (text, said) in enumerate(lines, first)
    ]
    pieces = [numbered[begin : begin + LINES] for begin in range(0, len(numbered), LINES)]
    if len(pieces) <= 1:
        return _definition(name, kind, numbered)
    names = [f"{name}_{number}" for number in range(1, len(pieces) + 1)]
    definitions = [_definition(own, kind, piece) for own, piece in zip(names, pieces, strict=True)]
    return "\n".join([*definitions, f"Definition {name} : {kind} := {' ++ '.join(names)}."])


def _definition(name: str, kind: str, lines: Sequence[str]) -> str:
    content = ";\n".join(lines)
    return f"Definition {name} : {kind} := [\n{content}]."


def number_list(numbers: Iterable[int]) -> str:
    """Return the definition of the check numbers of all lines.

    >>> number_list([4, 12])
    'Definition numbers : list Z := [\\n4; 12]%Z.'
    """
    return f"Definition numbers : list Z := [\n{fill('; '.join(map(str, numbers)), WIDTH)}]%Z."


def whole_file(
    name: str, claim: Sequence[str], meaning: str, definitions: Sequence[str], statement: str, proof: str
) -> Theorem:
    """Return a file: the words at its beginning, the definitions, and the theorem with its proof by computation.

    `meaning` is the file of the library that says what the theorem means.
    """
    needed = LIBRARY_FILES[meaning]
    words = [
        *claim,
        "",
        f"You must believe the definitions at the beginning of {meaning}.v, the game below, and the kernel of Rocq.",
        "Not the certificate, not the checker, which is proved right, and not the program that wrote this file.",
        "The numbers at the ends of lines of the certificate show a slip of one digit; no theorem needs them.",
        "To compile it, with the files of the library in the same folder:",
        *(f"  coqc -Q . Values {module}.v" for module in (*needed, name)),
    ]
    text = "\n".join(
        [
            f"(* {_comment_lines(words)} *)",
            "Require Import QArith List.",
            "Import ListNotations.",
            f"From Values Require Import {' '.join(needed)}.",
            "Open Scope Q_scope.",
            "",
            *definitions,
            "",
            f"Theorem {statement}.",
            f"Proof. apply ({proof}). vm_compute. reflexivity. Qed.",
            "",
        ]
    )
    return Theorem(text, needed)


def _comment_lines(lines: Iterable[str]) -> str:
    return "\n   ".join(re.sub(r"[^ -~]", "?", line).replace('"', "'").replace("*", "x") for line in lines)
