"""The equations of the expected visits of a Markov chain, evaluated in floats almost exactly.

A product or a sum of two floats is a float and its error, which is a float too (Dekker 1971, Knuth 1969). The errors
are added up apart from the floats (Ogita, Rump and Oishi, Accurate sum and dot product, SIAM J. Sci. Comput. 26, 2005).
"""

from __future__ import annotations

from typing import Any

SPLIT = 134217729.0  # 2^27 + 1: the halves of a float that it gives have exact products


def balance(
    row: Any,
    successor: Any,
    code: Any,
    table: Any,
    rest: Any,
    order: Any,
    visit: Any,
    correction: Any,
    sums: Any,
) -> None:
    """Add x Q - x, for the visits x = visit + correction of some positions, and the flow into all others.

    The result for position i is `sums[2 i] + sums[2 i + 1]`; it begins with the distribution at the start. The
    probabilities are `table + rest`.
    """
    for place in range(len(order)):
        position = order[place]
        count = visit[position]
        more = correction[position]
        scaled = SPLIT * count
        upper = scaled - (scaled - count)
        lower = count - upper
        for step in range(row[position], row[position + 1]):
            probability = table[code[step]]
            scaled = SPLIT * probability
            high = scaled - (scaled - probability)
            low = probability - high
            product = count * probability
            lost = lower * low - (((product - upper * high) - lower * high) - upper * low)
            near = 2 * successor[step]
            before = sums[near]
            after = before + product
            added = after - before
            lost += (before - (after - added)) + (product - added)
            sums[near] = after
            sums[near + 1] += lost + (count * rest[code[step]] + more * probability)
        before = sums[2 * position]
        after = before - count
        added = after - before
        sums[2 * position] = after
        sums[2 * position + 1] += ((before - (after - added)) - (count + added)) - more
