"""Orders and components of a directed graph in compressed sparse rows.

The successors of node i are `successor[row[i]:row[i + 1]]`. The functions are linear in the nodes and edges.
"""

from __future__ import annotations

from typing import Any

from gametheory.parallel.compiled import compiled_loop


@compiled_loop
def topological_order(row: Any, successor: Any, indegree: Any, order: Any) -> int:
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
def reach(row: Any, successor: Any, found: int, seen: Any, queue: Any) -> int:
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
def reversed_rows(row: Any, successor: Any, place: Any, sources: Any) -> None:
    """Write the nodes from which each node follows; `place` begins with the start of the row of each node."""
    for node in range(len(row) - 1):
        for edge in range(row[node], row[node + 1]):
            following = successor[edge]
            sources[place[following]] = node
            place[following] += 1
