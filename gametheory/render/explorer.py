"""Explorers on the page: where one stands in the manifest, and what it shows before anything is chosen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

WHOLE = re.compile(r"-?\d+")


class Choice(NamedTuple):
    """What is offered for one input, and what is chosen; a slider chooses among numbers, a menu among words."""

    name: str
    offered: list[str]
    chosen: str
    numbers: bool


def input_choices(explorer: dict[str, Any]) -> list[Choice]:
    """What is offered for each input of an explorer of the manifest after the choices it starts with.

    Numbers are offered in order of size, words as they are given. An input is one of numbers if all that it ever
    offers are.

    >>> answers = {"10": {"left": [1]}, "9": {"right": [2], "left": [3]}}
    >>> for choice in input_choices({"inputs": ["size", "side"], "start": ["9", "left"], "answers": answers}):
    ...     print(*choice)
    size ['9', '10'] 9 True
    side ['right', 'left'] left False
    """
    found, here, level = [], explorer["answers"], [explorer["answers"]]
    for name, chosen in zip(explorer["inputs"], explorer["start"], strict=True):
        numbers = all(WHOLE.fullmatch(key) for each in level for key in each)
        found.append(Choice(name, sorted(here, key=int) if numbers else list(here), chosen, numbers))
        here, level = here[chosen], [after for each in level for after in each.values()]
    return found


def initial_answer(explorer: dict[str, Any]) -> dict[str, list[Any]]:
    """The facts, each with its heading, and the rows that an explorer of the manifest starts with.

    >>> initial_answer({"start": ["2"], "facts": ["even"], "headings": ["square"], "answers": {"2": [True, [[4]]]}})
    {'facts': [('even', True)], 'rows': [[4]]}
    """
    found: Any = explorer["answers"]
    for chosen in explorer["start"]:
        found = found[chosen]
    facts = list(zip(explorer["facts"], found, strict=False))
    return {"facts": facts, "rows": found[-1] if explorer["headings"] else []}


def value_text(value: object) -> str:
    """A value of an answer as the page's script shows it, which typesets no formula.

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


def percent_text(chance: float | None) -> str:
    """A chance in per cent, and a dash for one that is 0 or not given.

    >>> percent_text(0.13083), percent_text(0)
    ('13.08 %', '–')
    """
    return f"{100 * chance:.2f} %" if chance else "–"


def explorer_addresses(manifest: dict[str, Any]) -> Callable[[dict[str, Any]], str]:
    """A function from an explorer of the manifest to its address in it: the keys that lead there.

    >>> shown = {"kind": "explorer"}
    >>> explorer_addresses({"displays": [{"evidence": [{"kind": "text"}, shown]}]})(shown)
    'displays/0/evidence/1'
    """
    found = {id(item): address for item, address in _explorers(manifest, "")}
    return lambda item: found[id(item)]


def _explorers(value: Any, address: str) -> Iterator[tuple[dict[str, Any], str]]:
    if isinstance(value, dict) and value.get("kind") == "explorer":
        yield value, address.removeprefix("/")
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _explorers(each, f"{address}/{key}")
    elif isinstance(value, list | tuple):
        for place, each in enumerate(value):
            yield from _explorers(each, f"{address}/{place}")
