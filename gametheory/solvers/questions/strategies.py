"""What a strategy is worth: dominated strategies, what one guarantees, what it regrets, and what a commitment gains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple, TypeAlias

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
from gametheory.numbers.format import brief, pluralize, rounded
from gametheory.numbers.rationals import exact_text, parse_rational, to_flint, to_fraction
from gametheory.numbers.table import Block, Table
from gametheory.solvers.matrix_game import solve_matrix
from gametheory.solvers.nash_solution import Equilibrium, number_text
from gametheory.solvers.pivoting import maximize
from gametheory.solvers.questions import Answer, Weighted, joined, mixture_text, names_of, table_of, weighted
from gametheory.solvers.solution import Check
from gametheory.solvers.subgames import best_plan
from gametheory.verify import check_dominance, check_maximin, check_regret, check_stackelberg

DOMINANCE_CHECK = Check("each dominated strategy, and a belief for each that is left", "verify.check_dominance")


class Dominated(NamedTuple):
    """A strategy, and the mixed strategy that dominates it."""

    player: str
    strategy: str
    by: Mapping[str, Fraction]


class Belief(NamedTuple):
    """A strategy that is left, and probabilities of the others' strategies to which it is a best reply."""

    player: str
    strategy: str
    belief: tuple[Weighted, ...]


@dataclass(frozen=True, repr=False)
class DominanceSolution(Answer):
    """What iterated elimination of dominated strategies leaves.

    Attributes
    ----------
    weak
        Whether a strategy is eliminated if another one is never worse and sometimes better.
    rounds
        For each round, the strategies that are eliminated in it.
    left
        The strategies of each player that are left.
    beliefs
        For each of these a belief; if `weak`, one in which all strategies of the others have a positive probability.
    """

    title: str
    weak: bool
    rounds: tuple[tuple[Dominated, ...], ...]
    left: tuple[tuple[str, ...], ...]
    beliefs: tuple[Belief, ...]

    def view(self) -> Iterator[Block]:
        """Yield the strategies in the order of their elimination, and those that are left."""
        rows = [
            ("" if place else number, each.player, each.strategy, mixture_text(each.by))
            for number, dominated in enumerate(self.rounds, 1)
            for place, each in enumerate(dominated)
        ]
        words = ("player", "strategy", "dominated by")
        if rows:
            yield Table(("round", *words), rows, left=words)
        beliefs = [
            (who, strategy, "; ".join(f"{', '.join(each.profile)} {exact_text(each.probability)}" for each in belief))
            for who, strategy, belief in self.beliefs
        ]
        words = ("player", "left", "best reply to")
        yield Table(words, beliefs, left=words)
        which = "not weakly dominated any more" if self.weak else "rationalizable"
        count = pluralize(sum(map(len, self.left)), "strategy", "strategies")
        yield f"Left of {self.form}: {count}, {which}. Checked exactly."


def eliminate_dominated(game: NormalForm | ExtensiveForm, weak: bool = False) -> DominanceSolution:
    """Eliminate dominated strategies, those of all players in each round, until none is left.

    A linear program for each strategy finds a mixed strategy that dominates it, or a belief to which it is a best reply
    (Pearce 1984, Lemmas 3 and 4). Strict dominance leaves the rationalizable strategies, in any order. What weak
    dominance leaves depends on the order; here all dominated strategies are eliminated in each round.
    """
    table, form = table_of(game)
    cells = table.cells()
    players = table.players
    names = table.strategies
    left = [[*range(len(names))] for names in table.strategies]
    rounds: list[dict[tuple[int, int], dict[int, Fraction]]] = []
    while True:
        dominated, beliefs = {}, {}
        for who, own in enumerate(left):
            others = [*product(*(left[:who] + left[who + 1 :]))]
            gets = {each: [cells[joined(other, who, each)][who] for other in others] for each in own}
            for strategy in own:
                mixture, belief = _mixture_or_belief(strategy, gets, weak)
                if mixture:
                    dominated[who, strategy] = mixture
                beliefs[who, strategy] = {other: p for other, p in zip(others, belief, strict=False) if p}
        if not dominated:
            break
        rounds.append(dominated)
        left = [[each for each in own if (who, each) not in dominated] for who, own in enumerate(left)]
    check_dominance(table, rounds, beliefs, weak)
    return DominanceSolution(
        players,
        form,
        (DOMINANCE_CHECK,),
        table.title,
        weak,
        tuple(
            tuple(
                Dominated(players[who], names[who][each], names_of(table, who, by)) for (who, each), by in one.items()
            )
            for one in rounds
        ),
        tuple(tuple(names[who][each] for each in own) for who, own in enumerate(left)),
        tuple(
            Belief(players[who], names[who][each], weighted(names[:who] + names[who + 1 :], belief))
            for (who, each), belief in beliefs.items()
        ),
    )


def _mixture_or_belief(
    strategy: int, gets: Mapping[int, Sequence[Fraction]], weak: bool
) -> tuple[dict[int, Fraction], Sequence[Fraction]]:
    """Return a mixed strategy that dominates a strategy, if possible a pure one; or else a belief."""
    gains = {
        each: [one - own for one, own in zip(line, gets[strategy], strict=True)]
        for each, line in gets.items()
        if each != strategy
    }
    for each, line in gains.items():
        if min(line) > 0 or (weak and min(line) == 0 < max(line)):
            return {each: Fraction(1)}, ()
    if weak:  # the last weight is that of the strategy itself
        worse = [{n: -line[at] for n, line in enumerate(gains.values())} for at in range(len(gets[strategy]))]
        solved = maximize([*(sum(line, Fraction(0)) for line in gains.values()), Fraction(0)], worse)
        mixed = solved.weights[:-1]
        belief = [1 + each for each in solved.multipliers]
        dominated = solved.value != 0
    else:
        solved = maximize([Fraction(0)] * len(gets[strategy]), [dict(enumerate(line)) for line in gains.values()])
        mixed = solved.multipliers
        belief = [*solved.weights]
        dominated = solved.value is None
    if dominated:
        return {each: p / sum(mixed) for each, p in zip(gains, mixed, strict=True) if p}, ()
    return {}, [each / sum(belief) for each in belief]


MAXIMIN_CHECK = Check("the guarantees, and what the others do against each mixed strategy", "verify.check_maximin")


class Guarantee(NamedTuple):
    """The greatest payoffs that a player can guarantee, and strategies of the others that allow no more."""

    player: str
    pure_value: Fraction
    pure: tuple[str, ...]
    value: Fraction
    mixed: Mapping[str, Fraction]
    against: tuple[Weighted, ...]


@dataclass(frozen=True, repr=False)
class MaximinSolution(Answer):
    """What each player can guarantee.

    Attributes
    ----------
    guarantees
        For each player the greatest guarantee of a pure strategy, the pure strategies that have it, that of a mixed
        strategy, one that has it, and a distribution of the others' strategies against which no strategy gets more.
    """

    title: str
    guarantees: tuple[Guarantee, ...]

    def view(self) -> Iterator[Block]:
        """Yield the guarantees of each player."""
        rows = [
            (
                each.player,
                exact_text(each.pure_value),
                ", ".join(each.pure),
                exact_text(each.value),
                mixture_text(each.mixed),
            )
            for each in self.guarantees
        ]
        columns = ("player", "pure maximin", "by", "mixed maximin", "by a mixed strategy")
        yield Table(columns, rows, left=("player", "by", "by a mixed strategy"))
        yield f"What each player of {self.form}, can guarantee against all strategies of the others. Checked exactly."


def maximin_strategies(game: NormalForm | ExtensiveForm) -> MaximinSolution:
    """Return the greatest guarantee of each player, a matrix game against the others as one player.

    A mixed strategy guarantees the least of its payoffs against pure profiles, so that it makes no difference whether
    the others mix independently.
    """
    table, form = table_of(game)
    cells = table.cells()
    players = table.players
    names = table.strategies
    guarantees = []
    sizes = [range(len(own)) for own in names]
    for who, player in enumerate(players):
        others = [*product(*(sizes[:who] + sizes[who + 1 :]))]
        solved = solve_matrix(
            [[to_flint(cells[joined(other, who, own)][who]) for other in others] for own in sizes[who]]
        )
        mixed = {own: to_fraction(p) for own, p in solved.row.items()}
        against = {others[column]: to_fraction(p) for column, p in solved.column.items()}
        pure_value, pure, value = check_maximin(table, who, mixed, against)
        near = weighted(names[:who] + names[who + 1 :], against)
        by = tuple(names[who][each] for each in pure)
        guarantees.append(Guarantee(player, pure_value, by, value, names_of(table, who, mixed), near))
    return MaximinSolution(players, form, (MAXIMIN_CHECK,), table.title, tuple(guarantees))


REGRET_CHECK = Check("no other strategy gains more, and the deviation gains this", "verify.check_regret")
ALLOWED = 'allowed: numbers such as "1/3" or 0.25 that are not negative, with the sum 1'
TOLERANCE = Fraction(1, 10**9)  # of a sum
MAX_LISTED = 5  # sums that are printed
Key: TypeAlias = tuple[int, int]  # of an information set: its player, counted from 1, and its number
Plan: TypeAlias = dict[Key, Fraction]


class Regret(NamedTuple):
    """The payoff of a player in a profile, the greatest gain, and for each information set the better action."""

    player: str
    payoff: Fraction
    gain: Fraction
    deviation: Mapping[str, str]


class Rescaled(NamedTuple):
    """Probabilities in a profile, counted from 1, that were divided by their sum."""

    profile: int
    player: str
    place: str
    sum: Fraction


@dataclass(frozen=True, repr=False)
class RegretSolution(Answer):
    """For each profile the regret of each player.

    Attributes
    ----------
    profiles
        The regrets of the players in each profile; a profile is an equilibrium if no player has a gain.
    greatest
        The greatest gain of each profile.
    rescaled
        The distributions whose sum differed from 1, by at most 10^-9.
    """

    profiles: tuple[tuple[Regret, ...], ...]
    greatest: tuple[Fraction, ...]
    rescaled: tuple[Rescaled, ...]

    def view(self) -> Iterator[Block]:
        """Yield payoffs, gains and deviations, and the number of equilibria."""
        rows = []
        for index, profile in enumerate(self.profiles, 1):
            for place, each in enumerate(profile):
                numbers = number_text(each.payoff, None), number_text(each.gain, None)
                rows.append(("" if place else index, each.player, *numbers, _text(each.deviation)))
        yield Table(("", "player", "payoff", "gain", "by"), rows, left=("player", "by"))
        equilibria = self.greatest.count(Fraction(0))
        yield f"Nash equilibria: {equilibria} of {pluralize(len(self.profiles), 'profile')}. Checked exactly."
        for count, player, where, total in self.rescaled[:MAX_LISTED]:
            difference = f"{'-' if total < 1 else '+'} {abs(float(total - 1)):.2g}"
            what = f"Profile {count}: the probabilities of {player} at {where}"
            yield f"{what} have the sum 1 {difference}, and were divided by it."
        if len(self.rescaled) > MAX_LISTED:
            yield f"So were {pluralize(len(self.rescaled) - MAX_LISTED, 'other distribution')}."


def _text(deviation: Mapping[str, str]) -> str:
    return "; ".join(f"{place}: {action}" for place, action in deviation.items())


def regret_of_profiles(game: NormalForm | ExtensiveForm, document: Any) -> RegretSolution:
    """Return the gain of each player's best deviation from each profile of a result of `nash` or `solve`, or its JSON.

    Cost: the plays, for each player and profile.
    """
    game = with_distinct_names(game)
    tree = extensive_form(state_graph(TableGame(game))) if isinstance(game, NormalForm) else game
    form, names = sequence_form(tree), information_set_names(tree)
    document = document.as_json() if hasattr(document, "as_json") else document
    listed = document.get("equilibria") if isinstance(document, Mapping) else None
    found = []
    rescaled = list[Rescaled]()
    for count, profile in enumerate(listed if isinstance(listed, list | tuple) else [document], 1):
        behavior = dict[Key, tuple[Fraction, ...]]()
        for key, mixed in _mixtures(profile, game, tree).items():
            who = tree.players[key[0] - 1]
            place = names[key]
            behavior[key], total = _distribution(f"{who} at {place}", tree.information_sets[key].actions, mixed)
            if total != 1:
                rescaled.append(Rescaled(count, who, place, total))
        plans = [_plan(tree, player, own, behavior) for player, own in enumerate(form.players, 1)]
        found.append(_regrets(form, plans))
    greatest = tuple(max(each.gain for each in profile) for profile in found)
    size = "a table" if isinstance(game, NormalForm) else "a tree"
    return RegretSolution(tree.players, size, (REGRET_CHECK,), tuple(found), greatest, tuple(rescaled))


def _mixtures(profile: Any, game: NormalForm | ExtensiveForm, tree: ExtensiveForm) -> dict[Key, Any]:
    """Return the number of each action, by its name, at each information set of a profile."""
    try:
        match profile:
            case {"behavior": behavior}:
                return _by_name(tree, behavior)
            case {"strategy": decisions}:
                return _by_position(tree, decisions, isinstance(game, NormalForm))
            case Equilibrium(behavior=[_, *_] as behavior):
                sets = enumerate(behavior, 1)
                numbered = {(who, number): mixed for who, own in sets for number, mixed in own.items()}
            case {"strategies": plans} | Equilibrium(plans=plans) | plans:
                numbered = _plans_of_table(game, tree, plans)
        actions = {key: tree.information_sets[key].actions for key in numbered}
        return {key: dict(zip(actions[key], mixed, strict=True)) for key, mixed in numbered.items()}
    except UnknownName:
        raise
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        what = "allowed: JSON that nash or solve prints, or an equilibrium"
        raise ValueError(f"profile: {brief(profile)} is no profile of this game; {what}") from error


class UnknownName(ValueError):
    """A profile has a name that the game does not have; the message lists those that it has."""

    def __init__(self, problem: str, allowed: Iterable[str]) -> None:
        super().__init__(f"profile: {problem} {', '.join(allowed):.99} (numbers stand for equal or empty names)")


def _plans_of_table(game: NormalForm | ExtensiveForm, tree: ExtensiveForm, plans: Any) -> dict[Key, Any]:
    """Return the mixed strategies of a table, each of whose players has one information set."""
    mixed = sequence_of(plans) if isinstance(game, NormalForm) else None
    if mixed is None:
        raise TypeError("no list of mixed strategies of a table")
    return {key: sequence_of(plan) for key, plan in zip(sorted(tree.information_sets), mixed, strict=True)}


def _by_name(tree: ExtensiveForm, behavior: Mapping[str, Any]) -> dict[Key, Any]:
    """Return what a profile has by the names of players and information sets."""
    names = information_set_names(tree)
    found = dict[Key, Any]()
    for who, own in behavior.items():
        if who not in tree.players:
            raise UnknownName(f"the game has no player {brief(who)}, only", tree.players)
        places = {name: key for key, name in names.items() if tree.players[key[0] - 1] == who}
        for place in own if isinstance(own, Mapping) else [own]:
            if not isinstance(place, str) or place not in places:
                raise UnknownName(f"{who} has no information set {brief(place)}, only", places)
            found[places[place]] = own[place]
    return found


def _by_position(tree: ExtensiveForm, decisions: Sequence[Mapping[str, Any]], is_table: bool) -> dict[Key, Any]:
    """Return what a profile has by the positions of `solve`, each at all information sets that stand for it."""
    perfect = tree.has_perfect_information
    if perfect:
        pairs = zip(position_names(tree), tree.nodes, strict=True)
        keys = {name: [node.set_key] for name, node in pairs if node.player}
    else:
        keys = {name: [key] for key, name in names_among_all_players(tree).items()}
    if is_table or (perfect and not keys.keys() >= {_shown(each["position"]) for each in decisions}):
        keys = {}  # several players are in the position of a table, and several plays lead to one of rules
        for key, information_set in tree.information_sets.items():
            keys.setdefault(information_set.name, []).append(key)
    found = dict[Key, Any]()
    for each in decisions:
        who = each["player"]
        position = each["position"]
        own = [key for key in keys.get(_shown(position), ()) if tree.players[key[0] - 1] == who]
        if not own:
            raise UnknownName(f"{who} has no position {brief(position)}, only", keys)
        mixture = each.get("mixture") or {_shown(each["move"]): 1}
        found |= dict.fromkeys(own, mixture)
    return found


def _shown(value: Any) -> str:
    """Return the text of a position or a move of rules, which is a list in JSON if it is a tuple."""
    return short_text(tuple(value)) if isinstance(value, list) else str(value)


def _distribution(who: str, actions: Sequence[str], mixed: Any) -> tuple[tuple[Fraction, ...], Fraction]:
    """Return the probability of each action, and the sum of the given numbers, by which they are divided."""
    if not isinstance(mixed, Mapping) or not mixed.keys() <= set(actions):
        raise UnknownName(f"{who}: {brief(mixed)} has other actions than", actions)
    try:
        numbers = [_exact(mixed.get(action, 0)) for action in actions]
        total = sum(numbers, Fraction(0))
        if min(numbers) < 0:
            raise ValueError("a number is negative")
        if abs(total - 1) > TOLERANCE:
            raise ValueError(f"the sum is {rounded(total)}")
    except ValueError as error:
        texts = ", ".join(f"{action} {each}" for action, each in mixed.items())
        raise ValueError(f"profile: {who}: {texts:.99} is no distribution: {error}; {ALLOWED}") from error
    return tuple(number / total for number in numbers), total


def _exact(number: Any) -> Fraction:
    """Return a number of any library, exactly; text can be as long as `nash` prints it."""
    return parse_rational(number) if isinstance(number, str) and "." not in number else exact_number(number)


def _plan(
    tree: ExtensiveForm, player: int, own: PlayerSequences, behavior: Mapping[Key, tuple[Fraction, ...]]
) -> RealizationPlan:
    """Return a realization plan; where own actions exclude an information set, nothing need be given."""
    weights = [Fraction(1)]
    for part in own.sets:
        key = player, part.number
        if weights[part.parent] and key not in behavior:
            where = f"{tree.players[player - 1]} at {information_set_names(tree)[key]}"
            raise ValueError(f"profile: no probabilities for {where}, which own actions reach")
        mixed = behavior.get(key, (Fraction(0),) * len(part.sequences))
        weights += [weights[part.parent] * each for each in mixed]
    return tuple(weights)


def _regrets(form: SequenceForm, plans: Sequence[RealizationPlan]) -> tuple[Regret, ...]:
    """Return the payoff of each player, the greatest gain, and the actions of a pure plan that gains it."""
    gains = [[Fraction(0)] * len(own) for own in form.players]
    for sequences, payoffs in form.payoffs.items():
        weights = [plan[sequence] for plan, sequence in zip(plans, sequences, strict=True)]
        for who, sequence in enumerate(sequences):
            gains[who][sequence] += payoffs[who] * prod(weights[:who] + weights[who + 1 :])
    best = [best_plan(own, each) for own, each in zip(form.players, gains, strict=True)]
    checked = check_regret(form.tree, *(_certificate(form.players, each) for each in (plans, best)))
    names = information_set_names(form.tree)
    regrets = []
    for who, (payoff, gain) in enumerate(checked):
        better = form.players[who].behavior(best[who]) if gain else {}
        keys = {(who + 1, number): mixed.index(1) for number, mixed in better.items()}
        actions = {names[key]: form.tree.information_sets[key].actions[action] for key, action in keys.items()}
        regrets.append(Regret(form.tree.players[who], payoff, gain, actions))
    return tuple(regrets)


def _certificate(players: Sequence[PlayerSequences], plans: Sequence[RealizationPlan]) -> list[Plan]:
    """Return plans for the checker."""
    pairs = [zip(own.choices, plan, strict=True) for own, plan in zip(players, plans, strict=True)]
    return [{choice: weight for choice, weight in own if choice and weight} for own in pairs]


COMMITMENT_CHECK = Check(
    "for each reply, no commitment to which it is a best one gets more", "verify.check_stackelberg"
)


class Reply(NamedTuple):
    """A reply, the most that the leader gets if it is a best one, None if it never is, how, and the dual numbers."""

    reply: str
    value: Fraction | None
    commitment: Mapping[str, Fraction]
    multipliers: Mapping[str, Fraction]


@dataclass(frozen=True, repr=False)
class StackelbergSolution(Answer):
    """The best commitment of a leader, if the follower breaks ties in favor of the leader.

    Attributes
    ----------
    leader
        The player who commits to a mixed strategy.
    value, follower_payoff
        What the leader and the follower get.
    commitment, reply
        The leader's strategy, and the follower's.
    programs
        For each reply of the follower, the most that the leader gets by it.
    """

    title: str
    leader: str
    value: Fraction
    follower_payoff: Fraction
    commitment: Mapping[str, Fraction]
    reply: str
    programs: tuple[Reply, ...]

    def view(self) -> Iterator[Block]:
        """Yield the most that the leader gets by each reply, and the best commitment."""
        rows = [(each.reply, "–" if each.value is None else exact_text(each.value)) for each in self.programs]
        yield Table(("reply", f"payoff of {self.leader}"), rows, left=("reply",))
        yield f"{self.leader} commits to {mixture_text(self.commitment)}; the reply is {self.reply}."
        both = f"{exact_text(self.value)} and {exact_text(self.follower_payoff)}"
        yield f"Payoffs {both}: no commitment gets more. Checked exactly."


def best_commitment(game: NormalForm | ExtensiveForm, leader: str | None = None) -> StackelbergSolution:
    """Return the best mixed strategy to commit to, of the first player or another one (von Stackelberg 1934).

    For each reply, a linear program finds the commitment with the greatest payoff to which the reply is a best one
    (Conitzer and Sandholm 2006).
    """
    table, form = table_of(game)
    players = table.players
    if len(players) != 2:
        raise ValueError(f"the game has {len(players)} players; a leader and a follower are 2")
    if leader not in (None, *players):
        raise ValueError(f"leader: no player {leader!r}; allowed: {', '.join(players)}")
    first = 0 if leader is None else players.index(leader)
    sizes = [*map(len, table.strategies)]
    cells = table.cells()
    programs = {}
    for reply in range(sizes[1 - first]):
        row = [cells[joined((reply,), first, own)] for own in range(sizes[first])]
        gains = [
            {own: cells[joined((other,), first, own)][1 - first] - row[own][1 - first] for own in range(sizes[first])}
            for other in range(sizes[1 - first])
        ]
        solved = maximize([payoffs[first] for payoffs in row], gains)
        mixed, dual = ({at: p for at, p in enumerate(own) if p} for own in (solved.weights, solved.multipliers))
        programs[reply] = mixed, dual
    found = check_stackelberg(table, first, programs)
    best = max(found, key=lambda reply: found[reply][0])
    names = table.strategies[1 - first]
    named = {
        reply: (names_of(table, first, mixed), names_of(table, 1 - first, dual))
        for reply, (mixed, dual) in programs.items()
    }
    return StackelbergSolution(
        players,
        form,
        (COMMITMENT_CHECK,),
        table.title,
        players[first],
        *found[best],
        named[best][0],
        names[best],
        tuple(Reply(names[each], found[each][0] if each in found else None, *named[each]) for each in programs),
    )
