"""Why an equilibrium is not subgame perfect: a subgame, and a plan there that is better for a player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from gametheory.model.extensive_form import Choice, last_choices
from gametheory.model.sequence_form import (
    BehaviorStrategy,
    PlayerSequences,
    RealizationPlan,
    SequenceForm,
    sequence_form,
)
from gametheory.solvers.sequence_form.equilibrium import payoffs_against
from gametheory.solvers.sequence_form.linear_program import optimal_plans
from gametheory.verify import CertificateError, check_not_subgame_perfect
from gametheory.verify.trees import without_forced_parts

PENALTIES = (10**4, 10**8)


@dataclass(frozen=True)
class Deviation:
    """A subgame in which no actions that can be added make an equilibrium."""

    subgame: int
    player: int = 0
    behavior: BehaviorStrategy = field(default_factory=dict)
    gain: Fraction = Fraction(0)


def find_deviation(form: SequenceForm, plans: Sequence[RealizationPlan], subgame: int) -> Deviation:
    """Return a deviation from an equilibrium that is not subgame perfect, in the smallest subgame that shows it.

    A player whose own actions lead to the subgame has a plan there. If every best response to it leaves the player
    something to gain, then one deviation, possibly mixed, gains against all of them (the minimax theorem). Pure best
    responses are tried first, then a linear program in which the other player pays for what is no best response.
    `verify.check_not_subgame_perfect` decides.

    >>> from gametheory.formats.gambit import read_efg
    >>> form = sequence_form(read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'''))
    >>> out, fight = (Fraction(1), Fraction(0), Fraction(1)), (Fraction(1), Fraction(1), Fraction(0))
    >>> find_deviation(form, (out, fight), 1)
    Deviation(subgame=1, player=2, behavior={1: (Fraction(0, 1), Fraction(1, 1))}, gain=Fraction(2, 1))
    """
    leading = last_choices(form.tree)[subgame]
    inside = sequence_form(without_forced_parts(form.tree, subgame))
    weights = tuple(dict(zip(own.choices, plan, strict=True)) for own, plan in zip(form.players, plans, strict=True))
    given = [
        tuple(own_weights[choice] / own_weights[before] for choice in (before, *own.choices[1:]))
        if own_weights[before]
        else None
        for own, own_weights, before in zip(inside.players, weights, leading, strict=True)
    ]
    for player, plan in enumerate(given):
        if plan and (found := _Search(form, weights, subgame, inside, player).best(plan, given[1 - player])):
            return found
    return Deviation(subgame)


@dataclass(frozen=True)
class _Search:
    """The search for a deviation of one player from a plan that leads to a subgame."""

    form: SequenceForm
    weights: tuple[dict[Choice | None, Fraction], ...]
    subgame: int
    inside: SequenceForm
    player: int

    @property
    def own(self) -> PlayerSequences:
        """The player's sequences in the subgame."""
        return self.inside.players[self.player]

    def best(self, given: RealizationPlan, response: RealizationPlan | None) -> Deviation | None:
        """Return the first candidate that gains, as much like the given plan as it can be."""
        for plan in self._candidates(given, response):
            if gain := self._gain(plan):
                before, behavior = self.own.behavior(given), self._complete(plan, given)
                for own in reversed(self.own.sets):
                    closer = behavior | {own.number: before.get(own.number, behavior[own.number])}
                    if self._gain(self.own.plan(closer)) >= gain:
                        behavior = closer
                after = self.own.behavior(self.own.plan(behavior))
                changed = {number: each for number, each in after.items() if before.get(number) != each}
                return Deviation(self.subgame, self.player + 1, changed, self._gain(self.own.plan(behavior)))
        return None

    def _candidates(self, given: RealizationPlan, response: RealizationPlan | None) -> Iterator[RealizationPlan]:
        """Yield a best response to a response; then plans that gain against all best responses, if none is given."""
        other = 1 - self.player
        best = response or best_plan(self.inside.players[other], payoffs_against(self.inside, other, other, given))
        yield best_plan(self.own, payoffs_against(self.inside, self.player, self.player, best))
        if not response:
            yield from self._by_linear_program(given)

    def _complete(self, plan: RealizationPlan, given: RealizationPlan) -> BehaviorStrategy:
        """Return the behavior of a plan, elsewhere that of the given one, elsewhere the first action."""
        first = {own.number: (Fraction(1), *[Fraction(0)] * (len(own.sequences) - 1)) for own in self.own.sets}
        return first | self.own.behavior(given) | self.own.behavior(plan)

    def _gain(self, plan: RealizationPlan) -> Fraction:
        """Return what a plan gains against every best response, by the checker; 0 if it does not."""
        *plans, deviation = (
            {choice: weight for choice, weight in weights.items() if choice}
            for weights in (*self.weights, dict(zip(self.own.choices, plan, strict=True)))
        )
        try:
            return check_not_subgame_perfect(self.form.tree, plans, self.subgame, self.player + 1, deviation)
        except CertificateError:
            return Fraction(0)

    def _by_linear_program(self, given: RealizationPlan) -> Iterator[RealizationPlan]:
        """Yield plans that gain as much as possible against every best response, or else a fine."""
        other = 1 - self.player
        losses, replies = (payoffs_against(self.inside, each, other, given) for each in (self.player, other))
        for penalty in PENALTIES:
            gains: dict[tuple[int, ...], Fraction] = {
                (0, reply): -loss - penalty * replies[reply] for reply, loss in enumerate(losses)
            }
            for sequences, payoffs in self.inside.payoffs.items():
                key = sequences[self.player], sequences[other]
                gains[key] = gains.get(key, Fraction(0)) + payoffs[self.player]
            payoffs_of_both = {key: (gain, -gain) for key, gain in gains.items()}
            players = self.own, self.inside.players[other]
            for plans in optimal_plans(SequenceForm(self.inside.tree, players, payoffs_of_both)):
                yield plans[0]


def best_plan(own: PlayerSequences, gains: list[Fraction]) -> RealizationPlan:
    """Return a pure plan with the greatest sum of gains."""
    totals, best = list(gains), set[int]()
    for part in reversed(own.sets):
        chosen = max(part.sequences, key=totals.__getitem__)
        best.add(chosen)
        totals[part.parent] += totals[chosen]
    weights = [Fraction(1)]
    for part in own.sets:
        weights += [weights[part.parent] * (sequence in best) for sequence in part.sequences]
    return tuple(weights)
