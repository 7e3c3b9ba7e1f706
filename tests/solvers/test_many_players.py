"""All equilibria of three or more players: known games, brute force, and trees as their tables."""

import os
import signal
import subprocess
import sys
from fractions import Fraction
from itertools import product
from threading import Timer

import numpy as np
import pytest
import sympy

from gametheory import nash
from gametheory.formats.gambit import read_efg
from gametheory.games import catalogue
from gametheory.model.normal_form import NormalForm
from gametheory.parallel import solver_process
from gametheory.solvers import many_players, support_formula, supports
from gametheory.solvers.equilibrium import number_text
from gametheory.solvers.many_players import many_player_equilibria
from gametheory.solvers.polynomials import Interval, System
from gametheory.solvers.sequence_form import form_of_table
from gametheory.solvers.support_formula import Formula
from gametheory.solvers.supports import Payoffs, support_of
from gametheory.verify import check_mixed_profile


def games(seed, shape, count, size=9):
    """Return random arrays of payoffs, with a tuple for each profile."""
    random = np.random.default_rng(seed)
    return [profiles(random.integers(-size, size, (*shape, len(shape))).tolist()) for _ in range(count)]


def profiles(payoffs):
    """Return nested lists in which the innermost ones are tuples."""
    return [*map(profiles, payoffs)] if isinstance(payoffs[0], list) else tuple(payoffs)


def completely_mixed(payoffs):
    """Return the equilibria of 2 x 2 x 2 that use all actions, by a Gröbner basis and its real roots."""
    x, y, z = unknowns = sympy.symbols("x y z")
    weights = [(1 - each, each) for each in unknowns]
    equations = []
    for player in range(3):
        others = [other for other in range(3) if other != player]
        gain = 0
        for one, two in product((0, 1), repeat=2):
            cell = [0, 0, 0]
            cell[others[0]], cell[others[1]] = one, two
            values = []
            for own in (0, 1):
                cell[player] = own
                values.append(payoffs[cell[0]][cell[1]][cell[2]][player])
            gain += (values[0] - values[1]) * weights[others[0]][one] * weights[others[1]][two]
        equations.append(sympy.expand(gain))
    basis = sympy.groebner(equations, *unknowns, order="lex")
    if basis.exprs == [1]:
        return []
    assert basis.is_zero_dimensional
    found = []
    for root in sympy.Poly(basis.exprs[-1], z).real_roots(multiple=True):
        lines = [sympy.Poly(each.subs(z, root), y) for each in basis.exprs if each.has(y) and not each.has(x)]
        for second in {r for line in lines if line.degree() == 1 for r in [-line.nth(0) / line.nth(1)]}:
            line = sympy.Poly(basis.exprs[0].subs({z: root, y: second}), x)
            found.append([sympy.N(each, 30) for each in (-line.nth(0) / line.nth(1), second, root)])
    return sorted([float(each) for each in point] for point in found if all(0 < each < 1 for each in point))


@pytest.mark.parametrize("payoffs", games(7, (2, 2, 2), 12))
def test_completely_mixed_equilibria_are_those_of_a_groebner_basis(payoffs):
    solution = nash(payoffs)
    assert solution.complete
    mixed = [each for each in solution.equilibria if all(all(plan) for plan in each.plans)]
    found = sorted([float(plan[1]) for plan in each.plans] for each in mixed)
    assert found == [pytest.approx(each) for each in completely_mixed(payoffs)]


@pytest.mark.parametrize(
    "payoffs", [*games(1, (2, 2, 2), 10), *games(2, (3, 2, 2), 5), *games(3, (2, 2, 2, 2), 3), *games(4, (3, 3, 3), 1)]
)
def test_the_number_is_odd_and_pure_ones_are_those_of_brute_force(payoffs):
    solution = nash(payoffs)
    if solution.regular:
        assert len(solution.equilibria) % 2 == 1
    array = np.array(payoffs, dtype=object)
    pure = {
        cell
        for cell in product(*map(range, array.shape[:-1]))
        if all(
            array[cell][player] == max(array[(*cell[:player], own, *cell[player + 1 :])][player] for own in range(size))
            for player, size in enumerate(array.shape[:-1])
        )
    }
    found = {
        tuple(plan.index(1) for plan in each.plans) for each in solution.equilibria if all(1 in p for p in each.plans)
    }
    assert found == pure


def test_a_third_player_without_a_choice_leaves_the_equilibria_of_two():
    """The equilibria are those of vertex enumeration."""
    for payoffs in games(5, (3, 3, 1), 6):
        two = [[[cell[0][player] for cell in row] for row in payoffs] for player in (0, 1)]
        expected = nash(*two)
        solution = nash(payoffs)
        if not expected.degenerate:
            assert {each.plans[:2] for each in solution.equilibria} == {each.plans for each in expected.equilibria}
            assert solution.complete
            assert solution.regular


def test_mckelvey_and_mclennan_have_nine_equilibria():
    """2 x 2 x 2 with nine equilibria, the greatest number that a regular game of this size has."""
    cells = {"000": (9, 8, 12), "110": (9, 8, 2), "011": (3, 4, 6), "101": (3, 4, 4)}
    payoffs = [[[list(cells.get(f"{a}{b}{c}", (0, 0, 0))) for c in (0, 1)] for b in (0, 1)] for a in (0, 1)]
    solution = nash(payoffs)
    assert len(solution.equilibria) == 9
    assert solution.complete
    assert solution.regular
    assert len({each.plans for each in solution.equilibria}) == 9


NAU = [[[[3, 0, 2], [1, 0, 0]], [[0, 2, 0], [0, 1, 0]]], [[[0, 1, 0], [0, 3, 0]], [[1, 0, 0], [2, 0, 3]]]]
NAU_TREE = """EFG 2 R "" { "1" "2" "3" } p "" 1 1 "" { "a" "b" } 0
p "" 2 1 "" { "a" "b" } 0 p "" 3 1 "" { "a" "b" } 0 t "" 1 "" { 3 0 2 } t "" 2 "" { 1 0 0 }
p "" 3 1 0 t "" 3 "" { 0 2 0 } t "" 4 "" { 0 1 0 }
p "" 2 1 0 p "" 3 1 0 t "" 5 "" { 0 1 0 } t "" 6 "" { 0 3 0 } p "" 3 1 0 t "" 7 "" { 1 0 0 } t "" 8 "" { 2 0 3 }"""


@pytest.mark.parametrize("game", [NAU, read_efg(NAU_TREE)], ids=["table", "tree"])
def test_an_irrational_equilibrium_is_a_root_of_a_basis_of_the_equations(game):
    """The indifference of each player as a lexicographic Gröbner basis: its last polynomial has one unknown."""
    names = sympy.symbols("x:3")
    weights = [(name, 1 - name) for name in names]
    equations = []
    for player in range(3):
        one, two = (other for other in range(3) if other != player)
        gain = 0
        for cell in product((0, 1), repeat=3):
            payoff = NAU[cell[0]][cell[1]][cell[2]][player]
            gain += (-1) ** cell[player] * payoff * weights[one][cell[one]] * weights[two][cell[two]]
        equations.append(sympy.expand(gain))
    solution = nash(game)
    assert [check.checker for check in solution.checked][-1] == "verify.check_equilibrium_box"
    [equilibrium] = solution.equilibria
    first = [own[1][0] for own in equilibrium.behavior] or [plan[0] for plan in equilibrium.plans]
    for name, (low, high) in zip(names, first, strict=True):
        last = sympy.groebner(equations, *(each for each in names if each != name), name, order="lex").exprs[-1]
        at_ends = [last.subs(name, sympy.Rational(end.numerator, end.denominator)) for end in (low, high)]
        assert at_ends[0] * at_ends[1] < 0


def test_a_continuum_is_named_with_an_exact_point():
    """The choice of the third player changes no payoff."""
    pytest.importorskip("z3")
    pytest.importorskip("cvc5")
    payoffs = [[[[2 * (a == b), a == b, 0]] * 2 for b in (0, 1)] for a in (0, 1)]
    solution = nash(payoffs)
    assert solution.complete
    assert len(solution.equilibria) == 6
    assert len(solution.continua) == 3
    assert not solution.regular
    for each in solution.continua:
        assert each.actions[2] == ("1", "2")
        check_mixed_profile(solution.game, each.point.plans)


def test_a_curve_of_completely_mixed_equilibria_is_a_continuum():
    """Section 5 of Nau, Gomez Canovas and Hansen (2004): one of three equations follows from the others."""
    pytest.importorskip("z3")
    pytest.importorskip("cvc5")
    solution = nash(
        [[[[0, 0, 2], [1, 1, 0]], [[0, 3, 0], [0, 0, 0]]], [[[3, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 0, 3]]]]
    )
    assert solution.complete
    assert sorted(sum(map(len, each.actions)) for each in solution.continua) == [4, 4, 6]


def test_a_tangency_is_one_equilibrium():
    """The first two play pennies if the third is in doubt; two zeros of the third's equation fall together."""
    payoffs = [[[[0, 0, 0], [0, 0, 0]] for _ in range(2)] for _ in range(2)]
    for a, b, c in product((0, 1), repeat=3):
        payoffs[a][b][c] = [1 - a if b == 0 else a, 1 - b if c == 0 else b, (1 - c) * (1 if a == 0 else -1)]
    assert nash(payoffs).complete


def test_a_limit_leaves_supports_by_number():
    solution = nash(games(4, (3, 3, 3), 1)[0], limit=3)
    assert not solution.complete
    assert "the limit of 3 supports is reached" in solution.reason
    assert "there may be more" in str(solution)


# In one support of this game only two SMT solvers know that there is no equilibrium.
UNDECIDED_BY_BOXES = [
    [[[0, 1, 1], [1, 0, 0]], [[1, 1, 0], [0, 1, 0]]],
    [[[0, 1, 0], [0, 1, 1]], [[0, 0, 1], [1, 1, 1]]],
]
CLOCKS_THAT_JUMP = """
import itertools, time
jumps = itertools.count(0, 1000)
for clock in ("time", "monotonic", "perf_counter", "process_time"):
    setattr(time, clock, lambda: next(jumps))
"""
ANSWER = "from gametheory import nash; print(nash({}).as_json())"


def test_the_answer_is_the_same_if_every_look_at_a_clock_takes_minutes():
    program = ANSWER.format(games(4, (3, 3, 3), 1)[0])
    usual, slow = (
        subprocess.run([sys.executable, "-c", clocks + program], capture_output=True, text=True, check=True).stdout
        for clocks in ("", CLOCKS_THAT_JUMP)
    )
    assert "'complete': True" in usual
    assert slow == usual


def test_the_answer_is_the_same_if_a_solver_has_to_wait(monkeypatch):
    """The process of cvc5 is stopped for three seconds, as on a machine with much other work."""
    pytest.importorskip("z3")
    pytest.importorskip("cvc5")
    usual = nash(UNDECIDED_BY_BOXES).as_json()
    assert usual["complete"]
    process = solver_process._processes[os.getpid()]
    questions = []

    def ask_after_a_pause(*question):
        questions.append(question)
        process.send_signal(signal.SIGSTOP)
        Timer(3, process.send_signal, [signal.SIGCONT]).start()
        return solver_process.ask_cvc5(*question)

    monkeypatch.setattr(support_formula, "ask_cvc5", ask_after_a_pause)
    slow = nash(UNDECIDED_BY_BOXES).as_json()
    assert questions
    assert slow == usual


@pytest.mark.parametrize(("solver", "reason"), [("Z3", "z3 does not decide it"), ("CVC5", "cvc5 does not confirm it")])
def test_a_solver_at_its_limit_leaves_a_support_open_with_the_reason(monkeypatch, solver, reason):
    pytest.importorskip("z3")
    pytest.importorskip("cvc5")
    monkeypatch.setattr(support_formula, f"{solver}_UNITS", 100)
    notes = [[each.note for each in nash(UNDECIDED_BY_BOXES).undecided] for _ in range(2)]
    assert notes[0] == notes[1]
    assert any(reason in note for note in notes[0])


def test_the_limit_of_work_ends_a_search_only_without_another_limit(monkeypatch):
    payoffs = games(4, (3, 3, 3), 1)[0]
    monkeypatch.setattr(many_players, "MAX_WORK", 100_000)
    solutions = [nash(payoffs) for _ in range(2)]
    assert not solutions[0].complete
    assert "limit of work is reached (100,000 numbers)" in solutions[0].reason
    assert solutions[0].as_json() == solutions[1].as_json()
    assert nash(payoffs, find_all=True).complete
    assert nash(payoffs, limit=5_000).complete


def test_an_interrupt_keeps_what_is_decided(monkeypatch):
    def interrupt(self):
        yield next(whole(self))
        raise KeyboardInterrupt

    from gametheory.solvers.supports import Payoffs

    whole = Payoffs.combinations
    monkeypatch.setattr(Payoffs, "combinations", interrupt)
    solution = nash([[[[1, 1, 1]], [[0, 0, 0]]], [[[0, 0, 0]], [[1, 1, 1]]]])
    assert len(solution.equilibria) == 1
    assert "interrupted" in solution.reason


TREE = """EFG 2 R "" {{ "A" "B" "C" }}
p "" 1 1 "" {{ "l" "r" }} 0
p "" 2 1 "" {{ "l" "r" }} 0 p "" 3 1 "" {{ "l" "r" }} 0 {} {} p "" 3 1 0 {} {}
p "" 2 1 0 p "" 3 1 0 {} {} p "" 3 1 0 {} {}"""


@pytest.mark.parametrize("payoffs", games(8, (2, 2, 2), 6))
def test_a_tree_of_simultaneous_moves_has_the_equilibria_of_its_table(payoffs):
    cells = [payoffs[a][b][c] for a, b, c in product((0, 1), repeat=3)]
    ends = [f't "" {number} "" {{ {" ".join(map(str, cell))} }}' for number, cell in enumerate(cells, 1)]
    tree, table = nash(read_efg(TREE.format(*ends))), nash(payoffs)
    behavior = [tuple(own[1] for own in each.behavior) for each in tree.equilibria]
    assert behavior == [each.plans for each in table.equilibria]
    assert tree.complete == table.complete
    assert tree.as_json()["equilibria"][0]["behavior"].keys() == {"A", "B", "C"}


@pytest.mark.parametrize("payoffs", [[[[1, 2, 3]]], [[[[1, 2]]]], [[[[1, 2, 3]]], []]])
def test_arrays_of_another_shape_are_refused(payoffs):
    with pytest.raises(ValueError, match=r"allowed: n1 x|has 0 payoffs, and row 0 has 1"):
        nash(payoffs)


BAYESIAN = """EFG 2 R "" {{ "A" "B" }} c "" 1 "" {{ "x" 1/3 "y" 2/3 }} 0
p "" 1 1 "" {{ "l" "r" }} 0 p "" 2 1 "" {{ "l" "r" }} 0 {} {} p "" 2 1 0 {} {}
p "" 1 2 "" {{ "l" "r" }} 0 p "" 2 1 0 {} {} p "" 2 1 0 {} p "" 1 3 "" {{ "l" "r" }} 0 {} {}"""


@pytest.mark.parametrize("payoffs", games(9, (3, 3), 8))
def test_a_tree_of_two_with_several_information_sets_has_the_equilibria_of_vertex_enumeration(payoffs):
    """Sets side by side, and one after another: supports in mixed strategies would count equilibria twice."""
    cells = [" ".join(map(str, cell)) for row in payoffs for cell in row]
    tree = read_efg(BAYESIAN.format(*(f't "" {number} "" {{ {cell} }}' for number, cell in enumerate(cells, 1))))
    expected, solution = nash(tree), many_player_equilibria(tree)
    if not expected.infinitely_many and solution.regular:
        assert {each.plans for each in solution.equilibria} == {each.plans for each in expected.equilibria}
    assert solution.continua or len(solution.equilibria) == len(expected.equilibria)


def test_a_large_game_gets_one_equilibrium_before_the_limit_ends_the_search():
    """Each of six players wants to be the odd one out among three choices; no support is decided, one point is."""
    cells = product(range(3), repeat=6)
    payoffs = np.array([[int(cell.count(own) == 1) for own in cell] for cell in cells]).reshape(3, 3, 3, 3, 3, 3, 6)
    payoffs[..., 0] *= np.array([1, 2, 3]).reshape(3, 1, 1, 1, 1, 1)  # so that it is not symmetric
    solution = nash(payoffs.tolist(), limit=1)
    assert not solution.complete
    assert "the limit of 1 supports is reached" in solution.reason
    assert any(0 < float(each) < 1 for plan in solution.equilibria[-1].plans for each in plan)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_guess_for_a_large_game_leads_to_a_partly_mixed_equilibrium(seed):
    solution = nash(np.random.default_rng(seed).integers(-9, 10, (3, 3, 3, 3, 3, 5)).tolist(), limit=1)
    used = [sum(each != 0 for each in plan) for plan in solution.equilibria[-1].plans]
    assert 5 < sum(used) < 15


def test_a_payoff_that_a_used_strategy_pays_whatever_others_do_is_exact() -> None:
    """In El Farol, to stay pays 0: so does the mixed equilibrium, although it is irrational."""
    solution = nash(catalogue.game("el-farol"))
    mixed = solution[6]
    assert mixed.payoffs == (0, 0, 0)
    assert isinstance(mixed.plans[0][0], Interval)
    assert "e-61" not in str(solution)
    assert solution.as_json()["equilibria"][6]["payoffs"] == ["0", "0", "0"]


def test_an_interval_is_compared_and_added_as_the_number_in_it() -> None:
    go = nash(catalogue.game("el-farol"))[6].plans[0][0]
    assert 0 < go < 1
    assert 0.7 < go <= Fraction(71, 100)
    assert not go < 0.7
    assert not go > 1
    assert float(go + go) == float(2 * go) == pytest.approx(2**0.5)
    assert float(sum([go, 1 - go])) == pytest.approx(1)
    assert float(-go) == -float(go)
    assert max(go, Fraction(1, 2)) is go
    assert (go - 1 < 0) is True
    with pytest.raises(ValueError, match="is not decided: both numbers can be equal"):
        assert go > go


def test_an_interval_around_0_is_printed_as_0() -> None:
    around = Interval(Fraction(-1, 10**60), Fraction(3, 10**60))
    assert number_text(around, None) == number_text(around, True) == "≈0"
    assert number_text(Interval(Fraction(1, 10**60), Fraction(1, 10**60)), None) == "≈1e-60"


TINY = Fraction(1, 10**12)


@pytest.mark.parametrize(
    ("gain", "is_equilibrium", "is_regular"),
    [(Fraction(-1, 2), True, True), (-TINY, True, True), (0, True, False), (TINY, False, None), (1, False, None)],
)
def test_an_equilibrium_with_a_second_best_reply_is_not_regular(gain, is_equilibrium, is_regular):
    """The first player's second action gains so much while the others play at pennies, and makes them play otherwise.

    If it has the probability t, the second player's first action has p with 2 p - 1 = t / 2, and it gains 3 t / 2 less.
    """
    cells = {}
    for first, second, third in product((0, 1), repeat=3):
        same = 1 if second == third else -1
        payoffs = first * (gain - 3 * (1 - 2 * second)), same + first * (1 - second), -same + first * (1 - third)
        cells[first, second, third] = payoffs
    array = [[[cells[first, second, third] for third in (0, 1)] for second in (0, 1)] for first in (0, 1)]
    solution = nash(NormalForm.from_array(array))
    half = Fraction(1, 2)
    even = ((Fraction(1), Fraction(0)), (half, half), (half, half))
    assert (even in [equilibrium.plans for equilibrium in solution]) is is_equilibrium
    if is_equilibrium:
        assert len(solution) == 1
        assert solution.complete is True
        assert solution.regular is is_regular


def pennies_of_four(gain):
    """The second and third player play at pennies, the fourth one does nothing, and the first gains on average."""
    cells = {}
    for first, second, third, fourth in product((0, 1), repeat=4):
        same = 1 if second == third else -1
        cells[first, second, third, fourth] = first * (gain + same), same, -same, 0
    ranges = range(2)
    return NormalForm.from_array(
        [[[[cells[a, b, c, d] for d in ranges] for c in ranges] for b in ranges] for a in ranges]
    )


def test_solvers_exclude_a_support_in_which_another_action_gains_less_than_floats_can_see():
    """No box of floats tells 10^-12 from 0; only the solvers know that the first player uses the second action."""
    solution = nash(pennies_of_four(TINY))
    assert (solution.complete, len(solution)) == (True, 2)  # with each action of the fourth player
    assert {equilibrium.plans[0] for equilibrium in solution} == {(0, 1)}
    assert [note.actions[0] for note in solution.continua] == [("2",)]


def test_the_solvers_are_asked_for_an_action_that_is_worse_and_not_as_good():
    form = form_of_table(pennies_of_four(0).cells())
    payoffs = Payoffs(form)
    sequences = (0, 1), (0, 1, 2), (0, 1, 2), (0, 1, 2)
    supports = tuple(support_of(player, used) for player, used in zip(form.players, sequences, strict=True))
    formula = Formula(System(payoffs, supports))
    half = Fraction(1, 2)
    at_a_tie = formula.equal({"w1_1": half, "w2_1": half, "w3_1": half})
    assert formula.ask(at_a_tie)[0] == "sat"
    assert formula.ask([*at_a_tie, *formula.strict()])[0] == "unsat"


def test_the_first_point_of_the_path_shows_a_pure_equilibrium(monkeypatch):
    """In a game whose path is too long to follow: to help costs 2, and gives 1 to each of the three."""
    cells = {}
    for profile in product(range(2), repeat=3):
        cells[profile] = tuple(Fraction(sum(profile) - 2 * own) for own in profile)
    payoffs = Payoffs(form_of_table(cells))
    size = payoffs.tables[0].size * 3 * 9
    payoffs.find_supports()
    monkeypatch.setattr(supports, "MAX_NUMBERS", size // 2)
    profile = many_players._certified_guess(payoffs, None)
    assert profile.probabilities == ({1: 1},) * 3
    assert profile.exact
    monkeypatch.setattr(supports, "MAX_NUMBERS", size // 5)
    assert many_players._certified_guess(payoffs, None) is None
