"""Gambit's .nfg: games in normal form, with a table of payoffs or with a table of outcomes that have names.

From the description of the formats in Gambit's manual (gambitproject.readthedocs.io, Game representation formats).
"""

from __future__ import annotations

from fractions import Fraction
from math import prod
from pathlib import Path

from gametheory.formats.gambit.lexer import Lexer, format_exact, quote
from gametheory.model.game import Outcome
from gametheory.model.normal_form import NormalForm
from gametheory.storage.atomic_write import write_atomic

MOST_PAYOFFS = 1_000_000


def read_nfg(text: str) -> NormalForm:
    """The game in normal form that a text in the .nfg format describes; any number of players.

    Payoffs or outcomes, names of strategies or only their numbers (the names are then "1", "2", ...). Cost: linear in
    the text. Raises FormatError, with line and column, where the text is not in the format, where a number has more
    than 2,000 digits or those with exponents more than 10 million in all, and before a table of more than a million
    payoffs is built.

    >>> game = read_nfg('NFG 1 R "Dilemma" { "A" "B" } { 2 2 }  2 2  3 0  0 3  1 1')
    >>> game.payoff_matrix(0)
    ((Fraction(2, 1), Fraction(0, 1)), (Fraction(3, 1), Fraction(1, 1)))
    >>> read_nfg('NFG 1 R "Dilemma" { "A" "B" } { 2 2 } 2 2 3 0 0 3 1')
    Traceback (most recent call last):
    gametheory.formats.errors.FormatError: line 1, column 52: expected a number, found the end of the file
    """
    words = Lexer(text)
    words.symbol("NFG")
    words.symbol("1")
    words.symbol("R", "D")
    title = words.name("the title")
    players = tuple(words.listed("names of players", lambda: words.name("the name of a player")))
    if not players:
        words.refuse("expected at least one player")
    strategies = _read_strategies(words, len(players))
    comment = words.optional_name()
    profiles = prod(map(len, strategies))
    read = _read_outcomes if words.word == "{" else _read_payoffs
    outcomes = read(words, len(players), profiles)
    if not words.at_end:
        words.expected("the end of the file")
    return NormalForm(players, strategies, outcomes, title, comment)


def _read_strategies(words: Lexer, players: int) -> tuple[tuple[str, ...], ...]:
    """The names of every player's strategies, from a list of lists or from a list of numbers."""
    start, strategies, payoffs = words.start, list[tuple[str, ...]](), players

    def of_a_player() -> None:
        nonlocal payoffs
        if words.word == "{":
            names = tuple(words.listed("names of strategies", lambda: words.name("the name of a strategy")))
        else:
            count = words.whole("the number of strategies of a player", 1, MOST_PAYOFFS)
            names = tuple(map(str, range(1, count + 1))) if payoffs * count <= MOST_PAYOFFS else ("",) * count
        if not names:
            words.refuse("a player has no strategy", start)
        payoffs *= len(names)
        strategies.append(names)
        if payoffs > MOST_PAYOFFS:
            words.refuse(f"more than {MOST_PAYOFFS:,} payoffs, the product of these numbers and the players", start)

    words.listed("lists of strategies, or numbers of them,", of_a_player)
    if len(strategies) != players:
        words.refuse(f"strategies of {len(strategies)} players, and there are {players}", start)
    return tuple(strategies)


def _read_payoffs(words: Lexer, players: int, profiles: int) -> tuple[Outcome, ...]:
    return tuple(Outcome("", tuple(words.number() for _ in range(players))) for _ in range(profiles))


def _read_outcomes(words: Lexer, players: int, profiles: int) -> tuple[Outcome, ...]:
    """The list of outcomes, and the table that names one of them for each profile; 0 pays nothing to anybody."""

    def outcome() -> Outcome:
        words.symbol("{")
        start, name, payoffs = words.start, words.name("the name of an outcome"), []
        while words.word != "}":
            payoffs.append(words.number())
            if words.word == ",":
                words.take()
        words.take()
        if len(payoffs) != players:
            words.refuse(f"an outcome with {len(payoffs)} payoffs, and there are {players} players", start)
        return Outcome(name, tuple(payoffs))

    outcomes = [Outcome("", (Fraction(0),) * players), *words.listed("outcomes", outcome)]
    return tuple(outcomes[words.whole("the number of an outcome", 0, len(outcomes) - 1)] for _ in range(profiles))


def to_nfg(game: NormalForm) -> str:
    """A game in normal form as a text in the .nfg format, with outcomes if one has a name, else with payoffs.

    `read_nfg` reads the same game again. Cost: linear in the table. Raises ValueError for what cannot be read again: a
    name that ends with a backslash, a number of more than 2,000 digits, a table of more than a million payoffs.

    >>> game = NormalForm(("A", "B"), (("up",), ("left", "right")), (Outcome("", (Fraction(1, 2), Fraction(0))),) * 2)
    >>> print(to_nfg(game), end="")
    NFG 1 R "" { "A" "B" }
    { { "up" } { "left" "right" } }
    ""
    <BLANKLINE>
    1/2 0
    1/2 0
    """
    if len(game.outcomes) * len(game.players) > MOST_PAYOFFS:
        raise ValueError(f"game: more than {MOST_PAYOFFS:,} payoffs")
    head = [
        f"NFG 1 R {quote(game.title)} {_names(game.players)}",
        f"{{ {' '.join(_names(names) for names in game.strategies)} }}",
        f"{quote(game.comment)}\n",
    ]
    named = any(outcome.name for outcome in game.outcomes)
    return "\n".join([*head, *(_outcome_lines(game) if named else map(_payoffs, game.outcomes)), ""])


def write_nfg(game: NormalForm, path: Path) -> None:
    """Write `to_nfg` to a file, whole or not at all; OSError where that fails, else errors are those of `to_nfg`.

    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "game.nfg"
    >>> game = read_nfg('NFG 1 R "" { "A" "B" } { 1 2 } 1 2 3 4')
    >>> write_nfg(game, path)
    >>> read_nfg(path.read_text()) == game
    True
    """
    write_atomic(path, to_nfg(game))


def _outcome_lines(game: NormalForm) -> list[str]:
    numbers: dict[Outcome, int] = {}
    table = [str(numbers.setdefault(outcome, len(numbers) + 1)) for outcome in game.outcomes]
    return ["{", *(f"{{ {quote(outcome.name)} {_payoffs(outcome)} }}" for outcome in numbers), "}", " ".join(table)]


def _names(names: tuple[str, ...]) -> str:
    return " ".join(["{", *map(quote, names), "}"])


def _payoffs(outcome: Outcome) -> str:
    return " ".join(map(format_exact, outcome.payoffs))
