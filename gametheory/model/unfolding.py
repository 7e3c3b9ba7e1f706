"""From rules to positions: arrays of all that play can reach, a networkx graph of them, and symmetric positions.

`unfold` calls the rules breadth first from the start. Solvers read the arrays, or the graph that `state_graph` makes of
them. If the rules have a method `canonical`, one position stands for all that are symmetric to it: `QuotientGame`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from itertools import chain, islice, product
from sys import modules
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from gametheory.model.game import (
    LIMITS,
    Distribution,
    Exploration,
    GameRules,
    Move,
    Outcome,
    Position,
    PositionLimitExceeded,
    RulesError,
    Watch,
    active_players,
)
from gametheory.model.layered import LayeredGame, unfold_layers
from gametheory.model.state_arrays import ArrayBuilder, StateArrays, numbering

if TYPE_CHECKING:
    import networkx as nx

MAX_MOVES = 1_000_000
POSITIONS_AT_A_TIME = 64  # between two calls of the function that watches the exploration
MOVES_AT_A_TIME = 2_000  # before new positions are counted


def unfold(game: GameRules, limit: int = 1_000_000, watch: Watch | None = None) -> StateArrays:
    """Return all positions that play can reach and their moves, as arrays.

    If the rules have a method `canonical`, the positions are representatives of symmetric ones: see `QuotientGame`.
    Cost: one call of `outcome` for each position, of `moves` for each player and position in which play goes on, and of
    `after` for each joint move; besides these calls, about as much as a loop that only numbers the positions. Memory:
    that of the positions, about 100 bytes for each in a dictionary, and 8 bytes for each move.

    Parameters
    ----------
    game : Game
        The rules.
    limit : int
        The greatest number of positions.
    watch : callable, optional
        A function that is called again and again with an `Exploration`, and may raise an error to stop.

    Returns
    -------
    StateArrays
        The positions and moves. Every solver takes them; `state_graph` makes a networkx graph of them.

    Raises
    ------
    PositionLimitExceeded
        As soon as play reaches more than `limit` positions.
    RulesError
        If the rules contradict themselves.

    Examples
    --------
    >>> from gametheory.games.castle import Castle
    >>> arrays = unfold(Castle(1, 2, 1))
    >>> len(arrays), arrays.successor.tolist()
    (3, [1, 2, 1])
    >>> unfold(Castle(1, 2, 1), watch=lambda so_far: print(so_far.found)).start
    2
    3
    3
    0
    """
    rules = quotient(game)
    # rules of arrays are called for many positions at a time
    if isinstance(rules, LayeredGame):
        return unfold_layers(rules, limit, watch=watch)
    return Unfolding(rules, rules.start(), limit).arrays(watch)


class Batch(NamedTuple):
    """Some positions, and what the rules return in them; the next positions have no numbers yet."""

    ends: list[int]  # the number of the outcome, -1 if play goes on
    groups: list[int]  # the number of the group of active players, -1 if play is over
    choices: list[tuple[tuple[Move, ...], ...]]  # the moves of each active player
    counts: list[int]  # how many joint moves there are
    codes: list[int]  # the number of each joint move
    results: list[object]  # what follows each of them: a position or a distribution


class Unfolding:
    """The positions and moves of a game as far as they are known."""

    def __init__(self, game: GameRules, start: Position, limit: int) -> None:
        self.game = game
        self.players = game.players
        self.limit = limit
        self.positions = [start]
        self.index = numbering()
        self.index[start]  # the start gets the number 0
        self.groups, self.builder = numbering(), ArrayBuilder(self.positions)

    def arrays(self, watch: Watch | None = None) -> StateArrays:
        """Return the arrays of all positions; `watch` is called again and again with what is known so far."""
        positions, done = self.positions, 0
        while done < len(positions):  # the list grows while it is read
            done += self.add(positions[done : done + POSITIONS_AT_A_TIME])
            if watch is not None:
                watch(self._so_far(done))
        self.index.default_factory = None  # from now on, other positions get no numbers
        return self.builder.arrays(self.game, 0, self.index, list(self.groups))

    def add(self, positions: list[Position]) -> int:
        """Add the outcomes or the moves of some positions, and return of how many: of fewer if they have many moves."""
        return self.number(self.call(positions))

    def call(self, positions: list[Position]) -> Batch:
        """Call the rules in some positions; in fewer if they have many moves."""
        outcome_of = self.game.outcome
        moves_of = self.game.moves
        after = self.game.after
        players = self.players
        outcomes = self.builder.outcomes
        code_of = self.builder.moves.__getitem__
        groups = self.groups
        batch = ends, group_of, choices_of, counts, codes, results = Batch([], [], [], [], [], [])
        for position in positions:
            outcome = outcome_of(position)
            active: tuple[str, ...] = ()
            choices: tuple[tuple[Move, ...], ...] = ()
            if outcome is not None:
                ends.append(outcomes[outcome])
                group_of.append(-1)
                choices_of.append(choices)
                counts.append(0)
                continue
            for player in players:
                moves = moves_of(position, player)
                if type(moves) is not tuple:  # a list can be changed later, and a generator can be endless
                    moves = tuple(islice(moves, MAX_MOVES + 1))
                    if len(moves) > MAX_MOVES:
                        raise RulesError(f"{player} has more than {MAX_MOVES:,} moves in {position}; see {LIMITS}")
                if moves:
                    active = (*active, player)
                    choices = (*choices, moves)
            ends.append(-1)
            group_of.append(groups[active])
            choices_of.append(choices)
            if len(choices) == 1:  # in nearly all games: twice as fast as the general case
                moves = choices[0]
                counts.append(len(moves))
                codes.extend(map(code_of, zip(moves)))
                for move in moves:  # Python calls a function of the rules faster than `map` does
                    results.append(after(position, move))
            else:
                joint = list(product(*choices))  # one empty joint move, the chance event, if no player is active
                counts.append(len(joint))
                codes.extend(map(code_of, joint))
                results.extend(after(position, *moves) for moves in joint)
                if not choices and not isinstance(results[-1], Distribution):
                    what = "no player has a move in"
                    raise RulesError(f"{what} {position}, it has no outcome, and no chance event follows")
            if len(results) > MOVES_AT_A_TIME:
                break
        return batch

    def number(self, batch: Batch) -> int:
        """Number what follows in a batch, add its positions, and return how many there are."""
        results, distributions = batch.results, None
        # the types are few: one look at each is faster than one at each result
        if any(issubclass(kind, Distribution) for kind in set(map(type, results))):
            spread: list[dict[object, Any]] = []
            for result in results:
                spread.append(result if isinstance(result, Distribution) else {result: 1})
            probabilities = list(chain.from_iterable(map(dict.values, spread)))
            # where one move has several successors, every move lists how many it has
            distributions = list(map(len, spread)), probabilities
            results = list(chain.from_iterable(spread))
        index, positions = self.index, self.positions
        successors = list(map(index.__getitem__, results))
        if len(index) > self.limit:
            raise PositionLimitExceeded(self.limit + 1, self.limit, next(reversed(index)))
        # a dictionary keeps the order in which its keys were added: the new positions are its last keys
        newest_first = list(islice(reversed(index), len(index) - len(positions)))
        positions += reversed(newest_first)
        self.builder.add(batch.ends, batch.groups, batch.counts, batch.codes, successors, distributions)
        return len(batch.ends)

    def _so_far(self, done: int) -> Exploration:
        """Return what is known so far."""
        builder = self.builder
        groups = list(self.groups)
        return Exploration(
            found=len(self.positions),
            done=done,
            edges=len(builder.successor),
            groups=groups,
            chance=() in groups or bool(builder.sizes),
            outcomes=list(builder.outcomes),
            newest=self.positions[-1],
        )


# What `unfold` and what `state_graph` return: solvers and checkers read either.
StateGraph: TypeAlias = "StateArrays | nx.MultiDiGraph[Any]"


def state_graph(game: GameRules, limit: int = 1_000_000) -> nx.MultiDiGraph[Any]:
    """Unfold a game into the graph of all positions that play can reach, breadth first from the start.

    If the rules have a method `canonical`, the positions are representatives of symmetric ones: see `QuotientGame`.
    Cost: that of `unfold`, and about a microsecond and 1 kB for each edge of the networkx graph. Solvers take this
    graph, or what `unfold` returns, which is smaller and faster.

    Parameters
    ----------
    game : Game
        The rules.
    limit : int
        The greatest number of positions.

    Returns
    -------
    networkx.MultiDiGraph
        The attributes of the graph are `game` and `start`. A node is a position, with the attribute `outcome` (None if
        play goes on). An edge has the attributes `moves`, one for each active player, and `probability`.

    Raises
    ------
    PositionLimitExceeded
        As soon as play reaches more than `limit` positions.
    RulesError
        If the rules contradict themselves.

    Examples
    --------
    >>> from gametheory.games.castle import Castle
    >>> graph = state_graph(Castle(10, 11, 15))
    >>> len(graph), [outcome.name for _, outcome in graph.nodes(data="outcome") if outcome]
    (8, ['castle', 'castle', 'soldiers'])
    """
    return networkx_graph(unfold(game, limit))


def is_networkx_graph(value: object) -> bool:
    """Whether a value is a graph of networkx.

    >>> is_networkx_graph([[1, 2], [3, 4]])
    False
    """
    # who has such a graph has imported networkx, which takes a third of the time of a small command
    networkx = modules.get("networkx")
    return networkx is not None and isinstance(value, networkx.Graph)


def networkx_graph(arrays: StateArrays) -> nx.MultiDiGraph[Any]:
    """Return the graph that `state_graph` describes, given its arrays.

    >>> from gametheory import unfold
    >>> from gametheory.games.castle import Castle
    >>> list(networkx_graph(unfold(Castle(1, 2, 1))).edges(data="probability"))[0]
    (Position(soldiers=1, defenders=0, strength=2), Position(soldiers=1, defenders=1, strength=1), Fraction(1, 1))
    """
    import networkx as nx  # here, because solvers that take arrays do without it

    graph: nx.MultiDiGraph[object] = nx.MultiDiGraph(game=arrays.game, start=arrays.start_position)
    # the last for -1: play goes on
    positions = arrays.positions
    outcomes = [*arrays.outcomes, None]
    for position, code in zip(positions, arrays.outcome_of.tolist(), strict=True):
        graph.add_node(position, outcome=outcomes[code])
    joints = zip(arrays.sources, arrays.joint_move_of_edge(), arrays.successor, strict=True)
    for edge, (source, joint, successor) in enumerate(joints):
        moves = arrays.moves[arrays.move_of[joint]]
        graph.add_edge(positions[source], positions[successor], moves=moves, probability=arrays.probability(edge))
    return graph


def game_of(graph: StateGraph) -> Any:
    """Return the rules of a state graph."""
    if isinstance(graph, StateArrays):
        return graph.game
    return graph.graph["game"]


def start_of(graph: StateGraph) -> Position:
    """Return the first position of a state graph."""
    start: Position = graph.start_position if isinstance(graph, StateArrays) else graph.graph["start"]
    return start


def joint_moves(graph: StateGraph, position: Position) -> dict[tuple[Move, ...], dict[Position, Fraction]]:
    """Return each joint move in a position of a state graph with the distribution of the next position.

    Cost: the edges from the position.

    >>> from gametheory.games.castle import Castle
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> joint_moves(graph, graph.graph["start"])
    {(Volley(at_castle=1, at_defenders=0),): {Position(soldiers=1, defenders=0, strength=0): Fraction(1, 1)}}
    """
    if isinstance(graph, StateArrays):
        return graph.joint_moves(graph.index[position])
    distributions: dict[tuple[Move, ...], dict[Position, Fraction]] = {}
    for _, successor, edge in graph.out_edges(position, data=True):
        distributions.setdefault(edge["moves"], {})[successor] = edge["probability"]
    return distributions


def outcome_of(graph: StateGraph, position: Position) -> Outcome | None:
    """Return the outcome of a position of a state graph; None if play goes on.

    >>> from gametheory.games.castle import Castle
    >>> outcome_of(state_graph(Castle(1, 2, 1)), Castle(1, 2, 1).start())
    """
    if isinstance(graph, StateArrays):
        code = graph.outcome_of[graph.index[position]]
        return graph.outcomes[code] if code >= 0 else None
    outcome: Outcome | None = graph.nodes[position]["outcome"]
    return outcome


def state_arrays(graph: StateGraph) -> StateArrays:
    """Return the positions and moves of a state graph as arrays: as they are, or from a networkx graph.

    Cost: none, or the positions and edges.

    >>> from gametheory import unfold
    >>> from gametheory.games.castle import Castle
    >>> unfold(Castle(1, 2, 1)).successor.tolist()
    [1, 2, 1]
    """
    if isinstance(graph, StateArrays):
        return graph
    positions = list(graph)
    index = {position: number for number, position in enumerate(positions)}
    builder = ArrayBuilder(positions)
    for position, attributes in graph.nodes.items():
        # networkx lists edges in the order of their ends, not of the moves to which they belong
        by_move: dict[int, list[tuple[int, object]]] = {}
        for _, successor, edge in graph.out_edges(position, data=True):
            move = builder.moves[edge["moves"]]
            by_move.setdefault(move, []).append((index[successor], edge.get("probability")))
        successors, probabilities = [], []
        for successor, probability in chain.from_iterable(by_move.values()):
            successors.append(successor)
            probabilities.append(probability)
        outcome = attributes.get("outcome")
        if outcome is None:
            end = -1
        else:
            end = builder.outcomes[outcome]
        distributions = list(map(len, by_move.values())), probabilities
        builder.add([end], [-1], [len(by_move)], list(by_move), successors, distributions)
    start = index.get(graph.graph.get("start"), -1)
    return builder.arrays(graph.graph.get("game"), start, index)


SAMPLES = 200


class QuotientGame:
    """The game between representatives: after each move, the position is replaced by its canonical one.

    A play of the quotient is a play of the rules up to symmetry, so a position has the same value in both if symmetric
    positions have the same outcomes and the same moves up to symmetry. All other attributes are those of the rules.

    >>> class Cards:
    ...     players = ("one",)
    ...     def start(self): return "ab"
    ...     def outcome(self, hand): return None
    ...     def moves(self, hand, player): return hand
    ...     def after(self, hand, card): return hand.replace(card, "") + "c"
    ...     def canonical(self, hand): return "".join(sorted(hand, reverse=True))
    >>> game = QuotientGame(Cards())
    >>> game.start(), game.after("ba", "a"), list(game.moves("ba", "one"))
    ('ba', 'cb', ['b', 'a'])
    """

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.players: tuple[str, ...] = rules.players

    def start(self) -> Position:
        """Return the representative of the first position."""
        return self.canonical(self.rules.start())

    def after(self, position: Position, *moves: Move) -> Any:
        """Return the representative of the next position, or the distribution of representatives."""
        # positions that are symmetric to each other fall together: their probabilities are added
        result = self.rules.after(position, *moves)
        if not isinstance(result, Distribution):
            return self.canonical(result)
        total: dict[Position, Any] = {}
        for successor, probability in result.items():
            representative = self.canonical(successor)
            total[representative] = total.get(representative, 0) + probability
        return Distribution(total)

    def canonical(self, position: Position) -> Position:
        """Return the representative of a position."""
        representative: Position = self.rules.canonical(position)
        if representative is None:
            raise RulesError(f"canonical({position}) is None, which is not a position: is a `return` missing?")
        return representative

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the rules."""
        if name == "rules":  # before __init__, when a copy is made
            raise AttributeError(name)
        return getattr(self.rules, name)


def quotient(game: object) -> Any:
    """Return the game between representatives if the rules have a method `canonical`, otherwise the rules.

    A `LayeredGame` returns representatives from `expand`, and is not changed.

    >>> from gametheory import Castle
    >>> quotient(Castle(1, 2, 1)) == Castle(1, 2, 1)
    True
    """
    if isinstance(game, QuotientGame | LayeredGame) or not callable(getattr(game, "canonical", None)):
        return game
    if callable(getattr(game, "observation", None)):
        raise RulesError("a game has canonical or observation, not both")
    return QuotientGame(game)


def check_canonical(arrays: StateArrays) -> None:
    """Check samples of positions: `canonical` is idempotent, and symmetric positions have the same moves and outcomes.

    The samples are next positions as the rules give them, spread over the graph. Same moves: as many for each player,
    with the same representatives of the next positions. Cost: at most 200 positions and their moves.

    >>> from gametheory import Outcome, unfold
    >>> class Wrong:
    ...     players = ("one",)
    ...     def start(self): return 5
    ...     def outcome(self, at): return None if at else Outcome("over")
    ...     def moves(self, at, player): return range(1, at + 1)
    ...     def after(self, at, taken): return at - taken
    ...     def canonical(self, at): return at - at % 2
    >>> check_canonical(unfold(Wrong()))
    Traceback (most recent call last):
    gametheory.model.game.RulesError: canonical(1) is 0, and outcome is None at the first and Outcome(name='over', \
payoffs=()) at the second
    """
    game: Any = arrays.game
    # equality of all images would need the whole game, which the rules want to spare
    for position in {game.rules.start(), *_samples(game, arrays)}:
        representative = game.canonical(position)
        if game.canonical(representative) != representative:
            raise RulesError(f"canonical({position}) is {representative}, whose canonical is another position")
        symmetric = _facts(game, position), _facts(game, representative)
        for (name, fact), other in zip(symmetric[0].items(), symmetric[1].values(), strict=False):
            if fact != other:
                what = f"{name} is {fact} at the first and {other} at the second"
                raise RulesError(f"canonical({position}) is {representative}, and {what}")


def _samples(game: Any, arrays: StateArrays) -> list[Position]:
    """Return positions after moves that are spread over the graph, as the rules give them."""
    count = len(arrays.move_of)
    joints = np.unique(np.linspace(0, count - 1, min(SAMPLES, count)).astype(np.int64))
    samples: list[Position] = []
    for joint in joints.tolist():
        source = int(np.searchsorted(arrays.first_move, joint, "right")) - 1
        result = game.rules.after(arrays.positions[source], *arrays.moves[arrays.move_of[joint]])
        samples.extend(islice(result, 3) if isinstance(result, Distribution) else [result])
    return samples


def _facts(game: Any, position: Position) -> dict[str, object]:
    """Return what symmetric positions must have in common: first the outcome, and the rest only if play goes on."""
    outcome = game.rules.outcome(position)
    facts: dict[str, object] = {"outcome": outcome}
    if outcome is None:
        facts["the list of active players"] = active_players(game, position)
        facts["the number of positions that follow, up to symmetry,"] = _following(game, position)
    return facts


def _following(game: GameRules, position: Position) -> Counter[Hashable]:
    """Return how many joint moves lead to each representative, or to each distribution of them."""
    choices = [game.moves(position, player) for player in active_players(game, position)]
    following: Counter[Hashable] = Counter()
    for joint_move in product(*choices):
        result = game.after(position, *joint_move)
        following[frozenset(result.items()) if isinstance(result, Distribution) else result] += 1
    return following
