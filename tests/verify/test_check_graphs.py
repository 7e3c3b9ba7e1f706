"""Checkers of state graphs refuse every wrong certificate, up to the last place, and games of another class."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import networkx as nx
import pytest
from chains import Chain, trap
from classic_games import load
from flint import fmpq
from games_by_table import MoveTable, both_choose, patience
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Alternating, Matching, Nim, RandomGame, Ring

from gametheory import Outcome, solve, unfold
from gametheory.games import catalogue
from gametheory.model.classes import ExactColumn, ExactRows, terminal_payoffs
from gametheory.model.extensive_form import TableGame
from gametheory.model.state_arrays import PositionMap
from gametheory.model.unfolding import joint_moves, state_graph
from gametheory.numbers.rationals import to_flint
from gametheory.solvers import markov_chain
from gametheory.solvers.arrays import pure_strategies
from gametheory.solvers.perfect_information import backward_induction, retrograde_analysis
from gametheory.solvers.stochastic import solve_sequential
from gametheory.verify import (
    CertificateError,
    bracket_matrix_value,
    bracket_values,
    check_absorption_probability,
    check_cyclic_equilibrium,
    check_epsilon_equilibrium,
    check_guarantee,
    check_mdp_policy,
    check_mean_payoff,
    check_simultaneous_equilibrium,
    check_stationary_equilibrium,
    check_strategy,
    check_subgame_perfect,
    check_sure_end,
)

CERTIFICATE = ({0: Fraction(1), 1: Fraction(1), 2: Fraction(1)}, {0: ("a",), 1: ("a",)}, {0: 1, 1: 2, 2: 0})


def test_distances_that_do_not_decrease_are_refused():
    graph, (values, strategy, _) = patience(), CERTIFICATE
    payoffs = terminal_payoffs(graph)
    for wrong in ({0: 1, 1: 1, 2: 0}, {0: 0, 1: 1, 2: 0}, {0: 1, 1: 2}, {}):
        with pytest.raises(CertificateError, match="does not come nearer"):
            check_cyclic_equilibrium(graph, payoffs, values, strategy, wrong)


def test_distances_in_arrays_are_the_values_and_not_their_codes():
    """The codes 1, 2, 0 are right distances; the table makes other numbers of them."""
    graph = patience()
    payoffs, (values, strategy, distances) = (
        terminal_payoffs(graph),
        retrograde_analysis(graph, terminal_payoffs(graph)),
    )
    assert dict(distances) == CERTIFICATE[2]
    for table in (range(5, 0, -1), range(0, -5, -1)):
        other = PositionMap(distances.arrays, distances.codes, table)
        for wrong in (other, dict(other)):
            with pytest.raises(CertificateError, match="does not come nearer"):
                check_cyclic_equilibrium(graph, payoffs, values, strategy, wrong)


def test_waiting_forever_does_not_win():
    graph, (values, strategy, distance) = patience(), CERTIFICATE
    payoffs = terminal_payoffs(graph)
    with pytest.raises(CertificateError, match="does not come nearer"):
        check_cyclic_equilibrium(graph, payoffs, values, {**strategy, 0: ("b",)}, distance)
    with pytest.raises(CertificateError, match="one gains by a in 0"):
        check_cyclic_equilibrium(graph, payoffs, {**values, 0: Fraction(0), 1: Fraction(0)}, strategy, distance)
    for wrong in ({}, {**strategy, 0: ("c",)}):
        with pytest.raises(CertificateError, match="is not allowed"):
            check_cyclic_equilibrium(graph, payoffs, values, wrong, distance)


def test_games_of_another_class_are_refused():
    with pytest.raises(CertificateError, match="not two players"):
        check_cyclic_equilibrium(state_graph(Ring()), {}, {}, {}, {})
    for game, message in (
        (RandomGame(3, simultaneous=True), "not one player moves"),
        (RandomGame(3, chance=True), "chance move"),
    ):
        graph = state_graph(game)
        payoffs = dict.fromkeys(terminal_payoffs(graph), (Fraction(0), Fraction(0)))
        moves = {u: edge["moves"] for u, _, edge in graph.edges(data=True)}
        with pytest.raises(CertificateError, match=message):
            check_cyclic_equilibrium(graph, payoffs, dict.fromkeys(graph, Fraction(0)), moves, {})


TINY = Fraction(1, 10**30)
ONE, ZERO, HALF, THIRD = Fraction(1), Fraction(0), Fraction(1, 2), Fraction(1, 3)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_a_greater_value_is_refused_in_every_position(seed):
    graph = state_graph(RandomGame(seed, inner=6, cyclic=True, chance=True))
    payoffs = terminal_payoffs(graph)
    values, moves, ranks, _ = solve_sequential(graph, payoffs)
    strategy = pure_strategies(moves)
    for side, player in enumerate(("one", "two")):
        own = {end: both[side] for end, both in payoffs.items()}
        guaranteed = {node: (value, -value)[side] for node, value in values.items()}
        assert check_guarantee(graph, own, [player], strategy, guaranteed, ranks[side]) == guaranteed[0]
        for node in graph:
            with pytest.raises(CertificateError):
                check_guarantee(
                    graph, own, [player], strategy, {**guaranteed, node: guaranteed[node] + TINY}, ranks[side]
                )
        for node, rank in ranks[side].items():
            with pytest.raises(CertificateError, match="forever"):
                check_guarantee(graph, own, [player], strategy, guaranteed, {**ranks[side], node: rank - len(graph)})


def test_waiting_forever_guarantees_nothing():
    graph, values = patience(), dict.fromkeys(range(3), ONE)
    win, wait = ({0: {"one": {move: ONE}}} for move in "ab")
    assert check_guarantee(graph, {2: ONE}, ["one"], win, values, {0: 1, 1: 2}) == 1
    for ranks in ({0: 1, 1: 2}, {0: 2, 1: 1}, {}, {0: 1}):
        with pytest.raises(CertificateError, match="forever"):
            check_guarantee(graph, {2: ONE}, ["one"], wait, values, ranks)
    zero = {0: Fraction(0), 1: Fraction(0), 2: ONE}
    assert check_guarantee(graph, {2: ONE}, ["one"], wait, zero, {}) == 0


def test_a_mixture_that_waits_sometimes_wins():
    graph, values = patience(), dict.fromkeys(range(3), ONE)
    mixed = {0: {"one": {"a": TINY, "b": 1 - TINY}}}
    assert check_guarantee(graph, {2: ONE}, ["one"], mixed, values, {0: 1, 1: 2}) == 1


def test_every_reply_counts():
    """Matching pennies with a pure strategy: the other player replies."""
    graph, payoffs = state_graph(Matching()), {"even": ONE, "odd": -ONE}
    values = {"start": ONE, **payoffs}
    strategy = {"start": {"even": {"heads": ONE}, "odd": {"heads": ONE}}}
    assert check_guarantee(graph, payoffs, ["even", "odd"], strategy, values, {"start": 1}) == 1
    with pytest.raises(CertificateError, match=r"after \('tails',\) in start the expected value is -1, less than 1"):
        check_guarantee(graph, payoffs, ["even"], strategy, values, {"start": 1})


def test_chance_moves_are_distributions_one_by_one():
    """Two wrong distributions do not pass because their mixture adds up to 1."""
    graph = state_graph(Matching())
    for u, v, key, edge in list(graph.edges(keys=True, data=True)):
        edge["probability"] = HALF if edge["moves"][0] == "heads" else 3 * HALF
        graph.edges[u, v, key]["probability"] = edge["probability"]
    fair = {"start": {"even": {"heads": HALF, "tails": HALF}}}
    with pytest.raises(CertificateError, match="no probability distribution"):
        check_guarantee(graph, {"even": ONE, "odd": ONE}, ["even"], fair, dict.fromkeys(graph, ONE), {"start": 1})


def test_a_profile_from_which_a_player_gains_is_refused():
    """Apart both get 0, exactly as the certificate says; but each would gain by the other's choice."""
    graph = state_graph(TableGame(catalogue.game("battle-of-the-sexes")))
    terminal = terminal_payoffs(graph)
    apart = {"start": {"she": {"opera": Fraction(1)}, "he": {"match": Fraction(1)}}}
    payoffs = {**terminal, "start": (Fraction(0), Fraction(0))}
    ranks = dict.fromkeys(("she", "he"), ({"start": 1}, {"start": 1}))
    with pytest.raises(CertificateError, match=r"after \('match',\) in start the expected value is -1, less than 0"):
        check_stationary_equilibrium(graph, terminal, payoffs, apart, ranks)


def test_epsilon_is_what_a_player_can_gain_and_no_less_is_accepted():
    """Matching pennies with 1/2 + 1/10: the second player gains 1/5 by one of the moves, and the first by none."""
    graph = state_graph(both_choose(("heads", "tails"), lambda *pair: len({*pair}), {1: (1, -1), 2: (-1, 1)}))
    terminal, start = terminal_payoffs(graph), graph.graph["start"]
    (first, second), (one, other) = graph.graph["game"].players, ("heads", "tails")
    mixed = {one: Fraction(3, 5), other: Fraction(2, 5)}
    even = {one: Fraction(1, 2), other: Fraction(1, 2)}
    strategies = {start: {first: mixed, second: even}}
    payoffs = {**terminal, start: (Fraction(0), Fraction(0))}
    best = {**terminal, start: (Fraction(0), Fraction(1, 5))}
    ranks = dict.fromkeys((first, second), ({start: 1}, {}))
    assert check_epsilon_equilibrium(graph, terminal, payoffs, best, strategies, ranks) == Fraction(1, 5)
    for place in (0, 1):
        for claimed, error in ((payoffs, TINY), (best, -TINY)):
            wrong = tuple(pay + error * (k == place) for k, pay in enumerate(claimed[start]))
            pair = [{**each, start: wrong} if each is claimed else each for each in (payoffs, best)]
            with pytest.raises(CertificateError):
                check_epsilon_equilibrium(graph, terminal, *pair, strategies, ranks)


def can_go_on(graph):
    """Whether the players can stay among some positions forever: those with a move that stays among them."""
    left = {node for node in graph if graph.out_degree(node)}
    while True:
        stays = {
            node
            for node in left
            if any(
                all(after in left for _, after, moves in graph.edges(node, data="moves") if moves == chosen)
                for chosen in {moves for _, _, moves in graph.edges(node, data="moves")}
            )
        }
        if stays == left:
            return bool(left)
        left = stays


def test_random_games():
    found = []
    for seed in range(60):
        graph = state_graph(RandomGame(seed, inner=5, cyclic=True, chance=True))
        found.append(can_go_on(graph))
        if found[-1]:
            with pytest.raises(CertificateError, match="play can avoid the end from"):
                check_sure_end(graph)
        else:
            check_sure_end(graph)
    assert 5 < sum(found) < 55


def test_a_game_that_can_go_on_has_no_probabilities_of_winning():
    """Who waits neither wins nor loses: half of 1 and the payoff would be no probability."""
    half = Fraction(1, 2)
    risk = {"one": half, "two": half}
    game = MoveTable("one two", {"a": ("one", {"risk": risk, "wait": "b"}), "b": ("two", {"risk": risk, "wait": "a"})})
    with pytest.raises(CertificateError, match="play can avoid the end"):
        check_sure_end(unfold(game))
    solution = solve(game, component_limit=1)
    assert solution.outcomes == {}
    assert set(solution.payoffs.values()) == {0}


def test_a_constant_label_on_play_that_never_ends_is_refused():
    """If play cycles forever, any constant satisfies the equations, but only 0 is the probability of an end."""
    labels = {"start": Fraction(3, 4), "end": Fraction(1), "a": HALF, "b": HALF}
    with pytest.raises(CertificateError, match="is labeled 1/2, not 0"):
        check_absorption_probability(trap(), {**labels}, "end")


def test_games_to_which_the_theorem_does_not_apply_are_refused():
    """If all values are 0, no player gains by any move, but the theorem of the checker does not apply."""
    for game, check, zero in (
        (Alternating(), check_mdp_policy, Fraction(0)),
        (RandomGame(3, simultaneous=True), check_subgame_perfect, (Fraction(0), Fraction(0))),
    ):
        graph = state_graph(game)
        ends = {node for node, end in graph.nodes(data="outcome") if end is not None}
        choice = {node: next(iter(joint_moves(graph, node))) for node in set(graph) - ends}
        with pytest.raises(CertificateError, match=r"is not allowed|more than one player"):
            check(graph, dict.fromkeys(ends, zero), dict.fromkeys(graph, zero), choice)


@pytest.mark.parametrize("gain", [-TINY, 0, TINY])
def test_a_policy_is_optimal_up_to_the_last_place(gain):
    """Move b gets `gain` more than move a: a is optimal unless that is positive."""
    game = RandomGame(5, players=("one",), inner=1)
    game.table = [{"a": {1: Fraction(1)}, "b": {2: Fraction(1)}}]
    game.ends = {1: 1, 2: 2}
    graph = state_graph(game)
    payoffs = {1: Fraction(1), 2: 1 + gain}
    values = {0: Fraction(1), **payoffs}
    if gain > 0:
        with pytest.raises(CertificateError, match="more than 1"):
            check_mdp_policy(graph, payoffs, values, {0: ("a",)})
    else:
        assert check_mdp_policy(graph, payoffs, values, {0: ("a",)}) == 1
    for policy in ({}, {0: ("c",)}, {0: ()}):
        with pytest.raises(CertificateError, match="not allowed"):
            check_mdp_policy(graph, payoffs, values, policy)


@pytest.mark.parametrize("leaving", [-TINY, 0, TINY])
def test_play_without_end_has_value_0_up_to_the_last_place(leaving):
    """Staying is optimal if leaving pays at most 0, and leaving if it pays at least 0."""
    graph, payoffs = state_graph(Ring()), {"out": Fraction(leaving)}
    stay, leave = dict.fromkeys(range(3), ("on",)), dict.fromkeys(range(3), ("leave",))
    best = max(Fraction(leaving), Fraction(0))
    for policy, sound in ((stay, leaving <= 0), (leave, leaving >= 0)):
        values = dict.fromkeys(range(3), best if sound else Fraction(leaving)) | payoffs
        if sound:
            assert check_mdp_policy(graph, payoffs, values, policy) == best
        else:
            with pytest.raises(CertificateError):
                check_mdp_policy(graph, payoffs, values, policy)


def test_numbers_too_long_to_print_are_checked():
    """Python refuses to print very long integers; a sound certificate may contain them."""
    rare = Fraction(1, 10**50_000)  # the command line raises Python's limit of 4,300 digits
    graph = state_graph(Chain(0, {0: {"end": rare, "other": 1 - rare}}))
    labels = markov_chain.absorption_probabilities(graph, "end")
    assert check_absorption_probability(graph, labels, "end") == rare
    with pytest.raises(CertificateError, match="more digits than Python prints"):
        check_absorption_probability(graph, {**labels, 0: 2 * rare}, "end")


RUN = {"new": ("run",), "old": ("run",), "broken": ("repair",)}
GAIN = Fraction(11, 2)  # 2 periods new, 3 old, 1 broken: (20 + 18 - 5) / 6


def certificate(gain=GAIN):
    """Return gains and biases of the policy that runs the machine until it breaks, counted by hand."""
    new = Fraction(0)
    broken = -5 - gain + new
    old = 3 * (6 - gain) + broken
    return dict.fromkeys(RUN, gain), {"new": new, "old": old, "broken": broken}


def test_a_better_move_of_equal_gain_is_found():
    """To repair an old machine has the same gain as to run it while the machine comes back; its bias is less."""
    graph = state_graph(load("machine").Machine())
    careful = {**RUN, "old": ("repair",)}
    gain = Fraction(15, 3)  # 2 periods new, 1 repaired: (20 - 5) / 3
    biases = {"new": Fraction(0), "old": -5 - gain, "broken": -5 - gain}
    with pytest.raises(CertificateError, match=r"the gain is exceeded after .* in old"):
        check_mean_payoff(graph, {}, dict.fromkeys(RUN, gain), biases, careful)


def test_wrong_certificates_are_refused():
    graph = state_graph(load("machine").Machine())
    gains, biases = certificate()
    for wrong in ({**RUN, "old": ("sell",)}, {}, {**RUN, "new": ("repair",)}):
        with pytest.raises(CertificateError, match=r"not allowed|not attained"):
            check_mean_payoff(graph, {}, gains, biases, wrong)
    with pytest.raises(CertificateError, match="not one player"):
        check_mean_payoff(state_graph(Alternating()), {}, {}, {}, {})


SIDES = ("heads", "tails")


def losing():
    """Return a game of one position in which every pair of moves pays -1 to the first player."""
    game = RandomGame(3, simultaneous=True, inner=1)
    game.table, game.ends = [{moves: {1: Fraction(1)} for moves in product("ab", "cd")}], {1: -1}
    return state_graph(game)


def test_a_move_that_the_rules_do_not_allow_guarantees_nothing():
    """Probability on such a move has no payoff; counted as 0 it would be better than the true value -1."""
    graph, sure = losing(), Fraction(1)
    payoffs, column = terminal_payoffs(graph), {"c": sure}
    lie = {0: {"one": {"nonsense": sure}, "two": column}}
    for value in (0, -1):
        with pytest.raises(CertificateError, match=r"one does not guarantee .* no probability distribution"):
            check_simultaneous_equilibrium(graph, payoffs, {0: Fraction(value), 1: -sure}, lie)
    sound = {0: {"one": {"a": sure}, "two": column}}
    assert check_simultaneous_equilibrium(graph, payoffs, {0: -sure, 1: -sure}, sound) == -1
    for certificate in ({}, {0: {}}, {0: {"one": {"a": sure}}}):
        with pytest.raises(CertificateError, match="no probability distribution"):
            check_simultaneous_equilibrium(graph, payoffs, {0: -sure, 1: -sure}, certificate)


def test_each_pair_of_moves_has_its_own_probabilities():
    """A third of what pennies without chance pay: 1/3 for equal sides, -1/3 for different ones."""
    shares = {
        True: {"even": Fraction(2, 3), "odd": Fraction(1, 3)},
        False: {"even": Fraction(1, 3), "odd": Fraction(2, 3)},
    }
    wheel = both_choose(SIDES, lambda *pair: shares[len({*pair}) == 1], {"even": (1, -1), "odd": (-1, 1)})
    heads, tails = {"heads": fmpq(1)}, {"tails": fmpq(1)}
    assert bracket_values(wheel, {"start": (heads, heads)}) == {"start": (fmpq(-1, 3), fmpq(1, 3))}
    mixed = {"heads": fmpq(3, 4), "tails": fmpq(1, 4)}
    assert bracket_values(wheel, {"start": (mixed, tails)}) == {"start": (fmpq(-1, 6), fmpq(1, 3))}


def endless(following):
    """Return pennies that never end: another position follows, or the same one."""
    rows = dict.fromkeys(("start", following), ("all", dict.fromkeys(product(SIDES, repeat=2), following)))
    return MoveTable("even odd", rows)


def test_bounds_of_later_positions_take_the_place_of_their_strategies():
    half, tiny = fmpq(1, 2), fmpq(1, 10**1000)
    fair, bounds = {"heads": half, "tails": half}, (-1 - tiny, 1 + tiny)
    game = endless("middle")
    assert bracket_values(game, {"start": (fair, fair)}, later={"middle": bounds}) == {"start": bounds}
    image = {"middle": "image"}.get
    mirrored = bracket_values(game, {"start": (fair, fair)}, image, later={"image": (-tiny, 2 * tiny)})
    assert mirrored == {"start": (-2 * tiny, tiny)}


def test_cycles_and_missing_strategies_are_refused():
    heads = {"heads": fmpq(1)}
    with pytest.raises(CertificateError, match="play can cycle through start"):
        bracket_values(endless("start"), {"start": (heads, heads)})
    with pytest.raises(CertificateError, match="there are no strategies for middle"):
        bracket_values(endless("middle"), {"start": (heads, heads)})


def changed(mapping, key, value):
    return {**mapping, key: value}


def test_a_strategy_that_loses_is_refused():
    graph = state_graph(Nim((4,), 2))
    solution = backward_induction(graph, terminal_payoffs(graph))
    own = {at: moves[0] for at, moves in solution.strategy.items() if at[1] == "first"}
    assert check_strategy(graph, "first", own, ["first"]) == 5
    start = graph.graph["start"]
    with pytest.raises(CertificateError, match="play can end in"):
        check_strategy(graph, "first", changed(own, start, (0, 2)), ["first"])
    with pytest.raises(CertificateError, match="no move, or one that is not allowed"):
        check_strategy(graph, "first", changed(own, start, (0, 3)), ["first"])
    with pytest.raises(CertificateError, match="no move"):
        check_strategy(graph, "first", {}, ["first"])
    with pytest.raises(CertificateError, match="play can cycle"):
        check_strategy(state_graph(Ring()), "walker", dict.fromkeys(range(3), "on"), ["out"])
    assert (
        check_strategy(state_graph(Ring()), "walker", dict.fromkeys(range(3), "on"), [], allow_infinite_play=True) == 3
    )


@pytest.mark.parametrize("gain", [-TINY, 0, TINY])
def test_a_deviation_is_judged_up_to_the_last_place(gain):
    """Move b gets the active player `gain` more than move a: a is an equilibrium unless that is positive."""
    game = RandomGame(5, inner=1)
    game.table, game.active, game.ends = [{"a": {1: Fraction(1)}, "b": {2: Fraction(1)}}], ["two"], {1: 1, 2: 2}
    graph = state_graph(game)
    payoffs = {1: (Fraction(7), Fraction(1)), 2: (Fraction(9), 1 + gain)}
    claimed = {0: payoffs[1], **payoffs}
    if gain > 0:
        with pytest.raises(CertificateError, match=r"two gains by \[\('b',\)\]"):
            check_subgame_perfect(graph, payoffs, claimed, {0: ("a",)})
    else:
        assert check_subgame_perfect(graph, payoffs, claimed, {0: ("a",)}) == (7, 1)
    for position in graph:
        for side in (0, 1):
            for error in (TINY, -TINY):
                wrong = list(claimed[position])
                wrong[side] += error
                with pytest.raises(CertificateError):
                    check_subgame_perfect(graph, payoffs, changed(claimed, position, tuple(wrong)), {0: ("a",)})
        with pytest.raises(CertificateError, match="does not have 2 payoffs"):
            check_subgame_perfect(graph, payoffs, changed(claimed, position, claimed[position][:1]), {0: ("a",)})
    with pytest.raises(CertificateError, match="is not allowed"):
        check_subgame_perfect(graph, payoffs, claimed, {})


def test_columns_of_payoffs_are_refused_as_rows_are():
    """A solver of games with chance moves returns numerators over denominators, which are not made into fractions."""
    graph = unfold(RandomGame(5, chance=True))
    terminal = terminal_payoffs(graph)
    payoffs, strategy, _ = backward_induction(graph, terminal)
    right = check_subgame_perfect(graph, terminal, dict(payoffs), dict(strategy))
    columns = [column.exact() for column in payoffs.table.columns]

    def answer(columns, arrays=graph):
        rows = ExactRows([ExactColumn(column, [1] * len(column)) for column in columns])
        return check_subgame_perfect(graph, terminal, PositionMap(arrays, payoffs.codes, rows), strategy)

    assert answer(columns) == right
    for side, place in product((0, 1), range(len(graph))):
        for error in (TINY, -TINY):
            wrong = [list(column) for column in columns]
            wrong[side][place] += to_flint(error)
            with pytest.raises(CertificateError, match=r"attain|gains|valued"):
                answer(wrong)
    with pytest.raises(CertificateError, match="does not have 2 payoffs"):
        answer([*columns, columns[0]])
    first, second, *ends = graph.positions
    assert payoffs[first] != payoffs[second]
    swapped = [second, first, *ends]
    others = replace(graph, positions=swapped, index={each: place for place, each in enumerate(swapped)})
    with pytest.raises(CertificateError, match=r"attain|gains|valued"):
        answer(columns, others)


WALK = MoveTable("one two", {0: ("one", {"on": 1}), 1: ("two", {"on": "end"})})


def loop(leak):
    """Return the graph of a chance move that stays at the start, with an edge of some probability to the end."""
    game = MoveTable("", {"toss": (None, {"won": THIRD, "lost": 1 - THIRD})})
    graph = nx.MultiDiGraph(game=game, start="toss")
    graph.add_node("toss", outcome=None)
    graph.add_node("won", outcome=Outcome("won"))
    graph.add_edge("toss", "toss", moves=(), probability=1 - leak)
    graph.add_edge("toss", "won", moves=(), probability=leak)
    return graph


def test_an_edge_of_probability_0_leads_nowhere():
    """With a probability of 0 to leave, every label satisfies the equation."""
    half = Fraction(1, 2)
    assert check_absorption_probability(loop(half), {"toss": ONE, "won": ONE}, "won") == 1
    with pytest.raises(CertificateError, match="is no probability distribution"):
        check_absorption_probability(loop(Fraction(0)), {"toss": half, "won": ONE}, "won")
    with pytest.raises(CertificateError, match="is no probability distribution"):
        check_mdp_policy(loop(Fraction(0)), {"won": ONE}, {"toss": half, "won": ONE}, {"toss": ()})


@pytest.mark.parametrize("probability", [0.5, Fraction(1, 2), Fraction(2), Fraction(-1)])
def test_a_chance_move_is_a_distribution(probability):
    graph = loop(Fraction(1, 2))
    graph.edges["toss", "won", 0]["probability"] = probability
    graph.remove_edge("toss", "toss")
    for wrong in (probability, 1.0 * float(probability)):
        with pytest.raises(CertificateError, match="is no probability distribution"):
            check_absorption_probability(graph, {"toss": Fraction(wrong), "won": ONE}, "won")


def test_a_move_of_probability_below_1_is_a_chance_move():
    graph = state_graph(WALK)
    graph.edges[0, 1, 0]["probability"] = Fraction(1, 2)
    values, moves = dict.fromkeys((0, 1, "end"), ONE), {0: ("on",), 1: ("on",)}
    with pytest.raises(CertificateError, match="there is a chance move in 0"):
        check_cyclic_equilibrium(graph, {"end": (ONE, -ONE)}, values, moves, {0: 2, 1: 1, "end": 0})


def test_outcomes_in_one_text_are_refused():
    """The name of the outcome "end" is a part of the text "no end"."""
    graph = state_graph(WALK)
    assert check_strategy(graph, "one", {0: "on"}, ["end"]) == 3
    for text in ("no end", "end"):
        with pytest.raises(CertificateError, match=f"the outcomes are one text, {text}, not a collection"):
            check_strategy(graph, "one", {0: "on"}, text)


def test_a_matrix_has_rows_of_equal_length():
    """The second row has a column that would cost the row player 9."""
    payoffs = [[fmpq(1), fmpq(1)], [fmpq(1), fmpq(1), fmpq(-9)]]
    with pytest.raises(CertificateError, match="differ in length"):
        bracket_matrix_value(payoffs, {1: fmpq(1)}, {0: fmpq(1)})
