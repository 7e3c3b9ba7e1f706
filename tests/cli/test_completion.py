"""The grouped help and shell completion."""

import argparse
import shutil
import subprocess
import sys

import pytest

from gametheory.cli import GROUPS, _parser, help_text, main


def commands():
    """Return the names of all commands of the parser."""
    (action,) = (action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction))
    return set(action.choices)


def test_every_command_is_in_a_group_of_the_help(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    listed = [line.split()[0] for line in shown.partition(next(iter(GROUPS)))[2].splitlines() if line.startswith("  ")]
    assert help_text() in shown
    assert set(listed) >= commands()
    assert sorted(name for group in GROUPS.values() for name in group) == sorted(commands())


def test_a_command_imports_no_other_command():
    program = "import sys; from gametheory.cli import main; main(['castle', 'solve', '1', '1', '1'])"
    program += "; print(*(name for name in sys.modules if name.startswith('gametheory.cli.')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    imported = set(done.stdout.splitlines()[-1].split())
    assert imported == {f"gametheory.cli.{name}" for name in ("arguments", "output", "castle")}


def test_an_unknown_command_is_refused_with_all_names(capsys):
    assert main(["casle", "solve"]) == 2
    message = capsys.readouterr().err
    assert all(name in message for name in commands())


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_knows_every_command(shell, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--completion", shell])
    script = capsys.readouterr().out
    assert ended.value.code == 0
    assert all(name in script for name in commands())


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
def test_bash_completes(capsys):
    with pytest.raises(SystemExit):
        main(["--completion", "bash"])
    script = capsys.readouterr().out
    typed = 'COMP_WORDS=(gametheory war); COMP_CWORD=1; _shtab_gametheory; echo "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", f"{script}\n{typed}"], capture_output=True, text=True)
    assert "wargame" in done.stdout.split(), done.stderr


def test_an_unknown_shell_is_refused(capsys):
    assert main(["--completion", "fish"]) == 2
    assert "bash" in capsys.readouterr().err
