"""A game with its solution, in the form that playing needs: strategies and payoffs by position."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from typing import Any

from gametheory.model.classify import GameClass, MoveOrder, classify
from gametheory.model.extensive_form import ExtensiveForm, ImperfectRecall, check_perfect_recall
from gametheory.model.game import Game, Move, Outcome, Position, RulesError, Watch
from gametheory.model.normal_form import NormalForm
from gametheory.model.payoffs import payoffs_of_outcomes
from gametheory.model.position_text import Labels, labels_of, short_text
from gametheory.model.sequence_form import FormTooLarge
from gametheory.model.stage_payoffs import StoppingGame, discount_factor
from gametheory.model.tree_game import TableGame, TreeGame, tree_of_game
from gametheory.model.unfolding import unfold
from gametheory.model.validation import validate_game
from gametheory.numbers.format import format_number, pluralize
from gametheory.solvers.dispatch import MAX_POSITIONS, NoSolver, solve_game
from gametheory.solvers.dispatch.requirements import early_refusal, pays_after_moves, require_payoffs
from gametheory.solvers.dispatch.single_player import PAYOFF
from gametheory.solvers.solution import OutcomeDistance, Solution


@dataclass(frozen=True)
class SolvedGame:
    """The rules that are played, and their solution.

    `mixed` is the strategy of a player in a position. `payoffs` are those of an outcome to all players, and `values`,
    if known, the expected ones of a position that is not terminal. If `in_moves`, they count moves to the `goal`.
    """

    game: Any
    mixed: Callable[[Any, str], Mapping[Any, Any]]
    payoffs: Callable[[Outcome], Sequence[Any]]
    values: Callable[[Any], Sequence[Any]] | None = None
    hidden: bool = False
    goal: str | None = None
    in_moves: bool = False
    bound: float = 0  # of the error of `values`

    def view(self, position: Position, player: str) -> Hashable:
        """Return what the active player knows: the position, or the observation if information is hidden."""
        seen: Hashable = self.game.observation(position, player) if self.hidden else position
        return seen

    def picture(self, position: Position) -> str:
        """Return a position as text: as the rules draw it, or else its label."""
        if not callable(draw := getattr(self.game, "picture", None)):
            return self.labels.position(position)
        try:
            return str(draw(position))
        except Exception as error:  # the rules are any code
            raise RulesError(f"picture({position}) fails: {type(error).__name__}: {error}") from error

    def shown(self, position: Position, player: str) -> str:
        """Return what the active player knows as text: the picture, or the observation if information is hidden."""
        if not self.hidden:
            return self.picture(position)
        seen = self.game.observation(position, player)
        if not isinstance(self.game, TreeGame):
            return short_text(seen)
        own = self.game.tree.information_sets[self.game.players.index(player) + 1, seen]
        return own.name or f"information set {seen}"

    def by_player(self, outcome: Outcome) -> dict[str, Any]:
        """Return the payoff of each player in an outcome; none in a game with a goal."""
        return {} if self.goal else dict(zip(self.game.players, self.payoffs(outcome), strict=True))

    def end_text(self, outcome: Outcome) -> str:
        """Return an outcome with its payoffs as a sentence or two."""
        pays = ", ".join(f"{player} {format_number(payoff)}" for player, payoff in self.by_player(outcome).items())
        return f"Outcome: {outcome.name}.{f' Payoffs: {pays}.' if pays else ''}"

    def payoff_text(self, payoff: Any) -> str:
        """Return what a move is expected to pay, in the `unit`."""
        if self.in_moves:
            return "never" if payoff == -inf else str(1 - payoff)
        return self.number_text(payoff)

    def number_text(self, number: Any) -> str:
        """Return a payoff or a probability; 0 if it is no more than the error."""
        return "0" if abs(number) <= self.bound else format_number(number)

    def cost_text(self, cost: Any) -> str:
        """Return what a move costs."""
        if self.in_moves and cost:
            return "the goal" if cost == inf else pluralize(int(cost), "move")
        return format_number(cost)

    @property
    def unit(self) -> str:
        """What the numbers of moves say."""
        if self.goal is None:
            return "expected payoff"
        return f"moves to {self.goal}" if self.in_moves else f"probability of {self.goal}"

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
    game: Game[Any, Any] | NormalForm | ExtensiveForm, limit: int = MAX_POSITIONS, watch: Watch | None = None
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
        return (
            _by_position(rules, solve_game(game)) if game.has_perfect_information else _of_tree(unfold(rules), game, {})
        )
    if pays_after_moves(game):
        if discount_factor(game) is None:
            raise NoSolver(
                classify(validate_game(game, limit, watch)), "play pays after every move, without a discount"
            )
        game = StoppingGame(game)
    if callable(getattr(game, "canonical", None)):  # a board that is drawn must not be reflected after a move
        game = _Without(game, "canonical")
    graph = validate_game(game, limit, early_refusal(game, watch))
    if callable(getattr(game, "observation", None)):
        tree, numbers = tree_of_game(graph, limit)
        if not tree.has_perfect_information:
            return _of_tree(graph, tree, numbers)
        graph = replace(graph, game=_Without(game, "observation"))
    if isinstance(game, StoppingGame):
        require_payoffs(graph, classify(graph))
    return _by_position(graph.game, solve_game(graph))


def _of_tree(graph: Any, tree: ExtensiveForm, numbers: Mapping[tuple[int, Hashable], int]) -> SolvedGame:
    """Solve a tree; `numbers` has the information sets of observations that are not their numbers."""
    from gametheory.solvers.dispatch.forms import behavior_strategies  # here, because nashpy takes long to import

    game = graph.game
    if len(tree.players) > 2:
        behavior = _first_rational(tree, classify(graph))
    else:
        behavior = behavior_strategies(tree, solve_game(tree).strategy)

    def mixed(position: Position, player: str) -> Mapping[Move, Any]:
        index, seen = game.players.index(player), game.observation(position, player)
        own = behavior[index].get(numbers.get((index + 1, seen), seen), ())  # none if own moves exclude it
        moves = zip(game.moves(position, player), own, strict=False)
        return {move: probability for move, probability in moves if probability}

    return SolvedGame(game, mixed, _payoffs(game.players, graph.outcomes), hidden=True)


def _first_rational(tree: ExtensiveForm, game_class: GameClass) -> Sequence[Mapping[int, Sequence[Any]]]:
    """Return the first equilibrium of three or more players in rational numbers."""
    from gametheory.solvers.nash import nash_equilibria

    try:
        check_perfect_recall(tree)
        equilibria = nash_equilibria(tree).equilibria
    except (FormTooLarge, ImperfectRecall, ValueError) as error:
        raise NoSolver(game_class, str(error)) from error
    for equilibrium in equilibria:
        if all(isinstance(each, Fraction) for own in equilibrium.behavior for mixed in own.values() for each in mixed):
            return equilibrium.behavior
    raise NoSolver(game_class, "no equilibrium in rational numbers was found; gametheory nash says more")


def _by_position(game: Any, solution: Solution) -> SolvedGame:
    """Return a solution whose strategies are by position; the goal of one player without payoffs is an outcome."""
    goal = None if solution.objective == PAYOFF else solution.objective
    if solution.game_class.order is MoveOrder.CHANCE or (not solution.arrays.outcomes and not solution.payoffs):
        raise NoSolver(solution.game_class, "there is nothing to play for: no player moves, or play never ends")

    def mixed(position: Position, player: str) -> Mapping[Move, Any]:
        return solution.strategy[position][player]

    if goal is None:
        payoffs = _payoffs(game.players, solution.arrays.outcomes)
        return SolvedGame(game, mixed, payoffs, solution.values.__getitem__ if solution.values else None)
    facts, count = solution.outcomes[goal], len(game.players)
    if not isinstance(facts, OutcomeDistance):
        return SolvedGame(game, mixed, lambda end: (Fraction(end.name == goal),) * count, goal=goal)
    return SolvedGame(
        game,
        mixed,
        lambda end: (0 if end.name == goal else -inf,) * count,
        lambda position: (-facts.distances.get(position, inf),) * count,
        goal=goal,
        in_moves=True,
    )


def _payoffs(players: Sequence[str], outcomes: Sequence[Outcome]) -> Callable[[Outcome], Sequence[Any]]:
    return dict(zip(outcomes, payoffs_of_outcomes(players, outcomes), strict=True)).__getitem__
