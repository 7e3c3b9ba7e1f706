"""Rationals and exact mixed strategies as text in base 16, which takes linear time, unlike decimals."""

from __future__ import annotations

from flint import fmpq, fmpz

from gametheory.solvers.product_game.exact import ExactMixedStrategy


def number_text(number: fmpq) -> str:
    """Return a rational in base 16, as "p/q" or "p".

    >>> number_text(fmpq(-17, 3)), number_text(fmpq(10))
    ('-11/3', 'a')
    """
    numerator = str(number.p.str(base=16))
    return f"{numerator}/{number.q.str(base=16)}" if number.q != 1 else numerator


def parse_number(text: str) -> fmpq:
    """Return the rational of a text written by `number_text`.

    Raises
    ------
    ValueError
        If it is not such a text.
    ZeroDivisionError
        If the denominator is zero.

    Examples
    --------
    >>> parse_number("-11/3"), parse_number("a")
    (-17/3, 10)
    """
    numerator, slash, denominator = text.partition("/")
    return fmpq(fmpz(int(numerator, 16)), fmpz(int(denominator, 16) if slash else 1))


def strategy_text(strategy: ExactMixedStrategy) -> str:
    """Return a mixed strategy as "move:probability" pairs, separated by spaces.

    >>> strategy_text({0: fmpq(1, 16), 20: fmpq(15, 16)})
    '0:1/10 20:f/10'
    """
    return " ".join(f"{move}:{number_text(probability)}" for move, probability in strategy.items())


def parse_strategy(text: str) -> ExactMixedStrategy:
    """Return the mixed strategy of a text written by `strategy_text`.

    Raises ValueError and ZeroDivisionError as `parse_number` does.

    >>> parse_strategy("0:1/10 20:f/10")
    {0: 1/16, 20: 15/16}
    """
    return {int(move): parse_number(number) for move, number in (part.split(":") for part in text.split(" "))}
