"""Gambit's .efg format: games in extensive form.

From the description of the formats in Gambit's manual (gambitproject.readthedocs.io, Game representation formats).
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from pathlib import Path

from gametheory.formats.gambit.lexer import MAX_DIGITS, TOO_LONG, Lexer, format_exact, quote
from gametheory.model.extensive_form import CHANCE, ExtensiveForm, InformationSet, Node
from gametheory.model.game import Outcome
from gametheory.storage.files import write_atomic

MAX_NODES = 1_000_000


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
    gametheory.formats.gambit.lexer.FormatError: line 1, column 51: expected the number of an outcome, a whole number \
of at least 0, found the end of the file
    """
    lexer = Lexer(text)
    lexer.parse_symbol("EFG")
    lexer.parse_symbol("2")
    lexer.parse_symbol("R", "D")
    title = lexer.parse_name("the title")
    players = tuple(lexer.parse_list("names of players", lambda: lexer.parse_name("the name of a player")))
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
            missing += -1 if node.player is None else len(self.information_sets[node.set_key].actions) - 1
        if not self.lexer.at_end:
            self.lexer.fail_expected("the end of the file, since every action leads to a node")
        return ExtensiveForm(self.players, tuple(self.nodes), self.information_sets, self.outcomes, title, comment)

    def _node(self) -> Node:
        lexer = self.lexer
        if (kind := lexer.token) not in ("c", "p", "t"):
            lexer.fail_expected("a node: c, p or t")
        lexer.advance()
        name = lexer.parse_name("the name of the node")
        if kind == "t":
            return Node(name, None, 0, self._outcome())
        player = lexer.parse_int("the number of a player", 1, len(self.players)) if kind == "p" else CHANCE
        number = lexer.parse_int("the number of an information set", 1)
        self._information_set(player, number)
        return Node(name, player, number, self._outcome())

    def _information_set(self, player: int, number: int) -> None:
        """Parse the description of an information set; it is optional if the set is known.

        Most files repeat the same text at every node: `accept` skips it without parsing its tokens.
        """
        lexer, start = self.lexer, self.lexer.start
        known = self.information_sets.get((player, number))
        if lexer.quoted is None or (known and lexer.accept(self.descriptions[player, number])):
            if known is None:
                lexer.fail_expected(
                    f"the name and the actions of information set {number}, which has no description yet"
                )
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
            lexer.fail(
                f"the probabilities of a chance event must not be negative, must add up to 1, and must have a "
                f"common denominator of at most {MAX_DIGITS:,} digits",
                start,
            )
        if known not in (None, information_set):
            lexer.fail(f"information set {number} has another description earlier", start)
        self.information_sets[player, number] = information_set
        self.descriptions[player, number] = lexer.text_since(start)

    def _outcome(self) -> int:
        """Parse the number of an outcome and its description, which is optional if the outcome is known."""
        lexer = self.lexer
        number = lexer.parse_int("the number of an outcome", 0)
        start, known = lexer.start, self.outcomes.get(number)
        if not number:
            if lexer.quoted is not None or lexer.token == "{":
                lexer.fail("outcome 0 means no outcome; it has neither a name nor payoffs")
            return 0
        if lexer.quoted is None or (known and lexer.accept(self.descriptions[number])):
            if known is None:
                lexer.fail_expected(f"the name and the payoffs of outcome {number}, which has no description yet")
            return number
        outcome = Outcome(
            lexer.parse_name("the name"), tuple(lexer.parse_list("payoffs", lexer.parse_number, commas=True))
        )
        if len(outcome.payoffs) != len(self.players):
            lexer.fail(f"{len(outcome.payoffs)} payoffs for {len(self.players)} players", start)
        if known not in (None, outcome):
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
    players = " ".join(["{", *map(quote, game.players), "}"])
    lines = [f"EFG 2 R {quote(game.title)} {players}", f"{quote(game.comment)}\n"]
    lines += [f"{_node_text(game, node)}{_payoffs(game, node.outcome)}" for node in game.nodes]
    return "\n".join([*lines, ""])


def write_efg(game: ExtensiveForm, path: Path) -> None:
    """Write a game to a file in the .efg format, atomically."""
    write_atomic(path, to_efg(game))


def _node_text(game: ExtensiveForm, node: Node) -> str:
    if node.player is None:
        return f"t {quote(node.name)} "
    information_set = game.information_sets[node.set_key]
    kind = f"c {quote(node.name)}" if node.player == CHANCE else f"p {quote(node.name)} {node.player}"
    actions = list(map(quote, information_set.actions))
    if node.player == CHANCE:
        probabilities = map(format_exact, information_set.probabilities)
        actions = [f"{action} {probability}" for action, probability in zip(actions, probabilities, strict=True)]
    return f"{kind} {node.information_set} {quote(information_set.name)} {{ {' '.join(actions)} }} "


def _payoffs(game: ExtensiveForm, number: int) -> str:
    if not number:
        return "0"
    outcome = game.outcomes[number]
    return f"{number} {quote(outcome.name)} {{ {' '.join(map(format_exact, outcome.payoffs))} }}"
