"""The figures and the plays that the post prints."""

from _published import graph, tests

from gametheory.claims import Verdict, Witness, claim, refuted
from gametheory.solvers.shortest_paths import cycle_edges

from .plays import compare_plays, fewest_from_start, figure

FIGURES = "the figures and the text around them"


@claim(
    "CD2.3",
    "Test 0 has three paths to a win, one of the soldiers in 4 waves and two of the castle in 3; all are printed.",
    FIGURES,
)
def test_0() -> Verdict:
    return compare_plays(0, {4: 1}, {3: 2}, figure(0, 2))


@claim(
    "CD2.4",
    "Test 1 has 7 paths, all won by the castle: 2 of two waves and 5 of three; the text prints three of them.",
    FIGURES,
)
def test_1() -> Verdict:
    return compare_plays(1, {}, {2: 2, 3: 5}, figure(1, 3))


@claim(
    "CD2.5",
    "Test 2: the soldiers win only in 9 waves, by the two printed plays; the castle in 3 to 8 waves, by two plays "
    "each.",
    FIGURES,
)
def test_2() -> Verdict:
    return compare_plays(2, {9: 2}, dict.fromkeys(range(3, 9), 2))


@claim("CD2.6", "Test 3 has a single solution: the soldiers win in 2 rounds.", FIGURES)
def test_3() -> Verdict:
    return compare_plays(3, {2: 1}, {})


@claim(
    "CD2.7",
    "Test 7: the soldiers cannot win; the castle wins twice in 2 waves, as printed, and twice in 3.",
    "the output for test 7",
)
def test_7() -> Verdict:
    return compare_plays(7, {}, {2: 2, 3: 2})


@claim(
    "CD2.8",
    "Test 10: one win of the soldiers, in 4 waves; a tie on the second wave; castle wins, 3 in 3 waves and 5 in 4.",
    FIGURES,
)
def test_10() -> Verdict:
    castle = dict(tests())[10]
    ties = cycle_edges(graph(castle))
    distance = [fewest_from_start(castle, step.position) for step in ties]
    if distance != [1]:
        return refuted(str(castle), 1, Witness(str(castle), f"positions that repeat: {ties}"))
    return compare_plays(10, {4: 1}, {3: 3, 4: 5}, figure(10, 4))
