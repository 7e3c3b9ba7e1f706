"""Games of three or more players: the equilibria that each program finds and misses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

from bench.work import EmptyWork, Judgement, Program, Timed, Work, failed

Payoffs: TypeAlias = np.ndarray  # n1 x ... x nk x k
Profile: TypeAlias = list[list[float]]
CLOSE = 1e-5  # equilibria whose probabilities differ by less count as equal
FAR = 1e-3  # a profile without a gain that differs by more from all that are known is another equilibrium
TOLERANCE = 1e-6  # of a gain, relative to the range of the payoffs


def by_nash(game: Payoffs) -> list[Profile] | None:
    """Return all equilibria by this program, each with a certificate; None if a support is left open."""
    from gametheory import nash

    solution = nash([*np.moveaxis(game, -1, 0)], find_all=True)
    return _floats(solution) if solution.complete else None


def by_first(game: Payoffs) -> list[Profile]:
    """Return the equilibria by this program when the search by supports ends after one support."""
    from gametheory import nash

    return _floats(nash([*np.moveaxis(game, -1, 0)], limit=1))


def _floats(solution: Any) -> list[Profile]:
    return [[[float(p) for p in plan] for plan in each.plans] for each in solution.equilibria]


def by_enumpoly(game: Payoffs) -> list[Profile]:
    """Gambit's enumeration of supports with polynomial equations, in floats."""
    return _by_gambit("enumpoly_solve", game)


def by_gnm(game: Payoffs) -> list[Profile]:
    """Gambit's global Newton method, in floats."""
    return _by_gambit("gnm_solve", game)


def by_logit(game: Payoffs) -> list[Profile]:
    """Gambit's path of logit equilibria, in floats."""
    return _by_gambit("logit_solve", game)


def _by_gambit(method: str, game: Payoffs) -> list[Profile]:
    import pygambit

    form = pygambit.StrategicGame.from_arrays(*np.moveaxis(game, -1, 0))
    result = getattr(pygambit.nash, method)(form)
    found = result.equilibria if hasattr(result, "equilibria") else [result.equilibrium]
    return [[[float(p) for _, p in mixed] for mixed in each] for each in found]


def by_quantecon(game: Payoffs) -> list[Profile]:
    """QuantEcon's simplicial method of McLennan and Tourky, in floats."""
    from quantecon.game_theory import NormalFormGame, mclennan_tourky

    return [[plan.tolist() for plan in mclennan_tourky(NormalFormGame(game.astype(float)), epsilon=TOLERANCE)]]


def judge_all(game: Payoffs, timed: Timed, answers: Mapping[str, Any]) -> Judgement:
    """Count the equilibria that an answer misses, and its profiles that are none."""
    due = known(game, answers)
    failure = timed.failure or ("not complete" if timed.answer is None else "")
    if failure:
        return Judgement(len(due), {failure: len(due)})
    points = [np.concatenate(each) for each in timed.answer]
    missed = sum(all(np.abs(np.concatenate(one) - other).max() > CLOSE for other in points) for one in due)
    failures = {"missed": missed, "wrong": _wrong(game, timed.answer)}
    return Judgement(len(due), {name: count for name, count in failures.items() if count})


def known(game: Payoffs, answers: Mapping[str, Any]) -> list[Profile]:
    """Return the equilibria that this program has certified, and all others that another program finds."""
    due = list(answers.get(ALL[0].name) or ())
    for name, found in answers.items():
        for profile in found if name != ALL[0].name and found else ():
            point = np.concatenate(profile)
            is_new = all(np.abs(np.concatenate(one) - point).max() > FAR for one in due)
            if is_new and regret(game, profile) <= TOLERANCE:
                due.append(profile)
    if not due:
        raise EmptyWork("no program finds an equilibrium of a game")
    return due


def judge_one(game: Payoffs, timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Judge the answer of a program that promises one equilibrium."""
    if timed.failure or not timed.answer:
        return failed(timed)
    return Judgement(1, {"wrong": 1} if _wrong(game, timed.answer) else {})


def _wrong(game: Payoffs, profiles: list[Profile]) -> int:
    return sum(regret(game, each) > TOLERANCE for each in profiles)


def regret(game: Payoffs, profile: Profile) -> float:
    """Return the greatest gain of a player relative to the range of the payoffs; 1 if a strategy is no distribution.

    >>> pennies = np.array([[[1, -1], [-1, 1]], [[-1, 1], [1, -1]]])
    >>> regret(pennies, [[0.5, 0.5], [0.5, 0.5]]), regret(pennies, [[1, 0], [1, 0]]), regret(pennies, [[2, 0], [1, 0]])
    (0.0, 1.0, 1.0)
    """
    plans = [np.array(plan, float) for plan in profile]
    if any(plan.min() < -TOLERANCE or abs(plan.sum() - 1) > TOLERANCE for plan in plans):
        return 1.0
    gains = []
    for player, plan in enumerate(plans):
        gets = np.moveaxis(game[..., player].astype(float), player, 0)
        for other in reversed(plans[:player] + plans[player + 1 :]):
            gets = gets @ other
        gains.append((gets.max() - plan @ gets) / max(np.ptp(game[..., player]), 1))
    return float(max(gains))


ALL = (
    Program("gametheory nash", by_nash, ("gametheory",)),
    Program("pygambit enumpoly", by_enumpoly, ("pygambit",)),
    Program("pygambit gnm", by_gnm, ("pygambit",)),
)
ONE = (
    Program("gametheory nash, limit=1", by_first, ("gametheory",)),
    Program("pygambit logit", by_logit, ("pygambit",)),
    Program("pygambit gnm", by_gnm, ("pygambit",)),
    Program("quantecon mclennan_tourky", by_quantecon, ("quantecon",)),
)


def many_players(quick: bool) -> list[Work]:
    """Equilibria of random games of three or more players, with whole payoffs from -99 to 99."""
    shapes = [((2, 2, 2), 20), ((2, 2, 2, 2), 5), ((3, 3, 3), 5), ((5, 4, 3), 1), ((2,) * 6, 2)]
    works = [
        Work(f"all of {_text(shape)}, per game", ALL, _games(shape, n), judge_all, PENNIES, limit=60)
        for shape, n in shapes
    ]
    one = Work("one of 3 x 3 x 3 x 3 x 3, per game", ONE, _games((3,) * 5, 5), judge_one, PENNIES, limit=60)
    return works[:1] if quick else [*works, one]


def _text(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))


def _games(shape: tuple[int, ...], count: int) -> list[Payoffs]:
    random = np.random.default_rng(len(shape))
    return [random.integers(-99, 100, (*shape, len(shape))) for _ in range(count)]


PENNIES: Payoffs = np.array([[[[a ^ b, b ^ c, 1 - (a ^ c)] for c in (0, 1)] for b in (0, 1)] for a in (0, 1)])
BENCHES = {"many-players": many_players}
