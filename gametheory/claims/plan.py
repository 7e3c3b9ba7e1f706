"""What pytest is to do for `gametheory check`, as plain values, which its workers get as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gametheory.claims.addresses import (
    SEPARATOR,
    base_id,
    local_id,
    topological_order,
    with_dependencies,
    with_unique_ids,
    without_unknown,
)
from gametheory.claims.declare import Appendix, Claim, ClaimsError
from gametheory.claims.plain_values import Checked, made, plain
from gametheory.claims.sources import Target


@dataclass(frozen=True)
class Plan(Checked):
    """The claims folders of a run, what was asked of them, and what is known about their files already."""

    root: str  # the folder to which the names of pytest are relative
    targets: tuple[tuple[str, Target], ...]  # each with its claims folder
    known: Mapping[str, Any]  # the descriptions of claims files, by path
    done: tuple[str, ...]  # the names of what has a result from an earlier run
    deep: bool
    seconds: float  # the time limit of a check
    parallel: bool  # whether several workers share the cores
    appendices: bool
    notes: str  # folder in which each worker notes what it reads
    run: bool = False  # whether texts may run the code of others

    def as_text(self) -> str:
        """Return the plan as JSON text for a worker."""
        return json.dumps(plain(self))

    def folder_of(self, path: Path) -> Path:
        """Return the claims folder of a claims file."""
        return next(folder for name, _ in self.targets if path.is_relative_to(folder := Path(name)))

    def includes(self, path: Path, item: Claim | Appendix) -> bool:
        """Return whether a claim or an appendix of a file was asked for."""
        folder = self.folder_of(path)
        return any(Path(name) == folder and target.includes(item) for name, target in self.targets)

    def name(self, path: Path, item: Claim | Appendix) -> str:
        """Return the name of a claim or an appendix of a file in pytest."""
        return f"{path.relative_to(self.root).as_posix()}{SEPARATOR}{item_name(item)}"

    def dependencies(self, claims: Sequence[tuple[Path, Claim]], names: set[str]) -> set[str]:
        """Return the names in pytest of the claims on which those with some of the names depend.

        Nothing if the claims contradict each other; the process that prints says how.
        """
        wanted: set[str] = set()
        for folder in {self.folder_of(path) for path, _ in claims}:
            inside = [item for path, item in claims if self.folder_of(path) == folder]
            try:
                unique = topological_order(without_unknown(with_unique_ids(inside))[0])
            except ClaimsError:
                continue
            by_id = {item.id: f"{self.name(folder / item.file, item)}" for item in unique}
            needed = with_dependencies(unique, (id for id in by_id if by_id[id] in names))
            wanted |= {by_id[id] for id in needed}
        return wanted


def exactly(items: Iterable[Any], text: str) -> list[Any]:
    """Return the items of the claim with this id, or of the parametrized claim; none if there is none."""
    return [each for each in items if text in (each.item.id, local_id(each.item), base_id(local_id(each.item)))]


def item_name(item: Claim | Appendix) -> str:
    """Return the last part of the name of a claim or an appendix in pytest."""
    return local_id(item) if isinstance(item, Claim) else f"{item.id} (appendix)"


def plan_from_text(text: str) -> Plan:
    """Return the plan that a worker gets."""
    return made(Plan, json.loads(text))
