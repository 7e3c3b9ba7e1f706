"""Every reader of files, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from fuzz import seeds
from fuzz.packed import cache, npz, rounds, solution
from fuzz.texts import Try, efg, formulas, graphml, lexer, nfg, node_link


class Reader(NamedTuple):
    """A reader: its first inputs, and a function that returns the function that tries one input."""

    seeds: Callable[[], Iterator[bytes]]
    prepare: Callable[[], Try]


READERS = {
    "nfg": Reader(seeds.from_files("*.nfg"), nfg),
    "efg": Reader(seeds.from_files("*.efg"), efg),
    "lexer": Reader(seeds.word_seeds, lexer),
    "node-link": Reader(lambda: seeds.graph_seeds("to_node_link"), node_link),
    "graphml": Reader(lambda: seeds.graph_seeds("to_graphml"), graphml),
    "npz": Reader(seeds.table_seeds, npz),
    "solution": Reader(seeds.solution_seeds, solution),
    "rounds": Reader(seeds.round_seeds, rounds),
    "cache": Reader(seeds.verdict_seeds, cache),
    "formulas": Reader(seeds.formula_seeds, formulas),
}
