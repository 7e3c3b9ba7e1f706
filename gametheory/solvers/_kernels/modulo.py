"""The loops of `chain` in arithmetic modulo primes below 2^31, whose products are machine integers.

The arguments are those of the loops there; probabilities are residues.
"""

from __future__ import annotations

from typing import Any

LANES = 8  # primes in one pass: a number of each of them fits into a cache line


def exit_numerators(row: Any, successor: Any, code: Any, numerator: Any, order: Any, leaving: Any, random: Any) -> None:
    """Add the numerators of the steps to other positions; `random` becomes 1 where there are several.

    `leaving` and `random` begin with 0.
    """
    for place in range(len(order)):
        position = order[place]
        several = 0
        for step in range(row[position], row[position + 1]):
            if successor[step] != position:
                leaving[position] += numerator[code[step]]
                several += 1
        random[position] = 1 if several > 1 else 0


def single_visits(
    row: Any,
    successor: Any,
    code: Any,
    table: Any,
    order: Any,
    stay: Any,
    inverse: Any,
    prime: Any,
    square: Any,
    visit: Any,
) -> None:
    """Compute expected visits modulo several primes, if play can repeat a position only by staying there.

    The residues of position i are `visit[LANES i]` and the following ones; the same holds for `table[LANES code]`. If
    `stay[i]` is not negative, `inverse[LANES stay[i]]` is that of the probability to leave position i, otherwise 1.
    Sums are less than the squares of the primes.
    """
    for place in range(len(order)):
        position = order[place]
        own = LANES * position
        for lane in range(LANES):
            visit[own + lane] %= prime[lane]
        if stay[position] >= 0:
            first = LANES * stay[position]
            for lane in range(LANES):
                visit[own + lane] = visit[own + lane] * inverse[first + lane] % prime[lane]
        for step in range(row[position], row[position + 1]):
            if successor[step] == position:
                continue
            near = LANES * successor[step]
            first = LANES * code[step]
            for lane in range(LANES):
                total = visit[near + lane] + visit[own + lane] * table[first + lane]
                if total >= square[lane]:
                    total -= square[lane]
                visit[near + lane] = total


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
    prime: int,
    probability: Any,
    through: Any,
    ahead: Any,
    exits: Any,
    inverse: Any,
) -> int:
    """Let play pass through all positions, in their order; return how many were done before one cannot be left.

    `inverse` gets the inverse of the probability to leave a position.
    """
    for place in range(len(order)):
        position = order[place]
        for link in range(earlier_row[place], earlier_row[place + 1]):
            probability[earlier[link]] = 0
        for link in range(later_row[place], later_row[place + 1]):
            probability[later[link]] = 0
        out = 0
        for step in range(row[position], row[position + 1]):
            following = successor[step]
            if component[following] != component[position]:
                out += table[code[step]]
            elif following != position:
                probability[following] = (probability[following] + table[code[step]]) % prime
        for link in range(earlier_row[place], earlier_row[place + 1]):
            passed = earlier[link]
            through[link] = probability[passed]
            share = probability[passed] * inverse[passed] % prime
            out = (out + share * exits[passed]) % prime
            middle = place_of[passed]
            for onward in range(later_row[middle], later_row[middle + 1]):
                probability[later[onward]] = (probability[later[onward]] + share * ahead[onward]) % prime
        out %= prime
        total = out
        for link in range(later_row[place], later_row[place + 1]):
            ahead[link] = probability[later[link]]
            total += ahead[link]
        total %= prime
        exits[position] = out
        if total == 0:
            return place
        # Euclid's algorithm: at each step, coefficient * total is the remainder modulo the prime
        remainder = prime
        following = total
        before = 0
        coefficient = 1
        while following != 0:
            quotient = remainder // following
            rest = remainder - quotient * following
            remainder = following
            following = rest
            next_one = before - quotient * coefficient
            before = coefficient
            coefficient = next_one
        inverse[position] = before % prime
    return len(order)


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
    inverse: Any,
    prime: int,
    visit: Any,
) -> None:
    """Compute the expected visits; `visit` begins with the distribution at the start."""
    for part in range(len(parts) - 1):
        for place in range(parts[part], parts[part + 1]):
            share = visit[order[place]] * inverse[order[place]] % prime
            for link in range(later_row[place], later_row[place + 1]):
                visit[later[link]] = (visit[later[link]] + share * ahead[link]) % prime
        for place in range(parts[part + 1] - 1, parts[part] - 1, -1):
            position = order[place]
            count = visit[position] * inverse[position] % prime
            visit[position] = count
            for link in range(earlier_row[place], earlier_row[place + 1]):
                visit[earlier[link]] = (visit[earlier[link]] + through[link] * count) % prime
        for place in range(parts[part], parts[part + 1]):
            position = order[place]
            for step in range(row[position], row[position + 1]):
                near = successor[step]
                if component[near] != component[position]:
                    visit[near] = (visit[near] + visit[position] * table[code[step]]) % prime


def unbalanced(
    row: Any, successor: Any, code: Any, table: Any, order: Any, start: int, prime: int, visit: Any, total: Any
) -> int:
    """Count the positions of the order, and those out of it, whose visits are not those at the start and by steps.

    `total` begins with 0.
    """
    total[start] = 1
    for place in range(len(order)):
        position = order[place]
        for step in range(row[position], row[position + 1]):
            near = successor[step]
            total[near] = (total[near] + visit[position] * table[code[step]]) % prime
    wrong = 0
    for position in range(len(total)):
        if total[position] != visit[position]:
            wrong += 1
    return wrong


def first_long(
    size: int, order: Any, residue: Any, prime: Any, scale: Any, inverse: Any, short: int, digit: Any
) -> int:
    """Return the place of the first number that is not less than the product of the first `short` primes, or -1.

    The numbers are those of `residue[prime * size + position]` times a common factor, whose residues are `scale`. Their
    digits to the mixed base of the primes are found by Garner's algorithm: `inverse[i count + j]` is the inverse of
    prime j modulo prime i.
    """
    count = len(prime)
    for place in range(len(order)):
        for index in range(count):
            number = residue[index * size + order[place]] * scale[index] % prime[index]
            for lower in range(index):
                number = (number - digit[lower]) * inverse[index * count + lower] % prime[index]
            digit[index] = number
            if index >= short and number != 0:
                return place
    return -1
