"""Descriptions of claims as JSON values, without their functions, for another process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from gametheory.claims.collect import Collection
from gametheory.claims.declare import Appendix, Claim, ClaimsError
from gametheory.claims.registry import Declaration
from gametheory.claims.source_code import SourceCode
from gametheory.claims.status import Status


class WrongDescription(ClaimsError):
    """The process that collects the claims describes them wrongly: code of a file has changed what it sends."""


def collection_as_json(collection: Collection) -> dict[str, Any]:
    """Return a description of the claims and appendices of a folder, without their functions.

    >>> from gametheory.claims import claim, verified
    >>> item = claim("A", "a statement", "p. 1")(lambda: verified("one case", 1))
    >>> data = collection_as_json(Collection([("a source", item)], [], {}))
    >>> [(source, described["id"]) for source, described in data["claims"]], data["appendices"], data["broken"]
    ([('a source', 'A')], [], {})
    """
    return {
        "claims": [[str(source), _claim_as_json(item)] for source, item in collection.claims],
        "appendices": [
            [str(source), {"id": item.id, "title": item.title, "declared": item.declared}]
            for source, item in collection.appendices
        ],
        "broken": dict(collection.broken),
        "files": list(collection.files),
    }


def collection_from_json(data: Mapping[str, Any]) -> Collection:
    """Return the described collection. Its functions cannot be called: they are in the process that collected them.

    Raises
    ------
    WrongDescription
        If the data do not describe a collection.

    Examples
    --------
    >>> from gametheory.claims import claim, verified
    >>> item = claim("A", "a statement", "p. 1", expected="verified")(lambda: verified("one case", 1))
    >>> import json
    >>> described = collection_as_json(Collection([("a source", item)], [], {}))
    >>> ((source, same),) = collection_from_json(json.loads(json.dumps(described))).claims
    >>> source, same.id, same.expected, same.code == item.code
    ('a source', 'A', <Status.VERIFIED: 'verified'>, True)
    """
    try:
        return Collection(
            [(str(source), _claim_from_json(item)) for source, item in data["claims"]],
            [
                (str(source), Appendix(item["id"], item["title"], _elsewhere, Declaration(*item["declared"])))
                for source, item in data["appendices"]
            ],
            {str(name): str(reason) for name, reason in data["broken"].items()},
            tuple(map(str, data["files"])),
        )
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise WrongDescription(f"the process that collects the claims describes them wrongly: {error}") from error


def _claim_as_json(item: Claim) -> dict[str, Any]:
    return {
        "id": item.id,
        "statement": item.statement,
        "where": item.where,
        "uses": list(item.uses),
        "expected": item.expected,
        "theorems": list(item.theorems),
        "skip": item.skip,
        "declared": item.declared,
        "code": item.code,
    }


def _claim_from_json(data: Mapping[str, Any]) -> Claim:
    return Claim(
        data["id"],
        data["statement"],
        data["where"],
        _elsewhere,
        tuple(data["uses"]),
        Status(data["expected"]) if data["expected"] else None,
        tuple(data["theorems"]),
        data["skip"],
        Declaration(*data["declared"]),
        SourceCode(*data["code"]) if data["code"] else None,
    )


def _elsewhere() -> NoReturn:
    raise ClaimsError("this function is in the process that has collected the claims")
