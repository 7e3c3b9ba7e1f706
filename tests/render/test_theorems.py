"""Answers as theorems: the kernel accepts the files, and rejects every file with a lie."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from poker import kuhn_poker, leduc_poker
from program import call, document, refused
from rocq import compiled_library
from small_games import Alternating, RandomGame, RandomPayoffs

from gametheory import Outcome, nash, solve
from gametheory.claims.theorem_file import LIBRARY_MODULES, library_sources
from gametheory.games.catalogue.perfect_information import Nim
from gametheory.games.catalogue.tables import Inspection
from gametheory.prove.kernel.compiler import find_program
from gametheory.prove.kernel.facts import facts
from gametheory.render.theorems.files import theorem_of, write_theorem
from gametheory.render.theorems.text import NotStated, Theorem

needs_rocq = pytest.mark.skipif(find_program() is None, reason="Rocq is not installed")

PENNIES = [[1, -1], [-1, 1]]
SAME = [[[[int(a == b == c)] * 3 for c in (1, 2)] for b in (1, 2)] for a in (1, 2)]
# The solution, the statement of the theorem, and a false one by one unit in the last place.
TRUE: dict[str, tuple[Callable[[], object], str, str]] = {
    "in turns": (lambda: solve(Alternating()), "rules_value game start (-1 # 1)", "rules_value game start 0"),
    "chance and simultaneous moves": (
        lambda: solve(RandomGame(7, chance=True, simultaneous=True)),
        "value game 1 ",
        "value game 1 1",
    ),
    "payoffs of three players": (
        lambda: solve(RandomPayoffs(5, ("a", "b", "c"), chance=True)),
        "subgame_perfect table 1 ",
        "subgame_perfect table 1 [0; 0; 0]",
    ),
    "an equilibrium": (
        lambda: nash(PENNIES),
        "nash_equilibrium sizes game strategies [0; 0]",
        "nash_equilibrium sizes game strategies [0; 1]",
    ),
    "an equilibrium of three players": (
        lambda: nash(SAME),
        "nash_equilibrium sizes game strategies [1; 1; 1]",
        "nash_equilibrium sizes game strategies [1; 1; 2]",
    ),
    "Kuhn poker": (lambda: solve(kuhn_poker(3)), "tree_value game (-1 # 18)", "tree_value game (-1 # 19)"),
    "simultaneous moves, by the rules": (
        lambda: solve(Inspection(2, 1)),
        "rules_value game start (-1 # 3)",
        "rules_value game start (-1 # 2)",
    ),
}
EDITABLE = re.compile(r"^ *(position|turn_at|cell|at_set|Line|Choice|End|Chance|Choose|\[)")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the compiled library."""
    return compiled_library(tmp_path_factory.mktemp("rocq"), *library_sources()) / "values"


def coqc(folder: Path, name: str) -> str:
    """Compile one file as a reader does; return what the compiler says."""
    program = find_program()
    assert program is not None
    command = [*program.command, "-q", "-Q", ".", "Values", f"{name}.v"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    return done.stderr if done.returncode else ""


def compiled(library: Path, text: str) -> str:
    (library / "Tried.v").write_text(text)
    return coqc(library, "Tried")


@needs_rocq
@pytest.mark.parametrize(("solved", "true", "false"), TRUE.values(), ids=TRUE)
def test_the_kernel_accepts_the_answer_and_no_other(
    solved: Callable[[], object], true: str, false: str, library: Path
) -> None:
    text = theorem_of(solved(), "Tried", "a game").text  # type: ignore[arg-type]
    statement = re.search(r"Theorem value_of_Tried : (.*)\.", text)
    assert statement
    assert statement[1].startswith(true)
    assert compiled(library, text) == ""
    value, other = (each.split(" ", 3)[-1] for each in (statement[1], false))
    assert value != other
    lie = text.replace(f" {value}.\nProof", f" {other}.\nProof")
    for proof in (f" {value})", f" {value} numbers)"):
        lie = lie.replace(proof, proof.replace(value, other))
    assert "Unable to unify" in compiled(library, lie)


def edits(text: str) -> Iterator[tuple[int, str]]:
    """Yield the text with one digit changed, for every digit of the game and its certificate, and the line number."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        data = line.partition("(* ")[0] if EDITABLE.match(line) else ""
        for digit in re.finditer(r"\d", data):
            other = str((int(digit[0]) + 1) % 10)
            changed = [*lines[:number], line[: digit.start()] + other + line[digit.end() :], *lines[number + 1 :]]
            yield number + 1, "\n".join(changed)


@needs_rocq
@pytest.mark.slow
@pytest.mark.parametrize("solved", [each[0] for each in TRUE.values()][::2], ids=[*TRUE][::2])
def test_every_digit_counts(solved: Callable[[], object], library: Path) -> None:
    text = theorem_of(solved(), "Tried", "a game").text  # type: ignore[arg-type]
    tried = [*edits(text)]
    for _, changed in tried[:: max(1, len(tried) // 12)]:
        assert compiled(library, changed)


@needs_rocq
def test_recheck_prints_the_statement_and_the_line_that_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "pennies.nfg").write_text('NFG 1 R "Pennies" { "A" "B" } { 2 2 } 1 -1 -1 1 -1 1 1 -1')
    file = tmp_path / "pennies.v"
    done = call("solve", tmp_path / "pennies.nfg", "--theorem", file)
    assert done.stdout.endswith(f"wrote {file}\ncheck it: gametheory recheck {file}\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["Check.v", "Value.v", "pennies.nfg", "pennies.v"]
    accepted = document("recheck", file)
    assert accepted["statement"] == "value pennies.game 1 0"
    assert (accepted["axioms"], accepted["sound"]) == ("none", True)
    text = file.read_text()
    number = next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith("position 3 "))
    file.write_text(text.replace("position 3 (Over (-1 # 1))", "position 3 (Over (-2 # 1))"))
    rejected = call("recheck", file)
    assert rejected.returncode == 1
    assert f"\nline {number} is wrong, or what the certificate says about it: position 3 (Over (-2" in rejected.stdout


# A lie in each part of a file with rules: the old and the new text.
RULE_LIES = {
    "a successor": ("[1; (a1 + n1)]", "[1; (a1 + n1 + 1)]"),
    "a payoff": ("Some (Qmake (-1) 1)", "Some (Qmake 1 1)"),
    "the end": ("if 3 <=? n1\n  then Some (Qmake 1 1)", "if 4 <=? n1\n  then Some (Qmake 1 1)"),
    "a move": ("[[2; 1]; [2; 2]]", "[[2; 1]; [2; 3]]"),
    "a position": ("[1; 2] (*", "[1; 5] (*"),
}


class Subtraction:
    """Players take 1 to 3 of ten stones in turn: a symbolic range of moves."""

    players = ("first", "second")

    def start(self) -> tuple[int, str]:
        return (10, "first")

    def outcome(self, position: tuple[int, str]) -> Outcome | None:
        stones, active = position
        return None if stones else Outcome("second" if active == "first" else "first")

    def moves(self, position: tuple[int, str], player: str) -> Sequence[int]:
        stones, active = position
        return range(1, min(3, stones) + 1) if player == active else ()

    def after(self, position: tuple[int, str], taken: int) -> tuple[int, str]:
        stones, active = position
        return (stones - taken, "second" if active == "first" else "first")


@needs_rocq
def test_a_range_of_moves_is_one_rule(library: Path) -> None:
    text = theorem_of(solve(Subtraction()), "Tried", "ten stones").text
    assert "map (fun k => [2; k]) (range 1 ((Z.min 3 n1) + 1))" in text
    assert compiled(library, text) == ""


def test_rules_that_cannot_run_on_symbols_are_a_table() -> None:
    text = theorem_of(solve(Nim((1, 2))), "Tried", "Nim").text
    assert "The table was computed by Python: it lists all" in text
    assert "value game 1 " in text


@needs_rocq
@pytest.mark.slow
@pytest.mark.parametrize("lie", RULE_LIES)
def test_recheck_names_the_position_at_which_a_lie_shows(lie: str, tmp_path: Path) -> None:
    old, new = RULE_LIES[lie]
    text = theorem_of(solve(Alternating()), "Lie", "a lie").text
    assert old in text
    (tmp_path / "Lie.v").write_text(text.replace(old, new, 1))
    done = call("recheck", tmp_path / "Lie.v")
    assert done.returncode == 1
    named = re.search(r"^line (\d+) is wrong", done.stdout, re.M)
    assert named
    assert re.match(r"\[[01]; \d\] \(\* \d+: ", text.splitlines()[int(named[1]) - 1])


@needs_rocq
@pytest.mark.slow
def test_recheck_believes_its_own_library_only(tmp_path: Path) -> None:
    file = tmp_path / "Lie.v"
    text = theorem_of(solve(Alternating()), "Lie", "a lie").text
    file.write_text(text.replace("(-1 # 1).\nProof", "1.\nProof"))
    (tmp_path / "Value.v").write_text("Definition value (A B C : Type) := True.")
    done = call("recheck", file)
    assert (done.returncode, "is wrong" in done.stdout) == (1, False)
    own = "Definition rules_value (r : rules) (p : state) (v : Q) : Prop := p = p.\n"
    own += "Theorem value_of_Lie : rules_value game start 5."
    file.write_text(text.partition("Theorem")[0] + f"{own}\nProof. reflexivity. Qed.\n")
    done = call("recheck", file)
    assert (done.returncode, "not about a definition of the library: Lie.rules_value Lie.game" in done.stdout) == (
        1,
        True,
    )
    file.write_text(text.replace("Theorem", "Axiom magic : False.\nTheorem"))
    assert "the command 'Axiom magic : False' is not allowed" in call("recheck", file).stderr


REFUSED = {
    "a name that is no identifier": (
        ["Alternating", "--theorem", "tic-tac.v"],
        "'tic-tac.v' is no name",
    ),
    "a file of the library": (["Alternating", "--theorem", "Value.v"], "'Value.v' is a file of the library"),
    "no folder": (["Alternating", "--theorem", "no/Game.v"], "cannot write no/Game.v: there is no folder no"),
    "a cycle": (["Ring", "--theorem", "Ring.v"], "argument --theorem: play can cycle"),
    "no payoffs": (["Countdown", "3", "--theorem", "Down.v"], "argument --theorem: the outcomes have no payoffs"),
    "a position": (["Alternating", "--theorem", "Game.v", "--from", "nowhere"], "argument --from: "),
}


@pytest.mark.parametrize(("words", "message"), REFUSED.values(), ids=REFUSED)
def test_bad_input_writes_nothing(words: list[str], message: str, tmp_path: Path) -> None:
    name, *rest = words
    shutil.copy(Path(__file__).parents[1] / "small_games.py", tmp_path)
    assert message in refused("solve", f"small_games.py:{name}", *rest, cwd=tmp_path)
    assert not [*tmp_path.glob("*.v")]


def test_too_many_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gametheory.render.theorems.tables.MAX_POSITIONS", 6)
    with pytest.raises(NotStated, match="the game has 8 positions; a theorem states at most 6"):
        theorem_of(solve(Alternating()), "Steps", "steps")


def test_other_bad_input(tmp_path: Path) -> None:
    (tmp_path / "game.nfg").write_text('NFG 1 R "" { "A" "B" } { 2 2 } 2 1 0 0 0 0 1 2')
    (tmp_path / "Value.v").write_text("another file")
    for command, file, message in (
        ("solve", "Game.v", "no zero-sum game of two players"),
        ("nash", "Game.v", "Value.v is another file than that of the library"),
        ("recheck", "Missing.v", "Missing.v: No such file or directory"),
        ("recheck", "Value.v", "it is no file with a theorem"),
    ):
        words = ["game.nfg", "--theorem", file] if command != "recheck" else [file]
        assert message in refused(command, *words, cwd=tmp_path)
    assert sorted(path.name for path in tmp_path.glob("*.v")) == ["Value.v"]


class Floats(Alternating):
    """A game whose payoffs are floats."""

    def outcome(self, position: tuple[int, str]) -> object:
        return super().outcome(position) and Outcome("end", (0.1, -0.1))  # type: ignore[arg-type]


def test_payoffs_that_are_floats_are_no_game(tmp_path: Path) -> None:
    (tmp_path / "floats.nfg").write_text('NFG 1 R "" { "A" "B" } { 1 1 } 0.1 -0.1')
    assert solve(tmp_path / "floats.nfg").payoffs["A"] == Fraction(1, 10)  # a decimal is read exactly
    with pytest.raises(Exception, match=r"0\.1"):
        solve(Floats())


@needs_rocq
@pytest.mark.slow
def test_leduc_poker(library: Path) -> None:
    theorem = theorem_of(nash(leduc_poker()), "Tried", "Leduc poker")
    assert isinstance(theorem, Theorem)
    assert compiled(library, theorem.text) == ""


@needs_rocq
@pytest.mark.slow
def test_a_claim_may_name_such_a_file(tmp_path: Path) -> None:
    (tmp_path / "values").mkdir()
    for module in LIBRARY_MODULES:
        (tmp_path / "values" / f"{module}.v").write_text(library_sources()[f"Values.{module}"].text)
    (tmp_path / "mine").mkdir()
    write_theorem(tmp_path / "mine" / "Steps.v", theorem_of(solve(Alternating()), "Steps", "steps"))
    # the library is in the folder next to it
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["Steps.v"]
    name = "mine/Steps.value_of_Steps"
    fact = facts(tmp_path, [name])[name]
    assert (fact.reason, fact.statement) == ("", "rules_value game start (-1)")
    assert any("Rules.rules_value" in text for _, text in fact.definitions)
