"""Gambit's .efg: games in extensive form, as trees.

From the description of the formats in Gambit's manual (gambitproject.readthedocs.io, Game representation formats).
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from pathlib import Path

from gametheory.formats.gambit.lexer import MOST_DIGITS, TOO_LONG, Lexer, format_exact, quote
from gametheory.model.extensive_form import CHANCE, ExtensiveForm, InformationSet, Node
from gametheory.model.game import Outcome
from gametheory.storage.atomic_write import write_atomic

MOST_NODES = 1_000_000


def read_efg(text: str) -> ExtensiveForm:
    """The game in extensive form that a text in the .efg format describes; any number of players, and chance.

    An information set, a chance event or an outcome is described where it comes first, and where it comes again either
    not at all or in the same way. Cost: linear in the text; no recursion, however deep the tree. Raises FormatError,
    with line and column, where the text is not in the format, where the probabilities of a chance event are negative
    or do not add up to 1, and for more than a million nodes.

    >>> tree = 'EFG 2 R "" { "A" } p "" 1 1 "door" { "stay" "go" } 0 t "" 1 "home" { 0 } t "" 2 "out" { 3/2 }'
    >>> game = read_efg(tree)
    >>> game.information_sets[1, 1].actions, game.outcomes[2].payoffs
    (('stay', 'go'), (Fraction(3, 2),))
    >>> read_efg(tree[:50])
    Traceback (most recent call last):
    gametheory.formats.errors.FormatError: line 1, column 51: expected the number of an outcome, a whole number of at \
least 0, found the end of the file
    """
    words = Lexer(text)
    words.symbol("EFG")
    words.symbol("2")
    words.symbol("R", "D")
    title = words.name("the title")
    players = tuple(words.listed("names of players", lambda: words.name("the name of a player")))
    return _Tree(words, players).read(title, words.optional_name())


class _Tree:
    """What has been read of a tree."""

    def __init__(self, words: Lexer, players: tuple[str, ...]) -> None:
        self.words = words
        self.players = players
        self.nodes: list[Node] = []
        self.information_sets: dict[tuple[int, int], InformationSet] = {}
        self.outcomes: dict[int, Outcome] = {}
        self.descriptions: dict[tuple[int, int] | int, str] = {}

    def read(self, title: str, comment: str) -> ExtensiveForm:
        """All nodes in prefix order: each action opens a place that a later node fills."""
        places = 1
        while places:
            if len(self.nodes) >= MOST_NODES:
                self.words.refuse(f"more than {MOST_NODES:,} nodes")
            node = self._node()
            self.nodes.append(node)
            places += -1 if node.mover is None else len(self.information_sets[node.place].actions) - 1
        if not self.words.at_end:
            self.words.expected("the end of the file, since every action leads to a node")
        return ExtensiveForm(self.players, tuple(self.nodes), self.information_sets, self.outcomes, title, comment)

    def _node(self) -> Node:
        words = self.words
        if (kind := words.word) not in ("c", "p", "t"):
            words.expected("a node: c, p or t")
        words.take()
        name = words.name("the name of the node")
        if kind == "t":
            return Node(name, None, 0, self._outcome())
        mover = words.whole("the number of a player", 1, len(self.players)) if kind == "p" else CHANCE
        number = words.whole("the number of an information set", 1)
        self._information_set(mover, number)
        return Node(name, mover, number, self._outcome())

    def _information_set(self, mover: int, number: int) -> None:
        """Read the description of an information set, which may be absent where it is known.

        Files mostly repeat it at every node, to the letter: that is left behind at once, without reading its words.
        """
        words, start = self.words, self.words.start
        known = self.information_sets.get((mover, number))
        if words.quoted is None or (known and words.skip(self.descriptions[mover, number])):
            if known is None:
                words.expected(f"the name and the actions of information set {number}, which was not described before")
            return
        name = words.name("the name")
        probabilities: list[Fraction] = []

        def action() -> str:
            label = words.name("the name of an action")
            if mover == CHANCE:
                probabilities.append(words.number())
            return label

        actions = tuple(words.listed("actions", action, commas=mover == CHANCE))
        found = InformationSet(name, actions, tuple(probabilities))
        if not actions:
            words.refuse("an information set without an action", start)
        if mover == CHANCE and not _is_law(probabilities):
            words.refuse(f"the probabilities of a chance event must not be negative, must add up to 1, and must have a "
                         f"common denominator of at most {MOST_DIGITS:,} digits", start)  # fmt: skip
        if known not in (None, found):
            words.refuse(f"information set {number} was described otherwise before", start)
        self.information_sets[mover, number] = found
        self.descriptions[mover, number] = words.since(start)

    def _outcome(self) -> int:
        """Read the number of an outcome, and its description, which may be absent where it is known."""
        words = self.words
        number = words.whole("the number of an outcome", 0)
        start, known = words.start, self.outcomes.get(number)
        if not number:
            if words.quoted is not None or words.word == "{":
                words.refuse("outcome 0 stands for none, and has neither a name nor payoffs")
            return 0
        if words.quoted is None or (known and words.skip(self.descriptions[number])):
            if known is None:
                words.expected(f"the name and the payoffs of outcome {number}, which was not described before")
            return number
        found = Outcome(words.name("the name"), tuple(words.listed("payoffs", words.number, commas=True)))
        if len(found.payoffs) != len(self.players):
            words.refuse(f"{len(found.payoffs)} payoffs, and there are {len(self.players)} players", start)
        if known not in (None, found):
            words.refuse(f"outcome {number} was described otherwise before", start)
        self.outcomes[number] = found
        self.descriptions[number] = words.since(start)
        return number


def _is_law(probabilities: list[Fraction]) -> bool:
    """Whether they add up to 1, none below 0; sums of unlike denominators would grow without bound."""
    common = 1
    for probability in probabilities:
        common = lcm(common, probability.denominator)
        if probability.numerator < 0 or common >= TOO_LONG:
            return False
    return sum(probability.numerator * (common // probability.denominator) for probability in probabilities) == common


def to_efg(game: ExtensiveForm) -> str:
    """A game in extensive form as a text in the .efg format, a line for each node.

    `read_efg` reads the same game again. Cost: linear in the tree. Raises ValueError for what cannot be read again: a
    name that ends with a backslash, a number of more than 2,000 digits, more than a million nodes.

    >>> tree = 'EFG 2 R "toss" { "A" } c "" 1 "coin" { "heads" .5 "tails" .5 } 0 t "" 1 "won" { 1 } t "" 0'
    >>> print(to_efg(read_efg(tree)), end="")
    EFG 2 R "toss" { "A" }
    ""
    <BLANKLINE>
    c "" 1 "coin" { "heads" 1/2 "tails" 1/2 } 0
    t "" 1 "won" { 1 }
    t "" 0
    """
    if len(game.nodes) > MOST_NODES:
        raise ValueError(f"game: more than {MOST_NODES:,} nodes")
    players = " ".join(["{", *map(quote, game.players), "}"])
    lines = [f"EFG 2 R {quote(game.title)} {players}", f"{quote(game.comment)}\n"]
    lines += [f"{_place(game, node)}{_payoffs(game, node.outcome)}" for node in game.nodes]
    return "\n".join([*lines, ""])


def write_efg(game: ExtensiveForm, path: Path) -> None:
    """Write `to_efg` to a file, whole or not at all; OSError where that fails, else errors are those of `to_efg`.

    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "game.efg"
    >>> game = read_efg('EFG 2 R "" { "A" } t "" 1 "home" { 0 }')
    >>> write_efg(game, path)
    >>> read_efg(path.read_text()) == game
    True
    """
    write_atomic(path, to_efg(game))


def _place(game: ExtensiveForm, node: Node) -> str:
    if node.mover is None:
        return f"t {quote(node.name)} "
    found = game.information_sets[node.place]
    kind = f"c {quote(node.name)}" if node.mover == CHANCE else f"p {quote(node.name)} {node.mover}"
    actions = list(map(quote, found.actions))
    if node.mover == CHANCE:
        chances = map(format_exact, found.probabilities)
        actions = [f"{action} {chance}" for action, chance in zip(actions, chances, strict=True)]
    return f"{kind} {node.information_set} {quote(found.name)} {{ {' '.join(actions)} }} "


def _payoffs(game: ExtensiveForm, number: int) -> str:
    if not number:
        return "0"
    outcome = game.outcomes[number]
    return f"{number} {quote(outcome.name)} {{ {' '.join(map(format_exact, outcome.payoffs))} }}"
