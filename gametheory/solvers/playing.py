"""Play a solved game: strategies and payoffs by position, what each move costs, and the turns of a match."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, product
from math import inf, prod
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar

from gametheory.model.classes import (
    GameClass,
    Labels,
    MoveOrder,
    StoppingGame,
    classify,
    discount_factor,
    labels_of,
    payoffs_of_outcomes,
    short_text,
)
from gametheory.model.extensive_form import (
    ExtensiveForm,
    ImperfectRecall,
    TableGame,
    TreeGame,
    check_perfect_recall,
    tree_of_game,
)
from gametheory.model.game import Distribution, GameRules, Move, Outcome, Position, RulesError, Watch, active_players
from gametheory.model.normal_form import NormalForm
from gametheory.model.sequence_form import FormTooLarge
from gametheory.model.unfolding import unfold
from gametheory.model.validation import validate_game
from gametheory.numbers.format import format_number, pluralize, rounded
from gametheory.solvers.dispatch import MAX_POSITIONS, PAYOFF, solve_game
from gametheory.solvers.markov_decision import solve_mdp
from gametheory.solvers.nash_solution import behavior_strategies
from gametheory.solvers.solution import OutcomeDistance, Solution
from gametheory.solvers.task import NoSolver, early_refusal, pays_after_moves, require_payoffs

State: TypeAlias = frozenset[tuple[Position, Any]]
MAX_STATES = 10_000_000
SUM_TOLERANCE = 1e-9
MAX_TURNS = 1_000  # of a play that need not end

Value = TypeVar("Value")
Choose: TypeAlias = Callable[[Any, str, tuple[Any, ...]], Move]
Bot: TypeAlias = Callable[[Any, str, tuple[Move, ...]], Any]


@dataclass(frozen=True)
class SolvedGame:
    """The rules that are played, and their solution.

    `mixed` is the strategy of a player in a position. `payoffs` are those of an outcome to all players, and `values`,
    if known, the expected ones of a position that is not terminal. If `in_moves`, they count moves to the `goal`.
    """

    game: Any
    mixed: Callable[[Any, str], Mapping[Any, Any]]
    payoffs: Callable[[Outcome], Sequence[Any]]
    values: Callable[[Any], Sequence[object]] | None = None
    hidden: bool = False
    goal: str | None = None
    in_moves: bool = False
    bound: float = 0  # of the error of `values`
    exact: bool = False  # numbers as fractions, and not as decimals

    def view(self, position: Position, player: str) -> Hashable:
        """Return what the active player knows: the position, or the observation if information is hidden."""
        if not self.hidden:
            return position
        seen: Hashable = self.game.observation(position, player)
        return seen

    def picture(self, position: Position) -> str:
        """Return a position as text: as the rules draw it, or else its label."""
        drawn = self._text_by_rules("picture", position)
        # rules need not draw
        if drawn is None:
            return self.labels.position(position)
        return drawn

    def _text_by_rules(self, name: str, *arguments: Any) -> str | None:
        """Return what an optional method of the rules says; None if they do not have it."""
        method = getattr(self.game, name, None)
        if not callable(method):
            return None
        try:
            return str(method(*arguments))
        except Exception as error:  # the rules are any code
            call = f"{name}({', '.join(map(str, arguments))})"
            raise RulesError(f"{call} fails: {type(error).__name__}: {error}") from error

    def shown(self, position: Position, player: str) -> str:
        """Return what the active player knows as text: the picture, or the observation if information is hidden."""
        if not self.hidden:
            return self.picture(position)
        seen = self.game.observation(position, player)
        if not isinstance(self.game, TreeGame):
            # its argument is the observation alone, so that the text cannot say more
            label = self._text_by_rules("label_observation", seen, player)
            return short_text(seen) if label is None else label
        number = self.game.players.index(player) + 1
        return self.game.tree.information_sets[number, seen].name or f"information set {seen}"

    def by_player(self, outcome: Outcome) -> dict[str, object]:
        """Return the payoff of each player in an outcome; none in a game with a goal."""
        if self.goal:
            return {}
        return dict(zip(self.game.players, self.payoffs(outcome), strict=True))

    def end_text(self, outcome: Outcome, position: Position) -> str:
        """Return an outcome with its payoffs as a sentence or two; one without a name is what was played."""
        name = outcome.name or self.picture(position)
        pays = [f"{player} {format_number(payoff)}" for player, payoff in self.by_player(outcome).items()]
        if not pays:
            return f"Outcome: {name}."
        return f"Outcome: {name}. Payoffs: {', '.join(pays)}."

    def payoff_text(self, payoff: Any) -> str:
        """Return what a move is expected to pay, in the `unit`."""
        if self.in_moves:
            if payoff == -inf:
                return "never"
            return str(1 - payoff)
        return self.number_text(payoff)

    def number_text(self, number: Any) -> str:
        """Return a payoff or a probability; 0 if it is no more than the error."""
        if abs(number) <= self.bound:
            return "0"
        return self.decimal_text(number)

    def decimal_text(self, number: Any) -> str:
        """Return a number as a decimal; exactly if the game is `exact`."""
        if self.exact or not isinstance(number, Fraction) or number.denominator == 1:
            return format_number(number)
        return f"{rounded(number):.6g}"

    def cost_text(self, cost: Any) -> str:
        """Return what a move costs."""
        if self.in_moves and cost:
            if cost == inf:
                return "the goal"
            return pluralize(int(cost), "move")
        return self.decimal_text(cost)

    @property
    def unit(self) -> str:
        """What the numbers of moves say."""
        if self.goal is None:
            return "expected payoff"
        if self.in_moves:
            return f"moves to {self.goal}"
        return f"probability of {self.goal}"

    @property
    def labels(self) -> Labels:
        """The texts of positions and moves."""
        return labels_of(self.game)


class _Without:
    """The rules without one of their optional methods."""

    def __init__(self, rules: Any, method: str) -> None:
        self.rules, self.method = rules, method

    def __getattr__(self, name: str) -> Any:
        if name in ("rules", "method") or name == self.method:
            raise AttributeError(name)
        return getattr(self.rules, name)


def solve_to_play(
    game: GameRules | NormalForm | ExtensiveForm, limit: int = MAX_POSITIONS, watch: Watch | None = None
) -> SolvedGame:
    """Solve a game, and return the strategies and payoffs by position of the rules.

    A game with a discount is played as the game that stops at random: its expected payoffs are the discounted ones.

    Raises what `gametheory.solve` raises; NoSolver also if no player moves, or if nothing is won.

    >>> solved = solve_to_play(NormalForm.from_payoffs([[1, -1], [-1, 1]]))
    >>> {move: str(probability) for move, probability in solved.mixed("start", "row").items()}
    {'1': '1/2', '2': '1/2'}
    """
    if isinstance(game, NormalForm):
        return _by_position(TableGame(game), solve_game(game, limit))
    if isinstance(game, ExtensiveForm):
        rules = TreeGame(game)
        # nothing is hidden: the solution of the graph has values of positions, too
        if game.has_perfect_information:
            return _by_position(rules, solve_game(game))
        return _of_tree(unfold(rules), game, {})
    if pays_after_moves(game):
        if discount_factor(game) is None:
            game_class = classify(validate_game(game, limit, watch))
            raise NoSolver(game_class, "play pays after every move, without a discount")
        # a discounted payoff is one that is paid with the probability that play has not stopped by then
        game = StoppingGame(game)
    if callable(getattr(game, "canonical", None)):  # a board that is drawn must not be reflected after a move
        game = _Without(game, "canonical")
    graph = validate_game(game, limit, early_refusal(game, watch))
    if callable(getattr(game, "observation", None)):
        tree, numbers = tree_of_game(graph, limit)
        # rules can hide nothing although they have observations: then positions serve
        if not tree.has_perfect_information:
            return _of_tree(graph, tree, numbers)
        graph = replace(graph, game=_Without(game, "observation"))
    if isinstance(game, StoppingGame):
        require_payoffs(graph, classify(graph))
    return _by_position(graph.game, solve_game(graph))


def _of_tree(graph: Any, tree: ExtensiveForm, numbers: Mapping[tuple[int, Hashable], int]) -> SolvedGame:
    """Solve a tree; `numbers` has the information sets of observations that are not their numbers."""
    game = graph.game
    # `solve` finds equilibria of two players only
    if len(tree.players) > 2:
        behavior = _first_rational(tree, classify(graph))
    else:
        behavior = behavior_strategies(tree, solve_game(tree).strategy)

    def mixed(position: Position, player: str) -> Mapping[Move, object]:
        index = game.players.index(player)
        seen = game.observation(position, player)
        number = numbers.get((index + 1, seen), seen)
        probabilities = behavior[index].get(number, ())  # none if own moves exclude the set
        pairs = zip(game.moves(position, player), probabilities, strict=False)
        return {move: probability for move, probability in pairs if probability}

    return SolvedGame(game, mixed, _payoffs(game.players, graph.outcomes), hidden=True)


def _first_rational(tree: ExtensiveForm, game_class: GameClass) -> Sequence[Mapping[int, Sequence[object]]]:
    """Return the first equilibrium of three or more players in rational numbers."""
    from gametheory.solvers.nash import nash_equilibria

    try:
        check_perfect_recall(tree)
        equilibria = nash_equilibria(tree).equilibria
    except (FormTooLarge, ImperfectRecall, ValueError) as error:
        raise NoSolver(game_class, str(error)) from error
    for equilibrium in equilibria:
        mixtures = chain.from_iterable(sets.values() for sets in equilibrium.behavior)
        if all(isinstance(probability, Fraction) for probability in chain.from_iterable(mixtures)):
            return equilibrium.behavior
    raise NoSolver(game_class, "no equilibrium in rational numbers was found; gametheory nash says more")


def _by_position(game: Any, solution: Solution) -> SolvedGame:
    """Return a solution whose strategies are by position; the goal of one player without payoffs is an outcome."""
    never_ends = not solution.arrays.outcomes and not solution.payoffs
    if never_ends or solution.game_class.order is MoveOrder.CHANCE:
        raise NoSolver(solution.game_class, "there is nothing to play for: no player moves, or play never ends")

    def mixed(position: Position, player: str) -> Mapping[Move, object]:
        return solution.strategy[position][player]

    goal = solution.objective
    if goal in (None, PAYOFF):
        values = solution.values.__getitem__ if solution.values else None
        return SolvedGame(game, mixed, _payoffs(game.players, solution.arrays.outcomes), values)
    facts = solution.outcomes[goal]
    count = len(game.players)
    # with chance moves the goal has a probability, without them a distance
    if not isinstance(facts, OutcomeDistance):
        return SolvedGame(game, mixed, lambda end: (Fraction(end.name == goal),) * count, goal=goal)
    # the fewest moves are the greatest payoff: minus their number
    return SolvedGame(
        game,
        mixed,
        lambda end: (0 if end.name == goal else -inf,) * count,
        lambda position: (-facts.distances.get(position, inf),) * count,
        goal=goal,
        in_moves=True,
    )


def _payoffs(players: Sequence[str], outcomes: Sequence[Outcome]) -> Callable[[Outcome], Sequence[object]]:
    return dict(zip(outcomes, payoffs_of_outcomes(players, outcomes), strict=True)).__getitem__


class Decisions:
    """The decision process of one player against the solution, as rules of a game with this player alone.

    Its positions are the positions of the game that the player cannot tell apart, each with its probability: with
    perfect information a single one. With hidden information one follows another when the player is to move again.

    >>> from gametheory import Outcome
    >>> from gametheory.solvers.playing import solve_to_play
    >>> class Nim:
    ...     players = ("first", "second")
    ...     def start(self): return (4, "first")
    ...     def outcome(self, at): return None if at[0] else Outcome("second" if at[1] == "first" else "first")
    ...     def moves(self, at, player): return range(1, min(at[0], 2) + 1) if player == at[1] else ()
    ...     def after(self, at, taken): return (at[0] - taken, "second" if at[1] == "first" else "first")
    >>> decisions = Decisions(solve_to_play(Nim()), "first")
    >>> decisions.payoffs((4, "first")), decisions.costs((4, "first"))
    ({1: Fraction(1, 1), 2: Fraction(-1, 1)}, {1: Fraction(0, 1), 2: Fraction(2, 1)})
    """

    def __init__(self, solved: SolvedGame, player: str) -> None:
        self.solved = solved
        self.player = player
        self.players = (player,)
        self._index = solved.game.players.index(player)
        start = solved.game.start()
        self._first: State = frozenset({(start, Fraction(1))})
        self._values: dict[State, object] = {}
        self._state_of: dict[Hashable, State] = {}  # with hidden information: by what the player knows

    def start(self) -> State:
        """Return the first state."""
        return self._first

    def outcome(self, state: State) -> Outcome | None:
        """Return the outcome of a terminal state."""
        outcome: Outcome | None = self.solved.game.outcome(_any(state))
        return outcome

    def moves(self, state: State, player: str) -> tuple[Move, ...]:
        """Return the moves of the player."""
        return tuple(self.solved.game.moves(_any(state), player))

    def after(self, state: State, *moves: Move) -> Distribution[State]:
        """Return the distribution of the next state."""
        return Distribution(self.spread(state, moves))

    def spread(self, state: State, moves: tuple[Move, ...]) -> dict[State, Any]:
        """Return the probability of each next state; in floats if the solution is."""
        solved = self.solved
        groups: dict[Hashable, dict[Position, Any]] = {}
        waiting: list[tuple[Position, object]] = []
        for position, weight in state:
            waiting += [(after, share) for _, after, share in self.steps(position, weight, moves)]
        while waiting:
            position, weight = waiting.pop()
            ended = solved.game.outcome(position) is not None
            if solved.hidden and not ended and not self._moves_at(position):
                # others move on until the player is to move again
                waiting += [(after, share) for _, after, share in self.steps(position, weight, ())]
                continue
            seen: Hashable = position
            if solved.hidden and not ended:
                seen = solved.view(position, self.player)
            group = groups.setdefault((ended, seen), {})
            group[position] = group.get(position, 0) + weight
        states = {}
        for group in groups.values():
            total = sum(group.values())
            states[frozenset((position, weight / total) for position, weight in group.items())] = total
        return states

    def steps(
        self, position: Position, weight: object, moves: tuple[Move, ...]
    ) -> Iterator[tuple[dict[str, Move], object, object]]:
        """Yield the moves, the next position and the probability of all that can follow a position."""
        game = self.solved.game
        active = active_players(game, position)
        mixed: list[Mapping[Move, Any]] = []
        for player in active:
            mixed.append({moves[0]: 1} if player == self.player else self.solved.mixed(position, player))
        for joint in product(*(probabilities.items() for probabilities in mixed)):
            joint_move = [move for move, _ in joint]
            share = weight * prod(probability for _, probability in joint)
            result = game.after(position, *joint_move)
            if not isinstance(result, Distribution):
                result = {result: 1}
            by_player = dict(zip(active, joint_move, strict=True))
            for after, probability in result.items():
                yield by_player, after, share * probability

    def payoffs(self, position: Position) -> dict[Move, Any]:
        """Return what each move is expected to pay, if the player plays best later.

        Empty if the solution never comes to what the player knows there.
        """
        state = self.state(position)
        if state is None:
            return {}
        return {move: self.payoff(state, move) for move in self.moves(state, self.player)}

    def costs(self, position: Position) -> dict[Move, Any]:
        """Return how much less than the best move each move is expected to pay; empty as `payoffs`."""
        payoffs = self.payoffs(position)
        best = max(payoffs.values(), default=0)
        costs: dict[Move, object] = {}
        for move, payoff in payoffs.items():
            # equal infinite payoffs have no difference
            costs[move] = Fraction(0)
            if payoff != best and best - payoff > self.solved.bound:
                costs[move] = best - payoff
        return costs

    def payoff(self, state: State, *moves: Move) -> Any:
        """Return the expected payoff of a move in a state."""
        return sum(weight * self.value(after) for after, weight in self.spread(state, moves).items())

    def value(self, state: State) -> Any:
        """Return the expected payoff of the player from a state on."""
        outcome = self.outcome(state)
        if outcome is not None:
            return self.solved.payoffs(outcome)[self._index]
        # backward induction has the value of each position already
        if self.solved.values is not None:
            return self.solved.values(_any(state))[self._index]
        if state not in self._values:
            self._solve(state)
        return self._values[state]

    def state(self, position: Position) -> State | None:
        """Return the state of a position in which the player moves; None if the solution never comes to it."""
        if not self.solved.hidden:
            return frozenset({(position, Fraction(1))})
        if not self._state_of:
            self.value(self._first)
            for state in self._values:
                if self.outcome(state) is None and self._moves_at(_any(state)):
                    self._state_of[self.solved.view(_any(state), self.player)] = state
        return self._state_of.get(self.solved.view(position, self.player))

    def _moves_at(self, position: Position) -> bool:
        return any(True for _ in self.solved.game.moves(position, self.player))

    def _solve(self, first: State) -> None:
        """Add the values of all states from one on."""
        start, self._first = self._first, first
        graph: Any = unfold(self, MAX_STATES)
        self._first = start
        payoffs = {}
        for state in graph:
            outcome = self.outcome(state)
            if outcome is not None:
                payoffs[state] = self.solved.payoffs(outcome)[self._index]
        values: Mapping[object, object] = solve_mdp(graph, payoffs).values
        self._values |= {state: values[state] for state in graph}


def _any(state: State) -> Position:
    """Return one position of a state."""
    return next(iter(state))[0]


class Turn(NamedTuple):
    """A position, the move of each active player, and the next position."""

    position: object
    moves: dict[str, object]
    after: Any


def turns(game: Any, choose: Choose, random: Random) -> Iterator[Turn]:
    """Yield the turns of a play until it ends, or after 1,000 turns.

    >>> from gametheory import Castle
    >>> [turn.after for turn in turns(Castle(1, 2, 1), lambda position, player, moves: moves[0], Random(1))][0]
    Position(soldiers=1, defenders=1, strength=1)
    """
    position = game.start()
    for _ in range(MAX_TURNS):
        if game.outcome(position) is not None:
            return
        chosen = {}
        for player in game.players:
            moves = tuple(game.moves(position, player))
            if moves:
                chosen[player] = choose(position, player, moves)
        after = game.after(position, *chosen.values())
        if isinstance(after, Distribution):
            after = sample(after, random)
        yield Turn(position, chosen, after)
        position = after


def sample(distribution: Mapping[Value, Fraction | float], random: Random) -> Value:
    """Return a random value of a distribution."""
    return random.choices(list(distribution), list(map(float, distribution.values())))[0]


def bot_move(bot: Bot, view: object, player: str, moves: tuple[Move, ...], random: Random) -> Any:
    """Return the move of a bot, which returns a move or the probability of each move.

    Raises ValueError if that is no legal move and no distribution over legal moves.

    >>> bot_move(lambda view, player, moves: {"heads": Fraction(1)}, "toss", "even", ("heads", "tails"), Random(1))
    'heads'
    """
    chosen = bot(view, player, moves)
    allowed = f"the moves {', '.join(map(str, moves)):.99}"
    if isinstance(chosen, Mapping):
        check_distribution(chosen, moves, f"{player} at {view}", allowed)
        return sample(chosen, random)
    # a move that equals a legal one, such as 1.0 for 1, is replaced by it below
    if chosen not in moves:
        raise ValueError(f"{player} at {view}: {chosen!r:.99} is none of {allowed}")
    return moves[moves.index(chosen)]


def check_distribution(distribution: Mapping[Any, Any], moves: Sequence[Move], who: str, allowed: str) -> None:
    """Raise ValueError unless a mapping gives probabilities with sum 1 to legal moves."""
    probabilities = list(distribution.values())
    total = float(sum(probabilities))
    sums_to_one = all(p >= 0 for p in probabilities) and abs(total - 1) <= SUM_TOLERANCE
    legal = all(move in moves for move in distribution)
    if not legal or not sums_to_one:
        given = f"{dict(distribution)}, with the sum {total:.12g}"
        raise ValueError(f"{who}: not probabilities with sum 1 on {allowed}: {given}")
