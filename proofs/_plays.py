"""Plays printed in the posts beside all plays of the state graph."""

from __future__ import annotations

import networkx as nx
from _published import end_of_waves, graph, rows, tests, told

from gametheory import Castle
from gametheory.claims import Verdict, Witness, refuted, verified
from gametheory.claims.evidence import Figure, Table
from gametheory.games.castle import Position
from gametheory.games.castle.counting import is_uncounted_in_post
from gametheory.games.castle.figures import STYLES, play_graph
from gametheory.render.svg.graph import draw_graph
from gametheory.solvers.shortest_paths import Play, Step, count_plays_by_length, distance_to_outcome, plays


def missed(step: Step) -> bool:
    """Whether the program of CD2 misses a castle win with this last wave."""
    return is_uncounted_in_post(step.position, step.successor)


def shortest_uncounted_win(castle: Castle) -> list[Position] | None:
    """The shortest castle win that the program of CD2 does not count."""
    unfolded = graph(castle)
    last = [(here, end) for here, end in unfolded.edges() if is_uncounted_in_post(here, end)]
    approaches = nx.single_source_shortest_path(unfolded, castle.start())
    return min(([*approaches[here], end] for here, end in last), key=len, default=None)


def printed_plays(test: int, winner: str) -> list[list[tuple[int, ...]]]:
    """The plays of a test that the post prints in full."""
    plays: dict[str, list[tuple[int, ...]]] = {}
    for row in rows("castle_2_plays.tsv"):
        if (row["test"], row["winner"]) == (str(test), winner):
            position = tuple(int(row[column]) for column in ("soldiers", "defenders", "strength"))
            plays.setdefault(row["play"], []).append(position)
    return list(plays.values())


def without_fresh(play: list[tuple[int, ...]], castle: Castle) -> tuple[tuple[int, ...], ...]:
    """A play whose end is printed before the program takes the defenders it should not have added off again."""
    soldiers, defenders, strength = play[-1]
    return (*play[:-1], (soldiers, defenders - castle.defenders_per_wave, strength))


def computed_plays(test: int, winner: str) -> list[Play]:
    """Every way of a side to win a test."""
    return list(plays(graph(dict(tests())[test]), winner))


def figure(test: int, number: int | None = None) -> Figure:
    """All ways to win and to tie a test, drawn from the state graph."""
    castle = dict(tests())[test]
    heading = f"Figure {number} of the post, test {test}" if number else f"Test {test}"
    svg = draw_graph(play_graph(castle), STYLES, f"{heading}: {castle}")
    return Figure(
        svg,
        f"{heading}, {castle}: every way to win. A position is soldiers S, defenders D, castle hits CH at the start "
        "of a wave; the number at an arrow is how many soldiers fire at defenders.",
    )


def compare_plays(test: int, soldiers: dict[int, int], castle: dict[int, int], *evidence: Figure) -> Verdict:
    """Compare the told numbers of ways by wave, and the plays printed in full, with all ways of the graph."""
    instance = dict(tests())[test]
    for side, expected in (("soldiers", soldiers), ("castle", castle)):
        found = count_plays_by_length(graph(instance), side)
        plays = {tuple(map(tuple, end_of_waves(way))) for way in computed_plays(test, side)}
        if found != expected:
            return refuted(
                str(instance),
                1,
                Witness(str(instance), f"{side}: told {expected}, computed {found}"),
                *evidence,
            )
        for play in printed_plays(test, side):
            if not plays.intersection((tuple(play), without_fresh(play, instance))):
                return refuted(
                    str(instance), 1, Witness(str(instance), f"no win of the {side}: {told(play)}"), *evidence
                )
    table = Table(
        ("winner", "waves", "play"),
        [
            (side, len(way), told(end_of_waves(way)))
            for side in ("soldiers", "castle")
            for way in computed_plays(test, side)
        ],
        "Every way to win.",
    )
    return verified(f"every play of {instance}", len(table.rows), *evidence, table)


def fewest(castle: Castle, side: str) -> int | None:
    """Fewest waves in which a side can win; None where it cannot."""
    return distance_to_outcome(graph(castle), side).get(castle.start())


def fewest_from_start(castle: Castle, position: Position) -> int:
    """Waves after which a position can first stand."""
    layer, waves = {castle.start()}, 0
    while position not in layer:
        layer = {following for here in layer for following in graph(castle).successors(here)}
        waves += 1
    return waves
