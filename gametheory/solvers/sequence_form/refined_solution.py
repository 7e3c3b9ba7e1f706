"""One sequential, quasi-perfect or extensive-form perfect equilibrium of a game in extensive form."""

from __future__ import annotations

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.sequence_form import SequenceForm, sequence_form
from gametheory.solvers.sequence_form.backward_induction import solve_perfect_information
from gametheory.solvers.sequence_form.equilibrium import TreeEquilibrium, constant_sum
from gametheory.solvers.sequence_form.refinement import (
    MAX_PIVOTS,
    REFINEMENTS,
    Refinement,
    checked_refinement,
    mistake_path,
    weight_paths,
)
from gametheory.solvers.sequence_form.solution import TreeSolution
from gametheory.solvers.sequence_form.two_players import with_two_players

MAX_SEQUENCES = 250


class TooManySequences(Exception):
    """The players have too many sequences for a path of polynomials.

    >>> str(TooManySequences(674, 250))
    'the players have 674 sequences, more than 250'
    """

    def __init__(self, count: int, limit: int) -> None:
        super().__init__(f"the players have {count:,} sequences, more than {limit:,}")


def refined_solution(tree: ExtensiveForm, name: str, limit: int | None = None) -> TreeSolution:
    """Return one equilibrium of a refinement, with behavior and beliefs at every information set.

    Two players, or one: complementary pivots with small mistakes, as in `refinement.weight_paths`. Three or more, with
    perfect information: backward induction gives a sequential equilibrium.

    Parameters
    ----------
    tree
        A game tree with perfect recall.
    name
        "sequential", "quasi-perfect" or "perfect": extensive-form perfect, also called trembling-hand perfect.
    limit
        Greatest number of sequences of all players, in place of 250.

    Returns
    -------
    TreeSolution
        The equilibrium. Its path is the certificate.

    Raises
    ------
    ValueError
        If the name is another one, if a chance event has probability 0, or if the players are none, or three or more
        and no solver fits.
    TooManySequences
        If the players have more than `limit` sequences.
    TooManyPivots
        If there are more than 10,000 pivots.
    ImperfectRecall
        If a player does not have perfect recall.
    FormTooLarge
        If numbers are too long.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> solution = refined_solution(read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'''), "perfect")
    >>> solution.equilibria[0].payoffs, solution.checked[0].checker
    ((Fraction(1, 1), Fraction(1, 1)), 'verify.check_perfect_equilibrium')
    """
    if name not in REFINEMENTS:
        raise ValueError(f"refine is {name!r}, not one of {', '.join(REFINEMENTS)}")
    _check_players(tree, name)
    if any(chance == 0 for each in tree.information_sets.values() for chance in each.probabilities):
        raise ValueError("a chance event has an action of probability 0, after which beliefs are not defined")
    form = sequence_form(tree)
    count = sum(map(len, form.players))
    if count > (limit or MAX_SEQUENCES):
        raise TooManySequences(count, limit or MAX_SEQUENCES)
    refinement = REFINEMENTS[name]
    few = len(tree.players) <= 2
    equilibrium = _by_pivots(form, refinement, limit) if few else _by_backward_induction(form, refinement)
    return TreeSolution(
        tree,
        (equilibrium,),
        "complementary pivots with small mistakes" if few else "backward induction",
        complete=False,
        checked=(refinement.check,),
        constant_sum=constant_sum(tree),
        subgame_perfect=(True,),  # a sequential equilibrium is subgame perfect (Kreps and Wilson 1982)
        refinement=name,
    )


def _check_players(tree: ExtensiveForm, name: str) -> None:
    players = len(tree.players)
    if not players:
        raise ValueError("the game has no player")
    if players > 2 and not (name == "sequential" and tree.has_perfect_information):
        needs = "one or two" if name != "sequential" else "one or two, or perfect information"
        raise ValueError(f"the game has {players} players; a {name} equilibrium needs {needs}")


def _by_pivots(form: SequenceForm, refinement: Refinement, limit: int | None) -> TreeEquilibrium:
    paths = weight_paths(with_two_players(form), refinement, max(MAX_PIVOTS, limit or 0))
    return checked_refinement(form, paths[: len(form.players)], refinement)


def _by_backward_induction(form: SequenceForm, refinement: Refinement) -> TreeEquilibrium:
    found = solve_perfect_information(form)
    paths = [mistake_path(own, behavior) for own, behavior in zip(form.players, found.behavior, strict=True)]
    return checked_refinement(form, paths, refinement)
