"""Every reader of files, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.fuzz import seeds
from tests.fuzz.packed import cache, solution, umb
from tests.fuzz.texts import Try, certificate, checks, efg, formulas, lexer, nfg, rocq


class Reader(NamedTuple):
    """A reader: its first inputs, and a function that returns the function that tries one input."""

    seeds: Callable[[], Iterator[bytes]]
    prepare: Callable[[], Try]


READERS = {
    "nfg": Reader(seeds.from_files("*.nfg"), nfg),
    "efg": Reader(seeds.from_files("*.efg"), efg),
    "lexer": Reader(seeds.word_seeds, lexer),
    "solution": Reader(seeds.solution_seeds, solution),
    "umb": Reader(seeds.umb_seeds, umb),
    "cache": Reader(seeds.verdict_seeds, cache),
    "certificate": Reader(seeds.from_proofs("certificates/castle_1/*.smt2"), certificate),
    "rocq": Reader(seeds.from_proofs("rocq/castle/Rules.v"), rocq),
    "formulas": Reader(seeds.formula_seeds, formulas),
    "checks": Reader(seeds.check_seeds, checks),
}
