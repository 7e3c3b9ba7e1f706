"""Sequential, quasi-perfect and extensive-form perfect equilibria of two-player games, by exact small mistakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from flint import fmpq_poly, fmpz_poly

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.sequence_form import BehaviorStrategy, PlayerSequences, SequenceForm, sequence_form
from gametheory.solvers.equilibrium import Equilibrium, WeightPath
from gametheory.solvers.pivoting import MAX_PIVOTS, POLYNOMIALS, TIME, Line, Values, follow_path, positive_gcd
from gametheory.solvers.sequence_form import (
    Mistakes,
    checked_tree_equilibrium,
    constant_sum,
    initial_rows,
    plan_expressions,
    variable_of,
    with_two_players,
)
from gametheory.solvers.solution import Check
from gametheory.solvers.subgames import solve_perfect_information
from gametheory.solvers.tree_solution import TreeSolution
from gametheory.verify import check_perfect_equilibrium, check_quasi_perfect_equilibrium, check_sequential_equilibrium
from gametheory.verify.refinements import Assessment, Path

EPSILON = fmpq_poly([0, 1])
MAX_SEQUENCES = 250


class Refinement(NamedTuple):
    """A refinement of Nash equilibrium."""

    mistakes: Mistakes[fmpq_poly, fmpz_poly]
    checker: Callable[[ExtensiveForm, Sequence[Path]], Assessment]

    @property
    def check(self) -> Check:
        """What the checker establishes."""
        return Check("behavior and beliefs at every information set", f"verify.{self.checker.__name__}")


def _times_epsilon(before: Line[fmpq_poly], _length: int) -> Line[fmpq_poly]:
    return {variable: EPSILON * coefficient for variable, coefficient in before.items()}


def _power_of_epsilon(_before: Line[fmpq_poly], length: int) -> Line[fmpq_poly]:
    return {TIME: EPSILON ** (length + 1)}


_QUASI_PERFECT = Mistakes(POLYNOMIALS, _power_of_epsilon, 0 * EPSILON)
REFINEMENTS = {
    "sequential": Refinement(_QUASI_PERFECT, check_sequential_equilibrium),
    "perfect": Refinement(Mistakes(POLYNOMIALS, _times_epsilon, EPSILON), check_perfect_equilibrium),
    "quasi-perfect": Refinement(_QUASI_PERFECT, check_quasi_perfect_equilibrium),
}


def weight_paths(form: SequenceForm, refinement: Refinement, limit: int = MAX_PIVOTS) -> list[WeightPath]:
    """Return paths of weights of two players, along which each plays an equilibrium in which every action is a mistake.

    For small ε, each sequence has a least weight. Quasi-perfect: ε to the power of its length (Miltersen and Sørensen
    2010). Extensive-form perfect: ε times the weight of the sequence before its last action, so that every action has a
    probability of at least ε (Selten 1975; Farina and Gatti 2017). Complementary pivots as in `lemke.lemke_path`, with
    polynomials in ε in place of integers: the sign of a polynomial for all small ε is that of its lowest coefficient. A
    quasi-perfect equilibrium is sequential. Cost: that of `lemke_path`, times the operations on polynomials, whose
    degree grows with the depth of the tree, and for extensive-form perfect equilibria also with the number of pivots.

    >>> from gametheory.formats.gambit import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> form = sequence_form(read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'''))
    >>> for path in weight_paths(form, REFINEMENTS["quasi-perfect"]):
    ...     print(path)
    {None: (1,), (1, 0): (1, -1), (1, 1): (0, 1)}
    {None: (1,), (1, 0): (0, 1), (1, 1): (1, -1)}

    References
    ----------
    P. B. Miltersen and T. B. Sørensen, Computing a quasi-perfect equilibrium of a two-player game, Economic Theory 42
    (2010). G. Farina and N. Gatti, Extensive-form perfect equilibrium computation in two-player games, AAAI (2017).
    """
    values = follow_path(initial_rows(form, refinement.mistakes), POLYNOMIALS, limit)
    return [_weight_path(form, player, values, refinement.mistakes) for player in (0, 1)]


def checked_refinement(form: SequenceForm, paths: Sequence[WeightPath], refinement: Refinement) -> Equilibrium:
    """Return the limit of paths of weights that the checker of a refinement accepts.

    >>> from gametheory.formats.gambit import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> form = sequence_form(read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 t "" 1 "" { 2 }'))
    >>> path = {None: (1,), (1, 0): (0, 1), (1, 1): (1, -1)}
    >>> checked_refinement(form, [path], REFINEMENTS["perfect"]).payoffs
    (Fraction(2, 1),)
    """
    assessment = refinement.checker(form.tree, paths)
    behavior: list[BehaviorStrategy] = [{} for _ in form.players]
    for (player, number), probabilities in assessment.behavior.items():
        behavior[player - 1][number] = probabilities
    # the limit of the path, as plans: a Nash equilibrium like any other
    plans = [own.plan(strategy) for own, strategy in zip(form.players, behavior, strict=True)]
    found = checked_tree_equilibrium(form, plans)
    return replace(found, behavior=tuple(behavior), beliefs=assessment.beliefs, path=tuple(paths))


def mistake_path(own: PlayerSequences, behavior: BehaviorStrategy) -> WeightPath:
    """Return a path to a pure behavior strategy, on which every other action has the probability ε."""
    epsilon = fmpz_poly([0, 1])
    weights = [fmpz_poly([1])]
    for part in own.sets:
        parent = weights[part.parent]
        mistakes = epsilon * (len(part.sequences) - 1)
        for probability in behavior[part.number]:
            weights.append(parent * (1 - mistakes) if probability else parent * epsilon)
    return _by_choice(own, weights)


def _weight_path(
    form: SequenceForm, player: int, values: Values[fmpz_poly], mistakes: Mistakes[fmpq_poly, fmpz_poly]
) -> WeightPath:
    """Return the weights of a player at t = 1 as polynomials, times a common denominator."""
    own = form.players[player]
    fractions = {}
    common = fmpz_poly([1])
    for sequence in range(1, len(own)):
        variable = variable_of(form, player, sequence)
        if variable in values:
            fractions[variable] = values[variable]
            denominator = values[variable][1]
            # the least common multiple, so that the numerators stay short
            common *= denominator // positive_gcd(common, denominator)
    numerators = {TIME: common}
    for variable, (numerator, denominator) in fractions.items():
        numerators[variable] = numerator * (common // denominator)
    best = [part.sequences[0] for part in own.sets]
    weights = [_evaluate(line, numerators) for line in plan_expressions(form, player, best, mistakes).weights]
    # only the ratios of weights matter
    divisor = positive_gcd(*weights)
    return _by_choice(own, [weight // divisor for weight in weights])


def _evaluate(line: Line[fmpq_poly], values: dict[int, fmpz_poly]) -> fmpz_poly:
    """Return the value of a linear expression whose value is a polynomial with integer coefficients."""
    total = 0 * EPSILON
    for variable, coefficient in line.items():
        if variable in values:  # the others are 0
            total += coefficient * values[variable]
    return total.numer()


def _by_choice(own: PlayerSequences, weights: Sequence[fmpz_poly]) -> WeightPath:
    """Return the coefficients of the weight of each sequence, by its last action."""
    path = {}
    for choice, weight in zip(own.choices, weights, strict=True):
        path[choice] = tuple(map(int, weight.coeffs()))
    return path


class TooManySequences(Exception):
    """The players have too many sequences for a path of polynomials."""

    def __init__(self, count: int, limit: int) -> None:
        super().__init__(f"the players have {count:,} sequences, more than {limit:,}")


def refined_solution(tree: ExtensiveForm, name: str, limit: int | None = None) -> TreeSolution:
    """Return one equilibrium of a refinement, with behavior and beliefs at every information set.

    Two players, or one: complementary pivots with small mistakes, as in `weight_paths`. Three or more, with
    perfect information: backward induction gives a sequential equilibrium.
    """
    if name not in REFINEMENTS:
        raise ValueError(f"refine is {name!r}, not one of {', '.join(REFINEMENTS)}")
    _check_players(tree, name)
    for information_set in tree.information_sets.values():
        # Bayes' rule would divide by 0, and no mistake of a player helps
        if 0 in information_set.probabilities:
            raise ValueError("a chance event has an action of probability 0, after which beliefs are not defined")
    form = sequence_form(tree)
    count = sum(map(len, form.players))
    most = limit or MAX_SEQUENCES
    if count > most:
        raise TooManySequences(count, most)
    refinement = REFINEMENTS[name]
    if len(tree.players) <= 2:
        method = "complementary pivots with small mistakes"
        # the solver is one of two players: one alone gets an opponent without a move
        both = weight_paths(with_two_players(form), refinement, max(MAX_PIVOTS, limit or 0))
        paths = both[: len(form.players)]
    else:
        method = "backward induction"
        pure = solve_perfect_information(form).behavior
        paths = [mistake_path(own, behavior) for own, behavior in zip(form.players, pure, strict=True)]
    return TreeSolution(
        tree,
        (checked_refinement(form, paths, refinement),),
        method,
        complete=False,
        checked=(refinement.check,),
        constant_sum=constant_sum(tree),
        subgame_perfect=(True,),  # a sequential equilibrium is subgame perfect (Kreps and Wilson 1982)
        refinement=name,
    )


def _check_players(tree: ExtensiveForm, name: str) -> None:
    """Raise ValueError if no method finds the refinement for this number of players."""
    players = len(tree.players)
    if not players:
        raise ValueError("the game has no player")
    if players <= 2:
        return
    if name != "sequential":
        raise ValueError(f"the game has {players} players; a {name} equilibrium needs one or two")
    if not tree.has_perfect_information:
        raise ValueError(
            f"the game has {players} players; a sequential equilibrium needs one or two, or perfect information"
        )
