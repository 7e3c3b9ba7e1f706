"""A hash table of whole numbers: every different number gets the next index, in the order in which it is first seen."""

from __future__ import annotations

from typing import Any

from gametheory.parallel.compiled import compiled


@compiled
def number_codes(codes: Any, count: int, limit: int, entries: Any, shift: int, known: Any, numbers: Any) -> int:
    """Write the index of each code, and return how many codes are known; stop above the limit.

    An unknown code gets the next index, or -1 if the limit is negative. A slot of the table is two entries next to each
    other: a code, and its index plus 1, or 0 if the slot is free. There are 2^(64 - shift) slots. `known` has the codes
    by index.
    """
    mask = len(entries) // 2 - 1
    for number in range(len(codes)):
        code = codes[number]
        # Fibonacci hashing: the highest bits of the product depend on all bits of the code
        slot = (((code ^ (code >> 32)) * -7046029254386353131) >> shift) & mask
        while entries[2 * slot + 1] > 0 and entries[2 * slot] != code:
            slot = (slot + 1) & mask
        if entries[2 * slot + 1] == 0 and limit >= 0:
            if count >= limit:
                return count + 1
            entries[2 * slot] = code
            entries[2 * slot + 1] = count + 1
            known[count] = code
            count += 1
        numbers[number] = entries[2 * slot + 1] - 1
    return count


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
