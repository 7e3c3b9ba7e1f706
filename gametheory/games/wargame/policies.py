"""Plans that look at one's own army alone, the best answer to them, and how two strategies play against each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from flint import fmpq

from gametheory.games.wargame.armies import Army, armies_of, army_graph, position_of
from gametheory.games.wargame.equilibrium import Equilibrium
from gametheory.games.wargame.rules import Position, Wargame
from gametheory.numbers.rationals import to_flint, to_fraction

Law: TypeAlias = Mapping[int, Any]  # a chance for each number sent: floats, or Fractions where all is exact
Policy: TypeAlias = Callable[[Army], Law]
Strategy: TypeAlias = Callable[[Position], Law]
SURE = Fraction(1)


def fixed_schedule(*sent: int) -> Policy:
    """Send so many soldiers in round 1, in round 2 and so on, then none; all that are left where there are fewer.

    >>> fixed_schedule(2, 1)(Army(2, 18, 1))
    {1: Fraction(1, 1)}
    """
    return lambda army: {min(sent[army.round - 1], army.camp) if army.round <= len(sent) else 0: SURE}


def all_at_once(round: int) -> Policy:
    """Send nobody before a round, and everybody in it.

    >>> all_at_once(2)(Army(1, 20, 0)), all_at_once(2)(Army(2, 20, 0))
    ({0: Fraction(1, 1)}, {20: Fraction(1, 1)})
    """
    return lambda army: {army.camp if army.round == round else 0: SURE}


def keep_field_at(size: int) -> Policy:
    """Bring the field up to a size in every round, as long as the camp has soldiers.

    >>> keep_field_at(4)(Army(2, 16, 2))
    {2: Fraction(1, 1)}
    """
    return lambda army: {min(max(size - army.field, 0), army.camp): SURE}


def mix_policies(plans: Mapping[Policy, Fraction]) -> Policy:
    """Draw a plan anew in every round: the law of what is sent is the mean of those of the plans.

    >>> sorted(mix_policies({keep_field_at(0): Fraction(1, 3), keep_field_at(4): Fraction(2, 3)})(Army(1, 20, 0)).items())
    [(0, Fraction(1, 3)), (4, Fraction(2, 3))]
    """

    def law(army: Army) -> Law:
        found: dict[int, Fraction] = {}
        for plan, weight in plans.items():
            for sent, chance in plan(army).items():
                found[sent] = found.get(sent, Fraction(0)) + weight * chance
        return found

    return law


def as_player_a(plan: Policy) -> Strategy:
    """A plan as a strategy of A.

    >>> as_player_a(keep_field_at(4))(Position(2, 18, 1, 16, 2))
    {3: Fraction(1, 1)}
    """
    return lambda position: plan(armies_of(position)[0])


def as_player_b(plan: Policy) -> Strategy:
    """A plan as a strategy of B.

    >>> as_player_b(keep_field_at(4))(Position(2, 18, 1, 16, 2))
    {2: Fraction(1, 1)}
    """
    return lambda position: plan(armies_of(position)[1])


def strategies(equilibrium: Equilibrium) -> tuple[Strategy, Strategy]:
    """The strategies of A and B in an equilibrium, in floats, or in Fractions where it is exact.

    >>> from gametheory.games.wargame.equilibrium import solve_wargame_exact
    >>> a, b = strategies(solve_wargame_exact(Wargame(8, 4)))
    >>> a(Position(3, 7, 0, 5, 1))
    {2: Fraction(1, 2), 6: Fraction(1, 2)}
    """

    def law(position: Position, player: int) -> Law:
        mixture = equilibrium.mixtures(position)[player]
        return {sent: to_fraction(chance) for sent, chance in mixture.items()} if equilibrium.exact else mixture

    return partial(law, player=0), partial(law, player=1)


class BestResponse(NamedTuple):
    """What a plan of A gets against the best answer of B, and that answer: how many B sends in each position.

    >>> BestResponse(Fraction(-1), {Position(1, 2, 0, 2, 0): 1}).strategy(Position(1, 2, 0, 2, 0))
    {1: Fraction(1, 1)}
    """

    value: Fraction
    sends: dict[Position, int]

    def strategy(self, position: Position) -> Law:
        """The answer as a strategy of B."""
        return {self.sends[position]: SURE}


def best_response(game: Wargame, plan: Policy) -> BestResponse:
    """The best that B can do against a plan of A that B knows, exactly.

    With A's plan fixed B alone decides, so that backward induction (Bellman 1957) over the armies that the plan reaches
    and all of B's finds the best; of equal ones the fewest soldiers. Cost: one mean for each pair of armies and each
    number of soldiers that B can send.

    >>> best_response(Wargame(20, 10), all_at_once(10)).value
    Fraction(-4, 5)
    """
    walked, rounds = _walked(game, plan), army_graph(game).graph["rounds"]
    later: dict[Army, dict[Army, fmpq]] = {}
    sends: dict[Position, int] = {}
    for laws, theirs in reversed(list(zip(walked, rounds, strict=True))):
        worth: dict[Army, dict[Army, fmpq]] = {}
        for a, law in laws.items():
            worth[a] = {}
            for b in theirs:
                means = _means(game, a, law, b, later)
                worth[a][b] = min(means)
                sends[position_of(a, b)] = means.index(worth[a][b])
        later = worth
    a, b = armies_of(game.start())
    return BestResponse(to_fraction(later[a][b]), sends)


def _walked(game: Wargame, plan: Policy) -> list[dict[Army, dict[int, fmpq]]]:
    """The armies of A that a plan reaches, round by round, with what it sends there."""
    found: list[dict[Army, dict[int, fmpq]]] = []
    reached = {armies_of(game.start())[0]}
    while len(found) < game.rounds:
        found.append({a: {sent: to_flint(chance) for sent, chance in plan(a).items()} for a in sorted(reached)})
        reached = {_after(game, army, sent) for army, law in found[-1].items() for sent in law}
    return found


def _after(game: Wargame, army: Army, sent: int) -> Army:
    return Army(army.round + 1, army.camp - sent, game.survivors[army.field + sent])


def _means(
    game: Wargame, a: Army, law: Mapping[int, fmpq], b: Army, later: Mapping[Army, Mapping[Army, fmpq]]
) -> list[fmpq]:
    """What A gets on average for each number that B can send, given what later positions are worth."""
    ends = to_flint(game.battle_chances[a.round - 1])
    ended = [chance * ends for chance in law.values()]
    going_on = [(chance * (1 - ends), later.get(_after(game, a, own), {})) for own, chance in law.items()]
    win, draw, loss = map(to_flint, game.payoffs)
    means = []
    for sent in range(b.camp + 1):
        field, following = b.field + sent, _after(game, b, sent)
        mean = fmpq(0)
        for own, chance in zip(law, ended, strict=True):
            ahead = a.field + own - field
            mean += chance * (win if ahead > 0 else loss if ahead < 0 else draw)
        for chance, worth in going_on:
            if chance:
                mean += chance * worth[following]
        means.append(mean)
    return means
