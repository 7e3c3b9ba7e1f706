"""The list of faults: which line of which file is changed to what, and which checks are to notice."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LIST = Path(__file__).parent / "faults.toml"


class FaultsError(Exception):
    """The list of faults, or what was asked of it, is wrong."""


@dataclass(frozen=True)
class Fault:
    """One fault: in `file` the text `old` becomes `new`; `what` says in words what that breaks.

    `tests` are ids of pytest, `claims` ids of claims in proofs/; at least one of them must fail.
    """

    id: str
    file: str
    old: str
    new: str
    what: str
    tests: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()

    def planted(self, text: str) -> str:
        """The text of the file with the fault in it.

        Raises FaultsError unless the old text stands in it once, and where the new one is no Python.

        >>> Fault("a", "a.py", "x > 0", "x >= 0", "zero is let in").planted("y = x > 0")
        'y = x >= 0'
        """
        if (found := text.count(self.old)) != 1:
            raise FaultsError(f"{self.id}: the old text occurs {found} times in {self.file}, not once")
        changed = text.replace(self.old, self.new)
        if self.file.endswith(".py"):
            try:
                compile(changed, self.file, "exec")
            except SyntaxError as error:
                raise FaultsError(f"{self.id}: the new text is not valid Python: {error}") from error
        return changed


def faults(path: Path = LIST) -> list[Fault]:
    """All faults of the list, in its order; FaultsError where two have one id, and for one without a check."""
    found = [_fault(entry) for entry in tomllib.loads(path.read_text(encoding="utf-8"))["fault"]]
    ids = [fault.id for fault in found]
    if twice := sorted({id for id in ids if ids.count(id) > 1}):
        raise FaultsError(f"two faults have the id {twice[0]}")
    if without := [fault.id for fault in found if not fault.tests + fault.claims]:
        raise FaultsError(f"{without[0]} has no check")
    return found


def chosen(known: list[Fault], ids: Iterable[str]) -> list[Fault]:
    """The faults with these ids, all where there are none; FaultsError for an id that no fault has."""
    by_id = {fault.id: fault for fault in known}
    if unknown := [id for id in ids if id not in by_id]:
        raise FaultsError(f"there is no fault {unknown[0]}")
    return [by_id[id] for id in ids] or known


def _fault(entry: dict[str, Any]) -> Fault:
    return Fault(**{**entry, "tests": tuple(entry.get("tests", ())), "claims": tuple(entry.get("claims", ()))})
