"""Loops that find the order in which the positions of a Markov chain are eliminated.

The arrays are those that `chain` describes. `minimum_degree` writes the steps inside components as links in cells:
that of cell c leads from `origin[c]` to `target[c]`. The links of a node are in the cells `row_head[node]`,
`row_link[row_head[node]]`, and so on until -1; those into it likewise by `column_head` and `column_link`.
"""

from __future__ import annotations

from typing import Any


def acyclic_order(row: Any, successor: Any, ended: Any, indegree: Any, queue: Any, component: Any, order: Any) -> int:
    """Write the order and the components of a chain whose positions can be repeated only by staying there.

    Kahn's algorithm. Returns how many positions are in the order, or -1 if play can cycle. `indegree` begins with 0.
    """
    size = len(row) - 1
    for position in range(size):
        for step in range(row[position], row[position + 1]):
            if successor[step] != position:
                indegree[successor[step]] += 1
    found = 0
    for position in range(size):
        if indegree[position] == 0:
            queue[found] = position
            found += 1
    done = 0
    while done < found:
        position = queue[done]
        done += 1
        for step in range(row[position], row[position + 1]):
            following = successor[step]
            if following != position:
                indegree[following] -= 1
                if indegree[following] == 0:
                    queue[found] = following
                    found += 1
    if found < size:
        return -1
    for place in range(size - 1, -1, -1):
        position = queue[place]
        ends = 1 if ended[position] else 0
        for step in range(row[position], row[position + 1]):
            if ends == 0 and indegree[successor[step]]:
                ends = 1
        indegree[position] = ends
    found = 0
    for place in range(size):
        position = queue[place]
        component[position] = -1
        if indegree[position] and not ended[position]:
            component[position] = place
            order[found] = position
            found += 1
    return found


def transient_order(
    row: Any, successor: Any, ended: Any, component: Any, begin: Any, member: Any, can_end: Any, order: Any, parts: Any
) -> int:
    """Write the order and the parts, and -1 as the component of all other positions; return how many parts there are.

    A component has a greater number than every other one that can follow it. `begin` has one entry more than there are
    positions; it and `can_end` begin with 0.
    """
    size = len(component)
    for position in range(size):
        begin[component[position]] += 1
    place = 0
    for number in range(size + 1):
        count = begin[number]
        begin[number] = place
        place += count
    for position in range(size):
        member[begin[component[position]]] = position
        begin[component[position]] += 1
    first = 0
    for number in range(size):
        ends = 0
        for place in range(first, begin[number]):
            position = member[place]
            if ended[position]:
                ends = 1
            for step in range(row[position], row[position + 1]):
                if can_end[component[successor[step]]]:
                    ends = 1
                    break
            if ends:
                break
        can_end[number] = ends
        first = begin[number]
    found = 0
    done = 0
    for number in range(size - 1, -1, -1):
        first = begin[number - 1] if number > 0 else 0
        before = done
        if can_end[number]:
            for place in range(first, begin[number]):
                if not ended[member[place]]:
                    order[done] = member[place]
                    done += 1
        if done > before:
            found += 1
            parts[found] = done
    for position in range(size):
        if ended[position] or not can_end[component[position]]:
            component[position] = -1
    return found


def minimum_degree(
    row: Any,
    successor: Any,
    part: Any,
    limit: Any,
    mark: Any,
    rank: Any,
    degree_in: Any,
    degree_out: Any,
    key: Any,
    above: Any,
    below: Any,
    top: Any,
    bottom: Any,
    work: Any,
    row_head: Any,
    column_head: Any,
    row_link: Any,
    column_link: Any,
    target: Any,
    origin: Any,
) -> int:
    """Eliminate the nodes of a graph, those with few neighbors first; return how many links there are, -1 if too many.

    The key of a node is the number of its predecessors and successors that are left. Among nodes with the same key, the
    one that has had it for the longest time is the first, so that those that follow each other are far apart. A
    component, `part[node]`, is left alone if the products of predecessors and successors exceed its limit: its nodes
    have rank -1. `mark`, `rank`, `top`, `bottom` and the heads begin with -1; the degrees and `work` with 0. Keys from
    `len(top) - 1` are taken for equal.
    """
    size = len(row) - 1
    queue = key, above, below, top, bottom
    degrees = degree_in, degree_out
    links = row_head, column_head, row_link, column_link, target, origin
    cells = link_steps(row, successor, mark, degrees, links)
    if cells < 0:
        return -1
    for node in range(size):
        append(queue, degrees, node)
    stamp = size
    least = 0
    found = 0
    for _ in range(size):
        while top[least] < 0:
            least += 1
        node = top[least]
        remove(queue, node)
        if work[part[node]] > limit[part[node]]:
            continue
        work[part[node]] += degree_in[node] * degree_out[node]
        if work[part[node]] > limit[part[node]]:
            continue
        rank[node] = found
        found += 1
        cells, stamp = pass_through(node, key, mark, stamp, degrees, links, cells)
        if cells < 0:
            return -1
        least = renew_keys(queue, degrees, row_head[node], row_link, target, least)
        least = renew_keys(queue, degrees, column_head[node], column_link, origin, least)
    for node in range(size):
        if work[part[node]] > limit[part[node]]:
            rank[node] = -1
    return cells


def link_steps(row: Any, successor: Any, mark: Any, degrees: Any, links: Any) -> int:
    """Write one link for each pair of nodes with a step; return how many there are, -1 if there is no room."""
    room = len(links[4])
    cells = 0
    for node in range(len(row) - 1):
        for step in range(row[node], row[node + 1]):
            following = successor[step]
            if following == node or mark[following] == node:
                continue
            mark[following] = node
            if cells == room:
                return -1
            add_link(degrees, links, cells, node, following)
            cells += 1
    return cells


def add_link(degrees: Any, links: Any, cell: int, node: int, following: int) -> None:
    """Write a link into a cell, as the first one of both nodes."""
    degree_in, degree_out = degrees
    row_head, column_head, row_link, column_link, target, origin = links
    target[cell] = following
    origin[cell] = node
    row_link[cell] = row_head[node]
    row_head[node] = cell
    column_link[cell] = column_head[following]
    column_head[following] = cell
    degree_out[node] += 1
    degree_in[following] += 1


def append(queue: Any, degrees: Any, node: int) -> int:
    """Make a node the last one with its key, which is returned."""
    key, above, below, top, bottom = queue
    own: int = min(degrees[0][node] + degrees[1][node], len(top) - 1)
    key[node] = own
    above[node] = bottom[own]
    below[node] = -1
    if bottom[own] >= 0:
        below[bottom[own]] = node
    else:
        top[own] = node
    bottom[own] = node
    return own


def remove(queue: Any, node: int) -> None:
    """Remove a node from those with its key; it has the key -1 then."""
    key, above, below, top, bottom = queue
    if above[node] >= 0:
        below[above[node]] = below[node]
    else:
        top[key[node]] = below[node]
    if below[node] >= 0:
        above[below[node]] = above[node]
    else:
        bottom[key[node]] = above[node]
    key[node] = -1


def pass_through(node: int, key: Any, mark: Any, stamp: int, degrees: Any, links: Any, cells: int) -> tuple[int, int]:
    """Link the predecessors that are left to the successors; return how many links and stamps there are then.

    There are -1 links if there is no room. Each predecessor marks its successors with a stamp of its own.
    """
    degree_in, degree_out = degrees
    row_head, column_head, row_link, column_link, target, origin = links
    out = row_head[node]
    while out >= 0:
        if key[target[out]] >= 0:
            degree_in[target[out]] -= 1
        out = row_link[out]
    into = column_head[node]
    while into >= 0:
        before = origin[into]
        into = column_link[into]
        if key[before] < 0:
            continue
        degree_out[before] -= 1
        mark[before] = stamp
        out = row_head[before]
        while out >= 0:
            mark[target[out]] = stamp
            out = row_link[out]
        out = row_head[node]
        while out >= 0:
            following = target[out]
            out = row_link[out]
            if key[following] < 0 or mark[following] == stamp:
                continue
            if cells == len(target):
                return -1, stamp
            add_link(degrees, links, cells, before, following)
            cells += 1
        stamp += 1
    return cells, stamp


def renew_keys(queue: Any, degrees: Any, cell: int, link: Any, end: Any, least: int) -> int:
    """Give the nodes at the ends of some links their new keys; return the least key, or a smaller number."""
    key, _, _, top, _ = queue
    while cell >= 0:
        near = end[cell]
        cell = link[cell]
        if key[near] >= 0 and key[near] != min(degrees[0][near] + degrees[1][near], len(top) - 1):
            remove(queue, near)
            least = min(least, append(queue, degrees, near))
    return least


def triangles(
    order: Any,
    row_head: Any,
    column_head: Any,
    row_link: Any,
    column_link: Any,
    target: Any,
    origin: Any,
    place_of: Any,
    later_row: Any,
    earlier_row: Any,
    next_earlier: Any,
    later: Any,
    earlier: Any,
) -> None:
    """Write the links of each node to the later nodes and the earlier ones of an order; links to others are left out.

    `place_of` has the place of each node in the order, -1 if it has none. `next_earlier` has room for each place.
    """
    size = len(order)
    for place in range(size):
        cell = row_head[order[place]]
        ahead = 0
        behind = 0
        while cell >= 0:
            other = place_of[target[cell]]
            if other > place:
                ahead += 1
            elif other >= 0:
                behind += 1
            cell = row_link[cell]
        later_row[place + 1] = later_row[place] + ahead
        earlier_row[place + 1] = earlier_row[place] + behind
        next_earlier[place] = earlier_row[place]
    for place in range(size):
        node = order[place]
        cell = row_head[node]
        ahead = later_row[place]
        while cell >= 0:
            if place_of[target[cell]] > place:
                later[ahead] = target[cell]
                ahead += 1
            cell = row_link[cell]
        cell = column_head[node]
        while cell >= 0:
            other = place_of[origin[cell]]
            if other > place:
                earlier[next_earlier[other]] = node
                next_earlier[other] += 1
            cell = column_link[cell]
