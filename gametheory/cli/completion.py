"""Shell completion of commands and options."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

SHELLS = "bash", "zsh", "tcsh"


class Completion(argparse.Action):
    """Print the script that lets a shell complete commands, options and files, and exit."""

    def __init__(self, option_strings: Sequence[str], dest: str, **_: Any) -> None:
        help_text = f"print the completion script for a shell and exit: {', '.join(SHELLS)}"
        super().__init__(option_strings, dest, choices=SHELLS, metavar="SHELL", help=help_text)

    def __call__(self, parser: argparse.ArgumentParser, *values: Any) -> None:
        """Print and exit."""
        import shtab

        print(shtab.complete(parser, values[1]))
        parser.exit()
