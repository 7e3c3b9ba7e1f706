"""The grouped help and shell completion."""

import argparse
import shutil
import subprocess

import pytest

from gametheory.cli import COMMANDS, _parser, main


def commands():
    """Return the names of all commands of the parser."""
    (action,) = (action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction))
    return set(action.choices)


def test_every_command_is_in_a_group_of_the_help(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    listed = [line.split()[0] for line in COMMANDS.splitlines() if line.startswith("  ")]
    assert COMMANDS in shown
    assert sorted(listed) == sorted(commands())


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
