"""Games in extensive form with perfect information: backward induction for any number of players."""

from __future__ import annotations

from fractions import Fraction

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.model.payoffs import Payoffs
from gametheory.model.sequence_form import BehaviorStrategy, SequenceForm
from gametheory.solvers.nash_solution import Equilibrium
from gametheory.verify import check_perfect_information


def solve_perfect_information(form: SequenceForm) -> Equilibrium:
    """Return a subgame-perfect equilibrium in pure strategies of a game with perfect information.

    Backward induction (Zermelo 1913; Kuhn 1953); of several best actions the first one is chosen.
    `verify.check_perfect_information` accepts the action at every node. Cost: the nodes times the number of players.

    >>> from gametheory.formats.gambit import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> form = sequence_form(read_efg('''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
    ...     p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'''))
    >>> solve_perfect_information(form).payoffs
    (Fraction(1, 1), Fraction(1, 1))

    References
    ----------
    H. W. Kuhn, Extensive games and the problem of information (1953).
    """
    tree = form.tree
    payoffs, chosen = _values(tree)
    attained = check_perfect_information(tree, payoffs, chosen)
    behavior: list[BehaviorStrategy] = [{} for _ in tree.players]
    for node, action in zip(tree.nodes, chosen, strict=True):
        if node.player:
            pure = (Fraction(int(index == action)) for index in range(len(tree.actions(node))))
            behavior[node.player - 1][node.information_set] = tuple(pure)
    plans = tuple(own.plan(strategy) for own, strategy in zip(form.players, behavior, strict=True))
    return Equilibrium(plans, attained, tuple(behavior))


def _values(tree: ExtensiveForm) -> tuple[list[Payoffs], list[int]]:
    """Return the payoffs of all players from each node on, and the action there; 0 at chance and terminal nodes."""
    zero = (Fraction(0),) * len(tree.players)
    payoffs, chosen = [zero] * len(tree.nodes), [0] * len(tree.nodes)
    after: list[list[Payoffs]] = [[] for _ in tree.nodes]  # from the last action to the first
    parents = list(tree.parents())
    for index in range(len(tree.nodes) - 1, -1, -1):
        node, options = tree.nodes[index], after[index][::-1]
        after[index] = []
        value = zero
        if node.player == CHANCE:
            probabilities = tree.information_sets[node.set_key].probabilities
            columns = zip(*options, strict=True)
            value = tuple(sum(map(Fraction.__mul__, probabilities, column), Fraction(0)) for column in columns)
        elif node.player:
            own = node.player - 1
            chosen[index] = max(range(len(options)), key=lambda action: options[action][own])
            value = options[chosen[index]]
        if node.outcome:
            value = tuple(a + b for a, b in zip(value, tree.outcomes[node.outcome].payoffs, strict=True))
        payoffs[index] = value
        if parent := parents[index]:
            after[parent[0]].append(value)
    return payoffs, chosen
