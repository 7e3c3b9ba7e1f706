"""The first paragraph of the post, in four readings."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import NamedTuple

from gametheory.claims import Verdict, check_all, claim
from gametheory.claims.evidence import Table, Text
from gametheory.games.towers import AIMS, Position, Towers, towers_distribution
from gametheory.model.unfolding import unfold

from .enumeration import win_probability

OPENING = "the first paragraph"
READINGS = {
    "each": "each at a random tower that was intact when the round began",
    "in-turn": "one after another, each at a random tower that is intact at that moment",
    "anywhere": "each at a random tower, destroyed towers included",
    "together": "all at one random tower that was intact when the round began",
}


class Numbers(NamedTuple):
    """The numbers of a tower game."""

    soldiers: int
    towers: int
    hits: int
    kills: int


class Case(NamedTuple):
    """A tower game in one of the four readings."""

    soldiers: int
    towers: int
    hits: int
    kills: int
    aim: str


def numbers(soldiers: int, towers: int, hits: int, kills: int) -> list[Numbers]:
    """Return all games up to given soldiers, towers, hits and kills, smallest first: by their sum, then in order."""
    ranges = range(1, soldiers + 1), range(1, towers + 1), range(1, hits + 1), range(kills + 1)
    return sorted((Numbers(*game) for game in product(*ranges)), key=lambda game: (sum(game), game))


def cases(games: Sequence[Numbers]) -> list[Case]:
    """Return each game in each of the four readings."""
    return [Case(*game, aim) for game, aim in product(games, AIMS)]


def in_words(game: Sequence[int]) -> str:
    """Return four numbers as a game, in words."""
    return "{} soldiers, {} towers of {} hits, {} kills".format(*game)


@claim(
    "TD.1",
    "The tower game has an exact distribution: each soldier fires at a random tower and takes one of its hits; then "
    "each remaining tower kills its number of soldiers.",
    OPENING,
)
def exact_distribution(deep: bool = False) -> Verdict:
    box = numbers(6 if deep else 5, 3, 3, 4)
    shown = [(2, 2, 1, 1), (2, 2, 1, 2), (3, 2, 3, 1), (10, 3, 4, 1), (20, 5, 5, 2)]
    rows = [(in_words(game), *(decimals(win(game, aim)) for aim in AIMS)) for game in shown]
    return check_all(
        cases(box),
        lambda case: win(case[:4], case.aim) == win_probability(case.soldiers, (case.hits,) * case.towers, *case[3:]),
        f"all games up to {in_words(max(box))}, in four readings",
        lambda case: f"{win(case[:4], case.aim)} by the chain, another number by the recursion",
        Table(("game", *AIMS), rows, "The exact probability that the soldiers win, in four readings of the paragraph."),
        Text(
            "The package solves the Markov chain of positions in which equal towers count once. The check enumerates "
            "all choices of targets of all soldiers, with each tower at its own place, and shares no code with it. "
            "The paragraph does not say which tower a soldier may fire at: "
            + "; ".join(f"{aim}: {meaning}" for aim, meaning in READINGS.items())
            + "."
        ),
    )


def win(game: Sequence[int], aim: str) -> Fraction:
    """Return the probability that the soldiers win."""
    soldiers, towers, hits, kills = game
    return towers_distribution(Towers(soldiers, towers, hits, kills, aim), 1).win


def decimals(value: Fraction) -> str:
    """Return a probability as a short fraction, or with six places."""
    return str(value) if value.denominator < 100 else f"{float(value):.6f}"


@claim(
    "TD.1.open",
    "The probability of winning depends on details that the paragraph does not specify: no two of the four readings "
    "agree.",
    OPENING,
    uses=["TD.1"],
)
def readings_differ() -> Verdict:
    box = numbers(4, 3, 2, 3)
    first = {pair: first_where(box, partial(differ, pair)) for pair in PAIRS}
    rows = [
        (*pair, in_words(game), *(decimals(win(game, aim)) for aim in pair)) for pair, game in first.items() if game
    ]
    return check_all(
        PAIRS,
        lambda pair: first[pair] is not None,
        f"the {len(PAIRS)} pairs of readings, on all games up to {in_words(max(box))}",
        lambda pair: f"{pair[0]} and {pair[1]} give the same probability in every game of the box",
        Table(
            ("reading", "and", "first difference", "first reading", "second reading"),
            rows,
            "The smallest game in which two readings differ.",
        ),
    )


PAIRS = list(combinations(AIMS, 2))


def differ(pair: tuple[str, str], game: Numbers) -> bool:
    """Return whether the soldiers win with different probabilities in two readings."""
    return win(game, pair[0]) != win(game, pair[1])


def first_where(box: list[Numbers], holds: Callable[[Numbers], bool]) -> Numbers | None:
    """Return the smallest game with a property, or None."""
    return next((game for game in box if holds(game)), None)


@claim(
    "TD.1.order",
    "Aiming at intact towers, and wasting no shot, helps: in turn wins at least as often as each, and each at least "
    "as often as anywhere.",
    "ours",
    uses=["TD.1"],
)
def wasting_no_shot_helps(deep: bool = False) -> Verdict:
    box = numbers(8 if deep else 7, 4 if deep else 3, 3, 4)
    return check_all(
        box,
        lambda game: win(game, "in-turn") >= win(game, "each") >= win(game, "anywhere"),
        f"all games up to {in_words(max(box))}",
        lambda game: ", ".join(f"{aim} {win(game, aim)}" for aim in AIMS),
    )


@claim(
    "TD.1.best",
    "No reading is the best for the soldiers in every game: even in turn, which wastes no shot, sometimes wins less "
    "often than all at one tower.",
    "ours",
    uses=["TD.1"],
)
def none_is_best() -> Verdict:
    box = numbers(5, 3, 3, 3)
    beaten = {aim: first_where(box, partial(is_beaten, aim)) for aim in AIMS}
    rows = [(aim, in_words(game), *(decimals(wins(game)[by]) for by in AIMS)) for aim, game in beaten.items() if game]
    return check_all(
        AIMS,
        lambda aim: beaten[aim] is not None,
        f"the four readings, on all games up to {in_words(max(box))}",
        lambda aim: f"{aim} is the best in every game of the box",
        Table(("reading", "first beaten at", *AIMS), rows, "The probabilities to win there."),
        Text("Fire on one tower can destroy it, and end its fire, a round before scattered shots destroy any tower."),
    )


def is_beaten(aim: str, game: Numbers) -> bool:
    """Return whether the soldiers win with a greater probability in another reading."""
    return win(game, aim) < max(wins(game).values())


def wins(game: Numbers) -> dict[str, Fraction]:
    """Return the probability of winning in each reading."""
    return {aim: win(game, aim) for aim in AIMS}


@claim(
    "TD.1.end",
    "The two sides never disappear in the same round; with kills the game ends within soldiers / kills rounds; "
    "without kills all towers fall.",
    OPENING,
    uses=["TD.1"],
)
def always_decided() -> Verdict:
    box = numbers(7, 3, 3, 4)
    return check_all(
        cases(box),
        ends_in_time,
        f"all games up to {in_words(max(box))}, in four readings",
        lambda case: f"false in reading {case.aim}",
    )


def ends_in_time(case: Case) -> bool:
    """Return whether no position lacks both sides, and the play ends in time."""
    towers = Towers(*case)
    distribution = towers_distribution(towers, -(-case.soldiers // case.kills) if case.kills else 1)
    in_time = distribution.rounds[-1].undecided == 0 if case.kills else distribution.win == 1
    return in_time and Position(0, ()) not in unfold(towers).index
