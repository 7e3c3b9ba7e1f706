"""Checkers only: what a solver found is re-checked here by the rules and exact arithmetic, without the solver.

Small enough to read in one sitting. Every function raises CertificateError, with the place where the
certificate breaks, or returns what the certificate establishes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from operator import mul
from typing import Any

import networkx as nx
from flint import arb, ctx, fmpq, fmpq_mat

from gametheory.core import Chance, Game, Move, Outcome, Position, movers, options


class CertificateError(Exception):
    """A certificate does not establish what it claims."""


def check_way(game: Game[Any, Any], moves: Iterable[Sequence[Move]], outcome: str) -> int:
    """Replay joint moves by the rules alone and return their number; the last must end in the named outcome.

    Raises CertificateError at a move that is not allowed, after the end, by chance, or with another ending.

    >>> from gametheory import Castle
    >>> from gametheory.games.castle import Volley
    >>> check_way(Castle(1, 1, 1), [(Volley(1, 0),)], "soldiers")
    1
    """
    position, length = game.start(), 0
    for joint in moves:
        moving = movers(game, position)
        if game.outcome(position) is not None or len(moving) != len(joint):
            raise CertificateError(f"move {length + 1}: {joint} cannot be played in {position}")
        for player, move in zip(moving, joint, strict=True):
            if move not in list(game.moves(position, player)):
                raise CertificateError(f"move {length + 1}: {move} is not allowed in {position}")
        position = game.after(position, *joint)
        if isinstance(position, Chance):
            raise CertificateError(f"move {length + 1}: what follows {joint} is left to chance")
        length += 1
    end = game.outcome(position)
    if end is None or end.name != outcome:
        raise CertificateError(f"play ends in {position} with {end.name if end else 'no outcome'}, not {outcome}")
    return length


def check_fewest(graph: nx.MultiDiGraph, outcome: str, bounds: Mapping[Position, int]) -> int | None:
    """Return a lower bound on the moves from the start to an outcome; None when it is out of reach.

    `bounds` labels positions with a number; unlabelled ones are claimed to be out of reach. The labels prove
    the bound by induction on the length of a way: every end has a label of at most 0, and along every move
    from u to a labelled v, u is labelled with at most one more than v.

    Raises CertificateError at the first position or move where that fails.
    """
    for position, end in graph.nodes(data="outcome"):
        if end is not None and end.name == outcome and bounds.get(position, 1) > 0:
            raise CertificateError(f"{position} ends with {outcome} and is not labelled 0")
    for position, following in graph.edges():
        if following in bounds and (position not in bounds or bounds[position] > bounds[following] + 1):
            raise CertificateError(f"the labels of {position} and its successor {following} do not fit")
    return bounds.get(graph.graph["start"])


def check_law(graph: nx.MultiDiGraph, labels: Mapping[Position, Fraction], outcome: str) -> Fraction:
    """Return the exact chance of an outcome from the start of a game of chance alone.

    `labels` gives every position its chance of the outcome. They prove it: ends are labelled 1 or 0; any other
    label is the mean of those that follow, weighted by their chances; and a position from which no end can be
    reached is labelled 0. From all others play ends, or comes to such a position, with probability 1, so that only
    one such labelling exists.

    Raises CertificateError at the first position where that fails, or where a player moves.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> from gametheory.solve.chain import absorption_labels
    >>> graph = state_graph(Battle(2, 1))
    >>> check_law(graph, absorption_labels(graph, "win"), "win")
    Fraction(180, 187)
    """
    ending = _can_end(graph)
    for position, end in graph.nodes(data="outcome"):
        steps = [(v, data["probability"]) for _, v, data in graph.out_edges(position, data=True) if not data["moves"]]
        if len(steps) < graph.out_degree(position):
            raise CertificateError(f"in {position} a player moves")
        if position not in labels or any(following not in labels for following, _ in steps):
            raise CertificateError(f"{position} or what follows it is not labelled")
        due = int(end.name == outcome) if end is not None else sum(p * labels[v] for v, p in steps)
        if labels[position] != (due if position in ending else 0):
            raise CertificateError(f"{position} is labelled {labels[position]}, not {due if position in ending else 0}")
    return labels[graph.graph["start"]]


def _can_end(graph: nx.MultiDiGraph) -> set[Position]:
    """The positions from which some end can be reached."""
    found = {position for position, end in graph.nodes(data="outcome") if end is not None}
    queue = list(found)
    while queue:
        new = set(graph.predecessors(queue.pop())) - found
        found |= new
        queue.extend(new)
    return found


def check_nash(
    row_payoffs: Sequence[Sequence[Fraction]],
    column_payoffs: Sequence[Sequence[Fraction]],
    row: Sequence[Fraction],
    column: Sequence[Fraction],
) -> tuple[Fraction, Fraction]:
    """Return what each player gets in a Nash equilibrium of two players: of mixtures, one of rows and one of columns.

    Each is a law, and no pure strategy gains by taking its place (Nash 1951); so no mixture does. Cost: four products
    for each entry of a matrix.

    Raises CertificateError where a mixture is no law, or at the first row or column that would gain.

    >>> half, pennies = Fraction(1, 2), [[Fraction(1), Fraction(-1)], [Fraction(-1), Fraction(1)]]
    >>> check_nash(pennies, [[-payoff for payoff in row] for row in pennies], (half, half), (half, half))
    (Fraction(0, 1), Fraction(0, 1))
    """
    for name, mixture, length in (("row", row, len(row_payoffs)), ("column", column, len(row_payoffs[0]))):
        if len(mixture) != length or min(mixture) < 0 or sum(mixture) != 1:
            raise CertificateError(f"{name}: {mixture} is no law on {length} strategies")
    by_row = [sum(p * q for p, q in zip(line, column, strict=True)) for line in row_payoffs]
    by_column = [sum(p * q for p, q in zip(line, row, strict=True)) for line in zip(*column_payoffs, strict=True)]
    ours = sum((p * q for p, q in zip(row, by_row, strict=True)), Fraction(0))
    theirs = sum((p * q for p, q in zip(column, by_column, strict=True)), Fraction(0))
    for name, payoffs, payoff in (("row", by_row, ours), ("column", by_column, theirs)):
        if max(payoffs) > payoff:
            raise CertificateError(f"{name} {payoffs.index(max(payoffs))} gets {max(payoffs)}, more than {payoff}")
    return ours, theirs


def check_mixtures(
    payoffs: Sequence[Sequence[fmpq]], row: Mapping[int, fmpq], column: Mapping[int, fmpq]
) -> tuple[fmpq, fmpq]:
    """Return what two mixtures guarantee in a zero-sum game: at least so much, at most so much to the row player.

    A mixture gives each move that is played its probability. Its guarantee is its mean against the best pure answer,
    and the value lies between the two (von Neumann 1928); where they are equal, both mixtures are optimal. Intervals
    of 128 bits rule out most answers; the others are compared exactly. Cost: one product for each entry of a row or a
    column that is played.

    Raises CertificateError where a mixture is no law.

    >>> half = fmpq(1, 2)
    >>> check_mixtures([[fmpq(1), fmpq(-1)], [fmpq(-1), fmpq(1)]], {0: half, 1: half}, {0: half, 1: half})
    (0, 0)
    """
    for name, mixture, length in (("row", row, len(payoffs)), ("column", column, len(payoffs[0]))):
        if not mixture or min(mixture.values()) < 0 or sum(mixture.values()) != 1 or set(mixture) - set(range(length)):
            raise CertificateError(f"the mixture of the {name} player is no law on {length} moves")
    lower = _best_answer(row.values(), [[payoffs[i][j] for i in row] for j in range(len(payoffs[0]))], min)
    upper = _best_answer(column.values(), [[line[j] for j in column] for line in payoffs], max)
    return lower, upper


def _best_answer(weights: Iterable[fmpq], answers: Sequence[Sequence[fmpq]], best: Callable[..., Any]) -> fmpq:
    """The least or greatest mean of some payoffs, over the answers."""
    law = list(weights)
    with ctx.workprec(128):
        near = [arb(weight) for weight in law]
        means = [sum(map(mul, near, map(arb, answer)), arb(0)) for answer in answers]
        leading = best(means, key=arb.mid)
        still = [answer for answer, mean in zip(answers, means, strict=True) if mean.overlaps(leading)]
    exact = fmpq_mat(1, len(law), law) * fmpq_mat([list(entries) for entries in zip(*still, strict=True)])
    found: fmpq = best(exact.entries())
    return found


def check_play(
    game: Game[Any, Any],
    mixtures: Mapping[Any, tuple[Mapping[Any, fmpq], Mapping[Any, fmpq]]],
    mirror: Callable[[Any], Any] | None = None,
) -> dict[Any, tuple[fmpq, fmpq]]:
    """Return what two strategies guarantee in every position of a zero-sum game of two at once that is sure to end.

    `mixtures` holds, for a position, those of the first and of the second player. Two passes of best responses, by the
    rules alone: the first player's strategy guarantees the least mean over the other's answers of what it guarantees
    later, and so for the second; the value of a position lies between (Shapley 1953). `mirror` exchanges the players,
    in a game whose rules do not tell them apart: a position without mixtures is taken for its mirror image. Cost: one
    look at the rules for each move played with each answer.

    Raises CertificateError for mixtures that are missing or no laws, and for payoffs that are not opposite.

    >>> from gametheory.games.wargame import Wargame
    >>> game, all_in = Wargame(1, 1), ({1: fmpq(1)}, {1: fmpq(1)})
    >>> check_play(game, {game.start(): all_in})[game.start()]
    (0, 0)
    """
    known: dict[Any, tuple[fmpq, fmpq]] = {}

    def bracket(position: Any) -> tuple[fmpq, fmpq]:
        if position not in known:
            known[position] = _bracket(game, position, mixtures, mirror, bracket)
        return known[position]

    for position in mixtures:
        bracket(position)
    return {position: known[position] for position in mixtures}


def _bracket(
    game: Game[Any, Any],
    position: Any,
    mixtures: Mapping[Any, tuple[Mapping[Any, fmpq], Mapping[Any, fmpq]]],
    mirror: Callable[[Any], Any] | None,
    bracket: Callable[[Any], tuple[fmpq, fmpq]],
) -> tuple[fmpq, fmpq]:
    """What both strategies guarantee in a position, given that in later ones."""
    if (end := game.outcome(position)) is not None:
        if len(end.payoffs) != 2 or sum(end.payoffs) != 0:
            raise CertificateError(f"the payoffs in {position} are not opposite")
        return (payoff := _rational(end.payoffs[0])), payoff
    if position not in mixtures:
        if mirror is None or mirror(position) not in mixtures:
            raise CertificateError(f"there are no mixtures for {position}")
        lower, upper = bracket(mirror(position))
        return -upper, -lower
    both = [list(game.moves(position, player)) for player in game.players]
    row, column = mixtures[position]
    for mixture, moves in zip((row, column), both, strict=True):
        if not mixture or min(mixture.values()) < 0 or sum(mixture.values()) != 1 or not set(mixture) <= set(moves):
            raise CertificateError(f"a mixture in {position} is no law on the moves there")

    def worth(i: Any, j: Any, side: int) -> fmpq:
        following = game.after(position, i, j)
        if not isinstance(following, Chance):
            return bracket(following)[side]
        return sum((_rational(chance) * bracket(after)[side] for after, chance in following.items()), fmpq(0))

    lower = _best_answer(row.values(), [[worth(i, j, 0) for i in row] for j in both[1]], min)
    upper = _best_answer(column.values(), [[worth(i, j, 1) for j in column] for i in both[0]], max)
    return lower, upper


@cache
def _rational(number: Fraction) -> fmpq:
    """The number for exact arithmetic at speed."""
    return fmpq(number.numerator, number.denominator)


def check_strategy(
    graph: nx.MultiDiGraph,
    player: str,
    choice: Mapping[Position, Move],
    outcomes: Collection[str | Outcome],
    endless: bool = False,
) -> int:
    """Return how many positions play can reach when a player keeps to a strategy that forces one of some outcomes.

    `choice` says what he does in each position that then comes up, whatever all others and chance do. Play ends in one
    of the outcomes, given by name or, where payoffs count, whole; with `endless` it may also go on for ever. Cost: the
    edges.

    Raises CertificateError where the strategy has no move, or one that is not allowed, play ends otherwise, or, unless
    `endless`, can go round.

    >>> from gametheory import Castle, state_graph
    >>> from gametheory.games.castle import Volley
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> check_strategy(graph, "soldiers", {graph.graph["start"]: Volley(1, 0)}, ["soldiers"])
    2
    """
    game, met = graph.graph["game"], nx.MultiDiGraph()
    met.add_node(graph.graph["start"])
    queue = [graph.graph["start"]]
    while queue:
        position = queue.pop()
        end = graph.nodes[position]["outcome"]
        if end is not None:
            if end.name not in outcomes and end not in outcomes:
                raise CertificateError(f"play can end in {position}, with {end.name}")
            continue
        laws = options(graph, position)
        moving = movers(game, position)
        if player in moving:
            index = moving.index(player)
            laws = {m: law for m, law in laws.items() if position in choice and m[index] == choice[position]}
        if not laws:
            raise CertificateError(f"the strategy has no move, or one that is not allowed, in {position}")
        for following in {following for law in laws.values() for following in law}:
            if following not in met:
                queue.append(following)
            met.add_edge(position, following)
    if not endless and not nx.is_directed_acyclic_graph(met):
        raise CertificateError("play can go round without an end")
    return len(met)


def check_best(
    graph: nx.MultiDiGraph,
    worth: Mapping[Position, Fraction],
    values: Mapping[Position, Fraction],
    choice: Mapping[Position, tuple[Move, ...]],
) -> Fraction:
    """Return the greatest expected worth of the ending from the start, for one mover with or without chance.

    Endless play is worth 0. `values` is what `choice` attains: the mean over what follows, `worth` at an end, and 0
    where the choice never ends. No other way to play gets more: no move has a greater mean; and the mover cannot stay
    for ever in positions of negative value, so that what is left of the value in the long run is not below 0.

    Raises CertificateError at the first position where that fails, and where two move. Cost: the edges; more where play
    can go round at a loss.
    """
    game, kept = graph.graph["game"], nx.MultiDiGraph()
    movers_seen: set[str] = set()
    for position, end in graph.nodes(data="outcome"):
        kept.add_node(position, outcome=end)
        if end is not None:
            _require(values[position] == worth[position], f"the end {position} is not valued {worth[position]}")
            continue
        movers_seen |= set(movers(game, position))
        laws = options(graph, position)
        _require(len(movers_seen) < 2 and choice[position] in laws, f"the choice in {position} is not allowed")
        for moves, law in laws.items():
            value = sum(p * values[following] for following, p in law.items())
            _require(value <= values[position], f"{moves} in {position} is worth {value}, not {values[position]}")
            _require(
                moves != choice[position] or value == values[position], f"the choice in {position} is worth {value}"
            )
        kept.add_edges_from((position, following) for following in laws[choice[position]])
    never = set(graph) - _can_end(kept)
    _require(all(values[position] == 0 for position in never), "a position from which the choice never ends is not 0")
    losing = {position for position, value in values.items() if value < 0 and graph.nodes[position]["outcome"] is None}
    while left := {u for u in losing if not any(losing >= law.keys() for law in options(graph, u).values())}:
        losing -= left
    _require(not losing, "the mover can stay for ever in positions of negative value")
    return values[graph.graph["start"]]


def check_turns(
    graph: nx.MultiDiGraph,
    worth: Mapping[Position, tuple[Fraction, ...]],
    values: Mapping[Position, tuple[Fraction, ...]],
    choice: Mapping[Position, tuple[Move, ...]],
) -> tuple[Fraction, ...]:
    """Return what each player gets from the start in a subgame-perfect equilibrium of a game of turns and chance.

    `values` is what `choice` leads to, and in no position its mover gains by one other move; where play cannot go
    round, then by no other strategy either (the one-shot deviation principle). Cost: the edges.

    Raises CertificateError at the first position where that fails, where two move at once or play can go round.
    """
    game = graph.graph["game"]
    _require(nx.is_directed_acyclic_graph(graph), "play can go round")
    for position, end in graph.nodes(data="outcome"):
        if end is not None:
            _require(values[position] == worth[position], f"the end {position} is not valued {worth[position]}")
            continue
        laws, moving = options(graph, position), movers(game, position)
        _require(len(moving) < 2 and choice[position] in laws, f"the choice in {position} is not allowed")
        means = {
            moves: tuple(sum(p * values[v][i] for v, p in law.items()) for i in range(len(values[position])))
            for moves, law in laws.items()
        }
        _require(means[choice[position]] == values[position], f"the choice in {position} does not attain its value")
        for player in moving:
            i = game.players.index(player)
            better = [moves for moves, mean in means.items() if mean[i] > values[position][i]]
            _require(not better, f"{player} gains by {better} in {position}")
    return values[graph.graph["start"]]


def check_rounds(
    graph: nx.MultiDiGraph,
    worth: Mapping[Position, tuple[Fraction, ...]],
    values: Mapping[Position, Fraction],
    mixtures: Mapping[Position, Mapping[str, Mapping[Move, Fraction]]],
) -> Fraction:
    """Return what the first of two players gets on average from the start, where one gets what the other loses.

    In each position the mixture of either player guarantees its value against every move of the other; backward
    induction then makes it the value of play from there on. Cost: the edges, once for each player.

    Raises CertificateError at the first position where that fails, and where play can go round.
    """
    game = graph.graph["game"]
    _require(nx.is_directed_acyclic_graph(graph) and len(game.players) == 2, "play can go round, or not two play")
    for position, end in graph.nodes(data="outcome"):
        if end is not None:
            due = worth[position][0]
            _require(due == values[position] == -worth[position][1], f"the end {position} is not valued {due}")
            continue
        moving, laws = movers(game, position), options(graph, position)
        means = {moves: sum(p * values[v] for v, p in law.items()) for moves, law in laws.items()}
        for player, sign in zip(game.players, (1, -1), strict=True):
            mixture = mixtures[position][player] if player in moving else {}
            allowed = min(mixture.values(), default=1) >= 0 and sum(mixture.values()) == (player in moving)
            _require(allowed, f"in {position} {player} does not mix moves by a law")
            against: dict[tuple[Move, ...], Fraction] = {}
            for moves, mean in means.items():
                own = dict(zip(moving, moves, strict=True))
                others = tuple(move for name, move in own.items() if name != player)
                share = mixture.get(own[player], Fraction(0)) if player in own else Fraction(1)
                against[others] = against.get(others, Fraction(0)) + share * mean
            worst = min(sign * value for value in against.values())
            _require(worst >= sign * values[position], f"in {position} {player} does not guarantee {values[position]}")
    return values[graph.graph["start"]]


def _require(holds: bool, why: str) -> None:
    if not holds:
        raise CertificateError(why)
