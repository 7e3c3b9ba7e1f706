"""Orders and components of a directed graph in compressed sparse rows.

The successors of node i are `successor[row[i]:row[i + 1]]`. The functions are linear in the nodes and edges.
"""

from __future__ import annotations

from typing import Any


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


def indegrees(successor: Any, indegree: Any) -> None:
    """Count the edges into each node; `indegree` begins with 0."""
    for edge in range(len(successor)):
        indegree[successor[edge]] += 1


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


def reversed_rows(row: Any, successor: Any, place: Any, sources: Any) -> None:
    """Write the nodes from which each node follows; `place` begins with the start of the row of each node."""
    for node in range(len(row) - 1):
        for edge in range(row[node], row[node + 1]):
            following = successor[edge]
            sources[place[following]] = node
            place[following] += 1


def strong_components(row: Any, successor: Any, component: Any, low: Any, stack: Any, path: Any, edge: Any) -> int:
    """Number the strongly connected components, each after all that can be reached from it; return how many there are.

    Tarjan's algorithm without recursion. `component` and `low` begin with -1. `stack` has the nodes whose component is
    open, `path` those that the search has entered and not left, `edge` the next edge of each of them.
    """
    nodes = len(row) - 1
    components = visited = on_stack = 0
    for root in range(nodes):
        if low[root] >= 0:
            continue
        path[0] = root
        depth = 1
        low[root] = visited
        edge[root] = row[root]
        visited += 1
        stack[on_stack] = root
        on_stack += 1
        while depth > 0:
            node = path[depth - 1]
            if edge[node] < row[node + 1]:
                following = successor[edge[node]]
                edge[node] += 1
                if low[following] < 0:
                    low[following] = visited
                    edge[following] = row[following]
                    visited += 1
                    path[depth] = following
                    depth += 1
                    stack[on_stack] = following
                    on_stack += 1
                continue
            depth -= 1
            # the least number of an open node that this one reaches; its own number if it is the root of a component
            own = low[node]
            least = own
            for place in range(row[node], row[node + 1]):
                following = successor[place]
                if component[following] < 0 and low[following] < least:
                    least = low[following]
            low[node] = least
            if least == own:
                while True:
                    on_stack -= 1
                    member = stack[on_stack]
                    component[member] = components
                    if member == node:
                        break
                components += 1
    return components


def parallel_edges(row: Any, successor: Any, last: Any, found: Any) -> None:
    """Mark the nodes that have a successor twice; `last` begins with -1, and has the last node before each node."""
    for node in range(len(row) - 1):
        for edge in range(row[node], row[node + 1]):
            following = successor[edge]
            if last[following] == node:
                found[node] = 1
            last[following] = node
