"""First inputs of the fuzzers: valid files, and the hostile files in tests/data."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

GAMES = Path(__file__).parent.parent / "data" / "games"
HOSTILE = Path(__file__).parent.parent / "data" / "hostile"


def from_files(pattern: str) -> Callable[[], Iterator[bytes]]:
    """The games of the tests and all hostile files of a kind."""
    return lambda: (path.read_bytes() for folder in (GAMES, HOSTILE) for path in sorted(folder.glob(pattern)))


def from_proofs(pattern: str) -> Callable[[], Iterator[bytes]]:
    """Files of the claims that come with the program."""
    return lambda: (path.read_bytes() for path in sorted((GAMES.parents[2] / "proofs").glob(pattern))[:3])


def word_seeds() -> Iterator[bytes]:
    """How to take words, and words."""
    yield b"\0\1\2\3\4\5\6\7" + b'"a \\" b" 1/2 12 { 1, 2 } NFG "c" d'
    yield b"\1\1\1\1\1\1\1\1" + b"1e3 -2.5 .5 7/3 1. 0e-0 +4 -1/1"


def umb_seeds() -> Iterator[bytes]:
    """Models that Storm has written, packed, and without what packs them: so that a change is not a wrong checksum."""
    import lzma

    for path in sorted(GAMES.glob("*.umb")):
        content = path.read_bytes()
        yield content
        yield (gzip if content.startswith(b"\x1f") else lzma).decompress(content).rstrip(b"\0") + bytes(1024)


def solution_seeds() -> Iterator[bytes]:
    """Three small solutions, packed and as text."""
    from gametheory.games.wargame import Wargame, solve_wargame, solve_wargame_exact
    from gametheory.games.wargame.solution_file import solution_bytes

    for found in (
        solve_wargame(Wargame(1, 1)),
        solve_wargame_exact(Wargame(2, 2)),
        solve_wargame(Wargame(2, 3, killed=Fraction(1))),
    ):
        yield b"\0" + solution_bytes(found)
        yield b"\1" + gzip.decompress(solution_bytes(found))
    yield from (b"\0" + data for data in from_files("*.wargame")())


def verdict_seeds() -> Iterator[bytes]:
    """Verdicts of a claim that fails, and of one that was swept."""
    from gametheory import Table, check_all

    table = Table(["a"], [[1]])
    for verdict in (check_all(range(9), lambda n: n < 3, "0 to 8"), check_all([1, 2], bool, "a box", None, table)):
        yield b"\0" + json.dumps(verdict.as_json(), default=str).encode()


def check_seeds() -> Iterator[bytes]:
    """Expressions with most parts of the language of checks."""
    yield b"0.1 + 0.2 == 3e-1 and not 7 // -2 % 3 > f(4, 2) or 2**-2 * abs(-1) < Fraction(1, 3) <= comb(4, 2)"
    yield b"sum(k * j for k in range(3) for j in range(k, 9, 2) if k < j) != max(1, 2) + min(range(3))"
    yield b"(x + y)**2 / (x - y) >= 4*x*y == max(x, n) + abs(y)\nx, y: real, n: integer, x >= 0, y < x"
    yield b"x**-2 + 1/x < x**(1/2) or n != 1\nx: real, n: integer, 0 < x <= 1"


def formula_seeds() -> Iterator[bytes]:
    """LaTeX of most kinds that claims hold."""
    yield rb"costs $\frac{n + 1}{2} \leq \varphi^{2 k}$ for $\mathit{dpw} > 0$, and $\sqrt[3]{x_1}$."
    yield rb"$\left\lceil \frac{a}{b} \right\rceil$ $\begin{matrix} 1 & 2 \\ 3 & 4 \end{matrix}$ $x^{\prime}$ $5"
    yield rb"$\sum_{i=0}^{n} \binom{n}{i} \text{for all} \mathbb{N} \overline{x} \cdot \infty$"
