"""Public functions that combine packages: `nash`, `solve` and questions about a strategy read files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from gametheory.formats.libraries import read_object, read_payoffs, read_profile
from gametheory.formats.payoff_table import read_game
from gametheory.model.classes import classify
from gametheory.model.extensive_form import ExtensiveForm, extensive_form, player_names
from gametheory.model.game import GameRules
from gametheory.model.normal_form import NormalForm, exact_number
from gametheory.model.state_arrays import StateArrays
from gametheory.model.unfolding import game_of, is_networkx_graph
from gametheory.model.validation import validate_game
from gametheory.parallel.limits import Progress
from gametheory.parallel.steps import begin_step
from gametheory.solvers.dispatch import MAX_POSITIONS, WIDTH, solve_game
from gametheory.solvers.equilibrium import Equilibrium
from gametheory.solvers.nash import nash_equilibria
from gametheory.solvers.nash_solution import NashSolution
from gametheory.solvers.questions import best_equilibria, parse_objective
from gametheory.solvers.questions.equilibria import (
    CorrelatedSolution,
    StabilitySolution,
    correlated_equilibrium,
    pure_equilibria,
    stable_strategies,
)
from gametheory.solvers.questions.profiles import TOLERANCE
from gametheory.solvers.questions.strategies import (
    DominanceSolution,
    MaximinSolution,
    RegretSolution,
    StackelbergSolution,
    best_commitment,
    eliminate_dominated,
    maximin_strategies,
    regret_of_profiles,
)
from gametheory.solvers.solution import Solution

if TYPE_CHECKING:
    import networkx as nx

    from gametheory.formats.umb import UmbGame

Payoffs: TypeAlias = Iterable[Iterable[Any]]
AnyGame: TypeAlias = Payoffs | NormalForm | ExtensiveForm | GameRules | Path | str


def nash(
    game: AnyGame,
    column_payoffs: Payoffs | None = None,
    *,
    find_all: bool = False,
    limit: int | None = None,
    refine: str | None = None,
    progress: Progress | None = None,
    pure: bool = False,
    subgame_perfect: bool = False,
    best: str | None = None,
) -> NashSolution:
    """Find the Nash equilibria of a game, exactly.

    `nash(A, B)` solves the game with these payoff matrices, and `nash(A)` the zero-sum game in which the column player
    pays A to the row player. `nash("game.nfg")` and `nash("game.efg")` solve the game of a file in Gambit's format, and
    `nash(form)` a normal or extensive form. `nash(game)` takes the rules of a game, and solves the tree of its plays.
    It also takes games of other libraries.
    The result contains all extreme equilibria, or one equilibrium of a large game. For the methods and their limits see
    `solvers.nash`. An array of shape n1 x ... x nk x k or k x n1 x ... x nk has the
    payoffs of k players; one of both shapes is refused, unless it is a list of k arrays, or of lists of tuples.
    For three or more players the result is a `ManyPlayerSolution`: all equilibria, each checked, and whether the list
    is complete; see `solvers.many_players`.

    Parameters
    ----------
    game
        The payoffs to the row player, as m rows of n numbers; or a form; or the rules of a game; or the path of a file;
        or pairs of payoffs, an array, a pandas DataFrame, a dict of profiles such as {("up", "left"): (1, 2), ...}, or
        a game of Nashpy, pygambit, QuantEcon or OpenSpiel, or a networkx DiGraph. Numbers are integers, Fractions, text
        such as "1/3" or "0.1", or floats, which count as the exact binary fraction that they store. numpy arrays are
        allowed.
    column_payoffs
        The payoffs to the column player, of the same shape; only together with a matrix. None: the game is zero-sum.
    find_all
        Find all extreme equilibria of a large game, too, or raise an error. Can take half a minute.
    limit
        The greatest number of vertices of a polytope, in place of 2,000, or of 20,000 with `find_all`. With `refine`,
        the greatest number of sequences of all players, in place of 250. Of three or more players, the greatest number
        of supports, in place of 5,000, or of 100,000 with `find_all`.
    refine
        Find one equilibrium that is "sequential", "quasi-perfect" or "perfect", that is, extensive-form
        (trembling-hand) perfect, with behavior and beliefs at every information set. Only for a game in extensive form.
    progress
        Three or more players: called again and again after a second, with numbers of supports and what is searched.
    pure
        Find all equilibria in pure strategies, and no others, for any number of players.
    subgame_perfect
        Find all equilibria in pure strategies that are subgame perfect. Only for a game in extensive form.
    best
        A sum of payoffs such as "row + column" or "2*Ann - 1/3*Bob", or the weights in order. The attribute `best` of
        the result then has the greatest value, and the numbers of the equilibria that have it, counted from 0.

    Returns
    -------
    NashSolution or TreeSolution
        Equilibria with exact strategies and payoffs, and the value of a zero-sum game. A TreeSolution for a game in
        extensive form.

    Raises
    ------
    ValueError
        If a matrix is not rectangular, if a payoff is not a finite number, if the shapes differ, if a table has one
        player, if play can cycle or pays after every move, or if the game is too large.
    OSError
        If the file cannot be read.
    FormatError
        If the file is not in Gambit's format.
    TooManyVertices, TooManyEquilibria
        If `find_all` and the game is too large for it.
    TooManyPivots
        If the search for one equilibrium of a large game is too long.
    ImperfectRecall, FormTooLarge
        If a player in a tree forgets something, or if the numbers in a tree are too long.
    TooManySequences
        If `refine` and the players have too many sequences.
    RulesError
        If the rules break the protocol `Game`.

    Examples
    --------
    Battle of the sexes has two pure equilibria and a mixed one:

    >>> from gametheory import Outcome
    >>> solution = nash([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> for equilibrium in solution.equilibria:
    ...     print(*equilibrium.row, "|", *equilibrium.column, "|", *equilibrium.payoffs)
    1 0 | 1 0 | 2 1
    2/3 1/3 | 1/3 2/3 | 2/3 2/3
    0 1 | 0 1 | 1 2

    The same for rules of a game that ends: an offer of 1 or 2 of three coins, which is accepted or not.

    >>> class Offer:
    ...     players = ("proposer", "responder")
    ...     def start(self): return 0
    ...     def outcome(self, at): return Outcome(str(at), at) if isinstance(at, tuple) else None
    ...     def moves(self, at, player):
    ...         return ((1, 2) if at == 0 else ("yes", "no")) if player == self.players[at > 0] else ()
    ...     def after(self, at, move): return move if at == 0 else (3 - at, at) if move == "yes" else (0, 0)
    >>> sorted({tuple(map(int, equilibrium.payoffs)) for equilibrium in nash(Offer()).equilibria})
    [(1, 2), (2, 1)]

    Rock-paper-scissors has value 0:

    >>> nash([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]).value
    Fraction(0, 1)
    """
    form = form_of(game, column_payoffs)
    if best is not None:
        parse_objective(best, player_names(form.players))  # before a search that can take minutes
    solution: NashSolution
    if pure or subgame_perfect:
        for name, value in (("find_all", find_all), ("limit", limit), ("refine", refine)):
            if value:
                which = "pure" if pure else "subgame_perfect"
                raise ValueError(f"{name}: not with {which}=True, which finds all equilibria in pure strategies")
        solution = pure_equilibria(form, subgame_perfect)
    else:
        solution = nash_equilibria(form, find_all, limit, refine, progress)
    if best is None:
        return solution
    return replace(solution, best=best_equilibria(solution, best))


def correlated(
    game: AnyGame,
    column_payoffs: Payoffs | None = None,
    *,
    best: str | None = None,
    coarse: bool = False,
) -> CorrelatedSolution:
    """Find the correlated equilibrium of a game that is best for an objective, exactly.

    A mediator draws a profile and recommends to each player their strategy in it; no player gains by another one. A
    tree is read as its reduced normal form, so a recommendation is for the whole play.

    Parameters
    ----------
    game, column_payoffs
        As for `nash`.
    best
        A weighted sum of payoffs to maximize, such as "Ann + Bob" or "2*Ann - 1/3*Bob", or the weights in the order of
        the players, such as "2, -1/3". None: the sum of all payoffs.
    coarse
        Whether players can deviate only before they hear the recommendation (coarse correlated equilibrium).

    Returns
    -------
    CorrelatedSolution
        The distribution, the multipliers that prove that none is better, and the extreme equilibria of a small game.

    Raises
    ------
    ValueError
        If `best` is no sum of payoffs of the players or has two readings, or if the game has no players, or more than
        2,000 profiles.
    FormTooLarge
        If a tree has too many strategies.

    Examples
    --------
    Chicken: the mediator lets both yield half of the time, which no Nash equilibrium does.

    >>> solution = correlated([[6, 2], [7, 0]], [[6, 7], [2, 0]])
    >>> solution.payoffs, len(solution.extreme)
    ((Fraction(21, 4), Fraction(21, 4)), 5)
    """
    return correlated_equilibrium(form_of(game, column_payoffs), best, coarse)


def regret(
    game: AnyGame,
    profile: object,
    column_payoffs: Payoffs | None = None,
) -> RegretSolution:
    """Compute exactly what each player gains at most by another strategy, for given profiles.

    Parameters
    ----------
    game, column_payoffs
        As for `nash`. Rules are read as the tree of their plays.
    profile
        What `nash` or `solve` returns, one of its equilibria, or the document of `as_json`; or a list of the mixed
        strategies of a table; or a dict with the key `strategies` of a table, `behavior` of a tree, or `strategy` of
        positions. A float is the fraction that it stores. A sum that differs from 1 by at most 10^-9 is divided out,
        and the result names it.

    Returns
    -------
    RegretSolution
        For each profile and player the payoff, the greatest gain, and a deviation that gains it.

    Raises
    ------
    ValueError
        If probabilities are negative, have another sum, or belong to another game.
    ImperfectRecall, FormTooLarge
        If a player in a tree forgets something, or if the numbers in a tree are too long.

    Examples
    --------
    >>> solution = regret([[3, 0], [5, 1]], {"strategies": [["1/2", "1/2"], [0, 1]]}, [[3, 5], [0, 1]])
    >>> [(each.player, str(each.gain), each.deviation) for each in solution.profiles[0]]
    [('row', '1/2', {'start': '2'}), ('column', '0', {})]
    """
    profile = read_profile(profile)
    if column_payoffs is not None:
        profile, column_payoffs = _profile_and_payoffs(profile, column_payoffs)
    return regret_of_profiles(form_of(game, column_payoffs), profile)


def _profile_and_payoffs(second: Any, third: Any) -> tuple[Any, Any]:
    """Return which of two arguments is the profile, and then the other, the payoffs of the column player."""
    results = NashSolution, Solution, Equilibrium, Mapping
    if isinstance(third, results):
        return third, second
    if isinstance(second, results):
        return second, third
    second_fits = _is_profile_of(second, third)
    third_fits = _is_profile_of(third, second)
    if second_fits and third_fits:
        allowed = 'write the profile as {"strategies": [...]}'
        raise ValueError(
            f"profile: both lists can be the profile, and both the payoffs of the column player; {allowed}"
        )
    return (third, second) if third_fits else (second, third)


def _is_profile_of(profile: Any, payoffs: Any) -> bool:
    """Whether a value is a pair of distributions over the rows and the columns of a matrix."""
    # what can be iterated only once is left to its reader
    if isinstance(profile, Iterator) or isinstance(payoffs, Iterator):
        return False
    try:
        rows = [list(map(exact_number, mixed)) for mixed in profile]
        # an array and a DataFrame have a shape, and a DataFrame has no row 0
        sizes = list(getattr(payoffs, "shape", ())) or [len(payoffs), len(payoffs[0])]
    except (IndexError, KeyError, TypeError, ValueError):
        return False
    if [len(mixed) for mixed in rows] != sizes:
        return False
    for mixed in rows:
        distance = abs(sum(mixed, Fraction(0)) - 1)
        if min(mixed) < 0 or distance > TOLERANCE:
            return False
    return True


def dominance(game: AnyGame, column_payoffs: Payoffs | None = None, *, weak: bool = False) -> DominanceSolution:
    """Eliminate dominated strategies round after round, exactly, by pure or mixed strategies.

    A tree is read as its reduced normal form.

    Parameters
    ----------
    game, column_payoffs
        As for `nash`.
    weak
        Eliminate in each round all weakly dominated strategies: what is left depends on this order. By default only
        strictly dominated ones, which leaves the rationalizable strategies (with correlated beliefs).

    Returns
    -------
    DominanceSolution
        The rounds, and for each strategy that is left a belief to which it is a best reply.

    Raises
    ------
    ValueError
        If the game has no players, or more than 2,000 profiles.
    FormTooLarge
        If a tree has too many strategies.

    Examples
    --------
    The third row is dominated by the mixture of both others, and then the second column by the first.

    >>> solution = dominance([[3, 0], [0, 3], [1, 1]], [[1, 0], [1, 0], [0, 1]])
    >>> [(each.player, each.strategy, *each.by) for each in solution.rounds[0]]
    [('row', '3', '1', '2')]
    >>> solution.left
    (('1',), ('1',))
    """
    return eliminate_dominated(form_of(game, column_payoffs), weak)


def maximin(game: AnyGame, column_payoffs: Payoffs | None = None) -> MaximinSolution:
    """Find what each player can guarantee by a pure and by a mixed strategy, exactly.

    Parameters
    ----------
    game, column_payoffs
        As for `nash`. A tree is read as its reduced normal form.

    Returns
    -------
    MaximinSolution
        The guarantees of each player, the strategies, and those of the others that allow no more.

    Raises
    ------
    ValueError
        If the game has no players, or more than 2,000 profiles.
    FormTooLarge
        If a tree has too many strategies.

    Examples
    --------
    >>> first, _ = maximin([[1, -1], [-1, 1]]).guarantees
    >>> first.pure_value, first.value
    (Fraction(-1, 1), Fraction(0, 1))
    """
    return maximin_strategies(form_of(game, column_payoffs))


def ess(game: AnyGame, column_payoffs: Payoffs | None = None) -> StabilitySolution:
    """Find all evolutionarily stable strategies of a symmetric table of two players, exactly.

    Parameters
    ----------
    game, column_payoffs
        As for `nash`; of one matrix the column player has the same payoffs, transposed.

    Returns
    -------
    StabilitySolution
        The strategies of symmetric equilibria that are alone with their support, whether each is stable, and otherwise
        a mutant that invades.

    Raises
    ------
    ValueError
        If the game is not symmetric, or has more than 12 strategies.

    Examples
    --------
    Hawks and doves: no pure strategy is stable.

    >>> solution = ess([[-1, 4], [0, 2]])
    >>> [(str(each.strategy["1"]), each.stable) for each in solution.strategies]
    [('2/3', True)]
    """
    return stable_strategies(form_of(game, column_payoffs, symmetric=True))


def stackelberg(
    game: AnyGame, column_payoffs: Payoffs | None = None, *, leader: str | None = None, weak: bool = False
) -> StackelbergSolution:
    """Find the best mixed strategy that a leader can commit to, exactly.

    The follower knows it, chooses a best reply, and breaks ties in favor of the leader (strong Stackelberg), or against
    the leader (weak Stackelberg).

    Parameters
    ----------
    game, column_payoffs
        As for `nash`; a game of two players. A tree is read as its reduced normal form.
    leader
        The name of the player who commits. None: the first one.
    weak
        Whether the follower breaks ties against the leader. The value is the least upper bound of what the leader
        surely gets, and `attained` says whether the commitment itself gets it.

    Returns
    -------
    StackelbergSolution
        The commitment, the reply, the payoffs, and for each reply the dual numbers that prove that none is better.

    Raises
    ------
    ValueError
        If the game does not have two players, or no player of this name, or has more than 2,000 profiles.
    FormTooLarge
        If a tree has too many strategies.

    Examples
    --------
    The first row dominates, and pays 2. A commitment to mix pays more.

    >>> solution = stackelberg([[2, 4], [1, 3]], [[1, 0], [0, 1]])
    >>> solution.value, dict(solution.commitment), solution.reply
    (Fraction(7, 2), {'1': Fraction(1, 2), '2': Fraction(1, 2)}, '2')
    """
    return best_commitment(form_of(game, column_payoffs), leader, weak)


def form_of(
    game: AnyGame, column_payoffs: Payoffs | None = None, symmetric: bool = False
) -> NormalForm | ExtensiveForm:
    """Return the table or the tree of payoffs, rules or a file; of one matrix a zero-sum or a symmetric table."""
    form = _read(game, column_payoffs, symmetric)
    form = game_of(form) if isinstance(form, StateArrays) or is_networkx_graph(form) else form
    return form if isinstance(form, NormalForm | ExtensiveForm) else _tree_of_plays(form)


def _read(game: object, column_payoffs: Payoffs | None = None, symmetric: bool = False) -> Any:
    """Return a table, a tree, the rules of a game or their graph, whatever has been given."""
    game = read_object(game)
    known = NormalForm, ExtensiveForm, StateArrays, Path, str
    if not (isinstance(game, known) or is_networkx_graph(game) or _is_rules(game)):
        return read_payoffs(game, column_payoffs, symmetric)
    if column_payoffs is not None:
        raise ValueError("column_payoffs: only together with a payoff matrix")
    return _read_file(Path(game)) if isinstance(game, Path | str) else game


def _read_file(path: Path) -> NormalForm | ExtensiveForm | UmbGame:
    """Read a file with a game; commands also take names of the catalogue, so that a name gets a hint."""
    try:
        return read_game(path)
    except FileNotFoundError as error:
        if path.suffix:
            raise
        way = f"for a game of the catalogue write gametheory.games.catalogue.game({path.name!r})"
        raise FileNotFoundError(error.errno, f"{error.strerror}; {way}", str(path)) from error


def _is_rules(game: object) -> bool:
    """Whether an object has a method of a game, so that a message about the others helps."""
    return isinstance(game, type) or any(hasattr(game, name) for name in ("players", "outcome", "moves", "after"))


def _tree_of_plays(game: GameRules) -> ExtensiveForm:
    """Return the tree of all plays of a game that ends; raise ValueError if it has no finite tree with payoffs."""
    if hasattr(game, "stage_payoffs"):
        raise ValueError("game: it pays after every move, and not at the ends of its plays; gametheory.solve solves it")
    begin_step("the positions of the game")
    graph = validate_game(game)
    if classify(graph).cyclic:
        raise ValueError("game: play can cycle, so that there is no finite tree of plays; gametheory.solve solves it")
    begin_step("building the game tree")
    return extensive_form(graph)


def solve(
    game: Payoffs | NormalForm | ExtensiveForm | GameRules | nx.DiGraph[Any] | Path | str,
    limit: int = MAX_POSITIONS,
    width: Fraction = WIDTH,
    component_limit: int | None = None,
) -> Solution:
    """Solve a game of any class exactly, and check the result again without the solver.

    The rules are validated in every position, the game is classified, the solver for its class is run, and the checkers
    of `gametheory.verify` establish again the parts of the result that `Solution.checked` names. Cost: that of the
    solver named by `method`.

    Parameters
    ----------
    game
        The rules of a game; or a graph made by `state_graph`, whose rules are not validated again; or a game in normal
        or extensive form, or the path of a file in Gambit's format or in UMB; or payoffs, or a game of another library,
        as for `nash`, or a networkx `DiGraph` whose nodes have an owner or a payoff.
    limit
        The greatest number of positions to unfold.
    width
        Zero-sum games with cycles and simultaneous moves, or chance moves and more than 50,000 positions: the greatest
        width of the bracket of the value. Other games:
        what a player may gain at most by another strategy, if probabilities in equilibrium can be irrational.
    component_limit
        The greatest number of positions through which play can cycle together, where solvers are slow: in place of
        50,000 in sequential games with chance moves, 500 with simultaneous moves, and 50 for mixed moves in games that
        are not zero-sum. Above 1,000, the search for an equilibrium of the latter is longer in proportion. Zero-sum
        sequential games with chance moves, cycles and more positions than this get a bracket of the value.

    Returns
    -------
    Solution
        Payoffs, the strategy of every player in every position, facts about outcomes, and the checks.

    Raises
    ------
    RulesError
        If the rules break the protocol `Game`; the message names the rule and the position.
    PositionLimitExceeded
        If play can reach more than `limit` positions.
    MemoryError
        If the positions that were found leave too little memory for the solution.
    ValueError
        If `limit` or `component_limit` is not a whole number, or `width` is not positive and exact.
    NoSolver
        If no solver fits the game; the message names the requirement that is not met.
    OSError, FormatError
        If a file cannot be read, or is not in Gambit's format.
    CertificateError
        If a checker refuses the result, which is a bug of a solver.

    Examples
    --------
    >>> from gametheory import Castle
    >>> solution = solve(Castle(10, 11, 15))
    >>> print(solution.game_class, "|", solution.method)
    single-player, acyclic | shortest paths
    >>> solution.outcomes["soldiers"].distance
    4
    """
    # a second matrix would be read as the limit
    is_table = isinstance(limit, Iterable) and not isinstance(limit, str)
    if is_table or hasattr(limit, "shape"):
        raise ValueError("solve takes one game: nash(A, B) solves the game of two payoff matrices")
    listed = isinstance(game, Iterable | Path) or hasattr(game, "shape")  # other objects can be rules without a method
    return solve_game(_read(game) if listed else read_object(game), limit, width, None, component_limit)
