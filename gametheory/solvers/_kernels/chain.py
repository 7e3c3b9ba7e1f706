"""Loops that solve the linear systems of a Markov chain in compressed sparse rows, by elimination.

The steps from position i are `row[i]` to `row[i + 1] - 1`: they lead to `successor[step]` with probability
`table[code[step]]`. `component` is -1 where play cannot go on or cannot end, otherwise the number of the strongly
connected component. `order` has the other positions, one component before those that can follow it, and within one the
position that is eliminated first; component k is `order[parts[k]:parts[k + 1]]`. When the position at a place of the
order is eliminated, it has steps to the later positions `later[later_row[place]:later_row[place + 1]]`, and it has been
entered by the steps that passed through the earlier ones `earlier[...]`, which are in the order of elimination.

Nothing is subtracted. The loops of this file run compiled over floats, or over lists of rationals.
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
    have rank -1. The links of a node are a list in the cells
    `row_head[node]`, `row_link[row_head[node]]`, and so on, and the links into it likewise. `mark`, `rank`, `top`,
    `bottom` and the heads begin with -1; the degrees and `work` with 0. Keys from `len(top) - 1` are taken for equal.
    """
    size, most, room, cells = len(row) - 1, len(top) - 1, len(target), 0
    for node in range(size):
        for step in range(row[node], row[node + 1]):
            following = successor[step]
            if following == node or mark[following] == node:
                continue
            mark[following] = node
            if cells == room:
                return -1
            target[cells] = following
            origin[cells] = node
            row_link[cells] = row_head[node]
            row_head[node] = cells
            column_link[cells] = column_head[following]
            column_head[following] = cells
            degree_out[node] += 1
            degree_in[following] += 1
            cells += 1
    for node in range(size):
        own = min(degree_in[node] + degree_out[node], most)
        key[node] = own
        above[node] = bottom[own]
        below[node] = -1
        if bottom[own] >= 0:
            below[bottom[own]] = node
        else:
            top[own] = node
        bottom[own] = node
    stamp = size
    least = 0
    found = 0
    for _ in range(size):
        while top[least] < 0:
            least += 1
        node = top[least]
        top[least] = below[node]
        if below[node] >= 0:
            above[below[node]] = -1
        else:
            bottom[least] = -1
        key[node] = -1
        if work[part[node]] > limit[part[node]]:
            continue
        work[part[node]] += degree_in[node] * degree_out[node]
        if work[part[node]] > limit[part[node]]:
            continue
        rank[node] = found
        found += 1
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
                if cells == room:
                    return -1
                target[cells] = following
                origin[cells] = before
                row_link[cells] = row_head[before]
                row_head[before] = cells
                column_link[cells] = column_head[following]
                column_head[following] = cells
                degree_out[before] += 1
                degree_in[following] += 1
                cells += 1
            stamp += 1
        for side in range(2):
            cell = row_head[node] if side == 0 else column_head[node]
            while cell >= 0:
                near = target[cell] if side == 0 else origin[cell]
                cell = row_link[cell] if side == 0 else column_link[cell]
                if key[near] < 0:
                    continue
                own = min(degree_in[near] + degree_out[near], most)
                if own == key[near]:
                    continue
                if above[near] >= 0:
                    below[above[near]] = below[near]
                else:
                    top[key[near]] = below[near]
                if below[near] >= 0:
                    above[below[near]] = above[near]
                else:
                    bottom[key[near]] = above[near]
                key[near] = own
                above[near] = bottom[own]
                below[near] = -1
                if bottom[own] >= 0:
                    below[bottom[own]] = near
                else:
                    top[own] = near
                bottom[own] = near
                least = min(least, own)
    for node in range(size):
        if work[part[node]] > limit[part[node]]:
            rank[node] = -1
    return cells


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


def eliminate(
    row: Any,
    successor: Any,
    code: Any,
    table: Any,
    component: Any,
    order: Any,
    place_of: Any,
    earlier_row: Any,
    earlier: Any,
    later_row: Any,
    later: Any,
    first: int,
    end: int,
    zero: Any,
    probability: Any,
    through: Any,
    ahead: Any,
    exits: Any,
    leaving: Any,
) -> int:
    """Let play pass through the positions at some places of the order, whole components; return how many were done.

    `through` and `ahead` get the probabilities of the steps to earlier and later positions at that time, `exits` that
    to leave the component, and `leaving` that of all steps to other positions; the loop stops where that is 0.
    """
    for place in range(first, end):
        position = order[place]
        for link in range(earlier_row[place], earlier_row[place + 1]):
            probability[earlier[link]] = zero
        for link in range(later_row[place], later_row[place + 1]):
            probability[later[link]] = zero
        out = zero
        alone = earlier_row[place] == earlier_row[place + 1] and later_row[place] == later_row[place + 1]
        for step in range(row[position], row[position + 1]):
            following = successor[step]
            if following == position:
                continue
            if alone or component[following] != component[position]:
                out += table[code[step]]
            else:
                probability[following] += table[code[step]]
        for link in range(earlier_row[place], earlier_row[place + 1]):
            passed = earlier[link]
            through[link] = probability[passed]
            share = probability[passed] / leaving[passed]
            out += share * exits[passed]
            middle = place_of[passed]
            for onward in range(later_row[middle], later_row[middle + 1]):
                # a return is a stay, which counts as no step: this entry is not read
                probability[later[onward]] += share * ahead[onward]
        total = out
        for link in range(later_row[place], later_row[place + 1]):
            ahead[link] = probability[later[link]]
            total += ahead[link]
        exits[position] = out
        leaving[position] = total
        if total == 0:
            return place - first
    return end - first


def visits(
    row: Any,
    successor: Any,
    code: Any,
    table: Any,
    component: Any,
    order: Any,
    parts: Any,
    earlier_row: Any,
    earlier: Any,
    later_row: Any,
    later: Any,
    through: Any,
    ahead: Any,
    leaving: Any,
    first: int,
    end: int,
    visit: Any,
) -> None:
    """Compute the expected visits to the positions of some parts; `visit` begins with the visits from outside.

    It is the solution x of x = right + x Q. The flow into positions of no component is added up, too.
    """
    for part in range(first, end):
        if parts[part + 1] - parts[part] == 1:
            position = order[parts[part]]
            count = visit[position] / leaving[position]
            visit[position] = count
            for step in range(row[position], row[position + 1]):
                if successor[step] != position:
                    visit[successor[step]] += count * table[code[step]]
            continue
        for place in range(parts[part], parts[part + 1]):
            if later_row[place] < later_row[place + 1]:
                share = visit[order[place]] / leaving[order[place]]
                for link in range(later_row[place], later_row[place + 1]):
                    visit[later[link]] += share * ahead[link]
        for place in range(parts[part + 1] - 1, parts[part] - 1, -1):
            position = order[place]
            count = visit[position] / leaving[position]
            visit[position] = count
            for link in range(earlier_row[place], earlier_row[place + 1]):
                visit[earlier[link]] += through[link] * count
        for place in range(parts[part], parts[part + 1]):
            position = order[place]
            count = visit[position]
            for step in range(row[position], row[position + 1]):
                if component[successor[step]] != component[position]:
                    visit[successor[step]] += count * table[code[step]]


def flow_out(
    row: Any, successor: Any, code: Any, table: Any, component: Any, order: Any, first: int, end: int, visit: Any
) -> None:
    """Add the visits that flow out of a component whose visits are known: `order[first:end]`."""
    for place in range(first, end):
        position = order[place]
        for step in range(row[position], row[position + 1]):
            if component[successor[step]] != component[position]:
                visit[successor[step]] += visit[position] * table[code[step]]


def flow_back(
    row: Any, successor: Any, code: Any, table: Any, component: Any, order: Any, first: int, end: int, value: Any
) -> None:
    """Add the values that flow from later components into `order[first:end]`, the positions of one."""
    for place in range(first, end):
        position = order[place]
        for step in range(row[position], row[position + 1]):
            if component[successor[step]] != component[position]:
                value[position] += table[code[step]] * value[successor[step]]


def values(
    row: Any,
    successor: Any,
    code: Any,
    table: Any,
    component: Any,
    order: Any,
    parts: Any,
    earlier_row: Any,
    earlier: Any,
    later_row: Any,
    later: Any,
    through: Any,
    ahead: Any,
    leaving: Any,
    first: int,
    end: int,
    value: Any,
) -> None:
    """Compute expected values of the positions of some parts, the last part first; `value` begins with their rewards.

    It is the solution x of x = right + Q x. Positions of no component have their values.
    """
    for part in range(end - 1, first - 1, -1):
        for place in range(parts[part], parts[part + 1]):
            position = order[place]
            total = value[position]
            for step in range(row[position], row[position + 1]):
                if component[successor[step]] != component[position]:
                    total += table[code[step]] * value[successor[step]]
            for link in range(earlier_row[place], earlier_row[place + 1]):
                total += through[link] / leaving[earlier[link]] * value[earlier[link]]
            value[position] = total
        for place in range(parts[part + 1] - 1, parts[part] - 1, -1):
            position = order[place]
            total = value[position]
            for link in range(later_row[place], later_row[place + 1]):
                total += ahead[link] * value[later[link]]
            value[position] = total / leaving[position]
