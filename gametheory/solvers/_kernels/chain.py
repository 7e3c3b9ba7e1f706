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
        flow_out(row, successor, code, table, component, order, parts[part], parts[part + 1], visit)


def flow_out(
    row: Any, successor: Any, code: Any, table: Any, component: Any, order: Any, first: int, end: int, visit: Any
) -> None:
    """Add the visits that flow out of a component whose visits are known: `order[first:end]`."""
    for place in range(first, end):
        position = order[place]
        count = visit[position]
        for step in range(row[position], row[position + 1]):
            if component[successor[step]] != component[position]:
                visit[successor[step]] += count * table[code[step]]


def flow_back(
    row: Any, successor: Any, code: Any, table: Any, component: Any, order: Any, first: int, end: int, value: Any
) -> None:
    """Add the values that flow from later components into `order[first:end]`, the positions of one."""
    for place in range(first, end):
        position = order[place]
        total = value[position]
        for step in range(row[position], row[position + 1]):
            if component[successor[step]] != component[position]:
                total += table[code[step]] * value[successor[step]]
        value[position] = total


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
        flow_back(row, successor, code, table, component, order, parts[part], parts[part + 1], value)
        for place in range(parts[part], parts[part + 1]):
            position = order[place]
            total = value[position]
            for link in range(earlier_row[place], earlier_row[place + 1]):
                total += through[link] / leaving[earlier[link]] * value[earlier[link]]
            value[position] = total
        for place in range(parts[part + 1] - 1, parts[part] - 1, -1):
            position = order[place]
            total = value[position]
            for link in range(later_row[place], later_row[place + 1]):
                total += ahead[link] * value[later[link]]
            value[position] = total / leaving[position]
