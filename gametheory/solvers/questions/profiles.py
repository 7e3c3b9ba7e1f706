"""Profiles of strategies as they are given: of `nash` or `solve`, of their JSON, or of another program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from gametheory.model.classes import short_text
from gametheory.model.extensive_form import (
    ExtensiveForm,
    TableGame,
    extensive_form,
    information_set_names,
    names_among_all_players,
    position_names,
    with_distinct_names,
)
from gametheory.model.normal_form import NormalForm, exact_number, sequence_of
from gametheory.model.sequence_form import PlayerSequences, RealizationPlan, SequenceForm, sequence_form
from gametheory.model.unfolding import state_graph
from gametheory.numbers.format import brief, did_you_mean, pluralize, rounded
from gametheory.numbers.rationals import parse_rational
from gametheory.solvers.equilibrium import Equilibrium

ALLOWED = 'allowed: numbers such as "1/3" or 0.25 that are not negative, with the sum 1'
LISTS = "allowed: a list of profiles, each a list of mixed strategies or a dict by player, or JSON that nash prints"
KEYS = {"strategies", "behavior", "strategy"}
TOLERANCE = Fraction(1, 10**9)  # of a sum
Key: TypeAlias = tuple[int, int]  # of an information set: its player, counted from 1, and its number
Behavior: TypeAlias = dict[Key, tuple[Fraction, ...]]


@dataclass(frozen=True)
class ProfileReader:
    """Read profiles of a game, a table as the tree in which each player moves once.

    >>> reader = ProfileReader.of(NormalForm.from_payoffs([[1, -1], [-1, 1]]))
    >>> behavior, _ = reader.behavior([["1/2", 0.5], [0, 1]])
    >>> [list(map(str, plan)) for plan in reader.plans(behavior)]
    [['1', '1/2', '1/2'], ['1', '0', '1']]
    """

    game: NormalForm | ExtensiveForm
    form: SequenceForm
    names: dict[Key, str]

    @classmethod
    def of(cls, game: NormalForm | ExtensiveForm) -> ProfileReader:
        """Return the reader for a table, or for a tree with perfect recall."""
        game = with_distinct_names(game)
        tree = extensive_form(state_graph(TableGame(game))) if isinstance(game, NormalForm) else game
        return cls(game, sequence_form(tree), information_set_names(tree))

    @property
    def tree(self) -> ExtensiveForm:
        """The tree."""
        return self.form.tree

    def mixtures(self, profile: object) -> dict[Key, Any]:
        """Return the number of each action, by its name, at each information set of a profile, as it is given."""
        if isinstance(profile, Mapping):
            profile = by_information_set(profile, self)
        return _mixtures(profile, self.game, self.tree)

    def distribution(
        self, key: Key, mixed: object, tolerance: Fraction = TOLERANCE
    ) -> tuple[tuple[Fraction, ...], Fraction]:
        """Return the probability of each action at a set, and the sum of the given numbers, which divides them."""
        who = f"{self.tree.players[key[0] - 1]} at {self.names[key]}"
        return _distribution(who, self.tree.information_sets[key].actions, mixed, tolerance)

    def behavior(self, profile: object) -> tuple[Behavior, dict[Key, Fraction]]:
        """Return the probabilities at each information set of a profile, and the sums of the given numbers."""
        behavior: Behavior = {}
        sums: dict[Key, Fraction] = {}
        for key, mixed in self.mixtures(profile).items():
            behavior[key], sums[key] = self.distribution(key, mixed)
        return behavior, sums

    def plans(self, behavior: Behavior) -> list[RealizationPlan]:
        """Return the realization plan of each player."""
        return [_plan(self.tree, player, own, behavior) for player, own in enumerate(self.form.players, 1)]


def claimed_profiles(claimed: Any, game: NormalForm | ExtensiveForm) -> list[Any]:
    """Return the profiles of a claimed list, or of a single profile, as they are given.

    >>> claimed_profiles([[1, 0], [0, 1]], NormalForm.from_payoffs([[1, 2], [3, 4]]))
    [[[1, 0], [0, 1]]]
    """
    if hasattr(claimed, "as_json"):
        claimed = claimed.as_json()
    if isinstance(claimed, Equilibrium):
        return [claimed]
    if isinstance(claimed, Mapping):
        if "equilibria" not in claimed:
            return [claimed]
        refuse_other_names(claimed, game)
        claimed = _listed(claimed["equilibria"]) + _points(claimed)
    profiles = _listed(claimed)
    # a list of mixed strategies is one profile
    if profiles and all(_is_mixed(mixed) for mixed in profiles):
        return [profiles]
    return profiles


def is_list_of_profiles(document: Any) -> bool:
    """Return whether a list has profiles, each by name or with a list for each player; no iterator is read.

    >>> is_list_of_profiles([[[1, 0], [0, 1]], {"row": "2"}]), is_list_of_profiles([[1, 0], [0, 1]])
    (True, False)
    """
    if not isinstance(document, list | tuple):
        return False
    for profile in document:
        if isinstance(profile, Mapping | Equilibrium):
            continue
        if not isinstance(profile, list | tuple):
            return False
        if not all(isinstance(mixed, list | tuple) for mixed in profile):
            return False
    return bool(document)


def _listed(claimed: Any) -> list[Any]:
    profiles = sequence_of(claimed)
    if profiles is None:
        raise ValueError(f"{brief(claimed)} is no list of profiles; {LISTS}")
    return list(profiles)


def _points(document: Mapping[str, Any]) -> list[Any]:
    """Return the points of the continua that `nash` prints for three or more players."""
    points = []
    for continuum in _listed(document.get("continua", ())):
        if not isinstance(continuum, Mapping) or "point" not in continuum:
            raise ValueError(f"continua: {brief(continuum)} has no point; {LISTS}")
        points.append(continuum["point"])
    return points


def _is_mixed(value: Any) -> bool:
    """Whether a value is a list of numbers, and not of lists."""
    if isinstance(value, Mapping | Equilibrium):
        return False
    numbers = sequence_of(value)
    return numbers is not None and all(isinstance(number, Mapping) or sequence_of(number) is None for number in numbers)


def refuse_other_names(document: Mapping[str, object], game: NormalForm | ExtensiveForm) -> None:
    """Refuse the answer about a game with other players or strategies: its numbers belong to these, in their order."""
    players = document.get("players")
    if isinstance(players, list | tuple) and list(players) != list(game.players):
        raise UnknownName(f"it is for the players {brief(list(players))}; this game has", game.players)
    if not isinstance(game, NormalForm):  # strategies of trees are by name
        return
    strategies = document.get("names")
    if isinstance(strategies, list | tuple) and list(map(list, strategies)) != list(map(list, game.strategies)):
        names = [name for one in game.strategies for name in one]
        raise UnknownName(f"it is for the strategies {brief(list(strategies))}; this game has", names)


def by_information_set(profile: Mapping[str, Any], reader: ProfileReader) -> Mapping[str, Any]:
    """Return a profile by player as a profile by information set; a name in place of a mixture is played for certain.

    >>> reader = ProfileReader.of(NormalForm.from_payoffs([[1, 2], [3, 4]]))
    >>> by_information_set({"row": "2"}, reader)
    {'behavior': {'row': {'start': {'2': 1}}}}
    """
    is_named = all(isinstance(strategy, str | Mapping) for strategy in profile.values())
    if not KEYS.isdisjoint(profile) or not is_named:
        return profile
    players = reader.tree.players
    behavior = {}
    for player, strategy in profile.items():
        if player not in players:
            raise UnknownName(f"the game has no player {brief(player)}, only", players)
        sets = [name for key, name in reader.names.items() if players[key[0] - 1] == player]
        is_table = isinstance(reader.game, NormalForm)
        # who decides once needs no name of a set
        if is_table or (isinstance(strategy, str) and len(sets) == 1):
            behavior[player] = {sets[0]: _as_mixture(strategy)}
        elif isinstance(strategy, Mapping):
            behavior[player] = {name: _as_mixture(mixed) for name, mixed in strategy.items()}
        else:
            behavior[player] = strategy
    return {"behavior": behavior}


def _as_mixture(strategy: Any) -> Any:
    return {strategy: 1} if isinstance(strategy, str) else strategy


def _mixtures(profile: object, game: NormalForm | ExtensiveForm, tree: ExtensiveForm) -> dict[Key, Any]:
    """Return the number of each action, by its name, at each information set of a profile."""
    try:
        match profile:
            case {"behavior": behavior}:
                return _by_name(tree, behavior)
            case {"strategy": decisions}:
                return _by_position(tree, decisions, isinstance(game, NormalForm))
            case Equilibrium(behavior=[_, *_] as behavior):
                numbered = {}
                for player, sets in enumerate(behavior, 1):
                    for number, mixed in sets.items():
                        numbered[player, number] = mixed
            case {"strategies": plans} | Equilibrium(plans=plans) | plans:
                numbered = _plans_of_table(game, tree, plans)
        named = {}
        for key, mixed in numbered.items():
            named[key] = dict(zip(tree.information_sets[key].actions, mixed, strict=True))
        return named
    except WrongProfile:
        raise
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        what = "allowed: JSON that nash or solve prints, or an equilibrium"
        raise ValueError(f"profile: {brief(profile)} is no profile of this game; {what}") from error


class WrongProfile(ValueError):
    """A profile does not fit the game; the message says where."""


class UnknownName(WrongProfile):
    """A profile has a name that the game does not have; the message lists those that it has."""

    def __init__(self, problem: str, allowed: Iterable[str], unknown: object = None) -> None:
        known = list(allowed)
        close = did_you_mean(unknown, known) if isinstance(unknown, str) else ""
        super().__init__(f"profile: {problem} {', '.join(known):.99} (numbers stand for equal or empty names){close}")


def _plans_of_table(game: NormalForm | ExtensiveForm, tree: ExtensiveForm, plans: object) -> dict[Key, Any]:
    """Return the mixed strategies of a table, each of whose players has one information set."""
    mixed = sequence_of(plans)
    if mixed is None or not isinstance(game, NormalForm):
        raise TypeError("no list of mixed strategies of a table")
    numbers: dict[Key, Any] = {}
    for key, strategy in zip(sorted(tree.information_sets), map(sequence_of, mixed), strict=True):
        names = tree.information_sets[key].actions
        if strategy is not None and len(strategy) != len(names):
            has = f"{tree.players[key[0] - 1]} has {pluralize(len(names), 'strategy', 'strategies')}"
            count = f"{brief(strategy)} has {pluralize(len(strategy), 'number')}"
            raise WrongProfile(f"profile: {brief(plans)} is no profile of this game: {has}, and {count}")
        numbers[key] = strategy
    return numbers


def _by_name(tree: ExtensiveForm, behavior: Mapping[str, Any]) -> dict[Key, object]:
    """Return what a profile has by the names of players and information sets."""
    names = information_set_names(tree)
    mixtures: dict[Key, object] = {}
    for player, sets in behavior.items():
        if player not in tree.players:
            raise UnknownName(f"the game has no player {brief(player)}, only", tree.players, player)
        keys = {name: key for key, name in names.items() if tree.players[key[0] - 1] == player}
        for name in sets if isinstance(sets, Mapping) else [sets]:
            if not isinstance(name, str) or name not in keys:
                raise UnknownName(f"{player} has no information set {brief(name)}, only", keys, name)
            mixtures[keys[name]] = sets[name]
    return mixtures


def _by_position(tree: ExtensiveForm, decisions: Sequence[Mapping[str, object]], is_table: bool) -> dict[Key, object]:
    """Return what a profile has by the positions of `solve`, each at all information sets that stand for it."""
    keys: dict[str, list[Key]] = {}
    perfect = tree.has_perfect_information
    if perfect:
        for name, node in zip(position_names(tree), tree.nodes, strict=True):
            if node.player:
                keys[name] = [node.set_key]
    else:
        for key, name in names_among_all_players(tree).items():
            keys[name] = [key]
    positions = {_shown(decision["position"]) for decision in decisions}
    # several players are in the position of a table, and several plays lead to one of rules
    if is_table or (perfect and not positions <= keys.keys()):
        keys = {}
        for key, information_set in tree.information_sets.items():
            keys.setdefault(information_set.name, []).append(key)
    mixtures: dict[Key, object] = {}
    for decision in decisions:
        player = decision["player"]
        position = decision["position"]
        same_position = keys.get(_shown(position), ())
        of_player = [key for key in same_position if tree.players[key[0] - 1] == player]
        if not of_player:
            raise UnknownName(f"{player} has no position {brief(position)}, only", keys, _shown(position))
        mixture = decision.get("mixture") or {_shown(decision["move"]): 1}
        mixtures |= dict.fromkeys(of_player, mixture)
    return mixtures


def _shown(value: object) -> str:
    """Return the text of a position or a move of rules, which is a list in JSON if it is a tuple."""
    if isinstance(value, list):
        return short_text(tuple(value))
    return str(value)


def _distribution(
    who: str, actions: Sequence[str], mixed: object, tolerance: Fraction
) -> tuple[tuple[Fraction, ...], Fraction]:
    """Return the probability of each action, and the sum of the given numbers, by which they are divided."""
    if not isinstance(mixed, Mapping):
        raise UnknownName(f"{who}: {brief(mixed)} has other actions than", actions)
    for action in mixed:
        if action not in actions:
            raise UnknownName(f"{who}: {brief(mixed)} has other actions than", actions, action)
    try:
        numbers = [number_of(mixed.get(action, 0)) for action in actions]
        total = sum(numbers, Fraction(0))
        if min(numbers) < 0:
            raise ValueError("a number is negative")
        if abs(total - 1) > tolerance:
            raise ValueError(f"the sum is {rounded(total)}")
    except ValueError as error:
        texts = ", ".join(f"{action} {number}" for action, number in mixed.items())
        raise ValueError(f"profile: {who}: {texts:.99} is no distribution: {error}; {ALLOWED}") from error
    return tuple(number / total for number in numbers), total


def number_of(number: object) -> Fraction:
    """Return a number of any library, exactly; text can be as long as `nash` prints it."""
    if isinstance(number, str) and "." not in number:
        return parse_rational(number)
    return exact_number(number)


def _plan(tree: ExtensiveForm, player: int, sequences: PlayerSequences, behavior: Behavior) -> RealizationPlan:
    """Return a realization plan; where own actions exclude an information set, nothing need be given."""
    weights = [Fraction(1)]
    for information_set in sequences.sets:
        key = player, information_set.number
        before = weights[information_set.parent]
        # a set that own actions exclude has the weight 0, whatever the behavior there
        if before and key not in behavior:
            where = f"{tree.players[player - 1]} at {information_set_names(tree)[key]}"
            raise ValueError(f"profile: no probabilities for {where}, which own actions reach")
        nothing = (Fraction(0),) * len(information_set.sequences)
        weights += [before * probability for probability in behavior.get(key, nothing)]
    return tuple(weights)
