"""Search for small games on which other programs err: `python -m bench.find_wrong_answers --seed 1 FOLDER`.

Each game is random, of one of the families below. It is stored if all its equilibria are known with a certificate, if a
program errs, and if fewer games of its family are there on which the same programs err in the same way. The files of
the games are all that is written: `gametheory dataset FOLDER` makes the data set of them.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import numpy as np

from gametheory import nash
from gametheory.dataset.programs import Session, read_programs
from gametheory.formats.gambit import to_nfg
from gametheory.model.game import Outcome
from gametheory.model.normal_form import NormalForm
from gametheory.solvers.questions.comparison import FAILED, MISSED, WRONG, judge

PROGRAMS = Path(__file__).with_name("programs.toml")
TOLERANCE = Fraction(1, 1000)
SECONDS = 4
ERRORS = (WRONG, MISSED, FAILED)
Payoffs: TypeAlias = Any  # an array of objects, n1 x ... x nk x k
Random = np.random.Generator


def sizes(random: Random) -> tuple[int, ...]:
    """Two players with two to five strategies each."""
    return tuple(int(size) for size in random.integers(2, 6, 2))


def integers(random: Random, low: int, high: int, shape: tuple[int, ...]) -> Payoffs:
    """Random integers of Python, from low to high."""
    drawn = random.integers(low, high + 1, (*shape, len(shape)))
    return np.array([int(value) for value in drawn.flat], dtype=object).reshape(drawn.shape)


def few(random: Random) -> Payoffs:
    """Payoffs 0, 1 and 2: often degenerate."""
    return integers(random, 0, 2, sizes(random))


def repeated(random: Random) -> Payoffs:
    """A row that repeats for both players, and a column."""
    payoffs = integers(random, -9, 9, sizes(random))
    payoffs[-1], payoffs[:, -1] = payoffs[0], payoffs[:, 0]
    return payoffs


def large(random: Random) -> Payoffs:
    """Payoffs of one to three digits, on top of a large number."""
    return integers(random, -99, 99, sizes(random)) + 10 ** int(random.integers(6, 16))


def scaled(random: Random) -> Payoffs:
    """Rows and columns on different scales, from 1 to 10^9."""
    payoffs = integers(random, -9, 9, sizes(random))
    rows, columns, _ = payoffs.shape
    for column in range(columns):
        payoffs[:, column, 0] *= 10 ** int(random.integers(0, 10))
    for row in range(rows):
        payoffs[row, :, 1] *= 10 ** int(random.integers(0, 10))
    return payoffs


def perturbed(random: Random) -> Payoffs:
    """Payoffs 0, 1 and 2, each changed by a few units of 10^-6 to 10^-12."""
    shape = sizes(random)
    unit = Fraction(1, 10 ** int(random.integers(6, 13)))
    return integers(random, 0, 2, shape) + integers(random, -9, 9, shape) * unit


def dependent(random: Random) -> Payoffs:
    """Matrices near one of rank 1: the equations of a support are nearly singular."""
    payoffs = integers(random, -2, 2, sizes(random))
    for player in (0, 1):
        rows, columns = payoffs.shape[:2]
        product = np.outer(integers(random, 1, 99, (rows,))[:, 0], integers(random, 1, 99, (columns,))[:, 0])
        payoffs[..., player] += product * 10 ** int(random.integers(1, 6))
    return payoffs


def plain(random: Random) -> Payoffs:
    """Two players, payoffs from -99 to 99."""
    return integers(random, -99, 99, sizes(random))


def three(random: Random) -> Payoffs:
    """Three players with two or three strategies, payoffs from -99 to 99."""
    return integers(random, -99, 99, (*(int(size) for size in random.integers(2, 4, 2)), 2))


def three_few(random: Random) -> Payoffs:
    """Three players with two strategies, payoffs 0, 1 and 2."""
    return integers(random, 0, 2, (2, 2, 2))


def three_large(random: Random) -> Payoffs:
    """Three players with two strategies, payoffs on top of a large number."""
    return integers(random, -9, 9, (2, 2, 2)) + 10 ** int(random.integers(4, 12))


FAMILIES: tuple[Callable[[Random], Payoffs], ...] = (
    few, repeated, large, scaled, perturbed, dependent, plain, three, three_few, three_large,
)  # fmt: skip


def as_table(payoffs: Payoffs, title: str) -> NormalForm:
    """Return the game with numbered players and strategies."""
    *shape, players = payoffs.shape
    names = tuple(tuple(str(number + 1) for number in range(size)) for size in shape)
    # the first player's strategy changes fastest, as in a file of Gambit
    profiles = [tuple(reversed(place)) for place in np.ndindex(*reversed(shape))]
    outcomes = tuple(Outcome("", tuple(map(Fraction, payoffs[place]))) for place in profiles)
    return NormalForm(tuple(f"player {number + 1}" for number in range(players)), names, outcomes, title)


def search(args: argparse.Namespace) -> None:
    """Write games until there are enough."""
    random = np.random.default_rng(args.seed)
    programs = [program for program in read_programs(PROGRAMS, args.python) if program.name not in args.without]
    families = [family for family in FAMILIES if not args.families or family.__name__ in args.families]
    seen, by_family, tried = Counter[tuple[str, ...]](), Counter[str](), 0
    args.folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack, TemporaryDirectory() as place:
        sessions = [stack.enter_context(closing(Session(program, SECONDS))) for program in programs]
        path = Path(place, "game.nfg")
        while sum(by_family.values()) < args.games:
            family = families[tried % len(families)]
            tried += 1
            if by_family[family.__name__] >= args.most:
                continue
            name = f"{family.__name__.replace('_', '-')}-{args.seed}-{by_family[family.__name__] + 1:02}"
            game = as_table(family(random), name)
            solution = nash(game)
            if not solution.complete or solution.certificate is None:
                continue
            path.write_text(to_nfg(game), encoding="utf-8")
            errors = []
            for session in sessions:
                program = session.program
                regret = Fraction(program.regret)
                judged = judge(solution, session.ask(path), TOLERANCE, program.claims, regret)
                # no profile is no wrong answer, and how much time an answer takes depends on the machine
                if judged.verdict in ERRORS and judged.why != "no profile" and "no answer within" not in judged.why:
                    errors.append(f"{session.program.name}: {judged.verdict}")
            # a few games of a family on which the same programs err say as much as many
            if not errors or seen[family.__name__, *errors] >= args.same:
                continue
            seen[family.__name__, *errors] += 1
            by_family[family.__name__] += 1
            (args.folder / f"{name}.nfg").write_bytes(path.read_bytes())
            print(f"{sum(by_family.values()):3} of {tried}: {name}: {'; '.join(errors)}", flush=True)


def main() -> None:
    """Search with the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--most", type=int, default=20, help="of one family")
    parser.add_argument("--python", default=sys.executable, help="the Python with the programs")
    parser.add_argument("--same", type=int, default=3, help="of one family on which the same programs err")
    parser.add_argument("--without", nargs="*", default=[], help="names of programs that are not asked")
    parser.add_argument("--families", nargs="*", help="names of functions in this file (default: all)")
    search(parser.parse_args())


if __name__ == "__main__":
    main()
