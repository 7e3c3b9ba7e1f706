"""Distinct names: in a file, names can be empty or equal."""

from __future__ import annotations

from collections.abc import Sequence

from gametheory.model.extensive_form import ExtensiveForm


def distinct_names(names: Sequence[str], numbers: Sequence[int] = ()) -> Sequence[str]:
    """Return the names if they can be keys, else numbers.

    >>> distinct_names(["left", "right"]), distinct_names(["", "right"]), distinct_names(["a", "a"], [3, 7])
    (['left', 'right'], ['1', '2'], ['3', '7'])
    """
    if all(names) and len(set(names)) == len(names):
        return names
    return [str(number) for number in numbers or range(1, len(names) + 1)]


def information_set_names(tree: ExtensiveForm) -> dict[tuple[int, int], str]:
    """Return a name for each information set of a player, distinct among the sets of this player.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> information_set_names(read_efg('EFG 2 R "" { "A" } p "" 1 7 "" { "stay" } 0 t "" 0'))
    {(1, 7): '7'}
    """
    names: dict[tuple[int, int], str] = {}
    for player in range(1, len(tree.players) + 1):
        keys = [key for key in tree.information_sets if key[0] == player]
        distinct = distinct_names([tree.information_sets[key].name for key in keys], [number for _, number in keys])
        names |= dict(zip(keys, distinct, strict=True))
    return names


def node_names(tree: ExtensiveForm, nodes: Sequence[int]) -> list[str]:
    """Return a name for each of some nodes: its own, or else the actions on the way to it.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" } p "" 1 7 "" { "stay" "go" } 0 t "" 0 t "" 0')
    >>> node_names(tree, [1, 2])
    ['stay', 'go']
    """
    own = [tree.nodes[node].name for node in nodes]
    if all(own) and len(set(own)) == len(own):
        return own
    parents, paths = list(tree.parents()), []
    for node in nodes:
        actions, parent = list[str](), parents[node]
        while parent is not None:
            actions.append(tree.actions(tree.nodes[parent[0]])[parent[1]])
            parent = parents[parent[0]]
        paths.append(" ".join(actions[::-1]))
    return list(distinct_names(paths, [node + 1 for node in nodes]))
