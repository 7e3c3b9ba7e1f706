"""Our own statements have the verdicts of the page, and planted wrong ones are noticed."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import count, pairwise
from math import comb, factorial, inf, lcm

import new.battle_line as line
import new.battle_shape as shape
import new.growth as growth
import new.random_soldiers as soldiers
import new.staircase as stairs
import new.wargame_rounds as rounds
import new.ways as ways
import pytest
from conftest import ROOT
from flint import ctx, fmpq
from sympy import Rational, evaluate
from wargame.openings import Openings

from gametheory.claims import Status
from gametheory.claims.evidence import Table
from gametheory.games.battle import Battle
from gametheory.games.battle.distribution import exact_distribution
from gametheory.games.castle import Castle, Position, count_plays
from gametheory.games.castle.closed_form import castle_fewest_waves, castle_min_winning_strength
from gametheory.games.wargame import Position as Armies
from gametheory.games.wargame import Wargame, solve_wargame_exact
from gametheory.prove.proof import failures
from gametheory.prove.smt import obligation
from gametheory.solvers.matrix_game import solve_matrix

PAGE = (ROOT / "docs/theory/what-is-new.md").read_text(encoding="utf-8")


def test_the_page_has_the_recorded_verdicts() -> None:
    recorded = dict(row.split("\t") for row in (ROOT / "proofs/expected.tsv").read_text("utf-8").splitlines())
    listed = dict(re.findall(r"^\| `(NEW\.[\w.]+)` \| (\w+) \|", PAGE, re.M))
    assert re.findall(r"<!-- claim: (NEW[\w.]+) -->", PAGE) == [*listed]  # each statement carries its verdict in a PDF
    assert listed == {name: label.partition(" ")[0] for name, label in recorded.items() if name.startswith("NEW.")}


def test_the_games_played_by_hand_on_the_page() -> None:
    assert [castle_fewest_waves(2, s, 2) for s in (3, 4)] == [None, 2]
    assert (stairs.line(4, 2), castle_min_winning_strength(4, 2)) == (8, 9)
    assert growth.bounds(10_000, 7) == (366_162, 366_238)
    assert castle_min_winning_strength(10_000, 7) == 366_217
    assert 2 * soldiers.wins(Castle(10, 11, 15)) == 1
    assert line.wasted(1, 2, Fraction(1, 2)) == Fraction(1, 4)
    assert round(line.PAIRS[0].kappa, 6) == 0.009775
    assert min(castle for _, castle in ways.plateaus(6)) == Castle(4, 9, 1)
    assert count_plays(Castle(4, 9, 1)).soldiers == {3: 2}
    assert count_plays(Castle(2, 5, 1)).castle[3] == 2


def test_the_staircase_is_that_of_a_search_and_notices_a_day_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    least = stairs.by_search(12)
    assert all(stairs.staircase(*pair) == strength for pair, strength in least.items())
    first = stairs.first_day
    monkeypatch.setattr(stairs, "first_day", lambda n, d: first(n, d) + 1)
    assert any(stairs.staircase(*pair) != strength for pair, strength in least.items())


def test_both_formulas_of_the_page_for_one_new_defender_are_the_closed_form() -> None:
    for n in range(1, 1500):
        started = shots = 0  # S_t, and A_(t - 1)
        for day in count(2):
            shots += started if day > 2 else n
            started = n - comb(day - 1, 2)
            share = stairs.wythoff(started) - started if started > 0 else started  # floor(S_t / phi), or below 0
            if share + 1 <= day - 1:
                break
        formula = shots + max(1, started + share + 2 - day)
        assert formula == stairs.staircase_of_one(n) == castle_min_winning_strength(n, 1)


def test_the_thin_set_is_complete_and_no_larger(monkeypatch: pytest.MonkeyPatch) -> None:
    first = stairs.first_day
    thin = {(n, d) for n in range(2, 120) for d in range(2, n + 1) if stairs.exceptional(n, d)}
    assert thin == stairs.listed(119)
    longer = {(n, d) for d in range(2, 120) for n in range(d + 1, 120) if first(n, d) > first(n - 1, d)}
    assert longer == thin  # a day more begins there
    monkeypatch.setattr(stairs, "LINE", 30)
    monkeypatch.setattr(stairs, "listed", lambda bound: thin - {(4, 2)})
    assert stairs.thin_set.check().witness.case == "(4, 2)"
    monkeypatch.setattr(stairs, "listed", lambda bound: thin | {(5, 2)})
    assert stairs.thin_set.check().witness.case == "(5, 2)"


@pytest.mark.parametrize("pair", growth.EXAMPLES)
def test_the_bounds_of_the_growth(pair: tuple[int, int]) -> None:
    below, above = growth.bounds(*pair)
    assert below <= castle_min_winning_strength(*pair) <= above


def test_a_smaller_theta_is_refuted() -> None:
    """The largest theta is 11/24: with 10/24 the step does not follow."""
    [lower] = [step.statement for step in growth.steps() if step.statement.name == "growth, lower"]
    assert not list(failures(lower))
    with evaluate(False):
        z, x = growth.z, growth.x
        given = (z > 0, growth.EXACT, growth.CUBIC, growth.CURVED, growth.ROUNDED)
        wrong = obligation("growth, wrong", given, x >= z**3 / 3 + z**2 / 2 - Rational(10, 24) * z - 2)
    assert list(failures(wrong))


@pytest.mark.parametrize("waves", range(3, 8))
def test_leading_coefficients_are_volumes(waves: int) -> None:
    parking = Rational((waves - 1) ** (waves - 2), factorial(waves - 1))
    assert ways.volume(waves) == parking == leading([ways.fuss_catalan(waves, dpw) for dpw in range(waves - 1)])
    period = lcm(*range(1, waves))  # of the partitions, a quasi-polynomial of degree waves - 1
    partitions = [ways.partitions(waves, period * i) for i in range(waves)]
    assert leading(partitions) / period ** (waves - 1) == Rational(1, factorial(waves - 1) ** 2)


def leading(values: list[int]) -> Rational:
    """Return the leading coefficient of the polynomial with these values at 0, 1, 2, ..."""
    degree = len(values) - 1
    while len(values) > 1:
        values = [after - before for before, after in pairwise(values)]
    return Rational(values[0], factorial(degree))


def test_partitions_are_lattice_points_of_a_simplex() -> None:
    points = [(b, c, e) for b in range(13) for c in range(7) for e in range(5) if b + 2 * c + 3 * e <= 12]
    assert ways.partitions(4, 12) == len(points)


@pytest.mark.parametrize(("waves", "dpw"), [(3, 1), (3, 2), (4, 1), (4, 2), (5, 1)])
def test_the_plateau_ends_where_the_statement_says(waves: int, dpw: int) -> None:
    n = (comb(waves, 3) + 3) * dpw
    strengths = ways.plateau(waves, n, dpw)
    found = {s: count_plays(Castle(n, s, dpw)).soldiers for s in range(strengths[0] - 2, strengths[-1] + 2)}
    all_ways = {waves: ways.fuss_catalan(waves, dpw)}
    assert all(found[s] == all_ways for s in strengths)
    assert found[strengths[-1] + 1] != all_ways != found[strengths[0] - 2]


@pytest.mark.parametrize(("waves", "n", "dpw"), [(2, 3, 4), (3, 4, 2), (3, 5, 2), (3, 6, 3)])
def test_a_castle_one_point_weaker_has_fewer_ways(waves: int, n: int, dpw: int) -> None:
    weakest = waves * n - (waves - 2) * dpw
    right = ways.partitions(waves, ways.lead(waves, Castle(n, weakest, dpw)))
    assert count_plays(Castle(n, weakest, dpw)).castle[waves] == right
    assert count_plays(Castle(n, weakest - 1, dpw)).castle[waves] < right


LAST = {"fuss_catalan": (3, 2), "partitions": (3, 2), "three_waves": (8, 16, 2)}


@pytest.mark.parametrize(
    ("claim", "formula"), [("soldiers", "fuss_catalan"), ("castle", "partitions"), ("three", "three_waves")]
)
def test_one_way_too_many_is_noticed(claim: str, formula: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "PLAIN", 8)
    right = getattr(ways, formula)
    assert getattr(ways, claim).check().status is Status.VERIFIED
    monkeypatch.setattr(ways, formula, lambda *numbers: right(*numbers) + (numbers == LAST[formula]))
    assert getattr(ways, claim).check().status is Status.REFUTED


@pytest.mark.parametrize("wrong", [(1, 4, 3, 3), (1, 4, 0, 3), (2, 9, 4, 6)])
def test_another_formula_on_a_ray_is_noticed(wrong: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "LARGE", 18)
    monkeypatch.setattr(ways, "RAYS", [((3, 7, 1), wrong)])
    assert ways.rays.check().status is Status.REFUTED


def test_a_hill_with_a_valley_is_noticed() -> None:
    assert ways.is_one_hill([0, 1, 1, 3, 2, 2, 0])
    assert not ways.is_one_hill([0, 2, 3, 2, 3, 0])
    assert [count_plays(Castle(5, s, 1)).soldiers[7] for s in range(23, 27)] == [7, 6, 5, 6]


def test_another_potential_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = soldiers.potential
    assert soldiers.is_preserved(Castle(1, 1, 3), Position(7, 4, 9))
    monkeypatch.setattr(soldiers, "potential", lambda dpw, at: right(dpw, at) + Fraction(at.defenders, 1000))
    assert not soldiers.is_preserved(Castle(1, 1, 3), Position(7, 4, 9))


def mean_shots(most: int, d: int) -> dict[tuple[int, int], float]:
    """Return the mean number of shots of random soldiers at a castle that never falls, by soldiers and defenders."""
    means: dict[tuple[int, int], float] = {}
    for n in range(1, most + 1):
        others = (D for D in range(most + d + 1) if d != D)
        for D in (d, *others):  # if no defender is left alive, n and d come next
            shots, repeated, volleys = 0.0, 0, min(n, D) + 1
            for alive in range(D - volleys + 1, D + 1):
                shots += n - (D - alive)
                if (n - alive, alive + d) == (n, D):
                    repeated += 1
                elif alive < n:
                    shots += means[n - alive, alive + d]
            means[n, D] = shots / (volleys - repeated)
    return means


def test_the_page_says_how_far_h_is_from_the_mean_of_all_shots() -> None:
    """The mean is that of a recursion that shares no code with the claim."""
    means = mean_shots(120, 1)
    errors = {D: float(soldiers.potential(1, Position(120, D, 121))) - means[120, D] for D in (0, 114)}
    assert f"Then $h$ is {errors[0]:.0f} more than this mean for $D = 0$, and {errors[114]:,.0f}\nmore" in PAGE
    assert mean_shots(1, 1)[1, 0] == 2  # of the counterexample to NEW.random.half
    assert soldiers.potential(1, Position(1, 0, 2)) == Fraction(7, 2)


@pytest.mark.parametrize("d", [1, 2, 5])
def test_h_is_the_mean_of_the_shots_and_of_h_on_the_first_morning_without_more_soldiers(d: int) -> None:
    def until(n: int, D: int) -> Fraction:
        if n <= D:
            return soldiers.potential(d, Position(n, D, 1))
        if (n, D) not in means:
            moved = [alive for alive in range(D + 1) if (n - alive, alive + d) != (n, D)]
            shots = sum(n - D + alive for alive in range(D + 1))
            means[n, D] = (shots + sum(until(n - alive, alive + d) for alive in moved)) / len(moved)
        return means[n, D]

    means: dict[tuple[int, int], Fraction] = {}
    for n in range(2, 16):
        for D in range(n):
            assert until(n, D) == soldiers.potential(d, Position(n, D, n + 1))


def test_the_wasted_hits_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    case = 3, 2, Fraction(1, 4), Fraction(9, 16), Fraction(3, 2)
    assert line.is_multiplied(*case)
    monkeypatch.setattr(line, "wasted", lambda *_: 0)
    assert not line.is_multiplied(*case)


def test_another_second_term_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = line.Hits.kappa.fget
    monkeypatch.setattr(line, "PLAIN", 60)
    monkeypatch.setattr(line.Hits, "kappa", property(lambda hits: right(hits) + 0.05))
    assert line.kappa.check().status is Status.REFUTED


def test_another_exponent_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = line.Hits.gamma.fget
    monkeypatch.setattr(line, "PLAIN", 60)
    monkeypatch.setattr(line.Hits, "gamma", property(lambda hits: right(hits) + 0.1))
    assert line.kappa.check().status is Status.REFUTED


def crossing(rules: shape.Rules, defenders: int) -> Fraction:
    """Return the attackers with even odds, interpolated between exact probabilities."""
    wins = [Fraction(int(row[defenders].p), int(row[defenders].q)) for row in shape.odds(rules, 12)]
    after = next(attackers for attackers, win in enumerate(wins) if 2 * win >= 1)
    return after - 1 + (Fraction(1, 2) - wins[after - 1]) / (wins[after] - wins[after - 1])


@pytest.mark.parametrize("number", [0, 1, 10, 11])
def test_even_odds_are_those_of_exact_probabilities(number: int) -> None:
    hits = line.CASES[number]
    rules = shape.Rules(fmpq(*hits.p.as_integer_ratio()), fmpq(*hits.q.as_integer_ratio()), hits.both_dead)
    for defenders in (8, 9, 10):
        exact = crossing(rules, defenders)
        found = line.surplus(hits, 20)[defenders] + (hits.q / hits.p) ** 0.5 * defenders
        assert abs(found - exact) < 1e-11
    if number == 10:  # the counterexample to NEW.kappa.root: p = q = 9/10, where kappa is 0
        assert 10 - exact > Fraction(4, 10) / 3 > Fraction(4, 10) / Fraction(10) ** Fraction(1, 2)


@pytest.mark.parametrize("side", shape.SIDES)
def test_the_odds_are_those_of_the_distribution_of_a_battle(side: str) -> None:
    table = shape.odds(shape.Rules(fmpq(3, 5), fmpq(2, 3), side), 6)
    for a, d in ((1, 1), (2, 6), (6, 3), (6, 6)):
        win = exact_distribution(Battle(a, d, Fraction(3, 5), Fraction(2, 3), side)).eventual.win
        assert Fraction(int(table[a][d].p), int(table[a][d].q)) == win


def test_odds_that_are_a_little_too_high_or_too_low_are_noticed() -> None:
    """In a table of ones all three inequalities are equations."""
    assert shape.is_log_concave([[fmpq(1)] * 4 for _ in range(4)])
    little = fmpq(1, 10**30)
    for a, d, change in ((1, 1, -little), (2, 2, little), (1, 2, little), (2, 1, -little)):
        table = [[fmpq(1)] * 4 for _ in range(4)]
        table[a][d] += change
        assert not shape.is_log_concave(table)


@pytest.mark.parametrize(("a", "d"), [(2, 1), (1, 2)])
def test_one_army_with_odds_a_little_too_low_is_noticed(a: int, d: int) -> None:
    table = [[fmpq(1)] * 4 for _ in range(4)]
    assert shape.is_log_concave_for_one(table)
    table[a][d] -= fmpq(1, 10**30)
    assert not shape.is_log_concave_for_one(table)


def test_a_minor_of_0_is_noticed() -> None:
    table = [[fmpq(comb(a + d, d)) for d in range(5)] for a in range(5)]
    assert shape.is_totally_positive(table)
    table[4][4] -= shape.minor(table, 1, 1, 4) / shape.minor(table, 1, 1, 3)  # now the determinant is 0
    assert not shape.is_totally_positive(table)
    table[4][4] += fmpq(1, 10**30)
    assert shape.is_totally_positive(table)


def test_a_turn_does_not_preserve_the_shape_of_every_table() -> None:
    """The example of the page."""
    size = 8
    before = [[fmpq(int(2 * a >= d)) for d in range(size + 1)] for a in range(size + 1)]
    assert shape.is_log_concave(before)
    attack, defense = ([shape.hits(n, share) for n in range(size + 1)] for share in (fmpq(1, 10), fmpq(1, 5)))
    after = [row[:] for row in before]
    for a in range(1, size + 1):
        for d in range(1, size + 1):
            after[a][d] = sum(
                x * y * before[max(a - lost, 0)][max(d - hit, 0)]
                for lost, x in enumerate(defense[d])
                for hit, y in enumerate(attack[a])
            )
    assert any(after[a][d] ** 2 < after[a][d - 1] * after[a][d + 1] for a in range(1, size + 1) for d in range(1, size))


def test_a_chance_that_rises_with_the_strength_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right, changed = soldiers.wins, []
    assert all(soldiers.is_ordered(case) for case in [(3, 2, 1), (3, 3, 1), (4, 3, 1)])
    monkeypatch.setattr(soldiers, "wins", lambda castle: right(castle) + fmpq(castle in changed, 10**30))
    changed.append(Castle(3, 3, 1))  # the soldiers win it and its neighbors 3/2/1 and 4/3/1 with probability 1
    assert not soldiers.is_ordered((3, 2, 1))
    assert not soldiers.is_ordered((4, 3, 1))
    assert soldiers.is_ordered((3, 3, 1))


@pytest.fixture(scope="module")
def table() -> Openings:
    return Openings(5, 12)


def test_the_first_mixed_opening_is_not_pure(table: Openings) -> None:
    assert [*table.pure(3, 6)] == [2]
    assert [*table.pure(3, 7)] == []
    assert [*table.opening(3, 7).probabilities] == rounds.MIXED


@pytest.mark.parametrize(("number", "soldiers"), [(4, 9), (4, 12), (5, 10)])
def test_an_opening_is_the_exact_one(table: Openings, number: int, soldiers: int) -> None:
    """The exact opening of the game alone is in the intervals from floats, and in those that are refined."""
    exact = solve_wargame_exact(Wargame(soldiers, number))
    opening, _ = exact.mixed_strategies(exact.start)
    for fine, width in ((inf, 1e-9), (0, 1e-13)):
        found = table.opening(number, soldiers, fine)
        assert found.probabilities.keys() == opening.keys()
        with ctx.workprec(400):  # a probability becomes an interval that is narrower
            assert all(found.probabilities[sent].contains(probability) for sent, probability in opening.items())
        assert all(interval.rad() < width for interval in found.probabilities.values())


def test_a_bracket_contains_the_exact_value(table: Openings) -> None:
    exact = solve_wargame_exact(Wargame(9, 4))
    for a, b in [((7, 1), (9, 0)), ((9, 0), (5, 2)), ((4, 2), (6, 1))]:
        value = exact.value(Armies(2, *a, *b))
        low, high = table.bracket(3, a, b, 0)
        assert low <= value <= high < low + fmpq(1, 2**55)
        bound = Fraction(int(value.p), int(value.q))
        assert not table.at_least(3, a, b, bound + Fraction(1, 10**30))


def test_another_opening_than_that_of_the_table_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rounds.is_published((3, 7), (3, 8))
    monkeypatch.setattr(rounds, "published", lambda: {(3, 7): {0: 0.2857, 2: 0.2867, 4: 0.4286}})
    assert not rounds.is_published((3, 7), (3, 8))
    assert not rounds.only_opening(3, 8, (3, 8))  # two openings are optimal there
    assert rounds.has_two(8)
    monkeypatch.setitem(rounds.TWO_EACH, 8, ({0: "1/2", 4: "1/2"}, {0: "1/5", 4: "4/5"}))
    assert not rounds.has_two(8)


def value_of_two_rounds(a: tuple[int, int], b: tuple[int, int]) -> fmpq:
    """Return the value of two armies in camp and field with two rounds left; both strategies guarantee it."""

    def sign(number: int) -> int:
        return (number > 0) - (number < 0)

    def payoff(i: int, j: int) -> fmpq:
        now = sign(a[1] + i - b[1] - j)
        later = sign(a[0] - i + (a[1] + i) // 2 - (b[0] - j) - (b[1] + j) // 2)  # all that are left are sent
        return fmpq(now + later, 2)

    matrix = [[payoff(i, j) for j in range(b[0] + 1)] for i in range(a[0] + 1)]
    solved = solve_matrix(matrix)
    assert min(sum(p * matrix[i][j] for i, p in solved.row.items()) for j in range(b[0] + 1)) == solved.value
    assert max(sum(p * row[j] for j, p in solved.column.items()) for row in matrix) == solved.value
    return solved.value


def test_even_numbers_lose_with_three_rounds_and_nine_soldiers() -> None:
    """By the rules on the page of the Wargame, without its solver."""
    answer = {0: fmpq(9, 70), 1: fmpq(6, 35), 4: fmpq(1, 2), 5: fmpq(1, 5)}
    for i in range(0, 10, 2):
        gain = fmpq(0)
        for j, probability in answer.items():
            later = value_of_two_rounds((9 - i, i // 2), (9 - j, j // 2))
            gain += probability * (fmpq((i > j) - (i < j), 3) + fmpq(2, 3) * later)
        assert gain <= fmpq(-1, 210)
    assert rounds.best_of_even(3, 9)[0] == fmpq(-1, 210)
    assert rounds.best_of_even(3, 8)[0] == 0


def test_the_auction_of_the_page_by_hand() -> None:
    for price, mean in ((fmpq(2, 3), 1), (fmpq(3, 7), 2), (fmpq(3, 10), 3)):
        formula, found = rounds.priced_rows(price)
        assert formula == found
        assert len(formula.split()) == 2 * mean + 1


def test_the_table_of_the_page_is_that_of_the_claim() -> None:
    listed = re.findall(r"^\| (\d+) \| (\d+) \| (.*) \| (.*) \| (.*) \|$", PAGE.partition("sends 4")[2], re.M)
    powers = [[re.sub(r"\$(.*) \\cdot 10\^\{(.*)\}\$", r"\1e\2", cell) for cell in row] for row in listed]
    page = {(int(row[0]), int(row[1])): [*map(float, row[2:])] for row in powers}
    first = {
        case: [*opening.values()]
        for case, opening in rounds.published().items()
        if case[1] == rounds.first_mixed(case[0])
    }
    assert page == first


def test_the_chances_of_the_tests_are_shown() -> None:
    [table] = [entry for entry in soldiers.tests.check().evidence if isinstance(entry, Table)]
    assert len(table.rows) == 27
    assert list(table.rows[0][:2]) == ["10/11/15", "1/2"]
