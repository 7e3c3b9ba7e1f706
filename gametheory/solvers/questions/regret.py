"""What each player gains at most by another strategy, for profiles as `nash` and `solve` print them in JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple, TypeAlias

from gametheory.model.extensive_form import ExtensiveForm, distinct_names, information_set_names
from gametheory.model.normal_form import NormalForm
from gametheory.model.sequence_form import PlayerSequences, RealizationPlan, sequence_form
from gametheory.model.state_graph import state_graph
from gametheory.model.tree_game import TableGame, extensive_form, position_names
from gametheory.numbers.format import pluralize
from gametheory.numbers.rationals import exact_text, is_exact, parse_rational
from gametheory.numbers.table import Block, Table
from gametheory.solvers.questions.answer import Answer
from gametheory.solvers.sequence_form.deviation import best_plan
from gametheory.solvers.solution import Check
from gametheory.verify import check_regret

CHECK = Check("no other strategy gains more, and the deviation gains this", "verify.check_regret")
EXACT = 'allowed: exact numbers such as "1/3" or 0.25 with the sum 1, as nash --json prints'
Places: TypeAlias = dict[str, dict[int, tuple[str, ...]]]  # information sets by name, and the actions at each
Plan: TypeAlias = dict[tuple[int, int], Fraction]


class Regret(NamedTuple):
    """The payoff of a player in a profile, the greatest gain, and for each information set the better action."""

    player: str
    payoff: Fraction
    gain: Fraction
    deviation: Mapping[str, str]


@dataclass(frozen=True, repr=False)
class RegretSolution(Answer):
    """For each profile the regret of each player.

    Attributes
    ----------
    profiles
        The regrets of the players in each profile; a profile is an equilibrium if no player has a gain.
    greatest
        The greatest gain of each profile.
    """

    profiles: tuple[tuple[Regret, ...], ...]
    greatest: tuple[Fraction, ...]

    def view(self) -> Iterator[Block]:
        """Yield payoffs, gains and deviations, and the number of equilibria."""
        rows = [
            ("" if place else index, each.player, exact_text(each.payoff), exact_text(each.gain), _text(each.deviation))
            for index, profile in enumerate(self.profiles, 1)
            for place, each in enumerate(profile)
        ]
        yield Table(("", "player", "payoff", "gain", "by"), rows, left=("player", "by"))
        count = self.greatest.count(Fraction(0))
        yield f"Nash equilibria: {count} of {pluralize(len(self.profiles), 'profile')}. Checked exactly."


def _text(deviation: Mapping[str, str]) -> str:
    return "; ".join(f"{place}: {action}" for place, action in deviation.items())


def regret_of_profiles(game: NormalForm | ExtensiveForm, document: Mapping[str, Any]) -> RegretSolution:
    """Return the gain of each player's best deviation from each profile of a document of `nash` or `solve`.

    Cost: the plays, for each player and profile.
    """
    tree = extensive_form(state_graph(TableGame(game))) if isinstance(game, NormalForm) else game
    form, players, places = sequence_form(tree), tuple(distinct_names(game.players)), _places(tree)
    nodes = _places_of_nodes(tree)
    listed = document.get("equilibria") if isinstance(document, Mapping) else None
    found = []
    for profile in listed if isinstance(listed, list | tuple) else [document]:
        given = _behavior(profile, players, places, nodes)
        if unknown := set(given) - set(players):
            raise ValueError(f"profile: the game has no player {unknown.pop()!r}, only {', '.join(players)}")
        plans = [_plan(*each, given.get(each[0], {})) for each in zip(players, form.players, places, strict=True)]
        gains = [[Fraction(0)] * len(own) for own in form.players]
        for sequences, payoffs in form.payoffs.items():
            weights = [plan[sequence] for plan, sequence in zip(plans, sequences, strict=True)]
            for who, sequence in enumerate(sequences):
                gains[who][sequence] += payoffs[who] * prod(weights[:who] + weights[who + 1 :])
        best = [best_plan(own, each) for own, each in zip(form.players, gains, strict=True)]
        checked = check_regret(tree, *(_certificate(form.players, each) for each in (plans, best)))
        better = map(_actions, places, form.players, best)
        rows = zip(players, checked, better, strict=True)
        found.append(tuple(Regret(who, payoff, gain, by if gain else {}) for who, (payoff, gain), by in rows))
    greatest = tuple(max(each.gain for each in profile) for profile in found)
    size = "a table" if isinstance(game, NormalForm) else "a tree"
    return RegretSolution(players, size, (CHECK,), tuple(found), greatest)


def _places(game: ExtensiveForm) -> list[Places]:
    """Return for each player the information sets with each name, and their actions."""
    places: list[Places] = [{} for _ in game.players]
    for (player, number), name in information_set_names(game).items():
        own = game.information_sets[player, number]
        for text in dict.fromkeys((name, own.name, _numbered(player, number))):
            places[player - 1].setdefault(text, {})[number] = tuple(distinct_names(own.actions))
    return places


def _places_of_nodes(tree: ExtensiveForm) -> dict[str, str]:
    """Return the information set of each position that `solve` names, if the game has perfect information."""
    if not tree.has_perfect_information:
        return {}
    pairs = zip(position_names(tree), tree.nodes, strict=True)
    return {name: _numbered(node.player, node.information_set) for name, node in pairs if node.player}


def _numbered(player: int, number: int) -> str:
    return f"player {player}, information set {number}"


def _behavior(profile: Any, players: Sequence[str], places: list[Places], nodes: Mapping[str, str]) -> dict[str, Any]:
    """Return the probabilities of the actions of each player in each place of a profile."""
    try:
        match profile:
            case {"strategies": [*plans]}:
                names = [next(iter(own["start"].values())) for own in places]
                mixed = [dict(zip(*each, strict=True)) for each in zip(names, plans, strict=True)]
                return {who: {"start": own} for who, own in zip(players, mixed, strict=True)}
            case {"behavior": {**behavior}}:
                return dict(behavior)  # type: ignore[arg-type]
            case {"strategy": [*decisions]}:
                found: dict[str, Any] = {}
                by_node = nodes if {each["position"] for each in decisions} <= set(nodes) else {}
                for each in decisions:
                    own, at = found.setdefault(each["player"], {}), each["position"]
                    own[by_node.get(at, at)] = each.get("mixture") or {each["move"]: 1}
                return found
    except (AttributeError, KeyError, TypeError, ValueError):
        pass  # named below
    raise ValueError(f"profile: {profile!r:.60} is no profile of this game; allowed: JSON that nash or solve prints")


def _plan(who: str, own: PlayerSequences, places: Places, given: Any) -> RealizationPlan:
    """Return a realization plan; where own actions exclude an information set, nothing need be given."""
    if not isinstance(given, Mapping) or (unknown := [place for place in given if place not in places]):
        wrong = unknown[0] if isinstance(given, Mapping) else given
        raise ValueError(f"profile: {who} has no information set {wrong!r:.60}, only {', '.join(places):.99}")
    behavior = {
        number: _distribution(f"{who} at {place}", actions, given[place])
        for place in given
        for number, actions in places[place].items()
    }
    weights = [Fraction(1)]
    for part in own.sets:
        if weights[part.parent] and part.number not in behavior:
            name = next(place for place, numbers in places.items() if part.number in numbers)
            raise ValueError(f"profile: no probabilities for {who} at {name}, which own actions reach")
        mixed = behavior.get(part.number, (Fraction(0),) * len(part.sequences))
        weights += [weights[part.parent] * each for each in mixed]
    return tuple(weights)


def _distribution(who: str, actions: Sequence[str], mixed: Any) -> tuple[Fraction, ...]:
    """Return the probability of each action; a float counts as the decimal that it prints."""
    if not isinstance(mixed, Mapping) or not set(mixed) <= set(actions):
        raise ValueError(f"profile: {who}: {mixed!r:.99} has other actions than {', '.join(actions):.99}")
    try:
        exact = tuple(_exact(mixed.get(action, 0)) for action in actions)
    except ValueError:
        exact = ()
    if min(exact, default=-1) < 0 or sum(exact) != 1:
        texts = ", ".join(f"{action} {each}" for action, each in mixed.items())
        raise ValueError(f"profile: {who}: {texts:.99} is no distribution; {EXACT}")
    return exact


def _exact(number: Any) -> Fraction:
    if isinstance(number, float):
        return Fraction(repr(number))
    return Fraction(number) if is_exact(number) else parse_rational(number)


def _certificate(players: Sequence[PlayerSequences], plans: Sequence[RealizationPlan]) -> list[Plan]:
    """Return plans for the checker."""
    pairs = [zip(own.choices, plan, strict=True) for own, plan in zip(players, plans, strict=True)]
    return [{choice: weight for choice, weight in own if choice and weight} for own in pairs]


def _actions(places: Places, own: PlayerSequences, plan: RealizationPlan) -> dict[str, str]:
    """Return the action of a pure plan at each information set that it reaches."""
    sets = {number: (place, actions) for place in reversed(places) for number, actions in places[place].items()}
    return {sets[number][0]: sets[number][1][mixed.index(1)] for number, mixed in own.behavior(plan).items()}
