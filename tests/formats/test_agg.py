"""Action graph games: payoffs against counts made by hand in Python, and files that are not in the format."""

from fractions import Fraction
from itertools import product

import pytest

from gametheory import nash
from gametheory.formats.gambit import FormatError, read_agg, to_efg

ROADS = """#AGG
# three drivers and two roads, of which the third driver knows one; a road costs as many hours as it has drivers
3 2 0
2 2 1
0 1
 0 1
1
1 0
1 1
1 3 [1] -1 [2] -2 [3] -3
1 3 [3] -3 [2] -2 [1] -1
"""


def profiles(table):
    """Yield the payoffs with the names of the strategies; the first player's changes fastest."""
    for names, outcome in zip(product(*reversed(table.strategies)), table.outcomes, strict=True):
        yield tuple(map(int, names[::-1])), outcome.payoffs


def test_a_congestion_game():
    table = read_agg(ROADS)
    assert table.strategies == (("0", "1"), ("0", "1"), ("1",))
    for roads, payoffs in profiles(table):
        assert payoffs == tuple(-roads.count(road) for road in roads)
    assert all(each.payoffs[2] >= -2 for each in nash(table).equilibria)


@pytest.mark.parametrize(
    ("signature", "function"),
    [
        ("0", len),
        ("1", lambda chosen: int(bool(chosen))),
        ("2", lambda chosen: max(chosen, default=4)),
        ("3", lambda chosen: min(chosen, default=4)),
        ("10 5 [7 -1 2]", lambda chosen: 5 + sum((7, -1, 2)[each] for each in chosen)),
        ("11 0 [0 1 0]", lambda chosen: int(1 in chosen)),
        ("12 -3 [7 8 9]", lambda chosen: (7, 8, 9)[max(chosen)] if chosen else -3),
        ("13 -3 [7 8 9]", lambda chosen: (7, 8, 9)[min(chosen)] if chosen else -3),
    ],
)
def test_functions_of_counts(signature, function):
    """Each node sees what a function makes of nodes 0 and 1; the payoff is that number."""
    seen = {function([each for each in profile if each < 2]) for profile in product(range(3), repeat=2)}
    payoffs = f"1 {len(seen)} " + " ".join(f"[{number}] {number}" for number in seen)
    graph = "1 3  1 3  1 3  2 0 1"
    table = read_agg(f"#AGG 2\n2 3 1  3 3  0 1 2  0 1 2  {graph}  {signature}  {payoffs} {payoffs} {payoffs}")
    for profile, both in profiles(table):
        assert both == (function([each for each in profile if each < 2]),) * 2


def test_functions_of_functions():
    table = read_agg("#AGG\n2 2 2  2 2  0 1  0 1  1 3  1 3  1 0  1 2  1 1  1 2 [0] 0 [1] 1  1 2 [0] 0 [1] 1")
    for profile, both in profiles(table):
        assert both == (int(0 in profile),) * 2


def test_a_bayesian_game_is_the_tree_of_its_types():
    """The first player's two types pay in the same way, so the values are those of matching pennies."""
    tree = read_agg("""#BAGG
        2 4 0  2 1  1/3 2/3 1  2 2 2  0 1  0 1  2 3
        1 2  1 3  1 0  1 1
        0 -1 1   0 -1 1   0 1 -1   0 1 -1""")
    assert tree.information_sets[0, 1].probabilities == (Fraction(1, 3), Fraction(2, 3))
    assert [each.actions for key, each in tree.information_sets.items() if key[0] == 1] == [("0", "1")] * 2
    assert {each.payoffs for each in nash(tree).equilibria} == {(0, 0)}
    assert to_efg(tree).startswith("EFG 2 R")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "1 0\n1 1\n",
            "1 0\n1 2\n",
            "line 9, column 3: expected the index of a node, a whole number from 0 to 1",
        ),
        ("[3] -3\n1 3", "1 3", "line 10, column 19"),
        ("[1] -1 [2] -2 [3] -3", "[1] -1 [4] -2 [3] -3", r"line 11, column 1: before this, configuration \[2\] has no"),
        ("1 3 [3]", "2 3 [3]", "line 11, column 1: expected the type of a payoff function, a whole number from 0 to 1"),
        ("[1] -1\n", "[1] -1 7\n", "line 11, column 26: expected the end of the file"),
        ("3 2 0", "3 20000 0", "the number of action nodes, a whole number from 1 to 10,000"),
    ],
)
def test_a_file_that_is_not_in_the_format(old, new, message):
    assert ROADS.count(old) == 1
    with pytest.raises(FormatError, match=message):
        read_agg(ROADS.replace(old, new))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#BAGG\n2 2 0  2 1  1/3 1/3  1", "the probabilities of types must not be negative, and must add up to 1"),
        ("#AGG\n1 1 1  1  0  1 1  1 1  0", "a function node depends on itself"),
        ("#AGG\n1 1 1  1  0  1 1  1 0  7", "unknown type 7 of a function"),
        ("#AGG\n1 1 1  1  0  1 1  1 0  10 0 [1 2]", "weights are for 1 action nodes"),
        ("#AGG\n9 9 0  9 9 9 9 9 9 9 9 9 " + " 0 1 2 3 4 5 6 7 8" * 9, "actions are more than 100,000; see"),
    ],
)
def test_a_game_that_is_none(text, message):
    with pytest.raises(FormatError, match=message):
        read_agg(text)
