"""Refuse to start a command that needs more memory than the option `--memory SIZE` or the system allows."""

from __future__ import annotations

import argparse
import re
from math import ceil, floor, log10

from gametheory.cli.arguments import InputError
from gametheory.parallel.memory import address_space

UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,15})?)\s*([kmgt]?)b?", re.ASCII | re.IGNORECASE)

LEAST_ADDRESS_SPACE = 550 * 10**6  # with less, libraries end the process or wait for memory without end while they load
LIGHT = "gametheory.cli.castle", "gametheory.cli.init"  # commands that load no numerical library


def check_address_space(module: str) -> None:
    """Raise InputError if the system allows too little memory to load the libraries of the commands of a module.

    Examples
    --------
    >>> check_address_space("gametheory.cli.castle")
    """
    if module not in LIGHT and address_space() < LEAST_ADDRESS_SPACE:
        allowed, needed = format_bytes(address_space()), format_bytes(LEAST_ADDRESS_SPACE)
        raise InputError(f"gametheory: the system allows {allowed} of address space (ulimit -v), {needed} are needed")


def add_memory(parser: argparse.ArgumentParser) -> None:
    """Add the --memory option."""
    help_text = "refuse to start if the estimated memory exceeds SIZE, such as 500M or 2G"
    parser.add_argument("--memory", metavar="SIZE", type=memory_size, help=help_text)


def memory_size(text: str) -> float:
    """Parse a number of bytes: a whole number or a decimal, with K, M, G or T for powers of 1000.

    Raises
    ------
    argparse.ArgumentTypeError
        If the text is not a size of at least one byte.

    Examples
    --------
    >>> memory_size("500M"), memory_size("1.5 GB")
    (500000000.0, 1500000000.0)
    """
    match = SIZE.fullmatch(text.strip())
    bytes_allowed = float(match[1]) * UNITS[match[2].lower()] if match else 0.0
    if bytes_allowed < 1:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a size, such as 500M or 2G")
    return bytes_allowed


def check_memory(args: argparse.Namespace, needed: float, name: str) -> None:
    """Raise InputError if a command needs more bytes than --memory allows."""
    if args.memory and needed > args.memory:
        estimate, allowed = format_bytes(needed, up=True), format_bytes(args.memory)
        raise InputError(f"gametheory {name}: needs about {estimate}, --memory allows {allowed}")


def format_bytes(number: float, up: bool = False) -> str:
    """Format a number of bytes with two digits, rounded to nearest, or upward with `up`.

    Examples
    --------
    >>> format_bytes(3.42e9), format_bytes(3.42e9, up=True), format_bytes(214e6), format_bytes(2e9), format_bytes(5e15)
    ('3.4 GB', '3.5 GB', '210 MB', '2 GB', '5,000 TB')
    """
    units = ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB"), (1, "bytes"))
    unit, name = next((each for each in units if number >= each[0]), units[-1])
    step = 10.0 ** (floor(log10(number / unit)) - 1)
    rounded = float(f"{(ceil if up else round)(round(number / unit / step, 6)) * step:.2g}")
    return f"{rounded:,.0f} {name}" if rounded == int(rounded) else f"{rounded:g} {name}"
