"""Policies that look at one's own army only, and the best response to a policy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from flint import fmpq

from gametheory.games.wargame.equilibrium import Army, armies_of, army_graph, position_of
from gametheory.games.wargame.rules import Position, SentDistribution, Wargame
from gametheory.games.wargame.strategies import Strategy
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.solvers.simultaneous import ExactMixedStrategy

Policy: TypeAlias = Callable[[Army], SentDistribution]
CERTAIN = Fraction(1)


def fixed_schedule(*sent: int) -> Policy:
    """Return the policy that sends a given number in round 1, in round 2 and so on, and none after the last of them.

    If the camp has fewer soldiers, it sends all of them.
    """
    return lambda army: {min(sent[army.round - 1], army.camp) if army.round <= len(sent) else 0: CERTAIN}


def all_in_round(round: int) -> Policy:
    """Return the policy that sends the whole camp in one round, and no soldier in any other."""
    return lambda army: {army.camp if army.round == round else 0: CERTAIN}


def keep_field_at(size: int) -> Policy:
    """Return the policy that fills the field up to a size in every round, as long as the camp has soldiers."""
    return lambda army: {min(max(size - army.field, 0), army.camp): CERTAIN}


def as_player_a(policy: Policy) -> Strategy:
    """Return a policy as a strategy of A."""
    return lambda position: policy(armies_of(position)[0])


def as_player_b(policy: Policy) -> Strategy:
    """Return a policy as a strategy of B."""
    return lambda position: policy(armies_of(position)[1])


class BestResponse(NamedTuple):
    """The best response of B to a policy of A."""

    value: Fraction
    sends: dict[Position, int]

    def strategy(self, position: Position) -> SentDistribution:
        """Return the distribution at a position; the method is a strategy of B."""
        return {self.sends[position]: CERTAIN}


def best_response(game: Wargame, policy: Policy) -> BestResponse:
    """Return the best response of B to a policy of A that B knows, exactly.

    When A's policy is fixed, only B decides, so backward induction (Bellman 1957) over the armies that the policy
    reaches and all armies of B finds the best response. Among equally good moves B sends the fewest soldiers.

    Cost: one mean for each pair of armies and each number of soldiers that B can send.
    """
    reached, rounds = _reached_armies(game, policy), army_graph(game).graph["rounds"]
    later: dict[Army, dict[Army, fmpq]] = {}
    sends: dict[Position, int] = {}
    for distributions, armies_b in reversed(list(zip(reached, rounds, strict=True))):
        values: dict[Army, dict[Army, fmpq]] = {}
        for a, distribution in distributions.items():
            values[a] = {}
            for b in armies_b:
                payoffs = _expected_payoffs(game, a, distribution, b, later)
                values[a][b] = min(payoffs)
                sends[position_of(a, b)] = payoffs.index(values[a][b])
        later = values
    a, b = armies_of(game.start())
    return BestResponse(to_fraction(later[a][b]), sends)


def _reached_armies(game: Wargame, policy: Policy) -> list[dict[Army, ExactMixedStrategy]]:
    """Return the armies that a policy of A reaches, round by round, and the number that it sends there."""
    reached: list[dict[Army, ExactMixedStrategy]] = []
    armies = {armies_of(game.start())[0]}
    while len(reached) < game.rounds:
        reached.append({army: {sent: to_flint(p) for sent, p in policy(army).items()} for army in sorted(armies)})
        armies = {_after(game, army, sent) for army, distribution in reached[-1].items() for sent in distribution}
    return reached


def _after(game: Wargame, army: Army, sent: int) -> Army:
    return Army(army.round + 1, army.camp - sent, game.survivors[army.field + sent])


def _expected_payoffs(
    game: Wargame, a: Army, distribution: ExactMixedStrategy, b: Army, later: Mapping[Army, Mapping[Army, fmpq]]
) -> list[fmpq]:
    """Return the expected payoff to A for each number that B can send, given the values of the next round."""
    battle = to_flint(game.battle_chances[a.round - 1])
    in_battle = [probability * battle for probability in distribution.values()]
    continuing = [(p * (1 - battle), later.get(_after(game, a, sent), {})) for sent, p in distribution.items()]
    win, draw, loss = map(to_flint, game.payoffs)
    payoffs = []
    for sent_b in range(b.camp + 1):
        field_b, successor = b.field + sent_b, _after(game, b, sent_b)
        payoff = fmpq(0)
        for sent_a, probability in zip(distribution, in_battle, strict=True):
            ahead = a.field + sent_a - field_b
            payoff += probability * (win if ahead > 0 else loss if ahead < 0 else draw)
        for probability, values in continuing:
            if probability:  # zero after the last round, which has no values after it
                payoff += probability * values[successor]
        payoffs.append(payoff)
    return payoffs
