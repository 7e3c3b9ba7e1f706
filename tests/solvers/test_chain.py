"""Games of chance alone: hand-computed laws, laws as laws, floats within their bound, certificates."""

import math
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Alternating, Coin, Countdown, Matching, Ring

from gametheory import Distribution, Outcome, state_graph
from gametheory.games.battle import Battle, Position
from gametheory.solvers import markov_chain
from gametheory.verify import CertificateError, check_absorption_probability

HALF = Fraction(1, 2)


class Table:
    """A chain given by its table: position -> law of the next; a position without a row is an end of its name."""

    players = ()

    def __init__(self, start, rows):
        self.first, self.rows = start, {position: Distribution(law) for position, law in rows.items()}

    def start(self):
        return self.first

    def outcome(self, position):
        return None if position in self.rows else Outcome(str(position))

    def moves(self, position, player):
        return ()

    def after(self, position):
        return self.rows[position]


def ruin(stake, goal, up):
    """The gambler: one unit up with chance `up`, else down, until 0 or the goal."""
    rows = {x: {x + 1: up, x - 1: 1 - up} for x in range(1, goal)}
    return state_graph(Table(stake, rows))


def craps():
    """Craps: 7 or 11 wins at once, 2, 3, 12 lose; else the point must come again before a 7."""
    rolls = {}
    for one, two in product(range(1, 7), repeat=2):
        rolls[one + two] = rolls.get(one + two, 0) + Fraction(1, 36)
    points = (4, 5, 6, 8, 9, 10)
    first = {("point", x): rolls[x] for x in points}
    first |= {"win": rolls[7] + rolls[11], "lose": rolls[2] + rolls[3] + rolls[12]}
    rows = {("point", x): {"win": rolls[x], "lose": rolls[7], ("point", x): 1 - rolls[x] - rolls[7]} for x in points}
    return state_graph(Table("first", {"first": first, **rows}))


def trap():
    """One step to the end, or to two places that lead to each other for ever."""
    return state_graph(Table("start", {"start": {"end": HALF, "a": HALF}, "a": {"b": 1}, "b": {"a": 1}}))


@pytest.mark.parametrize(("stake", "goal"), [(1, 2), (3, 7), (5, 12)])
@pytest.mark.parametrize("up", [HALF, Fraction(2, 3), Fraction(18, 37)])
def test_the_ruin_of_the_gambler(stake, goal, up):
    graph = ruin(stake, goal, up)
    ratio = (1 - up) / up
    won = Fraction(stake, goal) if up == HALF else (1 - ratio**stake) / (1 - ratio**goal)
    lasts = stake * (goal - stake) if up == HALF else (stake - goal * won) / (1 - 2 * up)
    assert markov_chain.outcome_distribution(graph) == {str(goal): won, "0": 1 - won, None: 0}
    assert markov_chain.expected_duration(graph) == lasts
    assert (
        check_absorption_probability(graph, markov_chain.absorption_probabilities(graph, str(goal)), str(goal)) == won
    )


def test_craps():
    graph = craps()
    assert markov_chain.outcome_distribution(graph) == {"win": Fraction(244, 495), "lose": Fraction(251, 495), None: 0}
    assert markov_chain.expected_duration(graph) == Fraction(557, 165)
    assert markov_chain.outcome_distribution_after(graph, 1) == {
        "win": Fraction(2, 9),
        "lose": Fraction(1, 9),
        None: Fraction(2, 3),
    }


def test_a_coin_tossed_at_most_so_often():
    graph = state_graph(Coin(4))
    never = Fraction(2, 3) ** 4
    assert markov_chain.outcome_distribution(graph) == {"heads": 1 - never, "never": never, None: 0}
    assert markov_chain.absorption_distribution(graph)[(1, "H")] == Fraction(1, 3) * Fraction(4, 9)


def test_the_law_after_no_step_is_the_start():
    graph = craps()
    assert markov_chain.distribution_after(graph, 0) == {"first": 1}
    assert markov_chain.bounded_distribution_after(graph, 0).distribution == {"first": 1.0}


def test_play_that_is_over_at_the_start():
    graph = state_graph(Table("end", {}))
    assert (
        markov_chain.distribution_after(graph, 3)
        == markov_chain.absorption_distribution(graph)
        == markov_chain.bounded_absorption_distribution(graph).distribution
        == {"end": 1}
    )
    assert markov_chain.outcome_distribution(graph) == {"end": 1, None: 0}
    assert markov_chain.expected_duration(graph) == 0
    assert markov_chain.transition_matrix(graph) == [[1]]


def test_play_that_need_not_end():
    graph = trap()
    assert markov_chain.never_absorbed(graph) == {"a", "b"}
    assert markov_chain.outcome_distribution(graph) == {"end": HALF, None: HALF}
    assert markov_chain.absorption_distribution(graph) == {"end": HALF}
    assert markov_chain.expected_duration(graph) is None
    assert markov_chain.absorption_probabilities(graph, "end") == {"start": HALF, "end": 1, "a": 0, "b": 0}
    law, bound = markov_chain.bounded_absorption_distribution(graph)
    assert abs(law["end"] - 0.5) <= bound


def test_play_that_never_ends():
    for graph in (state_graph(Battle(2, 1, Fraction(0), Fraction(0))), state_graph(Table(0, {0: {1: 1}, 1: {0: 1}}))):
        assert markov_chain.never_absorbed(graph) == set(graph)
        assert markov_chain.outcome_distribution(graph) == {None: 1}
        assert (
            markov_chain.absorption_distribution(graph)
            == markov_chain.bounded_absorption_distribution(graph).distribution
            == {}
        )
        assert markov_chain.expected_duration(graph) is None
        assert markov_chain.outcome_distribution_after(graph, 9) == {None: 1}


@pytest.mark.parametrize("game", [Countdown(3), Matching(), Alternating(), Ring()], ids=lambda g: type(g).__name__)
def test_a_game_in_which_somebody_moves_is_refused(game):
    graph = state_graph(game)
    for solver in (
        markov_chain.absorption_distribution,
        markov_chain.outcome_distribution,
        markov_chain.expected_duration,
        markov_chain.transition_matrix,
    ):
        with pytest.raises(ValueError, match="a player moves"):
            solver(graph)
    with pytest.raises(CertificateError, match="a player moves"):
        check_absorption_probability(graph, dict.fromkeys(graph, Fraction(0)), "none")


@pytest.mark.parametrize("steps", [-1, 0.5, True])
def test_steps_that_are_none(steps):
    for solver in (
        markov_chain.distribution_after,
        markov_chain.outcome_distribution_after,
        markov_chain.bounded_distribution_after,
    ):
        with pytest.raises(ValueError, match=r"steps: .* is not a whole number of at least 0"):
            solver(craps(), steps)


def test_an_order_must_name_every_position_once():
    graph = trap()
    for order in (["start"], ["start", "end", "a", "a"], ["start", "end", "a", "c"]):
        with pytest.raises(ValueError, match="not each of the 4 positions once"):
            markov_chain.transition_matrix(graph, order)


def test_powers_of_the_matrix_are_the_law():
    graph = craps()
    places, matrix = list(graph), markov_chain.transition_matrix(graph)
    law = [Fraction(position == "first") for position in places]
    for steps in range(5):
        known = markov_chain.distribution_after(graph, steps)
        assert law == [known.get(position, 0) for position in places]
        law = [sum(x * row[j] for x, row in zip(law, matrix, strict=True)) for j in range(len(places))]


def test_floats_that_cannot_count_the_steps_say_so():
    rare = Fraction(1, 10**400)
    graph = state_graph(Table(0, {0: {"end": rare, 0: 1 - rare}}))
    assert markov_chain.expected_duration(graph) == 10**400
    with pytest.raises(OverflowError, match="longer than floats can count"):
        markov_chain.bounded_absorption_distribution(graph)


def test_long_play_in_floats_keeps_its_bound():
    graph = ruin(3, 40, Fraction(1, 50))
    bound = check_bounded(
        graph, markov_chain.absorption_distribution(graph), markov_chain.bounded_absorption_distribution(graph)
    )
    assert bound < 1e-12
    assert (
        check_bounded(
            graph, markov_chain.distribution_after(graph, 60), markov_chain.bounded_distribution_after(graph, 60)
        )
        < 1e-12
    )


def check_bounded(graph, exact, found):
    """The errors of all entries together, and of each outcome summed in floats, are within the bound."""
    law, bound = found
    assert sum(abs(Fraction(law.get(position, 0.0)) - exact.get(position, 0)) for position in {*law, *exact}) <= bound
    in_floats, exactly = markov_chain.sum_by_outcome(graph, law), markov_chain.sum_by_outcome(graph, exact)
    assert all(abs(Fraction(in_floats[name]) - exactly[name]) <= bound for name in exactly)
    return bound


@st.composite
def tables(draw):
    """Small chains with cycles, places to stay, and places from which play cannot end."""
    size = draw(st.integers(1, 6))
    places = [*range(size), "left", "right"]
    rows = {}
    for position in range(size):
        weights = draw(st.dictionaries(st.sampled_from(places), st.integers(1, 9), min_size=1, max_size=4))
        rows[position] = {place: Fraction(weight, sum(weights.values())) for place, weight in weights.items()}
    return state_graph(Table(0, rows))


@settings(deadline=None, max_examples=150)
@given(tables(), st.integers(0, 6))
def test_laws_of_any_small_chain(graph, steps):
    law, later = (
        markov_chain.outcome_distribution_after(graph, steps),
        markov_chain.outcome_distribution_after(graph, steps + 1),
    )
    ends = markov_chain.outcome_distribution(graph)
    assert sum(law.values()) == sum(ends.values()) == sum(markov_chain.distribution_after(graph, steps).values()) == 1
    for outcome in set(law) - {None}:
        assert law[outcome] <= later[outcome] <= ends[outcome]
        assert (
            check_absorption_probability(graph, markov_chain.absorption_probabilities(graph, outcome), outcome)
            == ends[outcome]
        )
    assert (
        (markov_chain.expected_duration(graph) is None) == bool(markov_chain.never_absorbed(graph)) == (ends[None] > 0)
    )
    check_bounded(
        graph, markov_chain.distribution_after(graph, steps), markov_chain.bounded_distribution_after(graph, steps)
    )
    assert (
        check_bounded(
            graph, markov_chain.absorption_distribution(graph), markov_chain.bounded_absorption_distribution(graph)
        )
        < 1e-9
    )


@settings(deadline=None, max_examples=60)
@given(tables())
def test_the_expected_number_of_steps_is_the_sum_of_the_chances_to_go_on(graph):
    lasts = markov_chain.expected_duration(graph)
    if lasts is not None:
        partial = sum(markov_chain.outcome_distribution_after(graph, steps)[None] for steps in range(12))
        assert partial <= lasts
        assert lasts == sum(visits_by_elimination(graph))


def visits_by_elimination(graph):
    """The expected visits to each position, by Gauss elimination on the whole chain at once."""
    places = [node for node, end in graph.nodes(data="outcome") if end is None]
    whole = dict(zip(graph, markov_chain.transition_matrix(graph), strict=True))
    column = {node: index for index, node in enumerate(graph)}
    rows = [[(u == v) - whole[u][column[v]] for u in places] + [Fraction(v == graph.graph["start"])] for v in places]
    for pivot in range(len(places)):
        swap = next(row for row in range(pivot, len(places)) if rows[row][pivot])
        rows[pivot], rows[swap] = rows[swap], rows[pivot]
        rows[pivot] = [x / rows[pivot][pivot] for x in rows[pivot]]
        for row in range(len(places)):
            if row != pivot:
                rows[row] = [x - rows[row][pivot] * y for x, y in zip(rows[row], rows[pivot], strict=True)]
    return [row[-1] for row in rows]


@pytest.mark.parametrize("graph", [craps(), trap(), ruin(2, 5, HALF), state_graph(Battle(3, 2))], ids=len)
def test_a_planted_wrong_label_is_caught_wherever_it_is(graph):
    outcome = next(end.name for _, end in graph.nodes(data="outcome") if end)
    labels = markov_chain.absorption_probabilities(graph, outcome)
    check_absorption_probability(graph, labels, outcome)
    for position in graph:
        for wrong in (labels[position] + Fraction(1, 10**9), 1 - labels[position] / 3):
            with pytest.raises(CertificateError):
                check_absorption_probability(graph, {**labels, position: wrong}, outcome)
        with pytest.raises(CertificateError, match="not labeled"):
            check_absorption_probability(
                graph, {place: label for place, label in labels.items() if place != position}, outcome
            )


def test_a_harmonic_label_on_play_that_never_ends_is_caught():
    """Where play goes round for ever, any constant satisfies the equations; only 0 is the chance of an end."""
    labels = {"start": Fraction(3, 4), "end": Fraction(1), "a": HALF, "b": HALF}
    with pytest.raises(CertificateError, match="is labeled 1/2, not 0"):
        check_absorption_probability(trap(), {**labels}, "end")


def test_a_battle_in_floats():
    graph = state_graph(Battle(12, 9, reserve=1, stop_when_outnumbered=True))
    assert (
        check_bounded(
            graph, markov_chain.absorption_distribution(graph), markov_chain.bounded_absorption_distribution(graph)
        )
        < 1e-13
    )
    assert (
        check_bounded(
            graph, markov_chain.distribution_after(graph, 3), markov_chain.bounded_distribution_after(graph, 3)
        )
        < 1e-12
    )
    labels = markov_chain.absorption_probabilities(graph, "win")
    assert (
        check_absorption_probability(graph, labels, "win")
        == markov_chain.outcome_distribution(graph)["win"]
        == labels[Position(12, 9)]
    )
    assert math.isclose(
        markov_chain.sum_by_outcome(graph, markov_chain.bounded_absorption_distribution(graph).distribution)["win"],
        labels[Position(12, 9)],
    )
