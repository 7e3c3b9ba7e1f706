"""Completion of commands and options by the shell."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

SHELLS = "bash", "zsh", "tcsh"


class Completion(argparse.Action):
    """Print the script that teaches a shell all commands, options and files, and exit."""

    def __init__(self, option_strings: Sequence[str], dest: str, **_: Any) -> None:
        told = "print the completion script of a shell, to be read by it, and exit"
        super().__init__(option_strings, dest, choices=SHELLS, metavar="SHELL", help=f"{told}: {', '.join(SHELLS)}")

    def __call__(self, parser: argparse.ArgumentParser, *given: Any) -> None:
        """Print and exit."""
        import shtab

        print(shtab.complete(parser, given[1]))
        parser.exit()
