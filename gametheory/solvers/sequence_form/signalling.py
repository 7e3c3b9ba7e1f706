"""Whether equilibria of a signalling game pass the intuitive criterion: linear programs say which answers are best."""

from __future__ import annotations

from collections.abc import Sequence
from sys import maxsize

from gametheory.model.extensive_form import ExtensiveForm, node_names
from gametheory.solvers.nash_solution import Equilibrium
from gametheory.solvers.pivoting import lemke_howson
from gametheory.solvers.solution import Check
from gametheory.verify import CertificateError, check_intuitive_criterion
from gametheory.verify.signalling import Question, Reason, Signals, signals

MAX_NODES = 1_000  # of a tree, so that it takes about a second
CHECK = Check("who breaks which equilibrium by the intuitive criterion", "verify.check_intuitive_criterion")


class Reasons(dict[Question, Reason]):
    """Why an answer is best or not, found when it is asked for."""

    def __init__(self, game: Signals) -> None:
        self.game = game

    def __missing__(self, question: Question) -> Reason:
        """Solve the zero-sum game of picking a type, against what is gained by an answer in place of the given one."""
        answered, kinds, answer = question
        order = sorted(kinds)
        lines = [[each[2 - self.game.sender] for each in self.game.messages[answered][kind].payoffs] for kind in order]
        gains = [[line[other] - line[answer] for line in lines] for other in range(len(lines[0]))]
        mixture, belief = lemke_howson(gains, [[-each for each in row] for row in gains], limit=maxsize)
        value = sum(p * q * gains[i][j] for i, p in enumerate(mixture) for j, q in enumerate(belief))
        numbers = dict(enumerate(mixture)) if value else dict(zip(order, belief, strict=True))
        self[question] = not value, {key: p for key, p in numbers.items() if p}
        return self[question]


def _names(tree: ExtensiveForm, key: tuple[int, int], action: int) -> tuple[str, str]:
    """Return the name of a type, or else of the moves that lead to it, and that of a message."""
    node = next(index for index, node in enumerate(tree.nodes) if node.set_key == key)
    own = tree.information_sets[key]
    return own.name or node_names(tree, [node])[0], own.actions[action]


def broken_by(tree: ExtensiveForm, equilibria: Sequence[Equilibrium]) -> tuple[tuple[str, str] | None, ...]:
    """Return the type and the message that break each equilibrium, or None; empty if it is no signalling game."""
    if len(tree.nodes) > MAX_NODES:
        return ()
    try:
        game = signals(tree)
    except CertificateError:
        return ()
    reasons, broken = Reasons(game), list[tuple[str, str] | None]()
    for each in equilibria:
        plans = [{(n, a): p for n, mixed in own.items() for a, p in enumerate(mixed)} for own in each.behavior]
        found = check_intuitive_criterion(tree, plans, reasons)
        broken.append(_names(tree, (game.sender, found[0]), found[1]) if found else None)
    return tuple(broken)
