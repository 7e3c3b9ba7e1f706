"""Check that a list of the extreme equilibria of a two-player tree is complete, without a search.

A player's realization plans, with the values that the other one can get against them, are a polyhedron whose size is
linear in the tree (Koller, Megiddo and von Stengel 1996). Its vertices and its directions at infinity are the vertices
of a facet of a polytope, which `verify.complete_list.check_vertices` proves to be all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from gametheory.model.extensive_form import information_set_names
from gametheory.model.sequence_form import PlayerSequences, RealizationPlan, SequenceForm, SetSequences
from gametheory.verify.complete_list import (
    CompleteList,
    ExtremeLabels,
    check_vertices,
    covering,
    read_vertices,
    vertices_json,
)
from gametheory.verify.errors import require, require_exact
from gametheory.verify.tables import over_common_denominator

Plans: TypeAlias = Sequence[RealizationPlan]  # one of each player
Normal: TypeAlias = list[int]  # a linear function of the coordinates

NO_TREE: Any = None  # of a sequence form that a document gives


class PlanPolytope(NamedTuple):
    """The plans of a player and the values of the other's information sets, as {z >= 0, cuts . z >= 0}, up to scale.

    The coordinates z are the weights of the empty sequence and of all actions but the first at each own set, and how
    much the first action at each set of the other player is worse than the best one. The cuts are the same for the
    other actions. `unplayed` and `replies` say which constraint is tight where a sequence of the player has weight 0,
    and where one of the other player is as good as the best at its set; -1 for the empty sequence.
    """

    weights: list[Normal]
    cuts: list[Normal]
    unplayed: list[int]
    replies: list[int]

    @property
    def dimension(self) -> int:
        """The number of coordinates, and so the number of the constraint that is tight on the facet."""
        return len(self.weights[0])

    @property
    def matrix(self) -> list[list[int]]:
        """The facet sum(y) = 1 / C of {y >= 0, matrix . y <= 1}, where z = C y: its first row is C, ..., C."""
        size = 1 + max(0, *map(max, self.cuts), 0)
        rows = [[size] * self.dimension]
        # cut . z >= 0 is (C - cut) . y <= C sum(y) = 1
        for cut in self.cuts:
            rows.append(_plus(rows[0], -1, cut))
        return rows


class ListedPlans(NamedTuple):
    """The arguments of `check_complete_plans`, as a document has them."""

    form: SequenceForm
    equilibria: Sequence[Plans]
    certificate: CompleteList


def check_complete_plans(
    form: SequenceForm, equilibria: Sequence[Plans], certificate: CompleteList
) -> list[tuple[Fraction, Fraction]]:
    """Return the payoffs of all extreme Nash equilibria of a tree: a list has each of them once, and nothing else.

    An equilibrium is a pair of realization plans in which every sequence is unplayed or belongs to a best reply. The
    plans with certain such labels are a polytope, and an extreme plan is one that its labels determine. As the vertices
    of the polyhedra are all known, the extreme plans are those whose labels are no part of others', and the pairs that
    together have every label are the extreme equilibria. If all weights are positive and all values great, then no cut
    is tight, so that the bounds can be shifted both ways. Cost: that of `check_vertices`, and one comparison for each
    pair of plans.

    Parameters
    ----------
    form : SequenceForm
        The sequence form of a game of two players.
    equilibria : sequence of pairs
        The realization plans of both players.
    certificate : CompleteList
        The vertices of the facets that `plan_polytope` describes, with the constraint of the facet.

    Returns
    -------
    list of tuples
        For each equilibrium the payoffs of both players.

    Raises
    ------
    CertificateError
        If a pair is no equilibrium or not extreme, if one is listed twice or missing, or if the certificate does not
        have all vertices.

    References
    ----------
    D. Koller, N. Megiddo and B. von Stengel, Efficient computation of equilibria for extensive two-person games, Games
    and Economic Behavior 14 (1996).

    Examples
    --------
    >>> from gametheory.formats.gambit import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> from gametheory.verify.complete_list import PolytopeVertices
    >>> form = sequence_form(read_efg('EFG 2 R "" { "A" "B" } p "" 1 1 "" { "l" "r" } 0 '
    ...                               't "" 1 "" { 1 0 } t "" 2 "" { 2 0 }'))
    >>> row = PolytopeVertices((0, 1), np.array([[1, 2], [2, 3]]))
    >>> column = PolytopeVertices((0, 1), np.array([[0, 2], [2, 3]]))
    >>> one, zero = Fraction(1), Fraction(0)
    >>> check_complete_plans(form, [((one, zero, one), (one,))], CompleteList(row, column))
    [(Fraction(2, 1), Fraction(0, 1))]
    """
    return check_listed_plans(form, equilibria, extreme_plan_labels(form, certificate))


def check_listed_plans(
    form: SequenceForm, equilibria: Sequence[Plans], extreme: ExtremeLabels
) -> list[tuple[Fraction, Fraction]]:
    """Return the payoffs of the equilibria of a list, after checking that it has each extreme one once.

    Parameters
    ----------
    form : SequenceForm
        The sequence form of a game of two players.
    equilibria : sequence of pairs
        The realization plans of both players.
    extreme : ExtremeLabels
        What `extreme_plan_labels` returns for this form.

    Returns
    -------
    list of tuples
        For each equilibrium the payoffs of both players.

    Raises
    ------
    CertificateError
        If a pair is no equilibrium or not extreme, or if one is listed twice or missing.
    """
    listed = set()
    payoffs = []
    for row, column in equilibria:
        listed.add((_labels_of(form, 0, row), _labels_of(form, 1, column)))
        payoffs.append(_expected(form, row, column))
    require(len(listed) == len(equilibria), "an equilibrium is listed twice")
    every = set(extreme.pairs)
    require(listed <= every, "a listed pair of plans is no extreme equilibrium")
    missing = len(every - listed)
    require(not missing, "{} extreme equilibria are missing from the list of {}", missing, len(listed))
    return payoffs


def _expected(form: SequenceForm, row: RealizationPlan, column: RealizationPlan) -> tuple[Fraction, Fraction]:
    expected = [Fraction(0), Fraction(0)]
    for (own, other), payoffs in form.payoffs.items():
        weight = row[own] * column[other]
        for player, payoff in enumerate(payoffs):
            expected[player] += weight * payoff
    return expected[0], expected[1]


def _labels_of(form: SequenceForm, player: int, plan: RealizationPlan) -> int:
    """Return the sequences that a plan does not play, and those of best replies to it, after checking the plan."""
    own, other = form.players[player], form.players[1 - player]
    require_exact(plan)
    sound = len(plan) == len(own) and min(plan) >= 0 and plan[0] == 1
    for part in own.sets if sound else ():
        sound = sound and sum(plan[sequence] for sequence in part.sequences) == plan[part.parent]
    require(sound, "{} is no realization plan of player {}", plan, player + 1)
    weights, _ = over_common_denominator(plan)
    totals = [0] * len(other)
    for sequences, payoff in integer_payoffs(form, 1 - player).items():
        totals[sequences[1 - player]] += payoff * weights[sequences[player]]
    unplayed = [sequence for sequence, weight in enumerate(weights) if not weight]
    return _as_labels(form, player, unplayed, best_replies(other, totals))


def best_replies(other: PlayerSequences, totals: list[Any]) -> list[int]:
    """Return the sequences that belong to best replies, each after those that lead to it.

    Parameters
    ----------
    other : PlayerSequences
        The sequences of the player who replies.
    totals : list of int
        The payoff of each sequence, which then grows by the values of the sets that it leads to.

    Returns
    -------
    list of int
        The sequences, counted from 0, which is the empty one.

    Examples
    --------
    >>> best_replies(PlayerSequences((None, (1, 0), (1, 1)), (SetSequences(1, 0, range(1, 3)),)), [0, 5, 5])
    [0, 1, 2]
    """
    best = set[int]()
    for part in reversed(other.sets):
        greatest = max(map(totals.__getitem__, part.sequences))
        for reply in part.sequences:
            if totals[reply] == greatest:
                best.add(reply)
        totals[part.parent] += greatest
    return _best_replies(other, best)


def integer_payoffs(form: SequenceForm, player: int) -> dict[tuple[int, ...], int]:
    """Return the payoffs of a player by the sequences of all, times their common denominator.

    >>> integer_payoffs(SequenceForm(NO_TREE, (), {(0, 1): (Fraction(1, 2),), (1, 0): (Fraction(2),)}), 0)
    {(0, 1): 1, (1, 0): 4}
    """
    numerators, _ = over_common_denominator(payoffs[player] for payoffs in form.payoffs.values())
    return dict(zip(form.payoffs, numerators, strict=True))


def _best_replies(other: PlayerSequences, best: set[int]) -> list[int]:
    """Return the sequences of best replies, if those in a set are as good as the value that their sets have.

    A value can be too great: then no action attains it, or one that leads to such a set. At a vertex, no set that a
    best reply reaches is of this kind, since all such values could grow or shrink together.
    """
    attaining: dict[int, list[int]] = {}
    for index, part in reversed(list(enumerate(other.sets))):
        attaining[index] = []
        for reply in part.sequences:
            following = map(attaining.__getitem__, other.next_sets[reply])
            if reply in best and all(following):
                attaining[index].append(reply)
    replies = [0]
    for reply in replies:  # the list grows: each best reply leads to the next sets
        for index in other.next_sets[reply]:
            replies += attaining[index]
    return replies


def _as_labels(form: SequenceForm, player: int, unplayed: Sequence[int], replies: Sequence[int]) -> int:
    """Return unplayed sequences of a player and replies of the other as bits: those of the first player first."""
    first, second = (unplayed, replies) if player == 0 else (replies, unplayed)
    labels = 0
    for sequence in first:
        labels |= 1 << sequence
    for sequence in second:
        labels |= 1 << len(form.players[0]) + sequence
    return labels


def extreme_plan_labels(form: SequenceForm, certificate: CompleteList) -> ExtremeLabels:
    """Return the labels of both plans for each extreme equilibrium of a tree.

    Parameters
    ----------
    form : SequenceForm
        The sequence form of a game of two players.
    certificate : CompleteList
        The vertices of both facets.

    Returns
    -------
    ExtremeLabels
        For each player the sequences that are unplayed, or belong to best replies, as bits: first those of the first
        player. A plan that lies between others makes the tree degenerate.

    Raises
    ------
    CertificateError
        If the certificate does not have all vertices of both facets.
    """
    plans: list[list[int]] = []
    degenerate = False
    for player, vertices in enumerate(certificate):
        polytope = plan_polytope(form, player)
        labels = set[int]()
        for tight in set(check_vertices(polytope.matrix, vertices, polytope.dimension)):
            # where the empty sequence has weight 0, there is a direction and no plan
            if not tight & 1:
                labels.add(_labels_at(form, player, polytope, tight))
        extreme = [one for one in labels if not any(one != other and one & ~other == 0 for other in labels)]
        degenerate = degenerate or len(extreme) < len(labels)
        plans.append(sorted(extreme))
    first, second = plans
    pairs = []
    for one, other in covering(first, second, sum(map(len, form.players))):
        pairs.append((first[one], second[other]))
    return ExtremeLabels(pairs, degenerate)


def _labels_at(form: SequenceForm, player: int, polytope: PlanPolytope, tight: int) -> int:
    """Return the labels of the plan at a vertex, by its tight constraints."""
    unplayed = [sequence for sequence, number in enumerate(polytope.unplayed) if tight >> number & 1]
    best = {reply for reply, number in enumerate(polytope.replies) if number >= 0 and tight >> number & 1}
    return _as_labels(form, player, unplayed, _best_replies(form.players[1 - player], best))


def plan_polytope(form: SequenceForm, player: int) -> PlanPolytope:
    """Return the polyhedron of a player's plans and of the values of the other player's sets.

    Parameters
    ----------
    form : SequenceForm
        The sequence form of a game of two players.
    player : int
        0 or 1.

    Returns
    -------
    PlanPolytope
        Its coordinates and cuts, in integers.

    Examples
    --------
    >>> from gametheory.formats.gambit import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> form = sequence_form(read_efg('EFG 2 R "" { "A" "B" } p "" 1 1 "" { "l" "r" } 0 '
    ...                               't "" 1 "" { 1 0 } t "" 2 "" { 2 0 }'))
    >>> plan_polytope(form, 0)
    PlanPolytope(weights=[[1, 0], [1, -1], [0, 1]], cuts=[[1, -1]], unplayed=[0, 3, 1], replies=[-1])
    >>> plan_polytope(form, 1).cuts
    [[-1, 1]]
    """
    own, other = form.players[player], form.players[1 - player]
    dimension = len(own) - len(own.sets) + len(other.sets)
    units: list[Normal] = np.eye(dimension, dtype=int).tolist()
    weights, unplayed = [units[0]], [0]
    cuts: list[Normal] = []
    used = 1
    for part in own.sets:
        others = range(used, used + len(part.sequences) - 1)
        used = others.stop
        # the first action has the rest of the weight of the parent
        first = list(weights[part.parent])
        for place in others:
            first[place] -= 1
        weights += [first, *units[others.start : others.stop]]
        unplayed += [dimension + 1 + len(cuts), *others]
        cuts.append(first)
    gains = [[0] * dimension for _ in range(len(other))]
    for sequences, payoff in integer_payoffs(form, 1 - player).items():
        reply = sequences[1 - player]
        gains[reply] = _plus(gains[reply], payoff, weights[sequences[player]])
    replies = [-1] * len(other)
    for coordinate, part in reversed(list(enumerate(other.sets, used))):
        best, *rest = part.sequences
        replies[best] = coordinate
        value = _plus(gains[best], 1, units[coordinate])
        for reply in rest:
            replies[reply] = dimension + 1 + len(cuts)
            cuts.append(_plus(value, -1, gains[reply]))
        gains[part.parent] = _plus(gains[part.parent], 1, value)
    return PlanPolytope(weights, cuts, unplayed, replies)


def _plus(line: Normal, factor: int, other: Normal) -> Normal:
    """Return a linear function plus a multiple of another one."""
    return [entry + factor * more for entry, more in zip(line, other, strict=True)]


def plans_json(form: SequenceForm, certificate: CompleteList) -> dict[str, list[object]]:
    """Return a certificate with the sequence form that it is about, as values that `json.dumps` accepts.

    Parameters
    ----------
    form : SequenceForm
        The sequence form of a tree of two players.
    certificate : CompleteList
        The vertices of both facets.

    Returns
    -------
    dict
        What `form_json` returns, and "vertices" as in the certificate of a table.
    """
    return {**form_json(form), "vertices": vertices_json(certificate)}


def form_json(form: SequenceForm) -> dict[str, list[object]]:
    """Return a sequence form as values that `json.dumps` accepts.

    Parameters
    ----------
    form : SequenceForm
        The sequence form of a tree of any number of players.

    Returns
    -------
    dict
        "sets": for each player the information sets, with the names of the set and of its actions, and the number of
        the sequence before it; sequence 0 is empty, and the actions of the sets are the others in order. "payoffs": one
        text for each profile of sequences with payoffs.
    """
    tree = form.tree
    names = information_set_names(tree)
    sets: list[object] = []
    for number, player in enumerate(form.players, 1):
        parts = []
        for part in player.sets:
            key = number, part.number
            actions = list(tree.information_sets[key].actions)
            parts.append({"set": names[key], "after": part.parent, "actions": actions})
        sets.append(parts)
    payoffs: list[object] = []
    for sequences, outcome in form.payoffs.items():
        payoffs.append(" ".join(map(str, (*sequences, *outcome))))
    return {"sets": sets, "payoffs": payoffs}


def read_plans(document: Mapping[str, Any]) -> ListedPlans:
    """Return the equilibria and the certificate of a document of `gametheory nash --json` about a tree.

    Parameters
    ----------
    document : mapping
        With the keys "players", "equilibria" and "certificate", as `plans_json` writes it.

    Returns
    -------
    ListedPlans
        The arguments of `check_complete_plans`.

    Raises
    ------
    ValueError
        If a part is missing or is not what this program writes.

    Examples
    --------
    >>> read_plans({"equilibria": []})
    Traceback (most recent call last):
    ValueError: no list of equilibria of a tree with a certificate that it is complete
    """
    try:
        certificate = document["certificate"]
        parts = certificate["sets"]
        form = read_form(certificate)
        # of a game of one player the second one is made up
        names = [*document["players"], ""][:2]
        equilibria = []
        for equilibrium in document["equilibria"]:
            behavior = equilibrium["behavior"]
            plans = zip(names, parts, form.players, strict=True)
            equilibria.append([_read_plan(behavior.get(name, {}), sets, own) for name, sets, own in plans])
        return ListedPlans(form, equilibria, read_vertices(certificate["vertices"]))
    except (LookupError, TypeError, AttributeError, ValueError, ZeroDivisionError, OverflowError):
        raise ValueError("no list of equilibria of a tree with a certificate that it is complete") from None


def read_form(certificate: Mapping[str, Any]) -> SequenceForm:
    """Return the sequence form that `form_json` has written, without a tree.

    Parameters
    ----------
    certificate : mapping
        What `form_json` returns.

    Returns
    -------
    SequenceForm
        The sequences of each player, and the payoffs.

    Raises
    ------
    ValueError
        If a number is out of range, if there are too many or too few, or if a profile has payoffs twice.

    Examples
    --------
    >>> sets = [[{"set": "1", "after": 0, "actions": ["l", "r"]}], []]
    >>> read_form({"sets": sets, "payoffs": ["1 0 1/2 3"]}).payoffs
    {(1, 0): (Fraction(1, 2), Fraction(3, 1))}
    """
    players = tuple(map(_read_sequences, certificate["sets"]))
    payoffs: dict[tuple[int, ...], tuple[Fraction, ...]] = {}
    for line in certificate["payoffs"]:
        numbers = line.split()
        profile = tuple(map(_place, numbers[: len(players)], map(len, players)))
        # of two lines about a profile, a reader could take the one and this program the other
        if len(numbers) != 2 * len(players) or profile in payoffs:
            raise ValueError
        payoffs[profile] = tuple(map(Fraction, numbers[len(players) :]))
    return SequenceForm(NO_TREE, players, payoffs)


def _place(text: str, size: int) -> int:
    place = int(text)
    if not 0 <= place < size:
        raise ValueError
    return place


def _read_sequences(sets: Sequence[Mapping[str, Any]]) -> PlayerSequences:
    """Return the sequences of a player; each set has a sequence of sets before it as its parent."""
    parts = []
    choices: list[tuple[int, int] | None] = [None]
    for number, part in enumerate(sets):
        begin = len(choices)
        actions = range(len(part["actions"]))
        if not actions:
            raise ValueError
        choices += [(number, action) for action in actions]
        parts.append(SetSequences(number, _place(str(part["after"]), begin), range(begin, len(choices))))
    return PlayerSequences(tuple(choices), tuple(parts))


def _read_plan(
    behavior: Mapping[str, Mapping[str, str]], sets: Sequence[Mapping[str, Any]], own: PlayerSequences
) -> RealizationPlan:
    """Return the plan of a behavior strategy, which says what to do at the sets that own actions reach."""
    weights = [Fraction(1)]
    reached = set()
    for part, sequences in zip(sets, own.sets, strict=True):
        parent = weights[sequences.parent]
        if not parent:
            weights += [parent] * len(sequences.sequences)
            continue
        reached.add(part["set"])
        probabilities = behavior[part["set"]]
        if set(probabilities) != set(part["actions"]):
            raise ValueError
        weights += [parent * Fraction(probabilities[action]) for action in part["actions"]]
    if reached != set(behavior):
        raise ValueError
    return tuple(weights)
