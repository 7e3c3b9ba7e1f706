"""The marks of a text as claims of this process, as `pytest post.md` runs them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from gametheory.claims.addresses import address, base_id, local_id
from gametheory.claims.collect import collect
from gametheory.claims.declare import Claim, Declaration
from gametheory.claims.lock import Locked
from gametheory.claims.sources import claims_folder, text_to_check
from gametheory.claims.text_claims import claims_of_text
from gametheory.claims.verdict import open_


def claims_of_marks(path: Path) -> Iterator[tuple[Claim, Path]]:
    """Yield the claim of each mark of a text with its claims folder; and of each fault one that is open."""
    text, lock = text_to_check(path, run=True), Locked(path)
    own = {item.id: item for item in claims_of_text(path.parent, path.name, run=True)[1]}
    folder = claims_folder(Path(text.claims_folder)).path
    named = _by_id(folder) if any(not mark.kind for mark in text.marks) else {}
    faults = {(fault.line, fault.column): fault.message for fault in text.faults}
    for mark in {mark.id: mark for mark in text.marks}.values():
        item = own.get(mark.id) if mark.kind else named.get(mark.id)
        if item is None:
            faults[mark.line, mark.column] = f"no claim of {folder} has the id {mark.id}"
            continue
        place = Declaration(path.name, f"{path.name}:{mark.line}")
        yield lock.expecting(replace(item, id=mark.id, uses=(), declared=place)), path.parent if mark.kind else folder
    for (line, column), message in sorted(faults.items()):
        place = Declaration(path.name, f"{path.name}:{line}")
        yield Claim(f"{line}:{column}", message, "", partial(open_, message), declared=place), path.parent


def _by_id(folder: Path) -> dict[str, Claim]:
    """Return the claims of a folder by id, by id without values, and by address."""
    claims = [item for _, item in collect(folder)]
    return {
        name: item for item in reversed(claims) for name in (base_id(local_id(item)), local_id(item), address(item))
    }
