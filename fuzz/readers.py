"""Every reader of files, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from fuzz import seeds
from fuzz.packed import kept, npz, rounds, solution
from fuzz.texts import Try, efg, formulas, graphml, nfg, node_link, tokens


class Reader(NamedTuple):
    """A reader: inputs to begin with, and what makes the function that tries one."""

    seeds: Callable[[], Iterator[bytes]]
    prepare: Callable[[], Try]


READERS = {
    "nfg": Reader(seeds.from_files("*.nfg"), nfg),
    "efg": Reader(seeds.from_files("*.efg"), efg),
    "tokens": Reader(seeds.word_seeds, tokens),
    "node-link": Reader(lambda: seeds.graph_seeds("to_node_link"), node_link),
    "graphml": Reader(lambda: seeds.graph_seeds("to_graphml"), graphml),
    "npz": Reader(seeds.table_seeds, npz),
    "solution": Reader(seeds.solution_seeds, solution),
    "rounds": Reader(seeds.round_seeds, rounds),
    "kept": Reader(seeds.verdict_seeds, kept),
    "formulas": Reader(seeds.formula_seeds, formulas),
}
