"""Beliefs at information sets off the path: intervals of textbooks, and the vertices of polytopes by another method."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import pytest
import sympy
from program import call, document
from trees import BATTLE, ENTRY, HORSE

from gametheory import nash, state_graph
from gametheory.formats.gambit import read_efg
from gametheory.games.catalogue import game
from gametheory.model.extensive_form import ExtensiveForm, TableGame, extensive_form
from gametheory.solvers.beliefs import belief_bounds
from gametheory.solvers.refinements import REFINEMENTS
from gametheory.verify import CertificateError, check_belief_bounds

ONE, ZERO = Fraction(1), Fraction(0)


def found(name: str, **options: Any) -> list[tuple[Any, Any]]:
    """Return each equilibrium with its bounds of beliefs."""
    solution = nash(game(name), **options)
    return [(each, solution.belief_bounds(index)) for index, each in enumerate(solution)]


def test_beer_and_quiche_has_the_intervals_of_cho_and_kreps() -> None:
    """Cho and Kreps (1987): the receiver fights off the path if the weak type is at least as likely as the strong."""
    pooling = {"fight": set(), "mixed": set()}
    for equilibrium, beliefs in found("beer-quiche"):
        strong = "beer" if equilibrium.payoffs[0] == Fraction(29, 10) else "quiche"
        other = {"beer": "quiche", "quiche": "beer"}[strong]
        receiver = beliefs["receiver"]
        # on the path Bayes' rule: nine of ten senders are strong
        on_path = {f"('strong',) {strong}": (Fraction(9, 10),) * 2, f"('weak',) {strong}": (Fraction(1, 10),) * 2}
        assert receiver[strong] == on_path
        answers = set().union(*equilibrium.behavior[1].values())
        if answers == {ONE, ZERO}:
            off_path = {f"('strong',) {other}": (ZERO, Fraction(1, 2)), f"('weak',) {other}": (Fraction(1, 2), ONE)}
            assert receiver[other] == off_path
            pooling["fight"].add(strong)
        else:  # who mixes is indifferent
            assert set(receiver[other].values()) == {(Fraction(1, 2), Fraction(1, 2))}
            pooling["mixed"].add(strong)
    assert pooling == {"fight": {"beer", "quiche"}, "mixed": {"beer", "quiche"}}


def test_selten_s_horse_has_the_interval_of_osborne_and_rubinstein() -> None:
    """Osborne and Rubinstein (1994), example 225.2: player 3 goes right if player 1's deviation has at most 1/3."""
    for equilibrium, beliefs in found("seltens-horse"):
        third = beliefs["3"]["3"]
        if equilibrium.payoffs == (1, 1, 1):
            assert third == {"down": (0, Fraction(1, 3)), "across down": (Fraction(2, 3), 1)}
            assert beliefs["2"]["2"] == {"across": (1, 1)}
        else:
            # play comes to player 3 over player 1 only; player 2 would gain by going down: no belief makes across best
            assert third == {"down": (1, 1), "across down": (0, 0)}
            assert beliefs["2"]["2"] == {}


def test_an_empty_threat_has_no_belief() -> None:
    solution = nash(ENTRY)
    by_payoffs = {each.payoffs: solution.belief_bounds(index) for index, each in enumerate(solution)}
    assert by_payoffs[0, 2]["B"]["answer"] == {}
    assert by_payoffs[1, 1]["B"]["answer"] == {"in": (1, 1)}


@pytest.mark.parametrize("name", REFINEMENTS)
def test_the_beliefs_of_a_refinement_are_within_the_bounds(name: str) -> None:
    for tree in (BATTLE, ENTRY, game("beer-quiche"), game("kuhn"), game("monty-hall")):
        solution = nash(tree, refine=name)
        inside = 0
        for bounds in solution.bounds_by_set(0).values():
            for node, (low, high) in bounds.items():
                assert low <= solution[0].beliefs[node] <= high
                inside += 1
        assert inside == len(solution[0].beliefs)


def signaling(payoffs: dict[tuple[int, int], int], nodes: int, actions: int) -> ExtensiveForm:
    """Return a tree in which A stays out, or goes to one of the nodes of a set of B, whose payoffs are given."""
    words = " ".join(f'"{node}"' for node in range(nodes))
    text = f'EFG 2 R "" {{ "A" "B" }} p "" 1 1 "" {{ "out" {words} }} 0 t "" 1 "" {{ 1 0 }}\n'
    names = " ".join(f'"{action}"' for action in range(actions))
    for node in range(nodes):
        text += f'p "" 2 1 "" {{ {names} }} 0\n'
        for action in range(actions):
            number = 2 + node * actions + action
            text += f't "" {number} "" {{ 0 {payoffs[node, action]} }}\n'
    return read_efg(text)


def by_vertices(gains: list[list[int]], nodes: int) -> list[tuple[Any, Any]]:
    """Return the least and greatest weight of each node over a polytope, by all its vertices."""
    lines = [[int(row == column) for column in range(nodes)] for row in range(nodes)] + gains
    vertices = []
    for tight in combinations(lines, nodes - 1):
        matrix = sympy.Matrix([[1] * nodes, *tight])
        if matrix.det() == 0:
            continue
        point = matrix.LUsolve(sympy.Matrix([1] + [0] * (nodes - 1)))
        if all(sum(map(lambda a, b: a * b, line, point)) >= 0 for line in lines):
            vertices.append(point)
    if not vertices:
        return []
    return [
        (min(vertex[node] for vertex in vertices), max(vertex[node] for vertex in vertices)) for node in range(nodes)
    ]


@pytest.mark.parametrize("seed", range(30))
def test_bounds_are_those_of_the_vertices_of_the_polytope(seed: int) -> None:
    rng = random.Random(seed)
    nodes, actions = rng.randint(1, 3), rng.randint(2, 3)
    payoffs = {cell: rng.randint(-2, 2) for cell in product(range(nodes), range(actions))}
    used = rng.sample(range(actions), rng.randint(1, 2))
    mixed = tuple(Fraction(int(action in used), len(used)) for action in range(actions))
    gains = []
    for action, other in permutations(range(actions), 2):
        if action in used:
            gains.append([payoffs[node, action] - payoffs[node, other] for node in range(nodes)])
    stay = (ONE, *[ZERO] * nodes)
    bounds = belief_bounds(signaling(payoffs, nodes, actions), {(1, 1): stay, (2, 1): mixed}, [(2, 1)])
    assert [(low, high) for low, high in bounds[2, 1].values()] == by_vertices(gains, nodes)


def test_bounds_use_the_play_that_follows() -> None:
    """The second player's answer depends on what A does later, so that the bounds do, too."""
    tree = read_efg("""EFG 2 R "" { "A" "B" } p "" 1 1 "" { "out" "left" "right" } 0 t "" 1 "" { 1 0 }
    p "" 2 1 "" { "stop" "go" } 0 t "" 2 "" { 0 0 } p "" 1 2 "" { "up" "down" } 0 t "" 3 "" { 0 3 } t "" 4 "" { 0 -1 }
    p "" 2 1 0 t "" 2 c "" 1 "" { "sun" 1/2 "rain" 1/2 } 0 t "" 5 "" { 0 -4 } t "" 6 "" { 0 2 }""")
    first = {(1, 1): (ONE, ZERO, ZERO), (2, 1): (ZERO, ONE)}
    # go gains 3 or -1 on the left, and -4/2 + 2/2 = -1 on the right
    bounds = []
    for up in (ONE, ZERO, Fraction(1, 2)):
        known = first | {(1, 2): (up, 1 - up)}
        bounds.append([*belief_bounds(tree, known, [(2, 1)])[2, 1].values()])
    half = Fraction(1, 2)
    assert bounds == [[(Fraction(1, 4), 1), (0, Fraction(3, 4))], [], [(half, 1), (0, half)]]
    # nothing is claimed if the later play is open
    assert belief_bounds(tree, first, [(2, 1)]) == {}


def test_a_certificate_for_another_action_or_set_is_refused() -> None:
    behavior = {(1, 1): (ONE, ZERO), (2, 1): (ONE, ZERO), (3, 1): (ZERO, ONE)}
    sure = {3: ONE}, {}
    near = {3: Fraction(2, 3), 6: Fraction(1, 3)}, {(1, 0): Fraction(1, 3)}
    right = {3: (near, sure), 6: (sure, near)}
    assert check_belief_bounds(HORSE, behavior, {(3, 1): (right, {})})[3, 1][6] == (0, Fraction(1, 3))
    # with a negative multiplier the weight of node 3 would be bounded by 2/3
    below = near[0], {(1, 0): Fraction(-1, 3)}
    lies = [
        ({3: (near, below), 6: (below, near)}, {}),
        ({3: (near, sure)}, {}),
        ({3: (sure, near), 6: (near, sure)}, {}),
        ({3: (near, sure), 6: (({6: ONE}, {}), near)}, {}),
        ({3: (near, sure), 6: (sure, (near[0], {(0, 1): Fraction(1, 3)}))}, {}),
        ({}, {(1, 0): ONE}),
        ({}, {}),
    ]
    for lie in lies:
        with pytest.raises(CertificateError):
            check_belief_bounds(HORSE, behavior, {(3, 1): lie})
    del behavior[1, 1]
    with pytest.raises(CertificateError, match="the behavior is not that of the information sets"):
        check_belief_bounds(HORSE, behavior, {(3, 1): (right, {})})


def test_a_table_and_irrational_numbers_have_no_bounds() -> None:
    with pytest.raises(ValueError, match="only of a tree"):
        nash([[1, -1], [-1, 1]]).belief_bounds()
    solution = nash(extensive_form(state_graph(TableGame(game("el-farol")))))
    irrational = next(index for index, each in enumerate(solution) if not each.plans)
    with pytest.raises(ValueError, match=f"equilibrium {irrational + 1} has irrational probabilities"):
        solution.belief_bounds(irrational)
    listed = solution.as_json()["equilibria"]
    assert [each["belief_bounds"] is None for each in listed].count(True) == 1
    assert listed[irrational]["belief_bounds"] is None


def test_the_command_prints_the_bounds_and_json_has_them(tmp_path: Any) -> None:
    (tmp_path / "signal.efg").write_text("""EFG 2 R "" { "A" "B" } p "" 1 1 "" { "out" "left" "right" } 0
    t "" 1 "" { 2 0 } p "" 2 1 "" { "l" "r" } 0 t "" 2 "" { 0 1 } t "" 3 "" { 1 0 }
    p "" 2 1 0 t "" 4 "" { 0 0 } t "" 5 "" { 1 2 }""")
    said = " ".join(call("nash", "signal.efg", "--refine", "sequential", "--exact", cwd=tmp_path).stdout.split())
    [equilibrium] = document("nash", "signal.efg", "--refine", "sequential", cwd=tmp_path)["equilibria"]
    answer = max(
        equilibrium["behavior"]["B"]["1"], key=lambda action: Fraction(equilibrium["behavior"]["B"]["1"][action])
    )
    ends = {"l": {"left": ["2/3", "1"], "right": ["0", "1/3"]}, "r": {"left": ["0", "2/3"], "right": ["1/3", "1"]}}
    assert equilibrium["belief_bounds"]["B"]["1"] == ends[answer]
    assert f"(possible: {' to '.join(ends[answer]['left'])})" in said
