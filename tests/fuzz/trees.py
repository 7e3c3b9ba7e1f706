"""Random game trees: the equilibria and refinements that `nash` finds, next to those of Gambit."""

from __future__ import annotations

import io
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from importlib.util import find_spec
from math import prod
from random import Random
from typing import Any

from gametheory import nash
from gametheory.formats.gambit import to_efg
from gametheory.model.extensive_form import ExtensiveForm
from gametheory.solvers.nash import tree_equilibria
from gametheory.solvers.refinements import refined_solution
from gametheory.verify import CertificateError, check_sequential_equilibrium
from tests.fuzz.random_trees import random_tree

KINDS: dict[str, dict[str, Any]] = {
    "general": {},
    "few payoffs": {"payoffs": range(2)},
    "zero-sum": {"zero_sum": True},
    "perfect information": {"perfect_information": True},
    "one player": {"players": 1},
    "three players": {"players": 3, "perfect_information": True},
}
REFINEMENTS = ("sequential", "quasi-perfect", "perfect")
MAX_STRATEGIES = 12  # of each player, also those that exclude each other, for Gambit's enumeration in rationals
MAX_VERTICES = 300


def compare_with_gambit(tree: ExtensiveForm) -> Iterator[str]:
    """Yield what differs from the extreme equilibria that Gambit finds in the table of strategies."""
    import pygambit

    game = pygambit.read_efg(io.BytesIO(to_efg(tree).encode()))
    found = pygambit.nash.enummixed_solve(game, rational=True).equilibria
    theirs = {tuple(Fraction(str(each.payoffs[player])) for player in tree.players) for each in found}
    ours = {equilibrium.payoffs for equilibrium in nash(tree, find_all=True).equilibria}
    if not ours <= theirs:
        yield f"Gambit has no equilibrium with the payoffs {ours - theirs}"
    for player in range(len(tree.players)):
        ends = [(min(each), max(each)) for each in ([pair[player] for pair in own] for own in (ours, theirs))]
        if ends[0] != ends[1]:
            yield f"the payoffs of player {player + 1} are from {ends[0]}, Gambit's {ends[1]}"


def has_small_table(tree: ExtensiveForm) -> bool:
    """Return whether a tree has two players with few strategies, so that Gambit's enumeration is fast."""
    sets = [(player, len(own.actions)) for (player, _), own in tree.information_sets.items()]
    return len(tree.players) == 2 and all(
        prod(actions for owner, actions in sets if owner == player) <= MAX_STRATEGIES for player in (1, 2)
    )


def wrong(tree: ExtensiveForm) -> Iterator[str]:
    """Yield what is wrong with the refinements of a tree; the checkers have accepted each one already."""
    names = REFINEMENTS if len(tree.players) < 3 else ("sequential",)
    solution = tree_equilibria(tree, limit=MAX_VERTICES)
    for name in names:
        (equilibrium,) = refined_solution(tree, name).equilibria
        try:
            check_sequential_equilibrium(tree, equilibrium.path)
        except CertificateError as error:
            yield f"{name}: {error}"
        if solution.value is not None and solution.value != equilibrium.payoffs[0]:
            yield f"{name}: {equilibrium.payoffs[0]} is not the value {solution.value}"
        pairs = zip(solution.equilibria, solution.subgame_perfect, strict=True)
        if any(each.plans == equilibrium.plans and perfect is False for each, perfect in pairs):
            yield f"{name}: not subgame perfect"


def run_trees(seconds: float, seed: int) -> bool:
    """Compare random trees for this many seconds and print the result; return whether there is no finding."""
    counts, found = Counter[str](), list[str]()
    begun = time.monotonic()
    while not found and time.monotonic() < begun + seconds:
        for kind, shape in KINDS.items():
            tree = random_tree(Random(seed), depth=3 + (seed % 4 == 0), **shape)
            counts["trees"] += 1
            found += [f"{kind}, seed {seed}: {each}" for each in wrong(tree)]
            if find_spec("pygambit") and has_small_table(tree):
                counts["compared with Gambit"] += 1
                found += [f"{kind}, seed {seed}: {each}" for each in compare_with_gambit(tree)]
        seed += 1
    print(f"trees: {', '.join(f'{count:,} {what}' for what, count in counts.items())}, in {seconds:g} s")
    for each in found:
        print(f"  found {each}")
    return not found
