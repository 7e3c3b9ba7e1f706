"""Sequential, quasi-perfect and extensive-form perfect equilibria of two-player games, by exact small mistakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from flint import fmpq_poly, fmpz_poly

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.sequence_form import BehaviorStrategy, PlayerSequences, SequenceForm
from gametheory.solvers.sequence_form.coefficients import POLYNOMIALS, Whole, positive_gcd
from gametheory.solvers.sequence_form.equilibrium import TreeEquilibrium, WeightPath, checked_tree_equilibrium
from gametheory.solvers.sequence_form.path_start import Mistakes, initial_rows, plan_expressions, variable_of
from gametheory.solvers.sequence_form.pivots import TIME, Line, follow_path
from gametheory.solvers.solution import Check
from gametheory.verify import check_perfect_equilibrium, check_quasi_perfect_equilibrium, check_sequential_equilibrium
from gametheory.verify.assessments import Assessment, Path

EPSILON = fmpq_poly([0, 1])
MAX_PIVOTS = 10_000


class Refinement(NamedTuple):
    """A refinement of Nash equilibrium.

    Attributes
    ----------
    mistakes
        The least weights of sequences.
    checker
        The function of `gametheory.verify` that accepts a path of mixed strategies.
    """

    mistakes: Mistakes
    checker: Callable[[ExtensiveForm, Sequence[Path]], Assessment]

    @property
    def check(self) -> Check:
        """What the checker establishes.

        >>> REFINEMENTS["perfect"].check.checker
        'verify.check_perfect_equilibrium'
        """
        return Check("behavior and beliefs at every information set", f"verify.{self.checker.__name__}")


def _times_epsilon(before: Line, _length: int) -> Line:
    return {variable: EPSILON * coefficient for variable, coefficient in before.items()}


def _power_of_epsilon(_before: Line, length: int) -> Line:
    return {TIME: EPSILON ** (length + 1)}


_QUASI_PERFECT = Mistakes(POLYNOMIALS, _power_of_epsilon, 0)
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

    Parameters
    ----------
    form
        The sequence form of a game of two players in which no chance event has probability 0.
    refinement
        One of `REFINEMENTS`.
    limit
        Greatest number of pivots.

    Returns
    -------
    list of dict
        For each player the weight of each choice.

    Raises
    ------
    TooManyPivots
        After `limit` pivots.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
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


def checked_refinement(form: SequenceForm, paths: Sequence[WeightPath], refinement: Refinement) -> TreeEquilibrium:
    """Return the limit of paths of weights that the checker of a refinement accepts.

    Raises
    ------
    CertificateError
        If the checker does not accept them.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
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
    plans = [own.plan(strategy) for own, strategy in zip(form.players, behavior, strict=True)]
    found = checked_tree_equilibrium(form, plans)
    return replace(found, behavior=tuple(behavior), beliefs=assessment.beliefs, path=tuple(paths))


def mistake_path(own: PlayerSequences, behavior: BehaviorStrategy) -> WeightPath:
    """Return a path to a pure behavior strategy, on which every other action has the probability ε.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> form = sequence_form(read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 t "" 1 "" { 2 }'))
    >>> mistake_path(form.players[0], {1: (0, 1)})
    {None: (1,), (1, 0): (0, 1), (1, 1): (1, -1)}
    """
    epsilon, weights = fmpz_poly([0, 1]), [fmpz_poly([1])]
    for part in own.sets:
        before, others = weights[part.parent], len(part.sequences) - 1
        for probability in behavior[part.number]:
            weights.append(before * (1 - others * epsilon) if probability else before * epsilon)
    return {choice: _coefficients(weight) for choice, weight in zip(own.choices, weights, strict=True)}


def _weight_path(
    form: SequenceForm, player: int, values: dict[int, tuple[Whole, Whole]], mistakes: Mistakes
) -> WeightPath:
    """Return the weights of a player at t = 1 as polynomials, times a common denominator."""
    own = form.players[player]
    above = {variable_of(form, player, sequence): sequence for sequence in range(1, len(own))}
    common = fmpz_poly([1])
    for denominator in (values[variable][1] for variable in above.keys() & values.keys()):
        common *= denominator // positive_gcd(common, denominator)
    known = {
        variable: numerator * (common // denominator)
        for variable, (numerator, denominator) in values.items()
        if variable in above
    }
    known[TIME] = common
    best = [part.sequences[0] for part in own.sets]
    weights = [_evaluate(line, known) for line in plan_expressions(form, player, best, mistakes).weights]
    divisor = positive_gcd(*weights)
    return {choice: _coefficients(weight // divisor) for choice, weight in zip(own.choices, weights, strict=True)}


def _evaluate(line: Line, known: dict[int, fmpz_poly]) -> fmpz_poly:
    """Return the value of a linear expression whose value is a polynomial with integer coefficients."""
    terms = (coefficient * known[variable] for variable, coefficient in line.items() if variable in known)
    total: fmpq_poly = sum(terms, 0 * EPSILON)
    return total.numer()


def _coefficients(polynomial: fmpz_poly) -> tuple[int, ...]:
    return tuple(int(coefficient) for coefficient in polynomial.coeffs())
