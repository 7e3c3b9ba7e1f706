"""The marks of a text as claims, as `pytest post.md` runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from gametheory.claims.addresses import Place, address, base_id, item_name, local_id, with_unique_ids
from gametheory.claims.collect import ClaimsFile
from gametheory.claims.declare import Claim, Declaration
from gametheory.claims.lock import Locked
from gametheory.claims.sources import claims_files, claims_folder, text_to_check


def claims_of_marks(path: Path, read: Callable[[Path, str], ClaimsFile]) -> Iterator[tuple[Claim, Place]]:
    """Yield the claim of each mark of a text, with its place; and of each fault one that is open, without a file."""
    text, lock = text_to_check(path, run=True), Locked(path)
    own = {item.id: item for item in read(path.parent, path.name).claims}
    folder = claims_folder(Path(text.claims_folder)).path
    named = _by_id(folder, read) if any(not mark.kind for mark in text.marks) else {}
    faults = {(fault.line, fault.column): fault.message for fault in text.faults}
    for mark in {mark.id: mark for mark in text.marks}.values():
        item = own.get(mark.id) if mark.kind else named.get(mark.id)
        if item is None:
            faults[mark.line, mark.column] = f"no claim of {folder} has the id {mark.id}"
            continue
        place = Place(path.parent if mark.kind else folder, item.file, item_name(item))
        declared = Declaration(path.name, f"{path.name}:{mark.line}")
        yield lock.expecting(replace(item, id=mark.id, uses=(), declared=declared)), place
    for (line, column), message in sorted(faults.items()):
        declared = Declaration(path.name, f"{path.name}:{line}")
        yield Claim(f"{line}:{column}", message, "", declared=declared), Place(path.parent, "", "")


def _by_id(folder: Path, read: Callable[[Path, str], ClaimsFile]) -> dict[str, Claim]:
    """Return the claims of a folder by id, by id without values, and by address."""
    files = [read(folder, file) for file in claims_files(claims_folder(folder))]
    claims = with_unique_ids([item for each in files for item in each.claims])
    return {
        name: item for item in reversed(claims) for name in (base_id(local_id(item)), local_id(item), address(item))
    }
