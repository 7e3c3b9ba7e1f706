"""Check that a list of the equilibria of a tree of three or more players is complete, without a search.

Every equilibrium has a support: the sequences that are played. A support makes a table of the tree: its players are the
information sets that own actions reach, and their strategies the used actions. So it has the proofs of a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from gametheory.model.sequence_form import PlayerSequences, SequenceForm, SetSequences
from gametheory.verify.complete_plans import form_json, integer_payoffs, read_form
from gametheory.verify.complete_supports import (
    MAX_SUPPORTS,
    CompleteSupports,
    Ends,
    Exact,
    Numbers,
    Profile,
    Supports,
    SupportTables,
    check_supports,
    ends,
    named_supports,
    proofs_json,
    read_number,
    read_proofs,
)
from gametheory.verify.errors import require, require_exact
from gametheory.verify.many_players import check_equilibrium_box

Used: TypeAlias = tuple[int, ...]  # the sequences that a player plays, ascending; the first one is 0, the empty one

MAX_CELLS = 2_000_000  # of the payoffs of a player, by the sequences of all
MAX_SETS = 30  # of all players, since each is an axis of an array


class ListedBehavior(NamedTuple):
    """The arguments of `check_complete_behavior`, and the payoffs of equilibria and of continua, as in a document."""

    form: SequenceForm
    equilibria: Sequence[Profile]
    continua: Sequence[Exact]
    certificate: CompleteSupports
    payoffs: Sequence[Sequence[Ends]]


def check_complete_behavior(
    form: SequenceForm, equilibria: Sequence[Profile], continua: Sequence[Exact], certificate: CompleteSupports
) -> list[tuple[Ends, ...]]:
    """Return the payoffs of the equilibria of a tree: a list has all of them, except in the supports that are named.

    Named are the supports of `continua`, and those that the certificate calls unproved. In an equilibrium the used
    actions at each set that own actions reach are equally good, and no other one is better, whatever its player does
    afterwards (von Stengel 1996). These payoffs are linear in the behavior at each set of the others, so that the
    proofs for the supports of a table are proofs here (`check_complete_profiles`): its players are the sets. Cost: the
    supports, and for each cell the profiles of actions at the sets that own actions reach.

    Parameters
    ----------
    form : SequenceForm
        The sequence form of a tree with perfect recall.
    equilibria : sequence of profiles
        For each player by sequence the probability of its last action, exact, or the two ends of an interval: 1 for
        the empty sequence, and 0 at the sets that own actions exclude.
    continua : sequence of profiles
        Equilibria with exact probabilities, in whose supports there can be others.
    certificate : CompleteSupports
        The proofs. Supports are sequences, and the weights and points of steps are by set, and there by action: first
        the used ones, then the plans that begin with another one.

    Returns
    -------
    list of tuples
        For each equilibrium the least and the greatest payoff of each player, which are equal if they are exact.

    Raises
    ------
    CertificateError
        If a profile is no equilibrium, if one is listed twice, or if a support or a cell has no valid reason.

    References
    ----------
    B. von Stengel, Efficient computation of behavior strategies, Games and Economic Behavior 14 (1996).

    Examples
    --------
    >>> from gametheory.formats.gambit import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> form = sequence_form(read_efg('EFG 2 R "" { "A" "B" "C" } p "" 3 1 "" { "l" "r" } 0 '
    ...                               't "" 1 "" { 0 0 1 } t "" 2 "" { 0 0 2 }'))
    >>> one, zero = Fraction(1), Fraction(0)
    >>> [payoffs] = check_complete_behavior(form, [((one,), (one,), (one, zero, one))], (), CompleteSupports(()))
    >>> payoffs[2]
    (Fraction(2, 1), Fraction(2, 1))
    >>> check_complete_behavior(form, [], (), CompleteSupports(()))
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the equilibrium in the pure strategies ((0,), (0,), (0, 2)) is missing
    """
    payoffs = [payoffs_of(form, profile) for profile in equilibria]
    for point in continua:
        require_exact(number for own in point for number in own)
        payoffs_of(form, point)
    named = named_supports(continua, certificate)
    tables = FormTables(form)
    check_supports(supports_left(tables), partial(SetTables, tables), equilibria, certificate, named)
    return payoffs


def payoffs_of(form: SequenceForm, profile: Profile) -> tuple[Ends, ...]:
    """Return the payoffs of an equilibrium, after checking that it is one."""
    sizes = [*map(len, profile)]
    require(sizes == [*map(len, form.players)], "a profile has {} numbers", sizes)
    box: dict[tuple[int, int, int], Ends] = {}
    for player, own in enumerate(form.players):
        require(profile[player][0] == 1, "the probability of the empty sequence is {}", profile[player][0])
        for place, part in enumerate(own.sets):
            used = [sequence for sequence in part.sequences if profile[player][sequence]]
            is_reached = bool(profile[player][part.parent])
            require(is_reached == bool(used), "own actions and the behavior at a set do not agree")
            for sequence in used:
                box[player, place, sequence] = ends(profile[player][sequence])
    if all(low == high for low, high in box.values()):
        return _exact_payoffs(form, profile)
    bounds = check_equilibrium_box(form, box)
    return tuple((Fraction(low), Fraction(high)) for low, high in bounds)


def _exact_payoffs(form: SequenceForm, profile: Any) -> tuple[Ends, ...]:
    """Return the payoffs of an equilibrium with exact probabilities, after checking that no player gains."""
    weights: list[list[Fraction]] = []
    for own, probabilities in zip(form.players, profile, strict=True):
        require_exact(probabilities)
        plan = list(probabilities)
        for part in own.sets:
            total = sum(plan[sequence] for sequence in part.sequences)
            sound = total == bool(plan[part.parent]) and min(plan) >= 0
            require(sound, "the probabilities {} are no behavior", probabilities)
            for sequence in part.sequences:
                plan[sequence] *= plan[part.parent]
        weights.append(plan)
    attained: list[Ends] = []
    for player, own in enumerate(form.players):
        gets = [Fraction(0)] * len(own)
        for sequences, payoffs in form.payoffs.items():
            share = payoffs[player]
            for other, sequence in enumerate(sequences):
                if other != player:
                    share *= weights[other][sequence]
            gets[sequences[player]] += share
        payoff = sum(map(Fraction.__mul__, gets, weights[player]), Fraction(0))
        # the last sets first: the best action there counts for the sequence before
        for part in reversed(own.sets):
            gets[part.parent] += max(gets[sequence] for sequence in part.sequences)
        require(gets[0] <= payoff, "player {} gets {} by other actions, more than {}", player + 1, gets[0], payoff)
        attained.append((payoff, payoff))
    return tuple(attained)


class FormTables:
    """The payoffs of a sequence form as arrays, and what each action at a set gains against supports of the others.

    Parameters
    ----------
    form : SequenceForm
        The form of a tree of any number of players.

    Examples
    --------
    >>> own = PlayerSequences((None, (1, 0), (1, 1)), (SetSequences(1, 0, range(1, 3)),))
    >>> payoffs = {(1, 1): (3, 0), (1, 2): (0, 0), (2, 0): (1, 0)}
    >>> tables = FormTables(SequenceForm(None, (own, own), payoffs))
    >>> tables.gains(0, own.sets[0], ((0, 1), (0, 1, 2))).tolist()
    [[0, 0], [-2, 1]]
    """

    def __init__(self, form: SequenceForm) -> None:
        shape = tuple(map(len, form.players))
        require(prod(shape) <= MAX_CELLS, "{} sequences are too many", shape)
        count = sum(len(own.sets) for own in form.players)
        require(count <= MAX_SETS, "{} information sets are too many", count)
        self.players = form.players
        self.tables: list[Numbers] = []
        for player in range(len(shape)):
            table = np.zeros(shape, object)
            for sequences, payoff in integer_payoffs(form, player).items():
                table[sequences] = payoff
            self.tables.append(np.moveaxis(table, player, 0))
        self._plans: dict[tuple[int, Used], Numbers] = {}

    def gains(self, player: int, part: SetSequences, supports: Supports) -> Numbers:
        """Return what each way to act at a set pays more than the first used action, by the actions at others' sets.

        First the used actions, then the plans that begin with another one. Used actions at later own sets pay the same
        in an equilibrium: the first ones stand for them.
        """
        own = self.players[player]
        used = supports[player]
        ways = [_first_used(own, used, action) for action in part.sequences if action in used]
        for action in part.sequences:
            if action not in used:
                ways += plans_from(own, action)
        chosen = np.zeros((len(ways), len(own)), object)
        for row, way in zip(chosen, ways, strict=True):
            row[way] = 1
        values: Numbers = np.tensordot(chosen, self.tables[player], 1)
        for other, plan in enumerate(supports):
            # the axis of the next other player is always the second, and its sets become the last ones
            if other != player:
                values = np.tensordot(values, self._pure_plans(other, plan), (1, -1))
        more: Numbers = values - values[:1]
        return more

    def _pure_plans(self, player: int, used: Used) -> Numbers:
        """Return which sequences are played, 1 or 0, by the actions at the sets that are reached."""
        if (player, used) not in self._plans:
            own = self.players[player]
            actions = actions_at_sets(own, used)
            sizes = [*map(len, actions.values())]
            plans = np.zeros((*sizes, len(own)), int)
            plans[..., 0] = 1
            for axis, (part, choices) in enumerate(actions.items()):
                for place, sequence in enumerate(choices):
                    is_chosen = np.arange(sizes[axis]) == place
                    shape = [1] * len(sizes)
                    shape[axis] = -1
                    plans[..., sequence] = plans[..., part.parent] * is_chosen.reshape(shape)
            self._plans[player, used] = plans.astype(object)
        return self._plans[player, used]


def _first_used(own: PlayerSequences, used: Used, action: int) -> list[int]:
    """Return the sequences from a used action on, with the first used action at each later set."""
    way = [action]
    for sequence in way:  # the list grows
        for index in own.next_sets[sequence]:
            way.append(next(later for later in own.sets[index].sequences if later in used))
    return way


def _given_reached(values: Numbers) -> Numbers:
    """Return gains, divided by the probabilities of actions without which there are none: these are positive."""
    for axis in range(1, values.ndim):
        others = tuple(other for other in range(values.ndim) if other != axis)
        counting = np.flatnonzero((values != 0).any(axis=others))
        if len(counting) == 1:
            values = np.broadcast_to(values.take(counting, axis), values.shape)
    return values


def actions_at_sets(own: PlayerSequences, used: Used) -> dict[SetSequences, tuple[int, ...]]:
    """Return the used actions at each set that own actions reach.

    >>> own = PlayerSequences((None, (1, 0), (1, 1)), (SetSequences(1, 0, range(1, 3)),))
    >>> [*actions_at_sets(own, (0, 2)).values()]
    [(2,)]
    """
    actions = {}
    for part in own.sets:
        if part.parent in used:
            actions[part] = tuple(sequence for sequence in part.sequences if sequence in used)
    return actions


def plans_from(own: PlayerSequences, action: int) -> list[list[int]]:
    """Return the sequences of each pure plan from an action on.

    >>> own = PlayerSequences((None, (1, 0), (1, 1)), (SetSequences(1, 0, range(1, 3)),))
    >>> plans_from(own, 0)
    [[0, 1], [0, 2]]
    """
    plans = [[action]]
    for index in own.next_sets[action]:
        later = []
        for sequence in own.sets[index].sequences:
            later += plans_from(own, sequence)
        require(len(plans) * len(later) <= MAX_SUPPORTS, "there are more than {} plans from an action on", MAX_SUPPORTS)
        plans = [plan + more for plan, more in product(plans, later)]
    return plans


def supports_of(own: PlayerSequences) -> list[Used]:
    """Return all supports of a player.

    >>> supports_of(PlayerSequences((None, (1, 0), (1, 1)), (SetSequences(1, 0, range(1, 3)),)))
    [(0, 1), (0, 2), (0, 1, 2)]
    """
    supports: list[Used] = [(0,)]
    for part in own.sets:
        longer = []
        for used in supports:
            if part.parent not in used:
                longer.append(used)
                continue
            for size in range(1, len(part.sequences) + 1):
                longer += [used + actions for actions in combinations(part.sequences, size)]
        supports = longer
        require(len(supports) <= MAX_SUPPORTS, "a player has more than {} supports", MAX_SUPPORTS)
    return supports


def supports_left(tables: FormTables) -> Iterator[Supports]:
    """Yield the supports in which no used action is worse than another way to act against the others' supports.

    Worse against all that they use: nowhere better, and somewhere worse.

    Parameters
    ----------
    tables : FormTables
        The payoffs.

    Yields
    ------
    tuple of tuples
        For each player the used sequences, ascending.

    Examples
    --------
    >>> own = PlayerSequences((None, (1, 0), (1, 1)), (SetSequences(1, 0, range(1, 3)),))
    >>> [*supports_left(FormTables(SequenceForm(None, (own,), {(1,): (3,), (2,): (0,)})))]
    [((0, 1),)]
    """
    options = [supports_of(own) for own in tables.players]
    count = prod(map(len, options))
    require(count <= MAX_SUPPORTS, "{} supports are too many to look at", count)
    known: dict[object, bool] = {}
    for supports in product(*options):
        if not _is_dominated(tables, supports, known):
            yield supports


def _is_dominated(tables: FormTables, supports: Supports, known: dict[object, bool]) -> bool:
    """Whether a used action is worse than another way to act; what is known of other supports need not be computed."""
    for player, own in enumerate(tables.players):
        used = supports[player]
        against = supports[:player] + supports[player + 1 :]
        for part, actions in actions_at_sets(own, used).items():
            # what is used before the set does not matter
            key = player, part, used[used.index(actions[0]) :], against
            if key not in known:
                gains = tables.gains(player, part, supports)
                gains = gains.reshape(len(gains), -1)
                more = gains - gains[: len(actions), None]
                known[key] = bool(((more >= 0).all(axis=2) & (more > 0).any(axis=2)).any())
            if known[key]:
                return True
    return False


class SetTables(SupportTables):
    """The payoffs of a tree that matter for a support, as a table of the sets that own actions reach.

    Parameters
    ----------
    tables : FormTables
        The payoffs.
    supports : tuple of tuples
        For each player the used sequences.

    Examples
    --------
    >>> own = PlayerSequences((None, (1, 0), (1, 1)), (SetSequences(1, 0, range(1, 3)),))
    >>> tables = FormTables(SequenceForm(None, (own, own), {(1, 1): (3, 0), (1, 2): (0, 0), (2, 0): (1, 0)}))
    >>> part = SetTables(tables, ((0, 1), (0, 1, 2)))
    >>> part.supports, part.gains[0].tolist(), part.used([[1, Fraction(1), 0], [1, Fraction(1, 2), Fraction(1, 2)]])
    (((0,), (0, 1)), [[0, 0], [-2, 1]], [[Fraction(1, 1)], [Fraction(1, 2), Fraction(1, 2)]])
    """

    def __init__(self, tables: FormTables, supports: Supports) -> None:
        self.actions: list[tuple[int, tuple[int, ...]]] = []  # the player of each set, and the used ones
        sets = []
        for player, own in enumerate(tables.players):
            for part, actions in actions_at_sets(own, supports[player]).items():
                self.actions.append((player, actions))
                sets.append(part)
        self.supports = tuple(tuple(range(len(actions))) for _, actions in self.actions)
        self.gains = []
        for number, part in enumerate(sets):
            player, _ = self.actions[number]
            gains = _given_reached(tables.gains(player, part, supports))
            shape, own_shape = [len(gains)], [len(gains)]
            for other in self.others(number):
                size = len(self.supports[other])
                shape.append(size)
                # other sets of this player do not matter
                own_shape.append(1 if self.actions[other][0] == player else size)
            self.gains.append(np.broadcast_to(gains.reshape(own_shape), shape))

    def used(self, profile: Profile) -> list[list[Fraction | Ends]]:
        """Return the probabilities of the used actions at each set."""
        return [[profile[player][sequence] for sequence in actions] for player, actions in self.actions]


def behavior_json(form: SequenceForm, certificate: CompleteSupports) -> dict[str, list[object]]:
    """Return a certificate with the sequence form that it is about, as values that `json.dumps` accepts.

    Parameters
    ----------
    form : SequenceForm
        The sequence form of a tree.
    certificate : CompleteSupports
        The proofs.

    Returns
    -------
    dict
        What `form_json` and `proofs_json` return.
    """
    return {**form_json(form), **proofs_json(certificate)}


def read_behavior(document: Mapping[str, Any]) -> ListedBehavior:
    """Return the equilibria and the certificate of a document of `gametheory nash --json` about a tree.

    Parameters
    ----------
    document : mapping
        With the keys "players", "equilibria", "continua" and "certificate", as `behavior_json` writes it.

    Returns
    -------
    ListedBehavior
        The arguments of `check_complete_behavior`, and the payoffs.

    Raises
    ------
    ValueError
        If a part is missing or is not what this program writes.

    Examples
    --------
    >>> read_behavior({"equilibria": []})
    Traceback (most recent call last):
    ValueError: no list of equilibria of a tree with a certificate that it is complete
    """
    try:
        certificate = document["certificate"]
        form = read_form(certificate)
        if not form.players or len(document["players"]) != len(form.players):
            raise ValueError
        points = [each["point"] for each in document["continua"]]
        equilibria, continua = (
            [_read_profile(document["players"], certificate["sets"], each["behavior"]) for each in listed]
            for listed in (document["equilibria"], points)
        )
        payoffs = []
        for each in [*document["equilibria"], *points]:
            payoffs.append([ends(read_number(number)) for number in each["payoffs"]])
        return ListedBehavior(form, equilibria, continua, read_proofs(certificate), payoffs)
    except (LookupError, TypeError, AttributeError, ValueError, ZeroDivisionError, OverflowError):
        raise ValueError("no list of equilibria of a tree with a certificate that it is complete") from None


def _read_profile(players: Sequence[str], sets: Sequence[Any], behavior: Mapping[str, Any]) -> Any:
    """Return for each player the probability of each action, by sequence; 0 at the sets that are not there."""
    profile = []
    for name, own in zip(players, sets, strict=True):
        probabilities: list[Fraction | Ends] = [Fraction(1)]
        by_set = dict(behavior[name])
        for part in own:
            by_action = by_set.pop(part["set"], None) or dict.fromkeys(part["actions"], "0")
            if set(by_action) != set(part["actions"]):
                raise ValueError
            probabilities += [read_number(by_action[action]) for action in part["actions"]]
        if by_set:
            raise ValueError
        profile.append(tuple(probabilities))
    return tuple(profile)
