"""From a solution to a file with a theorem, next to the files of the library that it needs."""

from __future__ import annotations

from pathlib import Path

from gametheory.claims.theorem_file import LIBRARY, is_file_name, library_sources
from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.tree_game import TreeGame
from gametheory.render.theorems.profiles import theorem_of_profile
from gametheory.render.theorems.tables import theorem_of_positions
from gametheory.render.theorems.text import NotStated, Theorem
from gametheory.render.theorems.trees import theorem_of_tree
from gametheory.solvers.dispatch.forms import behavior_strategies
from gametheory.solvers.nash_solution import NashSolution
from gametheory.solvers.sequence_form.solution import TreeSolution
from gametheory.solvers.solution import Solution
from gametheory.storage.files import check_writable, write_atomic

NOT_ZERO_SUM = (
    "it has hidden information or simultaneous moves, and is no zero-sum game of two players; "
    "`gametheory nash --theorem` states an equilibrium of a table"
)


def theorem_path(text: str) -> Path:
    """Return the path of a file for a theorem; raise ValueError or OSError unless it can be written there.

    >>> theorem_path("tic-tac-toe.v")
    Traceback (most recent call last):
    ValueError: 'tic-tac-toe.v' is no name for a file of Rocq next to its library: letters, digits and _, as in kuhn.v
    """
    path = Path(text)
    if path.suffix != ".v" or not is_file_name(path.stem):
        raise ValueError(
            f"{path.name!r} is no name for a file of Rocq next to its library: letters, digits and _, as in kuhn.v"
        )
    check_writable(path)
    return path


def theorem_of(solution: Solution | NashSolution, name: str, title: str) -> Theorem:
    """Return the file with the theorem that a solution establishes; raise NotStated if there is none."""
    if isinstance(solution, NashSolution):
        return _of_equilibrium(solution, name, title)
    rules = solution.arrays.game
    if solution.equilibria is None or (solution.zero_sum and not isinstance(rules, TreeGame)):
        return theorem_of_positions(solution, name, title)
    if not solution.zero_sum:
        raise NotStated(NOT_ZERO_SUM)
    behavior = behavior_strategies(rules.tree, solution.strategy)
    return theorem_of_tree(rules.tree, behavior, solution.payoffs[rules.players[0]], name, title)


def _of_equilibrium(solution: NashSolution, name: str, title: str) -> Theorem:
    if not isinstance(solution.game, ExtensiveForm):
        return theorem_of_profile(solution, name, title)
    if not isinstance(solution, TreeSolution) or solution.constant_sum != 0:
        raise NotStated("the tree is not zero-sum with two players; a theorem states equilibria of tables only")
    first = solution.equilibria[0]
    return theorem_of_tree(solution.game, first.behavior, first.payoffs[0], name, title)


def write_theorem(path: Path, theorem: Theorem) -> None:
    """Write the file, and next to it the files of the library that are not there; refuse to replace other files.

    A file in `claims/rocq/mine` needs no copy of a library that is in `claims/rocq/values`.
    """
    sources, sibling = library_sources(), path.resolve().parent.parent / LIBRARY
    folder = sibling if all((sibling / f"{module}.v").is_file() for module in theorem.library) else path.parent
    texts = {folder / f"{module}.v": sources[f"Values.{module}"].text for module in theorem.library}
    for other, text in texts.items():
        if other.exists() and other.read_text(encoding="utf-8", errors="replace") != text:
            raise NotStated(f"{other} is another file than that of the library; choose another folder")
    for other, text in texts.items():
        if not other.exists():
            write_atomic(other, text)
    write_atomic(path, theorem.text)
