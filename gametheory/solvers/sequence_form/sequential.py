"""Whether listed equilibria of a tree are sequential: small mistakes are tried, and a checker decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice, product
from typing import Any

from flint import fmpq_poly

from gametheory.model.sequence_form import BehaviorStrategy, PlayerSequences, SequenceForm
from gametheory.numbers.rationals import is_exact, to_flint, to_fraction
from gametheory.solvers.nash_solution import Equilibrium
from gametheory.solvers.solution import Check
from gametheory.verify import CertificateError, check_sequential_equilibrium
from gametheory.verify.assessments import Path

CHECK = Check("the equilibria that are sequential", "verify.check_sequential_equilibrium")
MAX_TRIES = 64  # of an equilibrium
MAX_NODES = 100_000  # in all tries
POWERS = 1, 2  # of ε, the probability of a mistake


def is_sequential(form: SequenceForm, equilibrium: Equilibrium, added: Sequence[BehaviorStrategy], tries: int) -> bool:
    """Return whether some small mistakes show that an equilibrium is sequential; False if none of those tried does.

    An action that is not used has the probability ε or ε². At information sets that own actions exclude, play is as
    given or by each pure action.
    """
    if not all(is_exact(payoff) for payoff in equilibrium.payoffs):
        return False
    given = equilibrium.behavior
    whole = [{**more, **own} for own, more in zip(given, added, strict=True)] if added else given
    for paths in chain.from_iterable(islice(_paths(form.players, each), tries) for each in (whole, given)):
        try:
            check_sequential_equilibrium(form.tree, paths)
        except CertificateError:
            continue
        return True
    return False


def _paths(players: Sequence[PlayerSequences], given: Sequence[BehaviorStrategy]) -> Iterator[list[Path]]:
    """Yield the weights of all players, for each behavior at the other sets and each power of each mistake."""
    free = [(who, part) for who, own in enumerate(players) for part in own.sets if part.number not in given[who]]
    for chosen in product(*(range(len(part.sequences)) for _, part in free)):
        behavior: list[dict[int, Any]] = [dict(own) for own in given]
        for (who, part), action in zip(free, chosen, strict=True):
            behavior[who][part.number] = [int(action == each) for each in range(len(part.sequences))]
        count = sum(not p for own in behavior for mixed in own.values() for p in mixed)
        for powers in product(POWERS, repeat=count):
            rest = iter(powers)
            yield [_weights(own, each, rest) for own, each in zip(players, behavior, strict=True)]


def _weights(own: PlayerSequences, behavior: BehaviorStrategy, powers: Iterator[int]) -> Path:
    weights = [fmpq_poly([1])]
    for part in own.sets:
        mixed = behavior[part.number]
        mistakes = [fmpq_poly([]) if p else fmpq_poly([0, 1]) ** next(powers) for p in mixed]
        others = 1 - sum(mistakes, fmpq_poly([]))
        for p, mistake in zip(mixed, mistakes, strict=True):
            weights.append(weights[part.parent] * (mistake if not p else to_flint(p) * others))
    pairs = zip(own.choices, weights, strict=True)
    return {choice: [to_fraction(each) for each in weight.coeffs()] for choice, weight in pairs}
