"""What a verdict in a manifest says in another way than its record, once the record is established again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from gametheory.claims.record import Record, certificates, record_as_json
from gametheory.claims.status import COUNTED, ESTABLISHED, Status, fits, label_of


class Difference(NamedTuple):
    """What a verdict says in another way than its record: the name of a certificate, or "", and why."""

    certificate: str
    why: str


def differences(data: Mapping[str, Any], record: Record | None) -> Iterator[Difference]:
    """Yield every difference between a verdict and what its record says."""
    status = Status(data["status"])
    if status is Status.CORRECTED and (data["correction"] or {}).get("status") not in ESTABLISHED:
        yield Difference("", "it is corrected without a correction that is proved or argued")
    if not fits(status, record):
        yield Difference("", f"the status is {status}, and the record is {_kind(data['record'])}")
    if status is not Status.OPEN and (type(data["cases"]) is not int or data["cases"] < 1):
        yield Difference("", f"cases is no number of cases: {str(data['cases'])[:80]}")
    own = {"label": label_of(status, record)} | ({} if status is Status.OPEN else {"scope": COUNTED})
    own = _plain(own | record_as_json(record))
    listed = own.pop("certificates")
    for key, value in own.items():
        if _plain(data[key]) != value:
            known = own["formal"] if isinstance(value, dict) else value
            yield Difference("", f"{key} is not what the record says: {known or 'there is none'}")
    if [entry["file"] for entry in data["certificates"]] != [entry["file"] for entry in listed]:
        yield Difference("", f"certificates is not what the record says: {len(listed)}")
    accepted = {entry["file"]: _programs(entry) for entry in listed}
    for entry in data["certificates"]:
        if _programs(entry) != accepted.get(entry["file"]):
            yield Difference(entry["file"], "the programs that accepted it are not those that must")
    yield from _other_texts(data, record)


def _plain(value: Any) -> Any:
    """Return values as JSON has them, with lists in place of tuples."""
    return json.loads(json.dumps(value))


def _kind(record: Mapping[str, Any] | None) -> str:
    """Return the kind of a record in words."""
    if record is None:
        return "missing"
    return "a sweep in which a case failed" if record.get("failed") else str(record["kind"])


def _programs(certificate: Mapping[str, Any]) -> set[str]:
    """Return the names of the programs that have accepted a certificate, without their versions."""
    return {program.split()[0] for program in certificate["accepted"]}


def _other_texts(data: Mapping[str, Any], record: Record | None) -> Iterator[Difference]:
    """Yield a difference for each certificate whose text is missing or another one."""
    texts: dict[str, set[str]] = {}
    for entry in data["evidence"]:
        if entry["kind"] == "certificate":
            texts.setdefault(entry["name"], set()).add(entry["text"])
    for certificate in certificates(record) if record else ():
        if certificate.name not in texts:
            yield Difference(certificate.name, "its text is missing")
        elif texts[certificate.name] != {certificate.text}:
            yield Difference(certificate.name, "its text is not the one that the record states")
