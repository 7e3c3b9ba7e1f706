"""Perfect recall: whether the players of a game in extensive form remember their own actions and information."""

from __future__ import annotations

from typing import TypeAlias

from gametheory.model.extensive_form import ExtensiveForm

Choice: TypeAlias = tuple[int, int]  # the number of an information set of the player, and an action there


class ImperfectRecall(Exception):
    """A player forgets an earlier action or earlier information; the message names player and information set."""


def check_perfect_recall(game: ExtensiveForm) -> None:
    """Check that every player remembers all own actions and all own information.

    Perfect recall: on the way to every node of an information set, its player has chosen the same actions at the same
    information sets. By induction along the play it suffices to compare the last such choice. Cost: the number of
    nodes.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> end = 't "" 1 "home" { 0 }'
    >>> check_perfect_recall(read_efg(f'EFG 2 R "" {{ "D" }} p "" 1 1 "exit" {{ "on" "off" }} 0 '
    ...                               f'p "" 1 1 0 {end} {end} {end}'))
    Traceback (most recent call last):
    gametheory.model.recall.ImperfectRecall: player D has no perfect recall: information set 1 'exit' comes twice on \
one path (absent-mindedness)

    References

    ----------
    H. W. Kuhn, Extensive games and the problem of information (1953).
    """
    known: dict[tuple[int, int], Choice | None] = {}
    for index, (node, choices) in enumerate(zip(game.nodes, last_choices(game), strict=True)):
        if not node.player:
            continue
        last = choices[node.player - 1]
        if known.setdefault(node.set_key, last) != last:
            name = game.information_sets[node.set_key].name
            raise ImperfectRecall(
                f"player {game.players[node.player - 1]} has no perfect recall: information set {node.information_set} "
                f"{name!r} {_recall_failure(game, index)}"
            )


def last_choices(game: ExtensiveForm) -> list[tuple[Choice | None, ...]]:
    """Return, for each node, the last choice of each player on the way there; None for no choice.

    Cost: the number of nodes times the number of players.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> last_choices(read_efg('EFG 2 R "" { "A" } p "" 1 7 "" { "stay" "go" } 0 t "" 0 t "" 0'))
    [(None,), ((7, 0),), ((7, 1),)]
    """
    choices: list[tuple[Choice | None, ...]] = []
    for parent in game.parents():
        if parent is None:
            choices.append((None,) * len(game.players))
            continue
        index, action = parent
        above, node = choices[index], game.nodes[index]
        if not node.player:
            choices.append(above)
            continue
        own = node.player - 1
        choices.append((*above[:own], (node.information_set, action), *above[own + 1 :]))
    return choices


def _recall_failure(game: ExtensiveForm, index: int) -> str:
    """Return why the player of a node has no perfect recall there."""
    parents, node = list(game.parents()), game.nodes[index]
    parent = parents[index]
    while parent is not None:
        if game.nodes[parent[0]].set_key == node.set_key:
            return "comes twice on one path (absent-mindedness)"
        parent = parents[parent[0]]
    return "has nodes that the player reaches by different choices, or with different information"
