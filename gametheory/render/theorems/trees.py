"""Theorems about zero-sum trees with hidden information: the value, in behavior strategies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.model.payoffs import Payoffs
from gametheory.model.sequence_form import BehaviorStrategy
from gametheory.render.theorems.text import (
    MAX_POSITIONS,
    Line,
    NotStated,
    Theorem,
    check_number,
    comment,
    exact,
    list_definition,
    number_list,
    parts,
    rational,
    rationals,
    whole_file,
)

SEATS = ("First", "Second")


def theorem_of_tree(
    tree: ExtensiveForm, behavior: Sequence[BehaviorStrategy], value: Fraction, name: str, title: str
) -> Theorem:
    """Return the file that states the value of a zero-sum tree to the first player; raise NotStated if it is too large.

    >>> from gametheory import nash
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" "B" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "" { 0 0 } t "" 2 "" { 1 -1 }')
    >>> text = theorem_of_tree(tree, nash(tree).equilibria[0].behavior, Fraction(1), "Go", "go")
    >>> "Theorem value_of_Go : tree_value game 1." in text.text.splitlines()
    True
    """
    if len(tree.nodes) > MAX_POSITIONS:
        raise NotStated(f"the tree has {len(tree.nodes):,} nodes; a theorem states at most {MAX_POSITIONS:,}")
    sets = {key: number for number, key in enumerate((key for key in tree.information_sets if key[0]), 1)}
    payoffs = tree.payoffs_along()
    numbers = [check_number(_numbers(tree, index, sets, payoffs[index])) for index in range(len(tree.nodes))]
    strategies, lines = [], len(tree.nodes)
    for seat, own in enumerate(behavior):
        weights = {sets[key]: _weights(tree, key, own) for key in sets if key[0] == seat + 1}
        numbers += [check_number([number, *parts(each)]) for number, each in weights.items()]
        names = {sets[key]: tree.information_sets[key].name for key in sets}
        entries = [Line(f"at_set {number} {rationals(each)}", names[number]) for number, each in weights.items()]
        kind = "list (positive * list Q)"
        strategies.append(list_definition(f"{SEATS[seat].lower()}_plays", kind, entries, lines + 1))
        lines += len(entries)
    first, second = tree.players
    claim = [
        f"{title}: its value to {first} is {exact(value)}, exactly.",
        f"{first}, the first player, has a strategy with this expected payoff against every strategy of {second},",
        f"and {second}, who pays it, has one that pays no more. Players know only the number of the information set.",
        f"The tree was computed by Python: it lists all {len(tree.nodes):,} nodes of the game.",
    ]
    definitions = [_tree_definition(tree, sets, payoffs), *strategies, number_list(numbers)]
    statement = f"value_of_{name} : tree_value game {rational(value)}"
    proof = f"checked_tree game first_plays second_plays {rational(value)} numbers"
    return whole_file(name, claim, "Tree", definitions, statement, proof)


def _weights(tree: ExtensiveForm, key: tuple[int, int], own: BehaviorStrategy) -> Sequence[Fraction]:
    """Return the probabilities at an information set; the first action where the own strategy does not lead to it."""
    actions = tree.information_sets[key].actions
    return own.get(key[1]) or [Fraction(int(action == 0)) for action in range(len(actions))]


def _numbers(tree: ExtensiveForm, index: int, sets: Mapping[tuple[int, int], int], payoffs: Payoffs) -> Iterator[int]:
    node = tree.nodes[index]
    if node.player is None:
        yield from parts(payoffs[:1])
    elif node.player == CHANCE:
        yield from parts(tree.information_sets[node.set_key].probabilities)
    else:
        yield from (sets[node.set_key], len(tree.actions(node)))


def _tree_definition(tree: ExtensiveForm, sets: Mapping[tuple[int, int], int], payoffs: Sequence[Payoffs]) -> str:
    """Return the definition of the tree, one node on each line, with the number of the node."""
    lines, left = ["Definition game : tree :="], list[int]()  # the numbers of branches that are left to print
    ways = ["" if parent is None else tree.actions(tree.nodes[parent[0]])[parent[1]] for parent in tree.parents()]
    for number, (node, way) in enumerate(zip(tree.nodes, ways, strict=True), 1):
        indent = " " * min(len(left), 20)
        if node.player is None:
            text = f"End {rational(payoffs[number - 1][0])}"
            while left and left[-1] == 1:
                left.pop()
                text += "]"
            if left:
                left[-1] -= 1
                text += ";"
        elif node.player == CHANCE:
            text = f"Chance {rationals(tree.information_sets[node.set_key].probabilities)} ["
        else:
            text = f"Choose {SEATS[node.player - 1]} {sets[node.set_key]} ["
        if node.player is not None:
            left.append(len(tree.actions(node)))
        lines.append(f"{indent}{text} (* {number}{': ' * bool(way)}{comment(way)} *)")
    return "\n".join(lines) + "."
