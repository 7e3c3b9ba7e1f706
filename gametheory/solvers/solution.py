"""The result of `gametheory.solve`: one type for every class of game, as JSON, as sentences and as a table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from gametheory.model.classes import GameClass, Labels, MoveOrder, Payoffs, json_value, labels_of, short_text
from gametheory.model.extensive_form import distinct_names
from gametheory.model.game import Move, Position
from gametheory.model.state_arrays import PositionMap, StateArrays
from gametheory.model.unfolding import networkx_graph
from gametheory.numbers.format import JsonObject, did_you_mean, format_decimal, format_number, pluralize
from gametheory.numbers.rationals import exact_text
from gametheory.numbers.table import MAX_ROWS, Block, Printable, Table
from gametheory.solvers.arrays import JointMove, MoveSet, Strategy

if TYPE_CHECKING:
    import networkx as nx

MAX_DECISIONS = 20  # in a table
MAX_HINTS = 2_000  # positions among which one that is spelled alike is looked for
MAX_MOVES_OF_A_PLAY = 12
OTHER_EQUILIBRIA = {
    "none": "There is no other subgame-perfect equilibrium.",
    "some": "There are other subgame-perfect equilibria.",
    "unknown": "There may be other equilibria.",
}
LONG = 10**300  # too large for a float
COLUMNS = ("position", "player", "move")
SMALL = 20  # decisions of a strategy that is listed whole
LONG_DENOMINATOR = 10**9

MixedMove: TypeAlias = Mapping[Move, Fraction]
Decision: TypeAlias = tuple[Position, str, MixedMove]


class Check(NamedTuple):
    """One part of a solution that was checked again, and the checker of `gametheory.verify` that accepted it."""

    what: str
    checker: str


@dataclass(frozen=True)
class OutcomeDistance:
    """An outcome of a single-player game without chance moves."""

    distance: int
    shortest_plays: int
    play: tuple[Move, ...]
    strategy: Strategy = field(repr=False)
    distances: Mapping[Position, int] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class OutcomeProbability:
    """An outcome of a game with chance moves; `most` is the greatest probability if only bounds are known."""

    probability: Fraction
    strategy: Strategy = field(default_factory=dict, repr=False)
    most: Fraction | None = None


@dataclass(frozen=True)
class ForcedOutcome:
    """The player who can force a win in a zero-sum sequential game without chance moves."""

    winner: str | None
    outcomes: tuple[str, ...] = ()
    positions: int = 0
    moves: int | None = None


@dataclass(frozen=True)
class GrundyValue:
    """The Grundy value of the start of an impartial game; a misère value if the player who moves last loses."""

    value: int
    last_mover_wins: bool


@dataclass(frozen=True, repr=False)
class Solution(Printable):
    """The solution of a game, by `gametheory.solve`; all numbers are exact.

    Attributes
    ----------
    graph : networkx.MultiDiGraph
        The state graph of the game.
    game_class : GameClass
        The order of moves, whether there are chance moves, and whether play can cycle.
    zero_sum : bool
        Whether there are two players and their payoffs add up to 0 in every outcome.
    method : str
        The method of the solver.
    payoffs : dict of str to Fraction
        The expected payoff of every player at the start; empty if the outcomes have no payoffs.
    strategy : dict of position to dict of player to dict of move to probability
        The strategy of every player in every position where a player moves. A pure choice is one move with
        probability 1. In single-player games it serves the `objective`.
    objective : str or None
        Single-player games: "payoff" if the outcomes have payoffs; otherwise the name of an outcome, which is the
        outcome named after the player, or the first by name.
    outcomes : dict of str to OutcomeDistance or OutcomeProbability
        Games with at most one player, and stochastic games of several players without payoffs: the facts about each
        outcome.
    never_ends : Fraction or None
        Chance games: the probability that play never ends.
    expected_duration : Fraction or None
        Chance games: the expected number of moves; None if it is infinite.
    forced : ForcedOutcome or None
        Zero-sum sequential games without chance moves: the winner.
    grundy : GrundyValue or None
        Impartial games: the Grundy value of the start.
    equilibria : int or None
        Games in normal or extensive form: the number of Nash equilibria that were found; `strategy` is the first.
    all_equilibria : bool
        Whether these are all extreme equilibria.
    bounds : dict of str to (Fraction, Fraction)
        If only a bracket is known, and `payoffs` is empty: a lower and an upper bound of every player's payoff. In an
        ε-equilibrium the upper bound is also one of what the player can get by any other strategy.
    epsilon : Fraction or None
        What a player can gain at most by another strategy, from any position, if the strategies are an ε-equilibrium
        and not exactly an equilibrium; otherwise None.
    criterion : str or None
        What the payoffs of a game that pays after every move are: discounted by a factor, or a mean; otherwise None.
    other_equilibria : str or None
        Games of several players that are not zero-sum: whether there are other subgame-perfect equilibria, "none",
        "some" or "unknown".
    optimal_moves : collection of (position, joint move)
        All moves that a drawing shows as optimal; of mixed strategies with their probabilities, as a dict.
    checked : tuple of Check
        The parts that were checked again without the solver.
    values : dict of position to tuple of Fraction
        Sequential games solved by backward induction or retrograde analysis: the payoffs of all players from every
        position on, in the order of `players`.
    distances : dict of position to int
        Retrograde analysis: the number of moves to the end, from every position in which one can be forced.
    seconds : float
        The time that the solution took.

    Examples
    --------
    >>> from gametheory import Castle, solve
    >>> solution = solve(Castle(1, 2, 1))
    >>> solution.positions, solution.moves, solution.start
    (3, 3, Position(soldiers=1, defenders=0, strength=2))
    """

    arrays: StateArrays = field(repr=False, compare=False)
    game_class: GameClass
    method: str
    checked: tuple[Check, ...]
    zero_sum: bool = False
    payoffs: Mapping[str, Fraction] = field(default_factory=dict)
    strategy: Strategy = field(default_factory=dict, repr=False)
    objective: str | None = None
    outcomes: Mapping[str, OutcomeDistance | OutcomeProbability] = field(default_factory=dict, repr=False)
    never_ends: Fraction | None = None
    expected_duration: Fraction | None = None
    forced: ForcedOutcome | None = None
    grundy: GrundyValue | None = None
    equilibria: int | None = None
    all_equilibria: bool = False
    bounds: Mapping[str, tuple[Fraction, Fraction]] = field(default_factory=dict)
    epsilon: Fraction | None = None
    criterion: str | None = None
    other_equilibria: str | None = None
    optimal_moves: Collection[JointMove] = field(default=frozenset(), repr=False)
    values: Mapping[Position, Payoffs] = field(default_factory=dict, repr=False)
    distances: Mapping[Position, int] = field(default_factory=dict, repr=False)
    seconds: float = field(default=0.0, compare=False)

    @property
    def positions(self) -> int:
        """The number of positions that play can reach."""
        return len(self.arrays)

    @property
    def moves(self) -> int:
        """The number of edges of the state graph: one for each joint move and each position that can follow it."""
        return len(self.arrays.successor)

    @property
    def start(self) -> Position:
        """The first position."""
        return self.arrays.start_position

    @property
    def best_first_moves(self) -> tuple[Move, ...]:
        """Sequential games whose value is known: every optimal move at the start."""
        # with a bracket no move is known to be the best, and a mixed strategy has no best move
        if self.bounds or not isinstance(self.optimal_moves, MoveSet):
            return ()
        return tuple(moves[0] for moves in self.optimal_moves.moves_in(self.arrays.start))

    @property
    def graph(self) -> nx.MultiDiGraph[Any]:
        """The state graph, made of the arrays each time that it is read."""
        return networkx_graph(self.arrays)

    @property
    def labels(self) -> Labels:
        """The texts of positions and moves; of a table or a tree, whose strategies have other positions, the names."""
        return labels_of(self._rules)

    @property
    def _rules(self) -> object:
        """The rules whose positions the strategies have; None of a table or a tree, whose strategies have others."""
        return None if self.equilibria is not None else self.arrays.game

    def view(
        self, rest: str = "`strategy` has all of them", player: str | None = None, start: str | None = None
    ) -> Iterator[Block]:
        """Yield the results, the first 20 decisions of the strategies in order of play, and the checks.

        `rest` says where the other decisions are. With a player, or the text of a position where play begins, there are
        ten times as many decisions: those of the player, from that position on.
        """
        yield from summary(self)
        if self.strategy:
            if player is None and start is None:
                limit = MAX_DECISIONS
            else:
                limit = MAX_ROWS
            table, more = strategy_table(self, limit, rest, player, start)
            yield table
            if more:
                yield more
        yield checks(self)

    def __len__(self) -> int:
        """Return the number of decisions: of players at positions."""
        return decision_count(self)

    def __bool__(self) -> bool:
        """Return True, also if no player decides anything."""
        return True

    def __iter__(self) -> Iterator[Decision]:
        """Yield the decisions: position, player, and the probability of each move."""
        return all_decisions(self)

    def rows(self) -> list[dict[str, object]]:
        """Return the probability of each move of each decision, exactly, as rows for pandas or a file of CSV.

        If no player decides anything, the rows are the outcomes and their probabilities.

        Examples
        --------
        >>> from gametheory import Castle, solve
        >>> solve(Castle(10, 11, 15)).rows()[0]
        {'position': '(10, 0, 11)', 'player': 'soldiers', 'move': '(10, 0)', 'probability': Fraction(1, 1)}
        """
        rows: list[dict[str, object]] = []
        if not len(self):
            for name, facts in self.outcomes.items():
                rows.append({"outcome": name, "probability": getattr(facts, "probability", None)})
            return rows
        labels = self.labels
        for position, player, mixed in self:
            head = {"position": labels.position(position), "player": player}
            for text, probability in zip(move_texts(mixed, position, labels), mixed.values(), strict=True):
                rows.append({**head, "move": text, "probability": probability})
        return rows

    def __repr__(self) -> str:
        """Return the size, the class, the method and the payoffs on one line; `print` shows more."""
        facts = [pluralize(self.positions, "position"), str(self.game_class), self.method]
        payoffs = [f"{player} {format_number(payoff)}" for player, payoff in self.payoffs.items()]
        for player, (lower, upper) in self.bounds.items():
            payoffs.append(f"{player} from {format_number(lower)} to {format_number(upper)}")
        if payoffs:
            facts.append(f"payoffs {', '.join(payoffs)}")
        if self.outcomes:
            facts.append(f"outcomes {', '.join(self.outcomes)}")
        return f"<Solution: {'; '.join(facts)}>"

    def as_json(self) -> JsonObject:
        """Return the solution as values that `json.dumps` takes: exact numbers become strings such as "3/5".

        Examples
        --------
        >>> from gametheory import Castle, solve
        >>> document = solve(Castle(10, 11, 15)).as_json()
        >>> document["class"], document["outcomes"]["soldiers"]["distance"], document["strategy"][0]
        ('single-player', 4, {'position': [10, 0, 11], 'player': 'soldiers', 'move': [10, 0]})
        """
        return {
            "class": str(self.game_class.order),
            "chance": self.game_class.chance,
            "cyclic": self.game_class.cyclic,
            "zero_sum": self.zero_sum,
            "method": self.method,
            "positions": self.positions,
            "moves": self.moves,
            "start": json_value(self.start),
            "payoffs": self._payoffs_json(),
            **dict(self._facts()),
            "strategy": self._strategy_json(self.strategy),
            "checked": [list(check) for check in self.checked],
            "seconds": self.seconds,
        }

    def _payoffs_json(self) -> dict[str, object]:
        exact: dict[str, object] = {player: exact_text(payoff) for player, payoff in self.payoffs.items()}
        # a value that is known only between bounds is an object of both
        for player, (lower, upper) in self.bounds.items():
            exact[player] = {"lower": exact_text(lower), "upper": exact_text(upper)}
        return exact

    def _facts(self) -> Iterator[tuple[str, object]]:
        """Yield the keys that only some classes of games have."""
        order = self.game_class.order
        if self.criterion:
            yield "criterion", self.criterion
        # of a table or a tree the graph says nothing more
        if self.equilibria is not None:
            yield "equilibria", self.equilibria
            yield "complete", self.all_equilibria
            return
        one_player = order in (MoveOrder.CHANCE, MoveOrder.SINGLE_PLAYER)
        # with payoffs after every move, where play ends says nothing
        if self.outcomes or (one_player and not self.criterion):
            yield "outcomes", {name: self._outcome_json(facts) for name, facts in self.outcomes.items()}
        if order is MoveOrder.SINGLE_PLAYER:
            yield "objective", self.objective
        if self.never_ends is not None:
            duration = self.expected_duration
            yield "never", exact_text(self.never_ends)
            yield "expected_moves", None if duration is None else exact_text(duration)
        if self.forced:
            yield "winner", self.forced.winner
            yield "forced_outcomes", list(self.forced.outcomes)
            yield "forced_in", self.forced.moves
        if self.epsilon is not None:
            yield "epsilon", exact_text(self.epsilon)
        if self.other_equilibria:
            yield "other_equilibria", self.other_equilibria
        if order is MoveOrder.SEQUENTIAL:
            yield "best_moves", [*map(json_value, self.best_first_moves)]
        if self.grundy:
            wins = self.grundy.last_mover_wins
            yield "last_mover", "wins" if wins else "loses"
            yield "grundy" if wins else "misere_grundy", self.grundy.value

    def _strategy_json(self, strategy: Strategy) -> list[dict[str, object]]:
        """Return one entry for each position and player: `move` if one move is certain, otherwise `mixture`.

        If the rules have `label` or `label_move`, they are added as `label` and `move_label`, and name mixed moves.
        """
        game = self._rules
        has_label = callable(getattr(game, "label", None))
        has_label_move = callable(getattr(game, "label_move", None))
        labels, entries = labels_of(game), []
        for position, by_player in strategy.items():
            head = {"position": json_value(position)}
            if has_label:
                head["label"] = labels.position(position)
            for player, mixed in by_player.items():
                entry = {**head, "player": player}
                texts = move_texts(mixed, position, labels)
                if len(mixed) == 1:
                    entry["move"] = json_value(next(iter(mixed)))
                    if has_label_move:
                        entry["move_label"] = texts[0]
                else:
                    entry["mixture"] = dict(zip(texts, map(exact_text, mixed.values()), strict=True))
                entries.append(entry)
        return entries

    def _outcome_json(self, facts: OutcomeDistance | OutcomeProbability) -> object:
        if isinstance(facts, OutcomeDistance):
            return {
                "distance": facts.distance,
                "shortest_plays": facts.shortest_plays,
                "play": [*map(json_value, facts.play)],
                "strategy": self._strategy_json(facts.strategy),
            }
        probability = exact_text(facts.probability)
        if facts.most is not None:
            return {"lower": probability, "upper": exact_text(facts.most)}
        if self.game_class.order is not MoveOrder.SINGLE_PLAYER:
            return probability
        return {"best_probability": probability, "strategy": self._strategy_json(facts.strategy)}


def summary(solution: Solution) -> list[str]:
    """Return the class, the method and the results of a solution, one sentence or short paragraph each.

    >>> from gametheory import Castle, solve
    >>> for sentence in summary(solve(Castle(10, 11, 15))):
    ...     print(sentence)
    8 positions. Class: single-player, acyclic. Method: shortest paths.
    castle: at least 3 moves; 2 shortest plays, such as (10, 0), (0, 10), (1, 4)
    soldiers: at least 4 moves; 1 shortest play: (10, 0), (1, 9), (0, 4), (0, 2)
    """
    positions = pluralize(solution.positions, "position")
    sentences = [f"{positions}. Class: {solution.game_class}. Method: {solution.method}."]
    for name, facts in solution.outcomes.items():
        if isinstance(facts, OutcomeDistance):
            sentences.append(f"{name}: {_distance_text(solution, facts)}")
        else:
            sentences.append(f"{name}: {_probability_text(solution, facts)}")
    sentences += _chance_facts(solution)
    sentences += _payoff_facts(solution)
    sentences += _player_facts(solution)
    return sentences


def checks(solution: Solution) -> str:
    """Return a sentence that names each checked property and its checker."""
    parts = [f"{check.what}, by {check.checker}" for check in solution.checked]
    return f"Checked: {'; '.join(parts)}."


def _distance_text(solution: Solution, facts: OutcomeDistance) -> str:
    distance = pluralize(facts.distance, "move")
    plays = pluralize(facts.shortest_plays, "shortest play")
    arrays = solution.arrays
    number = solution.arrays.start
    texts = []
    for move in facts.play[:MAX_MOVES_OF_A_PLAY]:
        texts.append(solution.labels.move(arrays.positions[number], move))
        # nothing is random in such a game, so that a joint move has one successor
        joint = arrays.joints(number)[arrays.moves_in(number).index((move,))]
        number = int(arrays.successor[arrays.edges(joint)][0])
    if len(facts.play) > MAX_MOVES_OF_A_PLAY:
        texts.append("...")
    such = ":" if facts.shortest_plays == 1 else ", such as"
    return f"at least {distance}; {plays}{such} {', '.join(texts)}"


def _probability_text(solution: Solution, facts: OutcomeProbability) -> str:
    if facts.most is not None:
        return f"probability from {format_decimal(facts.probability)} to {format_decimal(facts.most)}"
    probability = _exact_and_decimal(facts.probability)
    if solution.game_class.order is not MoveOrder.SINGLE_PLAYER:
        return f"probability {probability}"
    text = f"probability at most {probability}"
    for mixed in facts.strategy.get(solution.start, {}).values():
        text += f", with the first move {mixed_text(mixed, solution.start, solution.labels)}"
    return text


def _chance_facts(solution: Solution) -> Iterator[str]:
    game_class, duration = solution.game_class, solution.expected_duration
    # only chance games know how probable endless play is
    if solution.never_ends is None:
        cyclic = game_class.order is MoveOrder.SINGLE_PLAYER and game_class.cyclic
        if cyclic and not solution.criterion:
            yield "Play may never end."
        return
    if solution.never_ends:
        yield f"never ends: probability {_exact_and_decimal(solution.never_ends)}"
    if duration is None:
        yield "Play may never end."
    else:
        yield f"Expected number of moves: {_exact_and_decimal(duration)}."


def _payoff_facts(solution: Solution) -> Iterator[str]:
    meaning = ""
    if solution.criterion:
        meaning = f" ({solution.criterion})"
    elif solution.game_class.cyclic:
        meaning = " (a play that never ends pays 0)"
    if solution.payoffs:
        payoffs = [f"{player} {_exact_and_decimal(payoff)}" for player, payoff in solution.payoffs.items()]
        yield f"Payoffs: {', '.join(payoffs)}{meaning}."
    for player, (lower, upper) in solution.bounds.items():
        yield f"Payoff of {player}: from {format_decimal(lower)} to {format_decimal(upper)}{meaning}."


def _player_facts(solution: Solution) -> Iterator[str]:
    """Yield the winner, the best first moves, the Grundy value, and the number of equilibria."""
    if solution.forced:
        yield _forced_text(solution.forced)
    best = [solution.labels.move(solution.start, move) for move in solution.best_first_moves]
    if best:
        (player,) = solution.strategy[solution.start]
        moves = "move" if len(best) == 1 else "moves"
        yield f"Best first {moves} of {player}: {', '.join(best)}."
    if solution.epsilon is not None:
        most = _epsilon_text(solution.epsilon)
        yield f"These strategies are an ε-equilibrium: no player gains more than {most} by any other strategy."
    if solution.other_equilibria:
        yield OTHER_EQUILIBRIA[solution.other_equilibria]
    if solution.equilibria is not None:
        number = pluralize(solution.equilibria, "Nash equilibrium", "Nash equilibria")
        which = "all extreme ones" if solution.all_equilibria else "there may be more"
        yield f"Found {number} ({which}); the strategies below are the first."
    grundy = solution.grundy
    if grundy and grundy.last_mover_wins:
        yield f"The game is impartial, and the player who moves last wins; Grundy value {grundy.value}."
    elif grundy:
        yield f"The game is impartial, and the player who moves last loses; misère Grundy value {grundy.value}."


def _forced_text(forced: ForcedOutcome) -> str:
    if forced.winner is None:
        return "Neither player can force a positive payoff."
    if forced.moves:
        within = f" in {pluralize(forced.moves, 'move')}"
    else:
        within = ""
    outcomes = f"the outcome {' or '.join(forced.outcomes)}"
    if forced.outcomes == (forced.winner,):
        outcomes = "a win"
    reached = pluralize(forced.positions, "position")
    return f"{forced.winner} can force {outcomes}{within}; the strategy can reach {reached}."


def _epsilon_text(epsilon: Fraction) -> str:
    """Return a short number that ε does not exceed: a power of 10, or a whole number if ε is greater than 1."""
    if epsilon > 1:
        return str(ceil(epsilon))
    digits = len(str(int(1 / epsilon))) - 1
    return f"1e-{digits:02}"


def _exact_and_decimal(value: Fraction) -> str:
    """Return an exact number, with a decimal if it is a fraction; only the decimal if the fraction is long."""
    if abs(value) >= LONG:
        return format_number(value)
    if value.denominator == 1:
        return str(value)
    # a longer fraction says less than its decimal
    if value.denominator < 10**12:
        return f"{value} ({float(value):.6f})"
    return f"{float(value):.12f}"


def strategy_table(
    solution: Solution, limit: int, where: str, player: str | None = None, start: str | None = None
) -> tuple[Table, str]:
    """Return the first rows of the strategies, at most `limit`, and a sentence about the others.

    They are those of one player and from one position on, given by its text, if these are not None.

    Cost: the positions and moves up to the last row.

    If a player can force a win, the rows are the decisions of that player that play can reach under the strategy, in
    order of play. Otherwise they are all decisions, if there are at most 20, and those that play can reach under all
    strategies.

    >>> from gametheory import Castle, solve
    >>> table, rest = strategy_table(solve(Castle(10, 43, 8)), 20, "`strategy` has all of them")
    >>> table.caption
    'Strategy for the outcome soldiers, in the positions that it can reach:'
    >>> table.rows[1], rest
    (('(10, 8, 33)', 'soldiers', '(2, 8)'), '16 of 769 decisions; `strategy` has all of them')
    """
    count = decision_count(solution)
    labels = solution.labels
    followers = _followers(solution, count)
    if player and solution.equilibria is None:
        followers = (player,)
    decisions = _decisions(solution, followers, start)
    if player:
        decisions = (decision for decision in decisions if decision[1] == player)
    first = [*islice(decisions, limit + 1)]  # one more than are listed tells whether there are others
    rows = [(labels.position(at), active, mixed_text(mixed, at, labels)) for at, active, mixed in first[:limit]]
    is_cut = len(first) > limit
    # nothing is left out
    if len(rows) == count:
        rest = ""
    elif player or start:
        rest = f"The first {limit:,} of these decisions; {where}" if is_cut else ""
    elif followers is None:
        rest = f"... and {count - limit:,} more rows; {where}"
    else:
        if is_cut:
            shown = f"The first {limit:,}, in order of play,"
        else:
            shown = f"{len(rows):,}"
        rest = f"{shown} of {count:,} decisions; {where}"
    title = _title(solution, followers, player)
    return Table(COLUMNS, rows, title, left=COLUMNS), rest


def decision_count(solution: Solution) -> int:
    """Return the number of decisions of the solution, without making a text of each."""
    strategy = solution.strategy
    # len of a map by position does not make its entries
    if isinstance(strategy, PositionMap):  # of one player at a time
        return len(strategy)
    return sum(map(len, strategy.values()))


def move_texts(mixed: MixedMove, position: Position, labels: Labels) -> list[str]:
    """Return a text for each move: its label, or if two moves have the same one, the moves as Python writes them.

    >>> move_texts({1: Fraction(1, 2), "1": Fraction(1, 2)}, "start", labels_of(None))
    ['1', "'1'"]
    """
    texts = [labels.move(position, move) for move in mixed]
    if len(set(texts)) < len(texts):
        return list(distinct_names(list(map(repr, mixed))))
    return texts


def mixed_text(mixed: MixedMove, position: Position, labels: Labels) -> str:
    """Return the move that is certain, or the moves with their probabilities."""
    texts = move_texts(mixed, position, labels)
    if len(texts) == 1:
        return texts[0]
    parts = []
    for move, probability in zip(texts, mixed.values(), strict=True):
        text = exact_text(probability)
        if probability.denominator >= LONG_DENOMINATOR:
            text = f"{float(probability):.9f}"
        parts.append(f"{move}: {text}")
    return ", ".join(parts)


def _title(solution: Solution, followers: Collection[str] | None, player: str | None) -> str:
    reach = "" if followers is None else ", in the positions that it can reach"
    if player:
        return f"Strategy of {player}{reach}:"
    if solution.objective == "payoff":
        return f"Strategy for the best payoff{reach}:"
    if solution.objective:
        return f"Strategy for the outcome {solution.objective}{reach}:"
    if solution.forced and solution.forced.winner:
        return f"Optimal strategy of {solution.forced.winner}{reach}:"
    strategies = "Optimal strategies" if solution.zero_sum else "Strategies in equilibrium"
    return f"{strategies}{reach.replace(' it ', ' they ')}:"


def _followers(solution: Solution, count: int) -> Collection[str] | None:
    """Return the players whose strategies limit the positions in the table; None if it lists all decisions."""
    if solution.equilibria is not None:  # of a table or a tree, whose strategies are not of positions
        return None
    if solution.forced and solution.forced.winner:
        return (solution.forced.winner,)
    players: Collection[str] = solution.arrays.game.players
    return None if count <= SMALL else players


def _decisions(solution: Solution, followers: Collection[str] | None, start: str | None) -> Iterator[Decision]:
    """Return the decisions of a table, from a position on; raise ValueError if there is no position with the text."""
    of_form = solution.equilibria is not None  # a table or a tree, where one player decides at each position
    positions: Iterable[Position] = solution.arrays.positions
    if of_form:
        positions = solution.strategy
    first = None
    if start is not None:
        first = _number_of(solution, positions, start)
    # nothing limits the table: all decisions, in the order of the graph
    if of_form or (followers is None and start is None):
        return islice(all_decisions(solution), first, None)
    return _reached_decisions(solution, followers or solution.arrays.game.players, first)


def _number_of(solution: Solution, positions: Iterable[Position], start: str) -> int:
    known: list[str] = []
    for number, position in enumerate(positions):
        texts = short_text(position), solution.labels.position(position)
        if start in texts:
            return number
        if number < MAX_HINTS:
            known += texts
    close = did_you_mean(start, known)
    if known and not close:
        close = f"; allowed: a position such as {known[1]}"
    raise ValueError(f"play cannot reach the position {start!r}{close}")


def all_decisions(solution: Solution) -> Iterator[Decision]:
    """Yield position, player and moves with their probabilities, in the order of the graph."""
    for position, by_player in solution.strategy.items():
        for player, mixed in by_player.items():
            yield position, player, mixed


def _reached_decisions(solution: Solution, followers: Collection[str], start: int | None) -> Iterator[Decision]:
    """Yield the decisions of players that play can reach if they follow their strategies, and the others need not."""
    arrays = solution.arrays
    numbers = [arrays.start if start is None else start]
    seen = {*numbers}
    for number in numbers:  # which grows
        position = arrays.positions[number]
        by_player = solution.strategy.get(position, {})
        for player, mixed in by_player.items():
            if player in followers:
                yield position, player, mixed
        # the others may do anything, the followers only what they play with a positive probability
        for moves, joint in zip(arrays.moves_in(number), arrays.joints(number), strict=True):
            if _agrees(moves, by_player, followers):
                after = set(arrays.successor[arrays.edges(joint)].tolist()) - seen
                numbers += sorted(after)
                seen |= after


def _agrees(moves: tuple[Move, ...], by_player: Mapping[str, MixedMove], followers: Collection[str]) -> bool:
    """Whether a joint move can be made if the followers keep to their strategies."""
    if not by_player:  # at a chance node
        return True
    for (player, mixed), move in zip(by_player.items(), moves, strict=True):
        if player in followers and not mixed.get(move, 0) > 0:
            return False
    return True
