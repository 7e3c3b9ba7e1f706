"""Answers as theorems: the kernel accepts the files, and rejects every file with a lie."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from poker import kuhn_poker, leduc_poker
from program import call, document, refused
from rocq import compiled_library
from small_games import Alternating, RandomGame, RandomPayoffs

from gametheory import Outcome, nash, solve
from gametheory.claims.recheck import LIBRARY_MODULES, library_sources
from gametheory.games.catalogue.tables import Inspection
from gametheory.prove.kernel import Source, facts, find_program
from gametheory.render.theorems import NotStated, Theorem, rational, theorem_of, write_theorem

needs_rocq = pytest.mark.skipif(find_program() is None, reason="Rocq is not installed")

PENNIES = [[1, -1], [-1, 1]]
SAME = [[[[int(a == b == c)] * 3 for c in (1, 2)] for b in (1, 2)] for a in (1, 2)]
# The solution, the statement of the theorem, and a false one by one unit in the last place.
TRUE: dict[str, tuple[Callable[[], object], str, str]] = {
    "in turns": (lambda: solve(Alternating()), "value game 1 (-1 # 1)", "value game 1 0"),
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
    "simultaneous moves": (lambda: solve(Inspection(2, 1)), "value game 1 (-1 # 3)", "value game 1 (-1 # 2)"),
    "a fraction of 10^60": (lambda: solve(Big()), f"value game 1 ({10**60 + 1} # {10**60 + 7})", "value game 1 1"),
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


class Big:
    """One move, and a payoff with 61 digits."""

    players = ("A", "B")

    def start(self) -> int:
        return 1

    def outcome(self, position: int) -> Outcome | None:
        payoff = Fraction(10**60 + 1, 10**60 + 7)
        return None if position else Outcome("end", (payoff, -payoff))

    def moves(self, position: int, player: str) -> Sequence[str]:
        return ["x"] if player == "A" else []

    def after(self, position: int, move: str) -> int:
        return 0


def test_numbers_in_the_words_at_the_beginning_are_exact_or_absent() -> None:
    head = theorem_of(solve(Big()), "Tried", "one move").text.partition("*)")[0]
    assert head.startswith("(* one move: its value to A is the number in the theorem at the end, exactly.\n")
    assert "?" not in head
    short = theorem_of(solve(Inspection(2, 1)), "Tried", "inspection").text
    assert short.startswith("(* inspection: its value to inspector is -1/3, exactly.")
    big = [[[10**60, 1]]]
    head = theorem_of(nash(big), "Tried", "one cell").text.partition("*)")[0]
    assert "which pays exactly the number in the theorem at the end to player 1, 1 to player 2." in head


class Spot(NamedTuple):
    """A position of the odd games."""

    number: int
    note: str = ""


class Odd:
    """Rules with other values at each method: the table has what they return."""

    players = ("A", "B")

    def start(self) -> Any:
        return Spot(2)

    def outcome(self, position: Any) -> Outcome | None:
        return None if position.number else Outcome("end", (Fraction(1), Fraction(-1)))

    def moves(self, position: Any, player: str) -> Sequence[Any]:
        return ["go"] if player == "A" else []

    def after(self, position: Any, move: Any) -> Any:
        return Spot(position.number - 1)


class AsksForTheType(Odd):
    """A symbol is no int: rules that ran on symbols were others."""

    def after(self, position: Any, move: Any) -> Any:
        return Spot(position.number - 2 if type(position.number) is int else position.number - 1)


class EqualPositions(Odd):
    """Spot(True) and Spot(1) are one position, which is over as the first of them that play reaches."""

    def outcome(self, position: Any) -> Outcome | None:
        if position.number == 2:
            return None
        return Outcome("end", (Fraction(int(position.number is True)), Fraction(-int(position.number is True))))

    def moves(self, position: Any, player: str) -> Sequence[Any]:
        return ["a", "b"] if player == "A" else []

    def after(self, position: Any, move: Any) -> Any:
        return Spot(True) if move == "a" else Spot(1)


class EqualMoves(Odd):
    def moves(self, position: Any, player: str) -> Sequence[Any]:
        return [1, True] if player == "A" else []


class EqualMovesOfBoth(Odd):
    """Players may call their moves alike."""

    def moves(self, position: Any, player: str) -> Sequence[Any]:
        return [1, 0] if player == "A" else [True, False]

    def after(self, position: Any, first: Any, second: Any) -> Any:  # type: ignore[override]
        return Spot(position.number - 1, f"{first == second}")


class Truths(Odd):
    """A position of truth values and numbers, which are equal."""

    def start(self) -> Any:
        return (2, True)

    def outcome(self, position: Any) -> Outcome | None:
        return None if position[0] else Outcome("A" if position[1] else "B")

    def moves(self, position: Any, player: str) -> Sequence[Any]:
        return [False, True, 2] if player == "AB"[not position[1]] else []

    def after(self, position: Any, move: Any) -> Any:
        return (position[0] - 1, 1 - position[1] if move else not position[1])


class Texts(Odd):
    """Names that would end a comment of Rocq, or begin one."""

    players = ('A "x" *)', "B (* y")

    def start(self) -> Any:
        return Spot(1, '") *) Axiom a : False. (* "')

    def moves(self, position: Any, player: str) -> Sequence[Any]:
        return ["*) Admitted. (*", 'exists "', "na\u00efve\u202e", "forall\nfun"] if player == self.players[0] else []

    def after(self, position: Any, move: Any) -> Any:
        return Spot(0, move)


ODD = {
    AsksForTheType: "1",
    EqualPositions: "1",
    EqualMovesOfBoth: "1",
    Truths: "1",
    Texts: "1",
}


@needs_rocq
@pytest.mark.parametrize("rules", ODD, ids=lambda rules: rules.__name__)
def test_the_table_is_what_the_rules_say(rules: type, library: Path) -> None:
    """Whatever the code asks of its values, the file compiles, and no text of the game leaves its comment."""
    text = theorem_of(solve(rules()), "Tried", "an odd game").text
    assert f"Theorem value_of_Tried : value game 1 {ODD[rules]}." in text
    assert compiled(library, text) == ""
    plain = Source("values", "Tried", text)
    plain.check()
    assert {command.partition(" ")[0] for command in plain.commands} == set(
        "Require Import From Open Definition Theorem Proof Qed".split()
    )


def test_equal_moves_are_refused() -> None:
    with pytest.raises(Exception, match=r"lists 1 twice"):
        solve(EqualMoves())


@needs_rocq
def test_a_theorem_that_rocq_rejects_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a fault of the program writes one, as here: a value that is too large by one."""
    shutil.copy(Path(__file__).parents[1] / "small_games.py", tmp_path)
    words = ["solve", "small_games.py:Alternating", "--theorem", "Steps.v"]
    with monkeypatch.context() as patch:
        patch.setattr("gametheory.render.theorems.rational", lambda number: rational(number + 1))
        (tmp_path / "Steps.v").write_text("an older file")
        message = refused(*words, cwd=tmp_path)
    assert message.startswith("gametheory solve: argument --theorem: Rocq does not accept the theorem: ")
    assert message.count("\n") == 1
    assert (tmp_path / "Steps.v").read_text() == "an older file"
    assert not (tmp_path / "Value.v").exists()
    done = call(*words, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Theorem value_of_Steps : value game 1 (-1 # 1)." in (tmp_path / "Steps.v").read_text()


def test_without_rocq_the_file_is_written_and_was_not_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(Path(__file__).parents[1] / "small_games.py", tmp_path)
    monkeypatch.setattr("gametheory.prove.kernel.find_program", lambda: None)
    done = call("solve", "small_games.py:Alternating", "--theorem", "Steps.v", cwd=tmp_path)
    assert done.stderr == "gametheory solve: Steps.v was not compiled, because Rocq is not installed\n"
    assert done.stdout.endswith("wrote Steps.v\ncheck it: gametheory recheck Steps.v\n")


@needs_rocq
@pytest.mark.slow
def test_recheck_believes_its_own_library_only(tmp_path: Path) -> None:
    file = tmp_path / "Lie.v"
    text = theorem_of(solve(Alternating()), "Lie", "a lie").text
    file.write_text(text.replace("(-1 # 1).\nProof", "1.\nProof"))
    (tmp_path / "Value.v").write_text("Definition value (A B C : Type) := True.")
    done = call("recheck", file)
    assert (done.returncode, "is wrong" in done.stdout) == (1, False)
    file.write_text(text.replace("Theorem", "Axiom magic : False.\nTheorem"))
    assert "the command 'Axiom magic : False' is not one that the program writes" in call("recheck", file).stderr


REFUSED = {
    "a name that is no identifier": (
        ["Alternating", "--theorem", "tic-tac.v"],
        "'tic-tac.v' is no name",
    ),
    "a file of the library": (["Alternating", "--theorem", "Value.v"], "'Value.v' is no name"),
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
    monkeypatch.setattr("gametheory.render.theorems.MAX_POSITIONS", 6)
    with pytest.raises(NotStated, match="the game has 8 positions; a theorem states at most 6"):
        theorem_of(solve(Alternating()), "Steps", "steps")


def test_other_bad_input(tmp_path: Path) -> None:
    (tmp_path / "game.nfg").write_text('NFG 1 R "" { "A" "B" } { 2 2 } 2 1 0 0 0 0 1 2')
    (tmp_path / "Value.v").write_text("another file")
    for command, file, message in (
        ("solve", "Game.v", "no zero-sum game of two players"),
        ("nash", "Game.v", "Value.v is another file than that of the library"),
        ("recheck", "Missing.v", "Missing.v: No such file or directory"),
        ("recheck", "Value.v", "it is not a file with a theorem"),
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
    assert (fact.reason, fact.statement) == ("", "Value.value game 1 (-1)")  # the standard library has a `value`, too
    assert any("Value.value" in text for _, text in fact.definitions)
