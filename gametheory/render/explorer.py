"""Explorers on the page: interactive views of lookup tables, with their initial content."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

INTEGER = re.compile(r"-?\d+")


class Choice(NamedTuple):
    """An input of an explorer: its name, the possible values, the selected value, and whether it is a slider.

    Inputs whose values are all numbers are sliders, others are menus.
    """

    name: str
    options: list[str]
    selected: str
    numeric: bool


def input_choices(table: dict[str, Any]) -> list[Choice]:
    """Return the inputs of a lookup table of the manifest, with the values that are possible at its start.

    Numbers are in numerical order, words in the given order.

    >>> answers = {"10": {"left": [1]}, "9": {"right": [2], "left": [3]}}
    >>> for choice in input_choices({"inputs": ["size", "side"], "start": ["9", "left"], "answers": answers}):
    ...     print(*choice)
    size ['9', '10'] 9 True
    side ['right', 'left'] left False
    """
    choices, entry, level = [], table["answers"], [table["answers"]]
    for name, selected in zip(table["inputs"], table["start"], strict=True):
        # An input is a slider or a menu once and for all, so the values after every other choice count as well.
        numeric = all(INTEGER.fullmatch(key) for each in level for key in each)
        choices.append(Choice(name, sorted(entry, key=int) if numeric else list(entry), selected, numeric))
        entry, level = entry[selected], [child for each in level for child in each.values()]
    return choices


def initial_answer(table: dict[str, Any]) -> dict[str, list[Any]]:
    """Return the facts (name and value) and the rows of the initial answer of a lookup table of the manifest.

    >>> initial_answer({"start": ["2"], "facts": ["even"], "headings": ["square"], "answers": {"2": [True, [[4]]]}})
    {'facts': [('even', True)], 'rows': [[4]]}
    """
    answer: Any = table["answers"]
    for selected in table["start"]:
        answer = answer[selected]
    facts = list(zip(table["facts"], answer, strict=False))
    return {"facts": facts, "rows": answer[-1] if table["headings"] else []}


def value_text(value: object) -> str:
    """Return a value as the script of the page writes it; the script typesets no formulas.

    >>> [value_text(value) for value in (None, True, -0.5, 2.0, "$1")]
    ['–', 'yes', '−0.5', '2', '$1']
    """
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:.15g}".replace("-", "−")
    return str(value)


def percent_text(probability: float | None) -> str:
    """Return a probability in percent; a dash if it is 0 or None.

    >>> percent_text(0.13083), percent_text(0)
    ('13.08 %', '–')
    """
    return f"{100 * probability:.2f} %" if probability else "–"
