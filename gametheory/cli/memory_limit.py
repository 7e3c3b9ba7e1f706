"""`--memory SIZE`: a command that would take more is refused before it begins."""

from __future__ import annotations

import argparse
import re
from math import ceil, floor, log10

from gametheory.cli.arguments import InputError

UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,15})?)\s*([kmgt]?)b?", re.ASCII | re.IGNORECASE)


def add_memory(parser: argparse.ArgumentParser) -> None:
    """Declare --memory."""
    told = "refuse what would take more memory, such as 500M or 2G, by an estimate made before the work begins"
    parser.add_argument("--memory", metavar="SIZE", type=size, help=told)


def size(text: str) -> float:
    """A number of bytes: a whole number or a decimal, and K, M, G or T for thousands of thousands.

    Raises argparse.ArgumentTypeError for what is none.

    >>> size("500M"), size("1.5 GB")
    (500000000.0, 1500000000.0)
    """
    found = SIZE.fullmatch(text.strip())
    bytes_allowed = float(found[1]) * UNITS[found[2].lower()] if found else 0.0
    if bytes_allowed < 1:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a size, such as 500M or 2G")
    return bytes_allowed


def check_memory(chosen: argparse.Namespace, needed: float, name: str) -> None:
    """Raise InputError where a command needs more memory than --memory allows."""
    if chosen.memory and needed > chosen.memory:
        raise InputError(
            f"gametheory {name}: needs about {shown(needed, up=True)}, --memory allows {shown(chosen.memory)}"
        )


def shown(number: float, up: bool = False) -> str:
    """A number of bytes with two digits, rounded up where that is said.

    >>> shown(3.42e9), shown(3.42e9, up=True), shown(214e6), shown(2e9), shown(5e15)
    ('3.4 GB', '3.5 GB', '210 MB', '2 GB', '5,000 TB')
    """
    units = ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB"), (1, "bytes"))
    unit, name = next((each for each in units if number >= each[0]), units[-1])
    step = 10.0 ** (floor(log10(number / unit)) - 1)
    rounded = float(f"{(ceil if up else round)(round(number / unit / step, 6)) * step:.2g}")
    return f"{rounded:,.0f} {name}" if rounded == int(rounded) else f"{rounded:g} {name}"
