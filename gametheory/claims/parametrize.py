"""Claims with parameters: one declaration for several values, as `pytest.mark.parametrize`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from gametheory.claims.plain_values import check_text, items, shown

PLAIN = (str, int, float, bool, Fraction, type(None))


@dataclass(frozen=True)
class Parametrized:
    """A check with its parameters."""

    function: Callable[..., Any]
    cases: tuple[tuple[str, Mapping[str, Any]], ...]
    unordered: tuple[str, ...] = ()  # the texts of values that come in another order in another run

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call the check."""
        return self.function(*arguments, **named)


def parametrize(
    names: str | Sequence[str], values: Iterable[Any], ids: Sequence[str] | Callable[[Any], str] | None = None
) -> Callable[[Callable[..., Any]], Parametrized]:
    """Declare a claim for each value: written below `claim`, and above the check, which takes the value as an argument.

    The id of each claim ends with the value in brackets. In the statement, in `where` and in `uses`, the name of the
    argument in braces stands for the value. Several of these decorators give all combinations.

    Parameters
    ----------
    names
        The name of the argument, or several names, also in one text with commas.
    values
        The values, in an order; for several names, one sequence of values for each claim.
    ids
        The texts in brackets, or a function of the value that returns them. By default, numbers and texts stand for
        themselves, and the others are numbered.

    Raises
    ------
    ValueError
        If there is no value, a value does not fit the names, or the check has no such argument. `claim` raises it if
        the values are a set, which has no order.

    Examples
    --------
    >>> from gametheory import check_all, claim
    >>> @claim("COIN", "The amount {n} needs at least one coin.", "line 1")
    ... @parametrize("n", [1, 2, 3])
    ... def at_least_one(n):
    ...     return check_all([n], lambda amount: amount > 0, f"amount {n}")
    >>> [(item.id, item.statement, item.check().note) for item in at_least_one][1]
    ('COIN[2]', 'The amount 2 needs at least one coin.', 'amount 2')
    """
    listed = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    rows = list(items("values", values, "a sequence of values"))
    if not rows:
        raise ValueError(f"parametrize: values: there is none for {', '.join(listed)}; at least one is needed")
    if not callable(ids) and ids is not None and len(ids) != len(rows):
        raise ValueError(
            f"parametrize: ids: there are {len(ids)} for {len(rows)} values; both numbers must be the same"
        )
    unordered = isinstance(values, set | frozenset) and len(values) > 1
    cases = []
    for number, row in enumerate(rows):
        arguments = dict(zip(listed, [row] if len(listed) == 1 else _fitting(row, listed), strict=True))
        text = ids(row) if callable(ids) else ids[number] if ids else _text(arguments, number)
        check_text("ids", text)
        cases.append((text, arguments))

    def declare(check: Callable[..., Any]) -> Parametrized:
        inner = check if isinstance(check, Parametrized) else Parametrized(check, (("", {}),))
        _check_names(inner.function, listed)
        both = [(f"{near}-{text}", {**those, **these}) for near, those in inner.cases for text, these in cases]
        several = tuple((text.removeprefix("-"), values) for text, values in both)
        texts = tuple(text for text, _ in several) if unordered or inner.unordered else ()
        return Parametrized(inner.function, several, texts)

    return declare


def filled(text: str, arguments: Mapping[str, Any]) -> str:
    """Return a text with the values of names in braces; the braces stay in formulas, where they group."""
    parts = text.split("$")
    for name, value in arguments.items():
        place = f"{{{name}}}"
        parts = [part.replace(place, f"{{{value}}}" if number % 2 else str(value)) for number, part in enumerate(parts)]
    return "$".join(parts)


def _fitting(row: Any, names: Sequence[str]) -> Sequence[Any]:
    if isinstance(row, str) or not isinstance(row, Sequence) or len(row) != len(names):
        raise ValueError(f"parametrize: values: {shown(row)} is not one value for each of {', '.join(names)}")
    return row


def _text(arguments: Mapping[str, Any], number: int) -> str:
    parts = []
    for name, value in arguments.items():
        value = value.name if isinstance(value, Enum) else value
        parts.append(str(value) if isinstance(value, PLAIN) else f"{name}{number}")
    return "-".join(parts)


def _check_names(function: Callable[..., Any], names: Sequence[str]) -> None:
    if not callable(function):
        raise TypeError(f"parametrize: {shown(function)} is no function; write @parametrize below @claim")
    known = inspect.signature(function).parameters
    for name in names:
        if name not in known:
            has = ", ".join(known) or "none"
            raise ValueError(f"parametrize: names: {name!r} is no argument of the check; it has {has}")
