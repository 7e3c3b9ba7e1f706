"""Solutions as theorems of Rocq: files that state a game as a table and its value, with a certificate.

The files of the library, such as `Value.v`, define what a theorem means, and have a checker that is proved right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

from gametheory.claims.recheck import LIBRARY, is_file_name, library_sources, rational, rationals, rocq_list
from gametheory.model.classes import MoveOrder, Payoffs, labels_of, terminal_payoffs
from gametheory.model.extensive_form import CHANCE, ExtensiveForm, TreeGame
from gametheory.model.game import Move
from gametheory.model.normal_form import NormalForm
from gametheory.model.sequence_form import BehaviorStrategy
from gametheory.numbers.rationals import check_number
from gametheory.prove.acl2 import LISP, check_name
from gametheory.solvers.equilibrium import Equilibrium
from gametheory.solvers.nash_solution import NashSolution, behavior_strategies
from gametheory.solvers.solution import Solution
from gametheory.solvers.tree_solution import TreeSolution
from gametheory.storage.files import check_writable, write_atomic

MAX_POSITIONS = 10_000
MAX_COMMENT = WIDTH = 120
MAX_NUMBER = 50  # characters of a number in the words at the beginning
MAX_INDENT = 20
LINES = 200  # in one definition: Rocq reads several short lists faster than one long list
# The file of the library that says what a theorem means, and those that it needs, in the order of their imports.
LIBRARY_FILES = {
    "Value": ("Value", "Check"),
    "Turns": ("Value", "Check", "Turns"),
    "Profile": ("Value", "Check", "Profile"),
    "Tree": ("Value", "Check", "Profile", "Tree"),
}
SEATS = ("First", "Second")
NOT_ZERO_SUM = (
    "it has hidden information or simultaneous moves, and is no zero-sum game of two players; "
    "`gametheory nash --theorem` states an equilibrium of a table"
)


class NotStated(ValueError):
    """The solution cannot be stated as a theorem; the message says why."""


class Theorem(NamedTuple):
    """The text of a file with a theorem, and the files of the library that it needs, in the order of their imports."""

    text: str
    library: Mapping[str, str]


def theorem_path(text: str) -> Path:
    """Return the path of a file for a theorem; raise ValueError or OSError unless it can be written there.

    >>> theorem_path("tic-tac-toe.v")
    Traceback (most recent call last):
    ValueError: 'tic-tac-toe.v' is no name for a file of Rocq next to its library: letters, digits and _, as in kuhn.v
    >>> theorem_path("kuhn.txt")
    Traceback (most recent call last):
    ValueError: 'kuhn.txt' is no file of Rocq, kuhn.v, or of ACL2, kuhn.lisp
    """
    path = Path(text)
    if path.suffix == LISP:
        check_name(path.stem)
    elif path.suffix != ".v":
        raise ValueError(f"{path.name!r} is no file of Rocq, {path.stem}.v, or of ACL2, {path.stem}{LISP}")
    elif not is_file_name(path.stem):
        allowed = "a file of Rocq next to its library: letters, digits and _, as in kuhn.v"
        raise ValueError(f"{path.name!r} is no name for {allowed}")
    check_writable(path)
    return path


class Statements(NamedTuple):
    """How a prover states the answers of each class of games: functions that return the file, or raise NotStated."""

    value: Callable[[Table, str, str], Theorem]
    turns: Callable[[Table, str, str], Theorem] | None
    profile: Callable[[NormalForm, Equilibrium, str, str], Theorem]
    tree: Callable[[NumberedTree, str, str], Theorem]


def theorem_of(
    solution: Solution | NashSolution, name: str, title: str, statements: Statements | None = None
) -> Theorem:
    """Return the file with the theorem that a solution establishes; raise NotStated if there is none.

    It is one of Rocq, or of the prover whose `statements` are given.
    """
    statements = statements or ROCQ
    if isinstance(solution, NashSolution):
        return _theorem_of_equilibrium(solution, name, title, statements)
    rules = solution.arrays.game
    is_tree = isinstance(rules, TreeGame)
    # only games in which some player does not see the position have equilibria in place of one solution
    if solution.equilibria is None or (solution.zero_sum and not is_tree):
        table = table_of(solution)
        state = statements.value if solution.zero_sum else statements.turns
        if state is None:
            raise NotStated(
                "it is not zero-sum; ACL2 states no subgame-perfect equilibrium, and a file .v of Rocq does"
            )
        return state(table, name, title)
    if not solution.zero_sum:
        raise NotStated(NOT_ZERO_SUM)
    behavior = behavior_strategies(rules.tree, solution.strategy)
    numbered = NumberedTree(rules.tree, behavior, solution.payoffs[rules.players[0]])
    return statements.tree(numbered, name, title)


def _theorem_of_equilibrium(solution: NashSolution, name: str, title: str, statements: Statements) -> Theorem:
    form = solution.game
    if not isinstance(form, ExtensiveForm):
        if len(form.outcomes) > MAX_POSITIONS:
            raise NotStated(
                f"the table has {len(form.outcomes):,} profiles; a theorem states at most {MAX_POSITIONS:,}"
            )
        return statements.profile(form, _rational_equilibrium(solution), name, title)
    if not isinstance(solution, TreeSolution) or solution.constant_sum != 0:
        raise NotStated("the tree is not zero-sum with two players; a theorem states equilibria of tables only")
    first = solution.equilibria[0]
    return statements.tree(NumberedTree(form, first.behavior, first.payoffs[0]), name, title)


def write_theorem(path: Path, theorem: Theorem) -> None:
    """Write the file, and next to it the files of the library that are not there; refuse to replace other files.

    A file in `claims/rocq/mine` needs no copy of a library that is in `claims/rocq/values`.
    """
    folder = path.resolve().parent.parent / LIBRARY
    # ACL2 looks for books next to the file
    if path.suffix == LISP or not all((folder / file).is_file() for file in theorem.library):
        folder = path.parent
    missing = {}
    for name, text in theorem.library.items():
        file = folder / name
        if not file.exists():
            missing[file] = text
        elif file.read_text(encoding="utf-8", errors="replace") != text:
            raise NotStated(f"{file} is another file than that of the library; choose another folder")
    for file, text in missing.items():
        write_atomic(file, text)
    write_atomic(path, theorem.text)


# Games whose players see the position: the value, or payoffs of a subgame-perfect equilibrium


def table_of(solution: Solution) -> Table:
    """Return the table of a solution whose players see the position; raise NotStated if no theorem can state it.

    >>> from gametheory import solve
    >>> from gametheory.games.castle import Castle
    >>> table_of(solve(Castle(10, 11, 15)))
    Traceback (most recent call last):
    gametheory.render.theorems.NotStated: the outcomes have no payoffs
    """
    _require_statement(solution)
    size = len(solution.arrays)
    if size > MAX_POSITIONS:
        raise NotStated(f"the game has {size:,} positions; a theorem states at most {MAX_POSITIONS:,}")
    return Table(solution)


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


Follows = list[tuple[int, Fraction]]  # the numbers of the positions that can follow, with probabilities


class Decision(NamedTuple):
    """A position where play goes on: the active players and their moves, what follows each joint move, the strategies.

    At a chance node there are no players, and the empty joint move.
    """

    moves: Mapping[str, list[Move]]
    follows: Mapping[tuple[Move, ...], Follows]
    strategy: Mapping[str, Mapping[Move, Fraction]]

    def matrix(self, players: Sequence[str]) -> tuple[list[list[Follows]], list[list[Fraction]]]:
        """Return what follows each pair of moves of two players, and the probabilities of the moves of each player."""
        # a node is a matrix for both players; one who is not active has a single move
        moves, weights = [], []
        for player in players:
            moves.append(self.moves.get(player, [None]))
            strategy = self.strategy.get(player, {None: Fraction(1)})
            weights.append([strategy.get(move, Fraction(0)) for move in moves[-1]])
        rows = []
        for first_move in moves[0]:
            row = []
            for second_move in moves[1]:
                pair = zip(players, (first_move, second_move), strict=True)
                joint_move = tuple(move for player, move in pair if player in self.moves)
                row.append(self.follows[joint_move])
            rows.append(row)
        return rows, weights


class Table:
    """The positions of a game, numbered from 1, each before those that can follow it.

    `nodes` has the payoffs where play is over. `values` are the expected payoffs of all players from each position on,
    if they play their strategies.
    """

    def __init__(self, solution: Solution) -> None:
        self.arrays = solution.arrays
        self.strategy = solution.strategy
        self.players: Sequence[str] = solution.arrays.game.players
        order = solution.arrays.order
        assert order is not None  # acyclic
        self.order = order.tolist()
        self.rank = {number: rank for rank, number in enumerate(self.order, 1)}
        self.start = self.rank[self.arrays.start]
        self.payoffs = terminal_payoffs(solution.arrays)
        self.labels = labels_of(solution.arrays.game)
        self.nodes = [self._node(number) for number in self.order]
        self.values = self._values()

    def _node(self, number: int) -> Decision | Payoffs:
        arrays, (groups, group_of) = self.arrays, self.arrays.groups
        position = arrays.positions[number]
        if arrays.outcome_of[number] >= 0:
            return self.payoffs[position]
        joint_moves = arrays.moves_in(number)
        follows: dict[tuple[Move, ...], Follows] = {}
        for joint_move, joint in zip(joint_moves, arrays.joints(number), strict=True):
            follows[joint_move] = []
            for edge in arrays.edges(joint):
                successor = int(arrays.successor[edge])
                follows[joint_move].append((self.rank[successor], arrays.probability(edge)))
        moves = {}
        for seat, player in enumerate(groups[group_of[number]]):
            # the different moves of the player, in their order
            own_moves = [joint_move[seat] for joint_move in joint_moves]
            moves[player] = list(dict.fromkeys(own_moves))
        strategy = self.strategy.get(position, {}) if moves else {}
        return Decision(moves, follows, strategy)

    def _values(self) -> list[Payoffs]:
        values: list[Payoffs] = [()] * (len(self.nodes) + 1)
        # backward induction: what follows a position has a greater number
        for rank in range(len(self.nodes), 0, -1):
            node = self.nodes[rank - 1]
            if isinstance(node, Decision):
                values[rank] = self._expected(node, values)
            else:
                values[rank] = node
        return values[1:]

    def _expected(self, node: Decision, values: Sequence[Payoffs]) -> Payoffs:
        total = [Fraction(0)] * len(self.players)
        for joint_move, follows in node.follows.items():
            weight = Fraction(1)
            for player, move in zip(node.moves, joint_move, strict=True):
                weight *= node.strategy[player].get(move, Fraction(0))
            if weight:
                for rank, probability in follows:
                    for seat, value in enumerate(values[rank]):
                        total[seat] += weight * probability * value
        return tuple(total)

    def comment(self, rank: int) -> str:
        """Return what a position is, and which moves the players have there."""
        position = self.arrays.positions[self.order[rank - 1]]
        node = self.nodes[rank - 1]
        name = self.labels.position(position)
        if not isinstance(node, Decision):
            return f"{name}; the end"
        choices = []
        for player, moves in node.moves.items():
            labels = [self.labels.move(position, move) for move in moves]
            choices.append(f"{player}: {', '.join(labels)}")
        return f"{name}; {'; '.join(choices) or 'chance'}"


def value_claim(table: Table, title: str) -> list[str]:
    """Return what a theorem about the value of a table says, in words."""
    first, second = table.players
    value = table.values[table.start - 1][0]
    return [
        f"{title}: its value to {first} is {exact(value)}, exactly.",
        f"{first}, the first player, can guarantee this expected payoff against every strategy of {second},",
        f"and {second}, who pays it, can guarantee to pay no more. Position {table.start} is the start of the game.",
        f"The table was computed by Python: it lists all {len(table.arrays):,} positions that the rules reach.",
    ]


def _theorem_of_value(table: Table, name: str, title: str) -> Theorem:
    positions, lines = [], []
    for rank, (node, payoffs) in enumerate(zip(table.nodes, table.values, strict=True), 1):
        text, numbers, weights = _value_node(node, table.players)
        value = payoffs[0]
        positions.append(Line(f"position {rank} ({text})", table.comment(rank)))
        first_weights, second_weights = weights
        numbers += parts([value, *first_weights, *second_weights])
        number = check_number([rank, *numbers])
        plans = f"{rationals(first_weights)} {rationals(second_weights)}"
        lines.append(Line(f"Line {rational(value)} {plans} {number}", ""))
    value = table.values[table.start - 1][0]
    definitions = [list_definition("game", "table", positions), list_definition("certificate", "list line", lines)]
    statement = f"value_of_{name} : value game {table.start} {rational(value)}"
    proof = f"checked_value game certificate {table.start} {rational(value)}"
    return _whole_file(name, value_claim(table, title), "Value", definitions, statement, proof)


def _value_node(node: Decision | Payoffs, players: Sequence[str]) -> tuple[str, list[int], list[list[Fraction]]]:
    """Return a node of `Value.v` as text, its numbers, and the probabilities of the moves of each player."""
    if not isinstance(node, Decision):
        return f"Over {rational(node[0])}", parts(node[:1]), [[], []]
    matrix, weights = node.matrix(players)
    rows, numbers = [], []
    for row in matrix:
        rows.append(rocq_list(map(_follow_text, row)))
        for follows in row:
            numbers += _follow_numbers(follows)
    return f"Moves {rocq_list(rows)}", numbers, weights


def _follow_text(follows: Follows) -> str:
    return rocq_list(f"to {rank} {rational(probability)}" for rank, probability in follows)


def _follow_numbers(follows: Follows) -> list[int]:
    numbers = []
    for rank, probability in follows:
        numbers += [rank, *parts([probability])]
    return numbers


def _theorem_of_turns(table: Table, name: str, title: str) -> Theorem:
    positions, lines = [], []
    for rank, (node, payoffs) in enumerate(zip(table.nodes, table.values, strict=True), 1):
        text, numbers, move = _turn_node(node, table.players)
        positions.append(Line(f"turn_at {rank} ({text})", table.comment(rank)))
        number = check_number([rank, *numbers, *parts(payoffs), move])
        lines.append(Line(f"Choice {rationals(payoffs)} {move} {number}", ""))
    values = table.values[table.start - 1]
    claim = [
        f"{title}: a subgame-perfect equilibrium pays exactly {_payoffs_text(table.players, values)}.",
        f"Payoffs are in the order of the players, {', '.join(table.players)}. Position {table.start} is the start.",
        f"The table was computed by Python: it lists all {len(table.arrays):,} positions that the rules reach.",
    ]
    definitions = [list_definition("table", "game", positions), list_definition("certificate", "list choice", lines)]
    statement = f"value_of_{name} : subgame_perfect table {table.start} {rationals(values)}"
    proof = f"checked_turns table certificate {table.start} {rationals(values)}"
    return _whole_file(name, claim, "Turns", definitions, statement, proof)


def _turn_node(node: Decision | Payoffs, players: Sequence[str]) -> tuple[str, list[int], int]:
    """Return a node of `Turns.v` as text, its numbers, and the number of the move that its player makes."""
    if not isinstance(node, Decision):
        return f"Ends {rationals(node)}", parts(node), 0
    seat, move = 0, 0  # of a chance node, where no player chooses
    for player, moves in node.moves.items():
        seat = players.index(player)
        # the strategies are pure
        chances = [node.strategy[player].get(option, 0) for option in moves]
        move = chances.index(1)
    texts, numbers = [], [seat]
    for follows in node.follows.values():
        texts.append(_follow_text(follows))
        numbers += _follow_numbers(follows)
    return f"Turn {seat} {rocq_list(texts)}", numbers, move


# Tables of any number of players: a profile of mixed strategies is a Nash equilibrium


def profile_claim(form: NormalForm, equilibrium: Equilibrium, title: str) -> list[str]:
    """Return what a theorem about an equilibrium of a table says, in words."""
    return [
        f"{title}: the strategies below are a Nash equilibrium, which pays exactly "
        f"{_payoffs_text(form.players, equilibrium.payoffs)}.",
        "No player has a mixed strategy with a greater expected payoff against the strategies of the others.",
        f"Players are in the order {', '.join(form.players)}. Python wrote the table, from the game that it read.",
    ]


def _theorem_of_profile(form: NormalForm, equilibrium: Equilibrium, name: str, title: str) -> Theorem:
    lines, numbers = [], []
    for profile, payoffs in sorted(form.cells().items()):
        cell = f"cell {rocq_list(map(str, profile))}%nat {rationals(payoffs)}"
        lines.append(Line(cell, profile_comment(form, profile)))
        numbers.append(check_number([*profile, *parts(payoffs)]))
    strategies = []
    for plan, player in zip(equilibrium.plans, form.players, strict=True):
        strategies.append(Line(rationals(plan), player))
        numbers.append(check_number(parts(plan)))
    numbers.append(check_number(parts(equilibrium.payoffs)))
    sizes = rocq_list(str(len(strategies)) for strategies in form.strategies)
    definitions = [
        f"Definition sizes : list nat := {sizes}%nat.",
        list_definition("game", "cells", lines),
        # their lines have the next numbers after those of the table
        list_definition("strategies", "list (list Q)", strategies, len(lines) + 1),
        number_list(numbers),
    ]
    payoffs_list = rationals(equilibrium.payoffs)
    statement = f"value_of_{name} : nash_equilibrium sizes game strategies {payoffs_list}"
    proof = f"checked_profile sizes game strategies {payoffs_list} numbers"
    claim = profile_claim(form, equilibrium, title)
    return _whole_file(name, claim, "Profile", definitions, statement, proof)


def profile_comment(form: NormalForm, profile: Sequence[int]) -> str:
    """Return the names of the strategies in a profile."""
    names = [strategies[index] for strategies, index in zip(form.strategies, profile, strict=True)]
    return ", ".join(names)


def _rational_equilibrium(solution: NashSolution) -> Equilibrium:
    for equilibrium in solution.equilibria:
        numbers = [*equilibrium.payoffs]
        for plan in equilibrium.plans:
            numbers += plan
        if all(isinstance(number, Fraction | int) for number in numbers):
            return equilibrium
    raise NotStated("no equilibrium was found whose probabilities are rational")


# Zero-sum trees with hidden information: the value, in behavior strategies


class NumberedTree:
    """A zero-sum tree, whose information sets have numbers, with a strategy of each player and the value.

    The sets of both players are numbered together, from 1. Raises NotStated if the tree is too large.
    """

    def __init__(self, tree: ExtensiveForm, behavior: Sequence[BehaviorStrategy], value: Fraction) -> None:
        if len(tree.nodes) > MAX_POSITIONS:
            raise NotStated(f"the tree has {len(tree.nodes):,} nodes; a theorem states at most {MAX_POSITIONS:,}")
        self.tree = tree
        self.behavior = behavior
        self.value = value
        self.payoffs = tree.payoffs_along()
        decisions = [key for key in tree.information_sets if key[0] != CHANCE]
        self.sets = {key: number for number, key in enumerate(decisions, 1)}

    def plan(self, player: int) -> Iterator[tuple[int, Sequence[Fraction], str]]:
        """Yield the number of each information set of a player, the probabilities of its actions, and its name."""
        for key, number in self.sets.items():
            if key[0] == player:
                weights = _weights(self.tree, key, self.behavior[player - 1])
                yield number, weights, self.tree.information_sets[key].name

    def actions(self) -> list[str]:
        """Return the name of the action that leads to each node; an empty one for the root."""
        tree, names = self.tree, []
        for parent in tree.parents():
            names.append(tree.actions(tree.nodes[parent[0]])[parent[1]] if parent is not None else "")
        return names

    def claim(self, title: str) -> list[str]:
        """Return what a theorem about the value says, in words."""
        first, second = self.tree.players
        return [
            f"{title}: its value to {first} is {exact(self.value)}, exactly.",
            f"{first}, the first player, has a strategy with this expected payoff against every strategy of {second},",
            f"and {second}, who pays it, has one that pays no more. "
            "Players know only the number of the information set.",
            f"The tree was computed by Python: it lists all {len(self.tree.nodes):,} nodes of the game.",
        ]


def theorem_of_tree(numbered: NumberedTree, name: str, title: str) -> Theorem:
    """Return the file that states the value of a zero-sum tree to the first player.

    >>> from gametheory import nash
    >>> from gametheory.formats.gambit import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" "B" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "" { 0 0 } t "" 2 "" { 1 -1 }')
    >>> numbered = NumberedTree(tree, nash(tree).equilibria[0].behavior, Fraction(1))
    >>> text = theorem_of_tree(numbered, "Go", "go")
    >>> "Theorem value_of_Go : tree_value game 1." in text.text.splitlines()
    True
    """
    tree, sets, payoffs = numbered.tree, numbered.sets, numbered.payoffs
    numbers = []
    for index in range(len(tree.nodes)):
        numbers.append(check_number(_node_numbers(tree, index, sets, payoffs[index])))
    strategies, lines = [], len(tree.nodes)
    for player, seat in enumerate(SEATS, 1):
        entries = []
        for number, weights, set_name in numbered.plan(player):
            numbers.append(check_number([number, *parts(weights)]))
            entries.append(Line(f"at_set {number} {rationals(weights)}", set_name))
        name_of_list, kind = f"{seat.lower()}_plays", "list (positive * list Q)"
        strategies.append(list_definition(name_of_list, kind, entries, lines + 1))
        lines += len(entries)
    definitions = [_tree_definition(numbered), *strategies, number_list(numbers)]
    statement = f"value_of_{name} : tree_value game {rational(numbered.value)}"
    proof = f"checked_tree game first_plays second_plays {rational(numbered.value)} numbers"
    return _whole_file(name, numbered.claim(title), "Tree", definitions, statement, proof)


def _weights(tree: ExtensiveForm, key: tuple[int, int], strategy: BehaviorStrategy) -> Sequence[Fraction]:
    """Return the probabilities at an information set; the first action where the strategy does not lead to it."""
    actions = tree.information_sets[key].actions
    unreached = [Fraction(0)] * len(actions)
    unreached[0] = Fraction(1)
    return strategy.get(key[1]) or unreached


def _node_numbers(
    tree: ExtensiveForm, index: int, sets: Mapping[tuple[int, int], int], payoffs: Payoffs
) -> Sequence[int]:
    node = tree.nodes[index]
    if node.player is None:
        return parts(payoffs[:1])
    if node.player == CHANCE:
        return parts(tree.information_sets[node.set_key].probabilities)
    return sets[node.set_key], len(tree.actions(node))


def _tree_definition(numbered: NumberedTree) -> str:
    """Return the definition of the tree, one node on each line, with the number of the node."""
    tree = numbered.tree
    lines = ["Definition game : tree :="]
    open_branches: list[int] = []  # of each node above, how many branches are not printed yet
    for number, (node, action) in enumerate(zip(tree.nodes, numbered.actions(), strict=True), 1):
        indent = " " * min(len(open_branches), MAX_INDENT)
        if node.player is None:
            text = f"End {rational(numbered.payoffs[number - 1][0])}"
            # after the last branch of a node its list ends, and with it maybe that of the node above
            while open_branches and open_branches[-1] == 1:
                open_branches.pop()
                text += "]"
            if open_branches:
                open_branches[-1] -= 1
                text += ";"
        else:
            if node.player == CHANCE:
                text = f"Chance {rationals(tree.information_sets[node.set_key].probabilities)} ["
            else:
                text = f"Choose {SEATS[node.player - 1]} {numbered.sets[node.set_key]} ["
            open_branches.append(len(tree.actions(node)))
        lines.append(f"{indent}{text} {_numbered_comment(number, action)}")
    return "\n".join(lines) + "."


# The parts of a file: numbers, check numbers, lists with comments, and the words at the beginning


class Line(NamedTuple):
    """One entry of a list in Rocq, and what it means."""

    text: str
    comment: str


def exact(number: Fraction | int) -> str:
    """Return a number for the words at the beginning of a file: exactly, or as a reference to the theorem.

    >>> exact(Fraction(-1, 18)), exact(Fraction(1, 10**60))
    ('-1/18', 'the number in the theorem at the end')
    """
    text = str(number)
    return text if len(text) <= MAX_NUMBER else "the number in the theorem at the end"


def _payoffs_text(players: Sequence[str], payoffs: Sequence[Fraction | int]) -> str:
    pairs = zip(players, payoffs, strict=True)
    return ", ".join(f"{exact(payoff)} to {player}" for player, payoff in pairs)


def parts(numbers: Iterable[Fraction | int]) -> list[int]:
    """Return numerators and denominators, of which check numbers are made.

    >>> parts([Fraction(-1, 18), 2])
    [-1, 18, 2, 1]
    """
    integers: list[int] = []
    for number in numbers:
        integers += Fraction(number).as_integer_ratio()
    return integers


def comment(text: str) -> str:
    """Return text as Rocq takes it in a comment: on one line, without quotes, stars and letters outside ASCII.

    >>> comment('"X" to move (*)')
    "'X' to move (x)"
    """
    line = plain(re.sub(r"\s+", " ", text))
    if len(line) <= MAX_COMMENT:
        return line
    return f"{line[: MAX_COMMENT - 3]}..."


def plain(line: str) -> str:
    """Return a line in which every character is one of a comment of Rocq, and of ACL2."""
    # a quote or a star could end the comment
    return re.sub(r"[^ -~]", "?", line).replace('"', "'").replace("*", "x")


def _numbered_comment(number: int, text: str) -> str:
    if text:
        return f"(* {number}: {comment(text)} *)"
    return f"(* {number} *)"


def list_definition(name: str, kind: str, lines: Sequence[Line], first: int = 1) -> str:
    """Return the definition of a list, with the number of each line; a long list is put together from several.

    >>> print(list_definition("weights", "list Q", [Line("1", "left"), Line("0", "")]))
    Definition weights : list Q := [
    1 (* 1: left *);
    0 (* 2 *)].
    """
    numbered = []
    for number, line in enumerate(lines, first):
        numbered.append(f"{line.text} {_numbered_comment(number, line.comment)}")
    if len(numbered) <= LINES:
        return _definition(name, kind, numbered)
    names: list[str] = []
    definitions = []
    for begin in range(0, len(numbered), LINES):
        piece = f"{name}_{len(names) + 1}"
        names.append(piece)
        definitions.append(_definition(piece, kind, numbered[begin : begin + LINES]))
    definitions.append(f"Definition {name} : {kind} := {' ++ '.join(names)}.")
    return "\n".join(definitions)


def _definition(name: str, kind: str, lines: Sequence[str]) -> str:
    content = ";\n".join(lines)
    return f"Definition {name} : {kind} := [\n{content}]."


def number_list(numbers: Iterable[int]) -> str:
    """Return the definition of the check numbers of all lines.

    >>> number_list([4, 12])
    'Definition numbers : list Z := [\\n4; 12]%Z.'
    """
    return f"Definition numbers : list Z := [\n{fill('; '.join(map(str, numbers)), WIDTH)}]%Z."


def _whole_file(
    name: str, claim: Sequence[str], meaning: str, definitions: Sequence[str], statement: str, proof: str
) -> Theorem:
    """Return a file: the words at its beginning, the definitions, and the theorem with its proof by computation.

    `meaning` is the file of the library that says what the theorem means.
    """
    library = LIBRARY_FILES[meaning]
    sources = library_sources()
    files = {f"{module}.v": sources[f"Values.{module}"].text for module in library}
    commands = [f"  coqc -Q . Values {module}.v" for module in (*library, name)]
    words = [
        *claim,
        "",
        f"You must believe the definitions at the beginning of {meaning}.v, the game below, and the kernel of Rocq.",
        "Not the certificate, not the checker, which is proved right, and not the program that wrote this file.",
        "The numbers at the ends of lines of the certificate show a slip of one digit; no theorem needs them.",
        "To compile it, with the files of the library in the same folder:",
        *commands,
    ]
    introduction = "\n   ".join(map(plain, words))
    lines = [
        f"(* {introduction} *)",
        "Require Import QArith List.",
        "Import ListNotations.",
        f"From Values Require Import {' '.join(library)}.",
        "Open Scope Q_scope.",
        "",
        *definitions,
        "",
        f"Theorem {statement}.",
        f"Proof. apply ({proof}). vm_compute. reflexivity. Qed.",
        "",
    ]
    return Theorem("\n".join(lines), files)


ROCQ = Statements(_theorem_of_value, _theorem_of_turns, _theorem_of_profile, theorem_of_tree)
