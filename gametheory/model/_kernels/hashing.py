"""A hash table of whole numbers: every different number gets the next index, in the order in which it is first seen."""

from __future__ import annotations

from typing import Any

from gametheory.parallel.compiled import compiled


@compiled
def number_codes(codes: Any, found: int, limit: int, keys: Any, indices: Any, known: Any, numbers: Any) -> int:
    """Write the index of each code and return how many codes are known; stop above the limit.

    `indices` has -1 in the free places of the table, whose length is a power of 2; `known` has the codes by index.
    """
    mask = len(keys) - 1
    for place in range(len(codes)):
        code = codes[place]
        # Fibonacci hashing: the upper half of the product depends on all bits of the code
        slot = ((code * 11400714819323198485) >> 32) & mask
        while indices[slot] >= 0 and keys[slot] != code:
            slot = (slot + 1) & mask
        if indices[slot] < 0:
            if found >= limit:
                return found + 1
            keys[slot] = code
            indices[slot] = found
            known[found] = code
            found += 1
        numbers[place] = indices[slot]
    return found


@compiled
def find_codes(codes: Any, keys: Any, indices: Any, numbers: Any) -> None:
    """Write the index of each code, -1 for one that is not in the table."""
    mask = len(keys) - 1
    for place in range(len(codes)):
        code = codes[place]
        slot = ((code * 11400714819323198485) >> 32) & mask
        while indices[slot] >= 0 and keys[slot] != code:
            slot = (slot + 1) & mask
        numbers[place] = indices[slot]


@compiled
def merge_successors(sizes: Any, successors: Any, numerators: Any, last: Any, before: int) -> int:
    """Merge the successors of each move that occur several times, in place, and return how many are left.

    `last` has the place at which each position was last written, counted from the first of all layers; there were
    `before` places in earlier layers. It begins with -1.
    """
    read = written = 0
    for move in range(len(sizes)):
        first = written
        for _ in range(sizes[move]):
            successor = successors[read]
            place = last[successor] - before
            if place >= first:
                numerators[place] += numerators[read]
            else:
                last[successor] = before + written
                successors[written] = successor
                numerators[written] = numerators[read]
                written += 1
            read += 1
        sizes[move] = written - first
    return written
