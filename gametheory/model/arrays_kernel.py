"""Orders and components of a directed graph in compressed sparse rows.

The successors of node i are `successor[row[i]:row[i + 1]]`. The functions are linear in the nodes and edges.

A hash table of whole numbers: every different number gets the next index, in the order in which it is first seen.
"""

from __future__ import annotations

from gametheory.parallel.compiled import Integers, compiled, compiled_loop


@compiled_loop
def topological_order(row: Integers, successor: Integers, indegree: Integers, order: Integers) -> int:
    """Write the nodes, each before its successors, and return how many there are before a cycle.

    Kahn's algorithm. `indegree` has the number of edges into each node, and is counted down to 0. The nodes come in the
    order of their numbers as far as possible: neighbors in memory follow each other, and a large graph that is numbered
    breadth first is read several times faster than in the order of a queue.
    """
    found = 0
    for root in range(len(row) - 1):
        if indegree[root] != 0:
            continue
        done = found
        order[found] = root
        found += 1
        while done < found:
            node = order[done]
            done += 1
            for edge in range(row[node], row[node + 1]):
                following = successor[edge]
                indegree[following] -= 1
                # a greater node is met later
                if indegree[following] == 0 and following < root:
                    order[found] = following
                    found += 1
    return found


@compiled_loop
def reach(row: Integers, successor: Integers, found: int, seen: Integers, queue: Integers) -> int:
    """Write the nodes that can be reached from the first `found` ones of the queue, which have been marked as seen."""
    done = 0
    while done < found:
        node = queue[done]
        done += 1
        for edge in range(row[node], row[node + 1]):
            following = successor[edge]
            if seen[following] == 0:
                seen[following] = 1
                queue[found] = following
                found += 1
    return found


@compiled_loop
def reversed_rows(row: Integers, successor: Integers, place: Integers, sources: Integers) -> None:
    """Write the nodes from which each node follows; `place` begins with the start of the row of each node."""
    for node in range(len(row) - 1):
        for edge in range(row[node], row[node + 1]):
            following = successor[edge]
            sources[place[following]] = node
            place[following] += 1


@compiled
def number_codes(
    codes: Integers, count: int, limit: int, entries: Integers, shift: int, known: Integers, numbers: Integers
) -> int:
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
def merge_successors(sizes: Integers, successors: Integers, numerators: Integers, last: Integers, before: int) -> int:
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
