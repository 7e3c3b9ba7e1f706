"""A hash table of whole numbers: every different number gets the next index, in the order in which it is first seen."""

from __future__ import annotations

from typing import Any

from gametheory.parallel.compiled import compiled


@compiled
def number_codes(
    codes: Any, found: int, limit: int, entries: Any, shift: int, known: Any, numbers: Any, read: Any
) -> int:
    """Write the index of each code and return how many codes are known; stop above the limit.

    A place of the table is two entries next to each other: a code, and its index plus 1, or 0 if the place is free. The
    number of places is 2^(64 - shift). `known` has the codes by index. `read` has room for one number.
    """
    mask = len(entries) // 2 - 1
    for first in range(0, len(codes), 64):
        last = min(first + 64, len(codes))
        # the processor waits once for the places of all these codes, and not for each in turn
        total = 0
        for number in range(first, last):
            code = codes[number]
            total += entries[2 * ((((code ^ (code >> 32)) * -7046029254386353131) >> shift) & mask)]
        read[0] = total
        for number in range(first, last):
            code = codes[number]
            # Fibonacci hashing: the highest bits of the product depend on all bits of the code
            place = (((code ^ (code >> 32)) * -7046029254386353131) >> shift) & mask
            while entries[2 * place + 1] > 0 and entries[2 * place] != code:
                place = (place + 1) & mask
            if entries[2 * place + 1] == 0:
                if found >= limit:
                    return found + 1
                entries[2 * place] = code
                entries[2 * place + 1] = found + 1
                known[found] = code
                found += 1
            numbers[number] = entries[2 * place + 1] - 1
    return found


@compiled
def move_entries(entries: Any, shift: int, larger: Any) -> None:
    """Write all entries into a larger table, in which they have almost the same order."""
    mask = len(larger) // 2 - 1
    for old in range(len(entries) // 2):
        if entries[2 * old + 1] > 0:
            code = entries[2 * old]
            place = (((code ^ (code >> 32)) * -7046029254386353131) >> shift) & mask
            while larger[2 * place + 1] > 0:
                place = (place + 1) & mask
            larger[2 * place] = code
            larger[2 * place + 1] = entries[2 * old + 1]


@compiled
def find_codes(codes: Any, entries: Any, shift: int, numbers: Any) -> None:
    """Write the index of each code, -1 for one that is not in the table."""
    mask = len(entries) // 2 - 1
    for number in range(len(codes)):
        code = codes[number]
        place = (((code ^ (code >> 32)) * -7046029254386353131) >> shift) & mask
        while entries[2 * place + 1] > 0 and entries[2 * place] != code:
            place = (place + 1) & mask
        numbers[number] = entries[2 * place + 1] - 1


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
