"""Every refusal of a game by `solve` and `nash` names an option that allows more, or a page that helps."""

import re
from fractions import Fraction

import pytest
from conftest import ROOT
from flint import fmpq
from games_by_table import Chase
from named_component import component

from gametheory import Outcome
from gametheory.cli import main
from gametheory.model.game import LIMITS, RULES
from gametheory.model.layered import Layer, LayeredGame
from gametheory.solvers import general_sum
from gametheory.solvers.general_sum import NoEquilibriumFound

DATA = ROOT / "tests" / "data" / "games"
PENNIES = 'NFG 1 R "" { "A" "B" } { 2 2 } 1 -1 -1 1 -1 1 1 -1'
SEXES = 'NFG 1 R "" { "A" "B" } { 2 2 } 2 1 0 0 0 0 1 2'
WIDE = 'NFG 1 R "" { "A" "B" } { 201 1 }' + " 1 1" * 200 + " 1 2"  # of no constant sum
LONG = f'NFG 1 R "" {{ "A" "B" }} {{ 2 1 }} 1/{"3" * 300} 1 1/7 2'
LONG_NUMBER = f'NFG 1 R "" {{ "A" "B" }} {{ 1 1 }} 1e{"9" * 7} 1'
TREE = (
    'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0 p "" 2 1 "" { "l" "r" } 0 t "" 1 "" { 1 -1/3 } t "" 0 t "" 0'
)
THREE_IN_A_TREE = 'EFG 2 R "" { "A" "B" "C" } p "" 1 1 "" { "l" "r" } 0 p "" 2 1 "" { "l" } 0 t "" 0 p "" 2 1 0 t "" 0'
TABLES, SEQUENCES = "gametheory.solvers.nash", "gametheory.solvers.sequence_form"
NASH_LIMIT, COMPONENT_LIMIT = "gametheory nash --limit", "--component-limit"


class NoPayoffs(Chase):
    def outcome(self, position):
        return Outcome(position) if super().outcome(position) else None


class EachMove(Chase):
    """Payoffs after every move, without a discount, of two who move simultaneously."""

    def stage_payoffs(self, position, *moves):
        return (Fraction(1), Fraction(1))


class Hidden(Chase):
    def observation(self, position, player):
        return position


class ManyMoves(Chase):
    def moves(self, position, player):
        return range(4)

    def after(self, position, *moves):
        return position


class GreatMoves(LayeredGame):
    """One player has one move, whose number is the least that is too great."""

    players, outcomes = ("one",), (Outcome("end"),)

    def start(self):
        return 1

    def expand(self, positions):
        goes_on = positions > 0
        return Layer(0 - goes_on, 0 * positions, 1 * goes_on, 2**24 * positions[goes_on], 0 * positions[goes_on])


class Meeting:
    """Both players move in the only position, and no equilibrium is pure."""

    players = ("one", "two")

    def start(self):
        return "start"

    def outcome(self, position):
        return None if position == "start" else Outcome("end", (Fraction(position), Fraction(1 - 2 * position)))

    def moves(self, position, player):
        return (0, 1)

    def after(self, position, one, two):
        return int(one == two)


# command, game as text of a file or as a class, other arguments, lowered limits, what the message names
CASES = {
    "three players in a tree, solve": ("solve", THREE_IN_A_TREE, (), {}, LIMITS),
    "no player": ("nash", 'EFG 2 R "" { } t "" 0', (), {}, LIMITS),
    "imperfect recall": ("nash", DATA / "absent-minded-driver.efg", ("--refine", "perfect"), {}, LIMITS),
    "imperfect recall, solve": ("solve", DATA / "absent-minded-driver.efg", (), {}, LIMITS),
    "many strategies": ("nash", WIDE, (), {}, NASH_LIMIT),
    "many strategies, solve": ("solve", WIDE, (), {}, NASH_LIMIT),
    "much work": ("nash", LONG, (), {f"{TABLES}.MAX_WORK": 10}, NASH_LIMIT),
    "long payoffs": ("nash", LONG, (), {f"{SEQUENCES}.MAX_BITS": 10}, LIMITS),
    "long payoffs, solve": ("solve", LONG, (), {f"{SEQUENCES}.MAX_BITS": 10}, LIMITS),
    "long payoffs of a tree": ("nash", TREE, (), {f"{SEQUENCES}.MAX_BITS": 1}, LIMITS),
    "long numbers along a path": ("nash", TREE, (), {"gametheory.model.sequence_form.MAX_BITS": 1}, LIMITS),
    "vertices": ("nash", PENNIES, ("--all", "--limit", "1"), {}, "--limit"),
    "pivots": (
        "nash", SEXES, (), {f"{TABLES}.MAX_PIVOTS": 0, f"{SEQUENCES}.MAX_VERTICES": 1}, "--limit"
    ),
    "pivots, solve": (
        "solve", SEXES, (), {f"{TABLES}.MAX_PIVOTS": 0, f"{SEQUENCES}.MAX_VERTICES": 1}, NASH_LIMIT
    ),
    "pivots of one position": (
        "solve", Meeting, (),
        {"gametheory.solvers.general_sum.MAX_PIVOTS": 0, "gametheory.solvers.general_sum.MAX_VERTICES": 1},
        COMPONENT_LIMIT,
    ),
    "sequences": ("nash", TREE, ("--refine", "perfect", "--limit", "1"), {}, "--limit"),
    "a refinement of a table": ("nash", PENNIES, ("--refine", "perfect"), {}, "--refine"),
    "a refinement of three": ("nash", THREE_IN_A_TREE, ("--refine", "perfect"), {}, LIMITS),
    "a long file": ("nash", PENNIES, (), {"gametheory.formats.gambit.MAX_BYTES": 10}, LIMITS),
    "a long file, solve": ("solve", PENNIES, (), {"gametheory.formats.gambit.MAX_BYTES": 10}, LIMITS),
    "many payoffs": ("nash", PENNIES, (), {"gametheory.formats.gambit.MAX_PAYOFFS": 7}, LIMITS),
    "many nodes": ("nash", TREE, (), {"gametheory.formats.gambit.MAX_NODES": 4}, LIMITS),
    "a long number": ("nash", LONG_NUMBER, (), {}, LIMITS),
    "numbers with exponents": (
        "nash", PENNIES.replace("1 -1", "1e9 -1"), (), {"gametheory.formats.gambit.MAX_EXPANDED_DIGITS": 9},
        LIMITS,
    ),
    "positions": ("solve", Chase, ("--limit", "1"), {}, "--limit"),
    "positions that repeat": ("solve", Chase, ("--component-limit", "1"), {}, COMPONENT_LIMIT),
    "no good guess": (
        "solve", Chase, (), {"gametheory.solvers.general_sum.DISCOUNTS": ()}, "--width"
    ),
    "many moves": ("solve", ManyMoves, (), {"gametheory.model.unfolding.MAX_MOVES": 3}, LIMITS),
    "great moves": ("solve", GreatMoves, (), {}, LIMITS),
    "strategies without end": ("nash", PENNIES.replace("{ 2 2 }", "{ 2 1000001 }"), (), {}, LIMITS),
    "a number of strategies of 20 digits": ("solve", PENNIES.replace("{ 2 2 }", f"{{ {10**20} 2 }}"), (), {}, LIMITS),
    "no payoffs": ("solve", NoPayoffs, (), {}, RULES),
    "mean payoffs": ("solve", EachMove, (), {}, LIMITS),
    "hidden information and cycles": ("solve", Hidden, (), {}, LIMITS),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_refusal_names_what_helps(name, tmp_path, monkeypatch, capsys):
    command, game, arguments, lowered, named = CASES[name]
    for constant, value in lowered.items():
        monkeypatch.setattr(constant, value)
    if isinstance(game, str):
        (path := tmp_path / f"game.{game[:3].lower()}").write_text(game)
    else:
        path = f"{__file__}:{game.__name__}" if isinstance(game, type) else game
    status = main([command, str(path), *arguments])
    printed = capsys.readouterr()
    assert (status, printed.out) == (2, "")
    assert 1 <= len(printed.err.splitlines()) <= 2
    assert named in printed.err.replace(str(path), "")
    _check_that_all_exist(command, printed.err, capsys)


def _check_that_all_exist(command, message, capsys):
    """The pages that a message names are files, and the options are options of the command."""
    pages, options = re.findall(r"docs/[\w/-]+\.md", message), set(re.findall(r"(?<!\w)--[a-z-]+", message))
    assert pages or options
    assert all((ROOT / page).is_file() for page in pages)
    with pytest.raises(SystemExit):
        main(["nash" if NASH_LIMIT in message else command, "--help"])
    assert options <= set(re.findall(r"--[a-z-]+", capsys.readouterr().out))


def test_the_component_limit_allows_more_searches(monkeypatch):
    monkeypatch.setattr(general_sum, "MAX_PROFILES", 2)
    monkeypatch.setattr(general_sum, "PROFILES_FOR_EACH_START", 1)
    joint = {(r, c): {"even" if r == c else "odd": fmpq(1)} for r in "ht" for c in "ht"}
    outside = [{"even": fmpq(1), "odd": fmpq(0)}, {"even": fmpq(0), "odd": fmpq(1)}]
    pennies = component({"toss": joint}, {"toss": (0, 1)}, outside)
    with pytest.raises(NoEquilibriumFound, match=r"2 searches found no pure one, and --component-limit, .* above 2"):
        general_sum.pure_stationary_equilibrium(pennies)
    with pytest.raises(NoEquilibriumFound, match="above 3 allows"):
        general_sum.pure_stationary_equilibrium(pennies, 3)
    with pytest.raises(NoEquilibriumFound, match=r"there is no pure one$"):
        general_sum.pure_stationary_equilibrium(pennies, 4)
