"""For any arguments, a command ends with status 0, 1 or 2; status 2 has a message of at most two lines and no files."""

import argparse
import os
import shlex
import subprocess
import sys
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from program import call

import gametheory.cli
from gametheory.cli import _parser, main
from gametheory.cli.arguments import positive_number
from tests.fuzz.commands import emptied, run, within, wrong_with
from tests.fuzz.grammar import argument_list, prepare

SECONDS = 20.0  # compiling is among what a first run does
NO_NUMBERS = ("", "-1", "-1e5", "1e400", "nan", "-inf", "0x10", "1_0", "١٢", "²", "1.5", "a\0b", "\ud800", "1\n2",
              "9" * 20_001, "-" + "9" * 5_000, "1.01", "3/2", "1/0", "1e-3", "x", "0." + "9" * 200)  # fmt: skip
FRACTIONS = ("1.5", "1.01", "3/2")
ABOVE_ZERO = "whole_number", "positive_number", "positive_probability"


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    """Make an empty working folder, next to the files that the argument lists name."""
    folder = tmp_path_factory.mktemp("hostile")
    prepare(folder)
    return folder / "here"


@pytest.fixture(scope="module", autouse=True)
def one_parser():
    """Build the parser once: a thousand commands take it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gametheory.cli._parser", cache(_parser))
        yield


def refused(arguments, here):
    """Return the message of a command that must be refused."""
    ran = run(arguments, here, SECONDS)
    assert wrong_with(ran, emptied(here)) is None
    assert ran.status == 2
    return ran.err


def test_any_arguments(here):
    parser = _parser()

    @settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def check(data):
        words = argument_list(parser, lambda below: data.draw(st.integers(0, below - 1)))
        ran = run(words, here, SECONDS)
        assert wrong_with(ran, emptied(here)) is None, words

    check()


def leaves(parser):
    """Yield the parser of each command."""
    inner = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not inner:
        yield parser
    for action in inner:
        for chosen in action.choices.values():
            yield from leaves(chosen)


def numeric():
    """Yield each numeric argument: the command, the words before and after its value, and texts that it refuses."""
    for parser in leaves(_parser()):
        kinds = {action: getattr(action.type, "__name__", "") for action in parser._actions}
        actions = [action for action, kind in kinds.items() if "number" in kind or "probability" in kind]
        given = [action for action in actions if not action.option_strings]
        for action in actions:
            texts = [text for text in NO_NUMBERS if text not in FRACTIONS or action.type is not positive_number]
            texts += ["0"] * (kinds[action] in ABOVE_ZERO)
            if action.option_strings:
                words = [action.option_strings[-1]]
                yield pytest.param(parser.prog, words, [], texts, id=f"{parser.prog} {action.dest}")
            else:
                before = ["1"] * given.index(action)
                after = ["1"] * (len(given) - len(before) - 1)
                yield pytest.param(parser.prog, before, after, texts, id=f"{parser.prog} {action.metavar}")


@pytest.mark.parametrize(("command", "before", "after", "texts"), list(numeric()))
def test_invalid_numbers_are_refused_by_name(command, before, after, texts, here):
    name = f"argument {before[-1]}" if before and before[-1].startswith("-") else "argument "
    for text in texts:
        message = refused([*command.split()[1:], *before, text, *after], here)
        assert name in message, f"{text!r}: {message}"
        assert "required" not in message, f"{text!r}: {message}"


@pytest.mark.parametrize("parser", list(leaves(_parser())), ids=lambda parser: parser.prog)
def test_the_example_of_each_help_works_as_printed(parser, tmp_path):
    script = parser.epilog.partition("example:\n")[2]
    assert script
    if parser.prog.split()[1] in ("check", "recheck", "report"):  # which other tests run
        return
    for line in script.splitlines():
        words = shlex.split(line)
        if words[0] != "gametheory":
            subprocess.run(line, shell=True, cwd=tmp_path, check=True)
            continue
        command, output = (words[1:-2], words[-1]) if words[-2:-1] == [">"] else (words[1:], "")
        done = call(*command, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        if output:
            (tmp_path / output).write_text(done.stdout)


NEEDED = {
    "castle draw": "1 1 1",
    "battle table": "1 1",
    "battle odds": "1 1",
    "wargame state": "1 3 0 3 0 --soldiers 3 --rounds 2",
    "wargame solve": "--soldiers 3 --rounds 2",
    "solve": "gametheory.games.castle:Castle 1 1 1",
}


def taking_files():
    """Yield the words before each file or folder argument, at the end of an otherwise valid command."""
    for parser in leaves(_parser()):
        command = parser.prog.removeprefix("gametheory ")
        required = [action for action in parser._actions if action.required and action.option_strings]
        for action in parser._actions:
            if any(word in str(action.metavar) for word in ("FILE", "FOLDER")) and ":" not in str(action.metavar):
                words = [*command.split(), *NEEDED.get(command, "").split()]
                words += [
                    word for other in required if other is not action for word in (other.option_strings[-1], "out.npz")
                ]
                yield pytest.param([*words, *action.option_strings[-1:]], id=f"{command} {action.dest}")


NO_FILES = ("../given/pipe", "x" * 5_000, "a\0b", "\ud800/x", "/no/folder/x", "../given/bytes/x")
NO_INPUTS = ("/dev/null", "/dev/zero", "../given/folder", "../given/empty", "../given/dangling")


@pytest.mark.parametrize("words", list(taking_files()))
def test_paths_that_cannot_be_files_are_refused(words, here):
    """Opening a pipe would block; the other names are invalid on any system."""
    for place in NO_FILES:
        refused([*words, place], here)
    if words in (["nash"], ["wargame", "verify"]):
        for place in NO_INPUTS:
            assert place in refused([*words, place], here)


def test_a_file_without_read_permission_is_refused(here):
    if os.geteuid() == 0:
        pytest.skip("root may read every file")
    file = here.parent / "given" / "secret.nfg"
    file.write_text("NFG", encoding="utf-8")
    file.chmod(0)
    assert "Permission denied" in refused(["nash", str(file)], here)


def test_a_claims_file_that_is_a_pipe_is_refused(here):
    with within(SECONDS):
        assert "claims.py: it is not a file" in refused(["check", "../given/pipes"], here)


GAME = 'NFG 1 R "Pennies" { "A" "B" } { 2 2 } 1 -1 -1 1 -1 1 1 -1'
COMMAND = f"{sys.executable} -m gametheory"


@pytest.mark.parametrize("script", [f"{COMMAND} nash <(cat game)", f"{COMMAND} castle draw 1 1 1 -o >(cat)"])
def test_streams_opened_by_the_shell_are_files(script, tmp_path):
    (tmp_path / "game").write_text(GAME, encoding="utf-8")
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.parametrize("words", ["report ../given/claims -o /dev/full", "castle draw 1 1 1 -o /dev/full"])
def test_a_full_disk_is_reported(words, here):
    assert "No space left on device" in refused(words.split(), here)


def test_ctrl_c_during_imports_prints_one_line(monkeypatch, capsys):
    def interrupted(_name):
        raise KeyboardInterrupt

    monkeypatch.setattr(gametheory.cli, "_parser", interrupted)
    assert main(["castle"]) == 130
    assert capsys.readouterr().err == "gametheory: interrupted\n"


def test_almost_nothing_is_imported_before_ctrl_c_is_handled():
    code = "import sys, gametheory.cli; print([name for name in ('networkx', 'numpy', 'sympy') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("digits", [30, 400, 1200])
def test_a_table_of_any_size_is_refused(wrong, digits):
    wrong(["battle", "table", "9" * digits, "3", "-o", "t.npz"], "battles is too large; at most 50,000,000 battles")
