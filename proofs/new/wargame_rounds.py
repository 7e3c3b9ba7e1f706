r"""The first army for which the opening of the Wargame is mixed, as the number of rounds grows."""

from __future__ import annotations

from wargame.theory import opening

from gametheory.claims import Verdict, check_all, claim
from gametheory.claims.evidence import Table
from gametheory.games.wargame import Wargame, solve_wargame, solve_wargame_exact

ROUNDS = "what is new, the Wargame"
LEAST, PLAIN, DEEP = 3, 7, 11  # a minute of computing for the last three
MIXED = [0, 2, 4]


def first_mixed(rounds: int) -> int:
    """Return the number of soldiers from which the opening is mixed, by the conjecture."""
    return 3 * rounds // 2 + 3


def is_pure(game: Wargame) -> bool:
    """Return whether some optimal opening sends one number of soldiers, by the solution in rationals."""
    solution = solve_wargame_exact(game)
    return all(len(strategy) == 1 for strategy in solution.mixed_strategies(solution.start))


def mixes(game: Wargame) -> bool:
    """Return whether the only optimal opening mixes 0, 2 and 4, by intervals that contain all payoffs."""
    solution = solve_wargame(game)
    if sorted(solution.mixed_strategies(solution.start)[0]) != MIXED:
        return False
    found = opening(solution)
    return all(found.is_certain(sent) for sent in range(game.soldiers + 1))


@claim(
    "NEW.rounds",
    r"Conjecture: with $r \ge 3$ rounds some opening of the Wargame that sends one number of soldiers is optimal for "
    r"fewer than $\lfloor 3r/2 \rfloor + 3$ soldiers each. With exactly that many the only optimal opening mixes 0, 2 "
    "and 4.",
    ROUNDS,
)
def first_mixed_opening(deep: bool = False) -> Verdict:
    most = DEEP if deep else PLAIN
    games = [(r, n) for r in range(LEAST, most + 1) for n in range(1, first_mixed(r) + 1)]
    return check_all(
        games,
        lambda case: (mixes if case[1] == first_mixed(case[0]) else is_pure)(Wargame(case[1], case[0])),
        f"{LEAST} to {most} rounds, tried on 25 November 2026; the pure openings in rationals",
        lambda case: f"{case[1]} soldiers in {case[0]} rounds",
        Table(
            ("rounds", "soldiers", "sends 0", "sends 2", "sends 4"),
            [
                (r, first_mixed(r), *(f"{float(probability):.4f}" for probability in opened.probabilities.values()))
                for r in range(LEAST, PLAIN + 1)
                for opened in [opening(solve_wargame(Wargame(first_mixed(r), r)))]
            ],
            "The first mixed opening.",
        ),
    )
