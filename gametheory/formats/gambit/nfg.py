"""Gambit's .nfg format: games in normal form, with a table of payoffs or a table of named outcomes.

From the description of the formats in Gambit's manual (gambitproject.readthedocs.io, Game representation formats).
"""

from __future__ import annotations

from fractions import Fraction
from math import prod
from pathlib import Path

from gametheory.formats.gambit.lexer import Lexer, format_exact, quote
from gametheory.model.game import Outcome
from gametheory.model.normal_form import NormalForm
from gametheory.storage.files import write_atomic

MAX_PAYOFFS = 1_000_000


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
    players = tuple(lexer.parse_list("names of players", lambda: lexer.parse_name("the name of a player")))
    if not players:
        lexer.fail("expected at least one player")
    strategies = _read_strategies(lexer, len(players))
    comment = lexer.parse_optional_name()
    profiles = prod(map(len, strategies))
    read = _read_outcomes if lexer.token == "{" else _read_payoffs
    outcomes = read(lexer, len(players), profiles)
    if not lexer.at_end:
        lexer.fail_expected("the end of the file")
    return NormalForm(players, strategies, outcomes, title, comment)


def _read_strategies(lexer: Lexer, players: int) -> tuple[tuple[str, ...], ...]:
    """Parse the names of every player's strategies, from lists of names or from numbers of strategies."""
    start, strategies, payoffs = lexer.start, list[tuple[str, ...]](), players

    def strategies_of_player() -> None:
        nonlocal payoffs
        if lexer.token == "{":
            names = tuple(lexer.parse_list("names of strategies", lambda: lexer.parse_name("the name of a strategy")))
            count = len(names)
        else:
            names, count = (), lexer.parse_int("the number of strategies of a player", 1)
        if not count:
            lexer.fail("a player has no strategy", start)
        payoffs *= count
        if payoffs > MAX_PAYOFFS:  # before a name is made for each of them
            lexer.fail_limit(f"more than {MAX_PAYOFFS:,} payoffs, the product of these numbers and the players", start)
        strategies.append(names or tuple(map(str, range(1, count + 1))))

    lexer.parse_list("lists of strategies, or numbers of them,", strategies_of_player)
    if len(strategies) != players:
        lexer.fail(f"strategies of {len(strategies)} players in a game of {players}", start)
    return tuple(strategies)


def _read_payoffs(lexer: Lexer, players: int, profiles: int) -> tuple[Outcome, ...]:
    return tuple(Outcome("", tuple(lexer.parse_number() for _ in range(players))) for _ in range(profiles))


def _read_outcomes(lexer: Lexer, players: int, profiles: int) -> tuple[Outcome, ...]:
    """Parse the list of outcomes and the table of their numbers, one for each profile; number 0 pays nothing."""

    def outcome() -> Outcome:
        lexer.parse_symbol("{")
        start, name, payoffs = lexer.start, lexer.parse_name("the name of an outcome"), []
        while lexer.token != "}":
            payoffs.append(lexer.parse_number())
            if lexer.token == ",":
                lexer.advance()
        lexer.advance()
        if len(payoffs) != players:
            lexer.fail(f"an outcome with {len(payoffs)} payoffs for {players} players", start)
        return Outcome(name, tuple(payoffs))

    outcomes = [Outcome("", (Fraction(0),) * players), *lexer.parse_list("outcomes", outcome)]
    return tuple(outcomes[lexer.parse_int("the number of an outcome", 0, len(outcomes) - 1)] for _ in range(profiles))


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
    head = [
        f"NFG 1 R {quote(game.title)} {_names(game.players)}",
        f"{{ {' '.join(_names(names) for names in game.strategies)} }}",
        f"{quote(game.comment)}\n",
    ]
    named = any(outcome.name for outcome in game.outcomes)
    return "\n".join([*head, *(_outcome_lines(game) if named else map(_payoffs, game.outcomes)), ""])


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
    numbers: dict[Outcome, int] = {}
    table = [str(numbers.setdefault(outcome, len(numbers) + 1)) for outcome in game.outcomes]
    return ["{", *(f"{{ {quote(outcome.name)} {_payoffs(outcome)} }}" for outcome in numbers), "}", " ".join(table)]


def _names(names: tuple[str, ...]) -> str:
    return " ".join(["{", *map(quote, names), "}"])


def _payoffs(outcome: Outcome) -> str:
    return " ".join(map(format_exact, outcome.payoffs))
