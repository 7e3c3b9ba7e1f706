"""Addresses of evidence in the manifest: the page has long evidence once, and its scripts look it up there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

LOOKED_UP = ("lookup_table", "certificate")


def evidence_addresses(manifest: dict[str, Any]) -> Callable[[dict[str, Any]], str]:
    """Return a function from a lookup table or certificate of the manifest to its address: the keys that lead to it.

    >>> table = {"kind": "lookup_table"}
    >>> evidence_addresses({"appendices": [{"evidence": [{"kind": "text"}, table]}]})(table)
    'appendices/0/evidence/1'
    """
    addresses = {id(item): address for item, address in _looked_up(manifest, "")}
    return lambda item: addresses[id(item)]


def _looked_up(value: Any, address: str) -> Iterator[tuple[dict[str, Any], str]]:
    if isinstance(value, dict) and value.get("kind") in LOOKED_UP:
        yield value, address.removeprefix("/")
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _looked_up(each, f"{address}/{key}")
    elif isinstance(value, list | tuple):
        for index, each in enumerate(value):
            yield from _looked_up(each, f"{address}/{index}")
