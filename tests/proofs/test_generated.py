"""The definitions in Gallina are those of the Python code: printed again, compared and computed."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from gametheory.claims import Status, check_all, open_
from gametheory.games.battle import Battle
from gametheory.games.castle import Castle, Position, Volley
from gametheory.games.castle import closed_form as forms
from gametheory.games.castle.closed_form import compare_golden_multiple, fibonacci_pair
from gametheory.games.wargame import Wargame

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(ROOT / "proofs"))
import _write_generated  # noqa: E402
from _game_claim import game_claim  # noqa: E402
from _write_generated import GENERATED, is_current  # noqa: E402
from rocq import compiled_library  # noqa: E402
from test_rules_on_symbols import planted  # noqa: E402

needs_rocq = pytest.mark.skipif(not shutil.which("coqc"), reason="needs coqc")


@pytest.mark.parametrize("library", GENERATED)
def test_the_stored_file_is_what_the_code_gives(library):
    assert is_current(library), "python proofs/_write_generated.py"


def test_a_claim_is_open_if_its_theorems_are_about_other_rules(monkeypatch):
    item = game_claim("A", "a statement", "p. 1", theorems=["castle/Day.first_day"])(lambda: check_all([1], bool))
    assert item.check().status is Status.VERIFIED
    monkeypatch.setattr(_write_generated, "GENERATED", {"castle": lambda: "other rules"})
    is_current.cache_clear()
    try:
        assert item.check() == open_(
            "the definitions in rocq/castle/Generated.v are not those that the code of the game gives"
        )
    finally:
        is_current.cache_clear()


# The library, the class of the rules, and a change of them that seldom shows.
LIES = {
    "a soldier more above 200": (
        "castle",
        Castle,
        "moves",
        "min(soldiers, defenders) + 1",
        "min(soldiers, defenders) + 1 + (soldiers > 200)",
    ),
    "a shot at the castle too many": (
        "castle",
        Castle,
        "moves",
        "max(soldiers - strength, 0)",
        "max(soldiers - strength, 1)",
    ),
    "a castle without strength": ("castle", Castle, "after", "strength > 0:", "strength >= 0:"),
    "no soldiers left": ("castle", Castle, "outcome", "soldiers <= 0", "soldiers < 0"),
    "a soldier more in camp above 200": ("wargame", Wargame, "moves", "camp + 1", "camp + 1 + (camp > 200)"),
    "a round is not counted": ("wargame", Wargame, "after", "number + 1", "number"),
    "survivors rounded up": (
        "wargame",
        Wargame,
        "survivors",
        "field * share.numerator",
        "(field + 1) * share.numerator",
    ),
    "the reserve is hit": ("battle", Battle, "after", "position.attackers - self.reserve", "position.attackers"),
}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """Return a folder with the compiled definitions and Agree.v of all games."""
    return compiled_library(tmp_path_factory.mktemp("rocq"), *(f"{name.capitalize()}.Agree" for name in GENERATED))


def compile_file(folder, name):
    command = ["coqc", "-q", "-Q", ".", folder.name.capitalize(), f"{name}.v"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


@needs_rocq
@pytest.mark.parametrize("library", GENERATED)
def test_the_definitions_of_the_theorems_agree_with_the_generated_ones(library, compiled):
    text = (compiled / library / "Agree.v").read_text(encoding="utf-8")
    assert not re.search(r"Admitted|Axiom|Parameter|Hypothesis|admit|give_up", text)


@needs_rocq
@pytest.mark.parametrize(("library", "game", "method", "old", "new"), LIES.values(), ids=LIES)
def test_other_rules_in_python_do_not_agree(library, game, method, old, new, compiled, tmp_path):
    text = GENERATED[library](planted(game, method, old, new, tmp_path))
    assert text != GENERATED[library]()
    folder = shutil.copytree(compiled / library, tmp_path / library)
    (folder / "Generated.v").write_text(text, encoding="utf-8")
    assert compile_file(folder, "Generated").returncode == 0
    assert compile_file(folder, "Agree").returncode != 0


@needs_rocq
def test_generated_functions_compute_what_python_computes(compiled):
    """A second check of the printed text: Rocq computes it on random numbers."""
    random = Random(1)
    lines = [
        "Require Import ZArith. From Castle Require Import Rules ClosedForms ClosedFormsA.",
        "From Castle Require Generated.",
    ]
    rows = {"1": "Row1", "2a": "Row2a", "2b": "Row2b", "2c": "Row2c", "2d": "Row2d"}
    lines += [
        f"Goal fibonacci_pair {index} = ({', '.join(map(str, fibonacci_pair(index)))}). vm_compute. reflexivity. Qed."
        for index in (*range(20), 99, 100, 127, 128, 300)
    ]
    for _ in range(60):
        n, s, d = (random.randrange(1, 50) for _ in range(3))
        S, D, C, a, b = (random.randrange(0, 20) for _ in range(5))
        after = Castle(1, 1, d).after(Position(S, D, C), Volley(a, b))
        equations = [
            f"Generated.case_of {n} {s} {d} = {rows[forms.case_of(n, s, d)]}",
            f"Generated.best_fall_day {n} {s} {d} = {forms.best_fall_day(n, s, d)}",
            f"Generated.most_left_alive {n} {d} = {forms.most_left_alive(n, d)}",
            f"Generated.soldiers_on {n} {d} {s} = ({forms._soldiers_on(n, d, s)})",
            f"Generated.shots_by {n} {d} {s} = ({forms._shots_by(n, d, s)})",
            f"Generated.compare_golden_multiple {n - s} {n - d} = ({compare_golden_multiple(n - s, n - d)})",
            f"Generated.after {S} {D} {C} {a} {b} {d} = P " + " ".join(f"({count})" for count in after),
        ]
        numbers = re.compile(r"(?<![\w(])-\d+")
        lines += [
            f"Goal {numbers.sub(lambda found: f'({found[0]})', equation)}. vm_compute. reflexivity. Qed."
            for equation in equations
        ]
    (compiled / "castle" / "Examples.v").write_text("\n".join([lines[0], lines[1], "Open Scope Z_scope.", *lines[2:]]))
    run = compile_file(compiled / "castle", "Examples")
    assert run.returncode == 0, run.stderr
