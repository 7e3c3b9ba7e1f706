"""Gambit's file formats: .nfg for tables, .efg for trees, .agg and .bagg for action graph games.

From the description of the formats in Gambit's manual (gambitproject.readthedocs.io, Game representation formats).
Action graph games: Jiang, Leyton-Brown and Bhat 2011.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from itertools import product
from math import lcm, prod
from pathlib import Path
from typing import NoReturn, TypeAlias, TypeVar

from gametheory.model.extensive_form import CHANCE, ExtensiveForm, InformationSet, Node
from gametheory.model.game import LIMITS, Outcome
from gametheory.model.normal_form import NormalForm, profiles_in_order
from gametheory.storage.files import read_bytes, write_atomic

MAX_BYTES = 20_000_000
MAX_PAYOFFS = 1_000_000  # of a table
MAX_NODES = 1_000_000  # of a tree
MAX_PROFILES, MAX_ACTION_NODES = 100_000, 10_000  # of an action graph game
AGG_COMMENT = re.compile(r"^\s*#.*", re.MULTILINE)

Profile: TypeAlias = tuple[int, ...]  # the action node of each player
Configuration: TypeAlias = tuple[Fraction, ...]  # the counts of the neighbors of a node, in their order
Function: TypeAlias = Callable[[dict[int, Fraction]], Fraction]  # of the counts of the neighbors with players


def read_gambit(path: Path) -> NormalForm | ExtensiveForm:
    """Read a game from a file; its first word, not its name, determines the format."""
    return read_gambit_text(read_text(path))


def read_text(path: Path) -> str:
    """Return the text of a file of a game."""
    try:
        content = read_bytes(path, MAX_BYTES)
    except ValueError as error:
        raise ValueError(f"{error}; see {LIMITS}") from error
    return content.decode("utf-8-sig")


def read_gambit_text(text: str) -> NormalForm | ExtensiveForm:
    """Parse a game; its first word determines the format."""
    match text.lstrip()[:3]:
        case "NFG":
            return read_nfg(text)
        case "EFG":
            return read_efg(text)
    if is_gambit(text):
        return read_agg(text)
    raise FormatError("a game begins with NFG, EFG, #AGG or #BAGG", 1, 1)


def is_gambit(text: str) -> bool:
    """Return whether a text begins as a game in one of Gambit's formats does."""
    return text.lstrip().startswith(("NFG", "EFG", "#AGG", "#BAGG"))


# Tables: .nfg


def read_nfg(text: str) -> NormalForm:
    """Parse a game in normal form, with any number of players.

    The text contains payoffs or outcomes, and either the names of the strategies or their numbers only; the names are
    then "1", "2", ... Cost: linear in the text.
    """
    lexer = Lexer(text)
    lexer.parse_symbol("NFG")
    lexer.parse_symbol("1")
    lexer.parse_symbol("R", "D")
    title = lexer.parse_name("the title")
    players = lexer.parse_names("names of players", "the name of a player")
    if not players:
        lexer.fail("expected at least one player")
    strategies = _read_strategies(lexer, len(players))
    comment = lexer.parse_optional_name()
    profiles = prod(map(len, strategies))
    if lexer.token == "{":
        outcomes = _read_outcomes(lexer, len(players), profiles)
    else:
        outcomes = _read_payoffs(lexer, len(players), profiles)
    if not lexer.at_end:
        lexer.fail_expected("the end of the file")
    return NormalForm(players, strategies, outcomes, title, comment)


def _read_strategies(lexer: Lexer, players: int) -> tuple[tuple[str, ...], ...]:
    """Parse the names of every player's strategies, from lists of names or from numbers of strategies."""
    start, payoffs = lexer.start, players

    def strategies_of_player() -> tuple[str, ...]:
        nonlocal payoffs
        names: tuple[str, ...] = ()
        if lexer.token == "{":
            names = lexer.parse_names("names of strategies", "the name of a strategy")
            count = len(names)
        else:
            count = lexer.parse_int("the number of strategies of a player", 1)
        if not count:
            lexer.fail("a player has no strategy", start)
        payoffs *= count
        if payoffs > MAX_PAYOFFS:  # before a name is made for each of them
            lexer.fail_limit(f"more than {MAX_PAYOFFS:,} payoffs, the product of these numbers and the players", start)
        return names or tuple(map(str, range(1, count + 1)))

    strategies = lexer.parse_list("lists of strategies, or numbers of them,", strategies_of_player)
    if len(strategies) != players:
        lexer.fail(f"strategies of {len(strategies)} players in a game of {players}", start)
    return tuple(strategies)


def _read_payoffs(lexer: Lexer, players: int, profiles: int) -> tuple[Outcome, ...]:
    outcomes = []
    for _ in range(profiles):
        payoffs = tuple(lexer.parse_number() for _ in range(players))
        outcomes.append(Outcome("", payoffs))
    return tuple(outcomes)


def _read_outcomes(lexer: Lexer, players: int, profiles: int) -> tuple[Outcome, ...]:
    """Parse the list of outcomes and the table of their numbers, one for each profile; number 0 pays nothing."""

    def outcome() -> Outcome:
        lexer.parse_symbol("{")
        start = lexer.start
        name = lexer.parse_name("the name of an outcome")
        payoffs = []
        while lexer.token != "}":
            payoffs.append(lexer.parse_number())
            if lexer.token == ",":
                lexer.advance()
        lexer.advance()
        if len(payoffs) != players:
            lexer.fail(f"an outcome with {len(payoffs)} payoffs for {players} players", start)
        return Outcome(name, tuple(payoffs))

    nothing = Outcome("", (Fraction(0),) * players)
    outcomes = [nothing, *lexer.parse_list("outcomes", outcome)]
    table = []
    for _ in range(profiles):
        number = lexer.parse_int("the number of an outcome", 0, len(outcomes) - 1)
        table.append(outcomes[number])
    return tuple(table)


def to_nfg(game: NormalForm) -> str:
    """Return a game in normal form as text in the .nfg format, with outcomes if one has a name, else with payoffs.

    `read_nfg` returns the same game. Cost: linear in the table.

    Raises
    ------
    ValueError
        If `read_nfg` would refuse the text: for a name that ends with a backslash, a number of more than 2,000 digits,
        or a table of more than a million payoffs.

    Examples
    --------
    >>> game = NormalForm(("A", "B"), (("up",), ("left", "right")), (Outcome("", (Fraction(1, 2), Fraction(0))),) * 2)
    >>> print(to_nfg(game), end="")
    NFG 1 R "" { "A" "B" }
    { { "up" } { "left" "right" } }
    ""
    <BLANKLINE>
    1/2 0
    1/2 0
    """
    if len(game.outcomes) * len(game.players) > MAX_PAYOFFS:
        raise ValueError(f"game: more than {MAX_PAYOFFS:,} payoffs")
    lines = [
        f"NFG 1 R {quote(game.title)} {_names(game.players)}",
        f"{{ {' '.join(map(_names, game.strategies))} }}",
        f"{quote(game.comment)}\n",
    ]
    if any(outcome.name for outcome in game.outcomes):
        lines += _outcome_lines(game)
    else:
        lines += map(_payoffs, game.outcomes)
    return "\n".join([*lines, ""])


def write_nfg(game: NormalForm, path: Path) -> None:
    """Write a game to a file in the .nfg format, atomically.

    Raises
    ------
    OSError
        If the file cannot be written.
    ValueError
        As `to_nfg`.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "game.nfg"
    >>> game = read_nfg('NFG 1 R "" { "A" "B" } { 1 2 } 1 2 3 4')
    >>> write_nfg(game, path)
    >>> read_nfg(path.read_text()) == game
    True
    """
    write_atomic(path, to_nfg(game))


def _outcome_lines(game: NormalForm) -> list[str]:
    numbers: dict[Outcome, int] = {}  # from 1 on, because 0 means no outcome
    table = [str(numbers.setdefault(outcome, len(numbers) + 1)) for outcome in game.outcomes]
    outcomes = [f"{{ {quote(outcome.name)} {_payoffs(outcome)} }}" for outcome in numbers]
    return ["{", *outcomes, "}", " ".join(table)]


def _names(names: tuple[str, ...]) -> str:
    return " ".join(["{", *map(quote, names), "}"])


def _payoffs(outcome: Outcome) -> str:
    return " ".join(map(format_exact, outcome.payoffs))


# Trees: .efg


def read_efg(text: str) -> ExtensiveForm:
    """Parse a game in extensive form, with any number of players and with chance.

    The first occurrence of an information set, a chance event or an outcome describes it. Later occurrences have no
    description or the same one. Cost: linear in the text; no recursion, so a tree can be deep.

    Parameters
    ----------
    text
        A game in the .efg format.

    Returns
    -------
    ExtensiveForm
        The game tree with exact payoffs and probabilities.

    Raises
    ------
    FormatError
        With line and column, if the text is not in the format, if the probabilities of a chance event are negative or
        do not add up to 1, or if the tree has more than a million nodes.

    Examples
    --------
    >>> tree = 'EFG 2 R "" { "A" } p "" 1 1 "door" { "stay" "go" } 0 t "" 1 "home" { 0 } t "" 2 "out" { 3/2 }'
    >>> game = read_efg(tree)
    >>> game.information_sets[1, 1].actions, game.outcomes[2].payoffs
    (('stay', 'go'), (Fraction(3, 2),))
    >>> read_efg(tree[:50])
    Traceback (most recent call last):
    gametheory.formats.gambit.FormatError: line 1, column 51: expected the number of an outcome, a whole number \
of at least 0, found the end of the file
    """
    lexer = Lexer(text)
    lexer.parse_symbol("EFG")
    lexer.parse_symbol("2")
    lexer.parse_symbol("R", "D")
    title = lexer.parse_name("the title")
    players = lexer.parse_names("names of players", "the name of a player")
    return _Tree(lexer, players).read(title, lexer.parse_optional_name())


class _Tree:
    """Parser state: the nodes, information sets and outcomes of the text so far."""

    def __init__(self, lexer: Lexer, players: tuple[str, ...]) -> None:
        self.lexer = lexer
        self.players = players
        self.nodes: list[Node] = []
        self.information_sets: dict[tuple[int, int], InformationSet] = {}
        self.outcomes: dict[int, Outcome] = {}
        self.descriptions: dict[tuple[int, int] | int, str] = {}

    def read(self, title: str, comment: str) -> ExtensiveForm:
        """Parse all nodes in prefix order."""
        missing = 1  # nodes that the actions so far lead to and the text has not described yet
        while missing:
            if len(self.nodes) >= MAX_NODES:
                self.lexer.fail_limit(f"more than {MAX_NODES:,} nodes")
            node = self._node()
            self.nodes.append(node)
            missing -= 1
            if node.player is not None:
                missing += len(self.information_sets[node.set_key].actions)
        if not self.lexer.at_end:
            self.lexer.fail_expected("the end of the file, since every action leads to a node")
        return ExtensiveForm(self.players, tuple(self.nodes), self.information_sets, self.outcomes, title, comment)

    def _node(self) -> Node:
        lexer = self.lexer
        kind = lexer.token
        if kind not in ("c", "p", "t"):
            lexer.fail_expected("a node: c, p or t")
        lexer.advance()
        name = lexer.parse_name("the name of the node")
        if kind == "t":
            return Node(name, None, 0, self._outcome())
        player = CHANCE
        if kind == "p":
            player = lexer.parse_int("the number of a player", 1, len(self.players))
        number = lexer.parse_int("the number of an information set", 1)
        self._information_set(player, number)
        return Node(name, player, number, self._outcome())

    def _information_set(self, player: int, number: int) -> None:
        """Parse the description of an information set; it is optional if the set is known.

        Most files repeat the same text at every node: `accept` skips it without parsing its tokens.
        """
        lexer = self.lexer
        start = self.lexer.start
        earlier = self.information_sets.get((player, number))
        if earlier is None:
            if lexer.quoted is None:
                what = "the name and the actions of information set"
                lexer.fail_expected(f"{what} {number}, which has no description yet")
        elif lexer.quoted is None or lexer.accept(self.descriptions[player, number]):
            return
        name = lexer.parse_name("the name")
        probabilities: list[Fraction] = []

        def action() -> str:
            label = lexer.parse_name("the name of an action")
            if player == CHANCE:
                probabilities.append(lexer.parse_number())
            return label

        actions = tuple(lexer.parse_list("actions", action, commas=player == CHANCE))
        information_set = InformationSet(name, actions, tuple(probabilities))
        if not actions:
            lexer.fail("an information set without an action", start)
        if player == CHANCE and not is_distribution(probabilities):
            sum_is_one = "must not be negative, must add up to 1"
            denominator = f"must have a common denominator of at most {MAX_DIGITS:,} digits"
            lexer.fail(f"the probabilities of a chance event {sum_is_one}, and {denominator}", start)
        if earlier not in (None, information_set):
            lexer.fail(f"information set {number} has another description earlier", start)
        self.information_sets[player, number] = information_set
        self.descriptions[player, number] = lexer.text_since(start)

    def _outcome(self) -> int:
        """Parse the number of an outcome and its description, which is optional if the outcome is known."""
        lexer = self.lexer
        number = lexer.parse_int("the number of an outcome", 0)
        start = lexer.start
        earlier = self.outcomes.get(number)
        if not number:
            if lexer.quoted is not None or lexer.token == "{":
                lexer.fail("outcome 0 means no outcome; it has neither a name nor payoffs")
            return 0
        if earlier is None:
            if lexer.quoted is None:
                lexer.fail_expected(f"the name and the payoffs of outcome {number}, which has no description yet")
        elif lexer.quoted is None or lexer.accept(self.descriptions[number]):
            return number
        name = lexer.parse_name("the name")
        outcome = Outcome(name, tuple(lexer.parse_list("payoffs", lexer.parse_number, commas=True)))
        if len(outcome.payoffs) != len(self.players):
            lexer.fail(f"{len(outcome.payoffs)} payoffs for {len(self.players)} players", start)
        if earlier not in (None, outcome):
            lexer.fail(f"outcome {number} has another description earlier", start)
        self.outcomes[number] = outcome
        self.descriptions[number] = lexer.text_since(start)
        return number


def is_distribution(probabilities: list[Fraction]) -> bool:
    """Return whether no probability is negative and their sum is 1."""
    common = 1  # not the sum of Fractions: its denominator can grow with every summand
    for probability in probabilities:
        common = lcm(common, probability.denominator)
        if probability.numerator < 0 or common >= TOO_LONG:
            return False
    return sum(probability.numerator * (common // probability.denominator) for probability in probabilities) == common


def to_efg(game: ExtensiveForm) -> str:
    """Return a game in extensive form as text in the .efg format, one line for each node.

    `read_efg` returns the same game. Cost: linear in the tree.
    """
    if len(game.nodes) > MAX_NODES:
        raise ValueError(f"game: more than {MAX_NODES:,} nodes")
    lines = [f"EFG 2 R {quote(game.title)} {_names(game.players)}", f"{quote(game.comment)}\n"]
    for node in game.nodes:
        payoffs = "0"
        if node.outcome:
            outcome = game.outcomes[node.outcome]
            payoffs = f"{node.outcome} {quote(outcome.name)} {{ {_payoffs(outcome)} }}"
        lines.append(f"{_node_text(game, node)} {payoffs}")
    return "\n".join([*lines, ""])


def write_efg(game: ExtensiveForm, path: Path) -> None:
    """Write a game to a file in the .efg format, atomically."""
    write_atomic(path, to_efg(game))


def _node_text(game: ExtensiveForm, node: Node) -> str:
    if node.player is None:
        return f"t {quote(node.name)}"
    information_set = game.information_sets[node.set_key]
    kind = f"p {quote(node.name)} {node.player}"
    actions = " ".join(map(quote, information_set.actions))
    if node.player == CHANCE:
        kind = f"c {quote(node.name)}"
        chances = zip(information_set.actions, information_set.probabilities, strict=True)
        actions = " ".join(f"{quote(action)} {format_exact(probability)}" for action, probability in chances)
    return f"{kind} {node.information_set} {quote(information_set.name)} {{ {actions} }}"


# Action graph games: .agg and .bagg


def read_agg(text: str) -> NormalForm | ExtensiveForm:
    """Parse an action graph game as a table; a Bayesian one as a tree, in which chance first draws the types.

    A payoff depends on a player's own action and on how many players choose each of its neighbors in a graph, also
    through functions of these counts. Cost: the number of profiles times the nodes of the graph.

    Raises
    ------
    FormatError
        With line and column, if the text is not in the format, or has more than 100,000 profiles of actions.

    Examples
    --------
    >>> table = read_agg('''#AGG
    ... 2  2  0   2 2   0 1  0 1
    ... 2 0 1   2 0 1
    ... 0 3 5   0 7 9''')
    >>> [tuple(map(int, outcome.payoffs)) for outcome in table.outcomes]
    [(5, 5), (9, 3), (3, 9), (7, 7)]
    """
    # as long as before, so that the places in messages are those of the file
    plain = AGG_COMMENT.sub(lambda comment: " " * len(comment[0]), text)
    plain = plain.replace("[", "{").replace("]", "}")
    return _ActionGraph(Lexer(plain), bayesian=text.lstrip().startswith("#BAGG")).read()


class _ActionGraph:
    """Parser state: the sections of the text in their order."""

    def __init__(self, lexer: Lexer, bayesian: bool) -> None:
        self.lexer, self.bayesian = lexer, bayesian
        players = self._count("the number of players", 1)
        self.actions = self._count("the number of action nodes", 1)
        self.size = self.actions + self._count("the number of function nodes", 0)
        self._read_action_sets(players)
        self.neighbors: list[list[int]] = []
        for _ in range(self.size):
            count = self._count("a number of neighbors", 0)
            self.neighbors.append(self._indices(count, self.size))
        self.order = self._function_order()
        self.functions = {node: self._function(node) for node in range(self.actions, self.size)}
        self.configurations = {profile: self._configurations(profile) for profile in product(*self.options)}
        possible: dict[int, set[Configuration]] = defaultdict(set)
        for profile, configurations in self.configurations.items():
            for node, configuration in zip(profile, configurations, strict=True):
                possible[node].add(configuration)
        # of all nodes in order, also of those that no set has
        self.payoffs = [self._payoff_function(possible[node]) for node in range(self.actions)]
        if not lexer.at_end:
            lexer.fail_expected("the end of the file")

    def _read_action_sets(self, players: int) -> None:
        """Parse the action nodes of each type of each player, with the probabilities of types in a Bayesian game."""
        types = [1] * players
        self.chances = [[Fraction(1)]] * players
        if self.bayesian:
            types = [self._count("a number of types", 1) for _ in range(players)]
            self.chances = list(map(self._distribution, types))
        # all sizes come before the first set
        sizes = []
        for count in types:
            sizes.append([self._count("the size of an action set", 1) for _ in range(count)])
        self.sets: list[list[list[int]]] = []
        self.options: list[list[int]] = []  # the action nodes of a player of any type
        for own_sizes in sizes:
            own_sets = [self._indices(size, self.actions) for size in own_sizes]
            self.sets.append(own_sets)
            self.options.append(sorted(set().union(*own_sets)))
        counts = list(map(len, self.options))
        if prod(counts) > MAX_PROFILES:
            self.lexer.fail_limit(f"{' x '.join(map(str, counts))} actions are more than {MAX_PROFILES:,}")

    def _count(self, what: str, least: int) -> int:
        return self.lexer.parse_int(what, least, MAX_ACTION_NODES)

    def _indices(self, size: int, most: int) -> list[int]:
        return [self.lexer.parse_int("the index of a node", 0, most - 1) for _ in range(size)]

    def _distribution(self, count: int) -> list[Fraction]:
        start = self.lexer.start
        chances = [self.lexer.parse_number() for _ in range(count)]
        if not is_distribution(chances):
            self.lexer.fail("the probabilities of types must not be negative, and must add up to 1", start)
        return chances

    def _function_order(self) -> list[int]:
        """Return the function nodes, each after those on which it depends."""
        # a function can count the values of other functions
        graph: TopologicalSorter[int] = TopologicalSorter()
        for node in range(self.actions, self.size):
            graph.add(node, *(neighbor for neighbor in self.neighbors[node] if neighbor >= self.actions))
        try:
            return list(graph.static_order())
        except CycleError:
            self.lexer.fail("a function node depends on itself")

    def _function(self, node: int) -> Function:
        """Parse the signature of a function: a type, and from 10 on a default and the weights of action nodes."""
        kind = self.lexer.parse_int("the type of a function", 0, 13)
        if 3 < kind < 10:
            self.lexer.fail(f"unknown type {kind} of a function; 0 to 3 and 10 to 13 are known")
        form = kind % 10  # 0: sum, 1: whether there is one, 2: the greatest, 3: the least; from 10 on with weights
        if kind in (0, 1):  # each node counts once
            default = Fraction(0)
            weights = [Fraction(1)] * self.size
        elif kind in (2, 3):  # of the indices of nodes
            default = Fraction(self.size)
            weights = list(map(Fraction, range(self.size)))
        else:
            default = self.lexer.parse_number()
            start = self.lexer.start
            weights = self.lexer.parse_list("weights", self.lexer.parse_number)
            has_function = any(neighbor >= self.actions for neighbor in self.neighbors[node])
            if len(weights) != self.actions or has_function:
                self.lexer.fail(f"weights are for {self.actions} action nodes, and only these can be neighbors", start)

        def total(counts: dict[int, Fraction]) -> Fraction:
            return default + sum(count * weights[node] for node, count in counts.items())

        if form == 0:
            return total
        if form == 1:
            return lambda counts: Fraction(total(counts) > 0)
        choose = max if form == 2 else min
        return lambda counts: weights[choose(counts)] if counts else default

    def _configurations(self, profile: Profile) -> list[Configuration]:
        """Return the counts of the neighbors of each player's action node."""
        counts = [Fraction(profile.count(node)) for node in range(self.actions)]
        counts += [Fraction(0)] * len(self.functions)
        for node in self.order:
            occupied = {neighbor: counts[neighbor] for neighbor in self.neighbors[node] if counts[neighbor]}
            counts[node] = self.functions[node](occupied)
        configurations = []
        for node in profile:
            configurations.append(tuple(counts[neighbor] for neighbor in self.neighbors[node]))
        return configurations

    def _payoff_function(self, configurations: set[Configuration]) -> dict[Configuration, Fraction]:
        """Parse the payoffs of an action node: of all possible configurations in order, or each after its own."""
        lexer = self.lexer
        if not lexer.parse_int("the type of a payoff function", 0, 1):
            # the payoffs alone, of all configurations that some profile has
            return {configuration: lexer.parse_number() for configuration in sorted(configurations)}
        payoffs = {}
        for _ in range(self._count("the number of configurations", 0)):
            configuration = tuple(lexer.parse_list("counts", lexer.parse_number))
            payoffs[configuration] = lexer.parse_number()
        missing = configurations - payoffs.keys()
        if missing:
            lexer.fail(f"before this, configuration [{' '.join(map(str, min(missing)))}] has no payoff")
        return payoffs

    def _outcome(self, profile: Profile) -> Outcome:
        pairs = zip(profile, self.configurations[profile], strict=True)
        return Outcome("", tuple(self.payoffs[node][configuration] for node, configuration in pairs))

    def read(self) -> NormalForm | ExtensiveForm:
        """Return the game."""
        players = tuple(f"player {number}" for number in range(1, len(self.sets) + 1))
        if self.bayesian:
            return self._tree(players)
        options = [types[0] for types in self.sets]
        names = tuple(tuple(map(str, nodes)) for nodes in options)
        outcomes = tuple(map(self._outcome, profiles_in_order(options)))
        return NormalForm(players, names, outcomes)

    def _tree(self, players: tuple[str, ...]) -> ExtensiveForm:
        """Return the tree: chance draws the type of each player in turn, and each sees only its own."""
        nodes: list[Node] = []
        outcomes: dict[int, Outcome] = {}

        # types first, then actions, so that no player can see an action of another
        def add(types: Sequence[int], profile: Profile) -> None:
            if len(profile) == len(players):
                outcomes[len(outcomes) + 1] = self._outcome(profile)
                nodes.append(Node("", None, 0, len(outcomes)))
            elif len(types) < len(players):
                nodes.append(Node("", CHANCE, len(types) + 1, 0))
                for kind in range(len(self.sets[len(types)])):
                    add((*types, kind), profile)
            else:
                seat = len(profile)
                kind = types[seat]
                nodes.append(Node("", seat + 1, kind + 1, 0))
                for action in self.sets[seat][kind]:
                    add(types, (*profile, action))

        add((), ())
        sets = {}
        for number, (name, chances) in enumerate(zip(players, self.chances, strict=True), 1):
            numbers = tuple(map(str, range(1, len(chances) + 1)))
            sets[CHANCE, number] = InformationSet(f"type of {name}", numbers, tuple(chances))
        for number, types in enumerate(self.sets, 1):
            for kind, actions in enumerate(types, 1):
                sets[number, kind] = InformationSet(f"type {kind}", tuple(map(str, actions)))
        return ExtensiveForm(players, tuple(nodes), sets, outcomes)


class FormatError(Exception):
    """A text is not in the format of its reader.

    The message begins with line and column, counted from 1, which are also attributes.
    """

    def __init__(self, problem: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {problem}")
        self.line = line
        self.column = column


MAX_DIGITS = 2_000  # of numerator and denominator each; Python converts at most 4,300 digits by default
MAX_EXPANDED_DIGITS = 10_000_000  # of all numbers with exponents: "1e1999" has 6 characters and 2,000 digits
CACHED_NUMBERS = 1 << 15
TOO_LONG = 10**MAX_DIGITS
TOKEN = re.compile(r'[ \t\r\n\v\f]*+(?:([{},]|[^ \t\r\n\v\f{},"]++)|"((?:[^"\\]++|\\"?+)*+)"|(?=")|\Z)')
NUMBER = re.compile(r"([+-]?)(?:(\d+)/(\d+)|(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?)", re.ASCII)

Item = TypeVar("Item")


class Lexer:
    """A tokenizer with one token of lookahead; every error names its place."""

    token: str | None
    quoted: str | None

    def __init__(self, text: str) -> None:
        self.text = text
        self._expanded_digits = 0
        self._end = 0
        self.advance()

    def advance(self) -> None:
        """Advance to the next token."""
        self._match: re.Match[str] = TOKEN.match(self.text, self._end)  # type: ignore[assignment]  # it always matches
        self._end = self._match.end()
        self.token, self.quoted = self._match.groups()

    def accept(self, tokens: str) -> bool:
        """Advance past the text of whole tokens if it comes next, and return whether it does."""
        start = self.start
        if not self.text.startswith(tokens, start):
            return False
        self._end = start + len(tokens)
        self.advance()
        return True

    def text_since(self, start: int) -> str:
        """Return the text from `start` to the end of the previous token."""
        return self.text[start : self._match.start()]

    @property
    def start(self) -> int:
        """Index of the first character of the next token."""
        kind = self._match.lastindex
        if kind is None:
            return self._end
        is_quoted = self.quoted is not None
        return self._match.start(kind) - is_quoted  # with the quotation mark

    @property
    def at_end(self) -> bool:
        """Return whether there is no next token."""
        return self.start == len(self.text)

    def fail(self, problem: str, position: int | None = None) -> NoReturn:
        """Raise FormatError with the line and column of `position`, by default of the next token."""
        at = self.start if position is None else position
        line = self.text.count("\n", 0, at) + 1
        raise FormatError(problem, line, at - self.text.rfind("\n", 0, at))

    def fail_limit(self, problem: str, position: int | None = None) -> NoReturn:
        """Raise FormatError for a limit of the reader, with the page that lists them."""
        self.fail(f"{problem}; see {LIMITS}", position)

    def fail_expected(self, what: str) -> NoReturn:
        """Raise FormatError: the next token is not `what`."""
        if self.at_end:
            self.fail(f"expected {what}, found the end of the file")
        if self.start == self._end:  # an empty token, and there is text
            self.fail("this name has no closing quotation mark")
        self.fail(f"expected {what}, found {shorten(self.text[self.start : self._end])}")

    def parse_symbol(self, *allowed: str) -> None:
        """Advance past one of the `allowed` tokens; FormatError for any other."""
        if self.token not in allowed:
            self.fail_expected(" or ".join(allowed))
        self.advance()

    def parse_name(self, what: str) -> str:
        """Parse a quoted name; an error message says that `what` was expected."""
        name = self.quoted
        if name is None:
            self.fail_expected(f"{what} in quotation marks")
        self.advance()
        return name.replace('\\"', '"')

    def parse_number(self) -> Fraction:
        """Parse an exact number: an integer, a decimal with or without an exponent, or p/q."""
        text = self.token or ""
        try:
            value = _number(text)
        except ValueError as error:
            self.fail(str(error))
        if value is None:
            self.fail_expected("a number")
        # few characters can have many digits: a thousand times 1e2000 would fill the memory
        if "e" in text or "E" in text:
            self._expanded_digits += len(str(value))
            if self._expanded_digits > MAX_EXPANDED_DIGITS:
                self.fail_limit(f"the numbers with exponents have more than {MAX_EXPANDED_DIGITS:,} digits in total")
        self.advance()
        return value

    def parse_int(self, what: str, least: int, most: int | None = None) -> int:
        """Parse a whole number from `least`, at least 0, to `most`."""
        text = self.token or ""
        value = int(text) if _is_short_integer(text) else -1
        if value < least or (most is not None and value > most):
            if most is None:
                limit = f"of at least {least}"
            else:
                limit = f"from {least} to {most:,}"
            self.fail_expected(f"{what}, a whole number {limit}")
        self.advance()
        return value

    def parse_list(self, what: str, item: Callable[[], Item], commas: bool = False) -> list[Item]:
        """Parse a list in braces; `item` parses one item. With `commas`, a comma may follow each item."""
        if self.token != "{":
            self.fail_expected(f"a list of {what} in braces")
        self.advance()
        items = []
        while self.token != "}":
            items.append(item())
            if commas and self.token == ",":
                self.advance()
        self.advance()
        return items

    def parse_names(self, what: str, name: str) -> tuple[str, ...]:
        """Parse a list of quoted names in braces."""
        return tuple(self.parse_list(what, lambda: self.parse_name(name)))

    def parse_optional_name(self) -> str:
        """Parse a quoted name if the next token is one; otherwise return an empty text."""
        return "" if self.quoted is None else self.parse_name("a name")


@lru_cache(CACHED_NUMBERS)
def _number(text: str) -> Fraction | None:
    """Parse a number; None if `text` is not a number; ValueError if it is too long or the denominator is zero."""
    if _is_short_integer(text):
        return Fraction(int(text))
    match = NUMBER.fullmatch(text)
    if not match or not any(match.group(2, 4, 5)):
        return None
    sign, numerator, denominator, whole, decimals, exponent = match.groups(default="")
    # a longer exponent is not converted: it is too long for certain
    if len(exponent) <= 6:
        power = int(exponent or 0)
    else:
        power = MAX_DIGITS
    digits = len(whole) + len(decimals) + abs(power)
    if max(len(numerator), len(denominator), digits) > MAX_DIGITS:
        raise ValueError(f"{shorten(text)} has more than {MAX_DIGITS:,} digits without exponent; see {LIMITS}")
    if denominator:
        if not denominator.strip("0"):
            raise ValueError(f"{shorten(text)} divides by zero")
        return Fraction(int(sign + numerator), int(denominator))
    number = int(sign + (whole + decimals or "0"))
    power -= len(decimals)
    if power >= 0:
        return Fraction(number * 10**power)
    return Fraction(number, 10**-power)


def _is_short_integer(text: str) -> bool:
    return text.isdecimal() and text.isascii() and len(text) <= MAX_DIGITS


def quote(name: str) -> str:
    """Return a name in quotation marks, as in a file."""
    if name.endswith("\\"):
        raise ValueError(f"the name {name!r} ends with a backslash, which would escape the closing quotation mark")
    return '"' + name.replace('"', '\\"') + '"'


def format_exact(number: Fraction) -> str:
    """Return an exact number as text, as in a file."""
    if max(abs(number.numerator), number.denominator) >= TOO_LONG:
        raise ValueError(f"a number has more than {MAX_DIGITS:,} digits in its numerator or denominator")
    return str(number)


def shorten(text: str) -> str:
    """Return a token for a message, shortened if it is long."""
    return repr(text if len(text) <= 40 else f"{text[:37]}...")
