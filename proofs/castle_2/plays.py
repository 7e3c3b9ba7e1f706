"""Plays printed in the posts, compared with all plays of the state graph."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import cast

import networkx as nx
from _published import end_of_waves, graph, play_text, rows, tests

from gametheory import Castle
from gametheory.claims import Verdict, check_all
from gametheory.claims.evidence import Figure, Table
from gametheory.games.castle import Position
from gametheory.games.castle.counting import is_uncounted_in_post
from gametheory.games.castle.figures import play_graph
from gametheory.model.unfolding import networkx_graph
from gametheory.render.figures import draw_plays
from gametheory.solvers.shortest_paths import Play, Step, count_plays_by_length, distance_to_outcome, plays

ALL = "the 27 tests"


def uncounted(step: Step) -> bool:
    """Return whether the program of CD2 does not count a castle win with this last step."""
    before, after = cast(Position, step.position), cast(Position, step.successor)
    return is_uncounted_in_post(before, after)


def shortest_uncounted_win(castle: Castle) -> list[Position]:
    """Return the shortest castle win that the program of CD2 does not count, if there is one."""
    states = networkx_graph(graph(castle))
    last = [(here, end) for here, end in states.edges() if is_uncounted_in_post(here, end)]
    approaches = nx.single_source_shortest_path(states, castle.start())
    return min(([*approaches[here], end] for here, end in last), key=len)


def printed_plays(test: int, winner: str) -> list[list[Position]]:
    """Return the plays of a test that the post prints in full."""
    plays: dict[str, list[Position]] = {}
    for row in rows("castle_2_plays.tsv"):
        if (row["test"], row["winner"]) == (str(test), winner):
            position = Position(*(int(row[column]) for column in ("soldiers", "defenders", "strength")))
            plays.setdefault(row["play"], []).append(position)
    return list(plays.values())


def without_fresh(play: Sequence[Position], castle: Castle) -> tuple[Position, ...]:
    """Return a printed play without the fresh defenders that the program adds, and later removes, at its end."""
    last = play[-1]
    return (*play[:-1], last._replace(defenders=last.defenders - castle.defenders_per_wave))


def computed_plays(test: int, winner: str) -> list[Play]:
    """Return every play of a test that a side wins."""
    return list(plays(graph(dict(tests())[test]), winner))


def figure(test: int, number: int | None = None) -> Figure:
    """Draw all winning plays and the tie of a test from the state graph."""
    castle = dict(tests())[test]
    heading = f"Figure {number} of the post, test {test}" if number else f"Test {test}"
    svg = draw_plays(play_graph(castle), f"{heading}: {castle}")
    return Figure(
        svg,
        f"{heading}, {castle}: every winning play. A position has soldiers S, defenders D and castle hits CH at the "
        "start of a wave; the number at an arrow is the number of soldiers who fire at defenders.",
    )


def compare_plays(test: int, soldiers: dict[int, int], castle: dict[int, int], *evidence: Figure) -> Verdict:
    """Compare the printed numbers of plays by wave, and the plays printed in full, with all plays of the graph."""
    instance, expected = dict(tests())[test], {"soldiers": soldiers, "castle": castle}
    counts = {side: count_plays_by_length(graph(instance), side) for side in expected}
    computed = {(side, tuple(end_of_waves(play))) for side in expected for play in computed_plays(test, side)}
    printed = {(side, play_text(play)): tuple(play) for side in expected for play in printed_plays(test, side)}

    def holds(case: tuple[str, str]) -> bool:
        if case not in printed:
            return counts[case[0]] == expected[case[0]]
        return any((case[0], play) in computed for play in (printed[case], without_fresh(printed[case], instance)))

    def explain(case: tuple[str, str]) -> str:
        return "no such win" if case in printed else f"printed {expected[case[0]]}, computed {counts[case[0]]}"

    table = Table(
        ("winner", "waves", "play"),
        [
            (side, len(play), play_text(end_of_waves(play)))
            for side in ("soldiers", "castle")
            for play in computed_plays(test, side)
        ],
        "Every winning play.",
    )
    cases = [*((side, "the number of plays by wave") for side in expected), *printed]
    note = f"{instance}: for each side the number of plays by wave, and each play that is printed in full"
    return check_all(cases, holds, note, explain, *evidence, table)


def fewest(castle: Castle, side: str) -> int | None:
    """Return the fewest waves in which a side can win, or None if it cannot."""
    return distance_to_outcome(graph(castle), side).get(castle.start())


def fewest_from_start(castle: Castle, position: Hashable) -> int:
    """Return the fewest waves after which a position can occur."""
    states, layer, waves = networkx_graph(graph(castle)), {castle.start()}, 0
    while position not in layer:
        layer = {successor for here in layer for successor in states.successors(here)}
        waves += 1
    return waves
