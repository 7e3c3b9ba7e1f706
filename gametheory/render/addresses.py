"""Addresses of evidence in the manifest: the page has long evidence once, and its scripts look it up there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

LOOKED_UP = ("lookup_table", "certificate", "interactive")


def evidence_addresses(manifest: dict[str, Any]) -> Callable[[dict[str, Any]], str]:
    """Return a function from evidence of the manifest that a script looks up to its address: the keys that lead to it.

    >>> table = {"kind": "lookup_table"}
    >>> evidence_addresses({"appendices": [{"evidence": [{"kind": "text"}, table]}]})(table)
    'appendices/0/evidence/1'
    """
    addresses = {id(item): address for item, address in evidence_of_kind(manifest, *LOOKED_UP)}
    return lambda item: addresses[id(item)]


def evidence_of_kind(value: Any, *kinds: str, address: str = "") -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the evidence of some kinds in a part of the manifest, each with its address.

    >>> list(evidence_of_kind({"evidence": [{"kind": "text", "text": "A"}]}, "text"))
    [({'kind': 'text', 'text': 'A'}, 'evidence/0')]
    """
    if isinstance(value, dict) and value.get("kind") in kinds:
        yield value, address.removeprefix("/")
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from evidence_of_kind(each, *kinds, address=f"{address}/{key}")
    elif isinstance(value, list | tuple):
        for index, each in enumerate(value):
            yield from evidence_of_kind(each, *kinds, address=f"{address}/{index}")
