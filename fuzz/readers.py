"""Every reader of files, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from fuzz import seeds
from fuzz.packed import cache, npz, rounds, solution, strong
from fuzz.texts import Try, efg, formulas, graphs, lexer, nfg


class Reader(NamedTuple):
    """A reader: its first inputs, and a function that returns the function that tries one input."""

    seeds: Callable[[], Iterator[bytes]]
    prepare: Callable[[], Try]


READERS = {
    "nfg": Reader(seeds.from_files("*.nfg"), nfg),
    "efg": Reader(seeds.from_files("*.efg"), efg),
    "lexer": Reader(seeds.word_seeds, lexer),
    "node-link": Reader(seeds.graph_seeds("node_link", ".json"), graphs("node_link")),
    "graphml": Reader(seeds.graph_seeds("graphml", ".graphml"), graphs("graphml")),
    "npz": Reader(seeds.table_seeds, npz),
    "solution": Reader(seeds.solution_seeds, solution),
    "strong": Reader(seeds.strong_seeds, strong),
    "rounds": Reader(seeds.round_seeds, rounds),
    "cache": Reader(seeds.verdict_seeds, cache),
    "formulas": Reader(seeds.formula_seeds, formulas),
}
