"""The marks of a text as checks of this process, as `pytest post.md` runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from gametheory.claims.addresses import address, base_id, local_id
from gametheory.claims.collect import collect, importing_from
from gametheory.claims.declare import Claim
from gametheory.claims.establish import established_here
from gametheory.claims.lock import Locked
from gametheory.claims.results import Result
from gametheory.claims.sources import claims_folder, text_to_check
from gametheory.claims.text_claims import claims_of_text

Check = Callable[[], Result | str]


def checks_of_text(path: Path) -> Iterator[tuple[str, int, Check]]:
    """Yield for each mark of a text its id, its line and its check; for each fault its place, and the message."""
    text, lock = text_to_check(path, run=False, imports=True), Locked(path)
    own = {item.id: item for item in claims_of_text(path.parent, path.name, run=False, imports=True)[1]}
    folder = claims_folder(Path(text.claims_folder)).path
    named = _by_id(folder) if any(not mark.kind for mark in text.marks) else {}
    faults = {(fault.line, fault.column): fault.message for fault in text.faults}
    for mark in {mark.id: mark for mark in text.marks}.values():
        item = own.get(mark.id) if mark.kind else named.get(mark.id)
        if item is None:
            faults[mark.line, mark.column] = f"no claim of {folder} has the id {mark.id}"
            continue
        ((_, expecting),) = lock.applied([("", replace(item, id=mark.id, uses=()))])
        yield mark.id, mark.line, partial(_checked, expecting, path.parent if mark.kind else folder)
    for (line, column), message in sorted(faults.items()):
        yield f"{line}:{column}", line, partial(str, f"{path}:{line}:{column}: {message}")


def _by_id(folder: Path) -> dict[str, Claim]:
    """Return the claims of a folder by id, by id without values, and by address."""
    claims = [item for _, item in collect(folder)]
    return {
        name: item for item in reversed(claims) for name in (base_id(local_id(item)), local_id(item), address(item))
    }


def _checked(item: Claim, folder: Path) -> Result:
    with importing_from(folder):
        return established_here(item, "", folder)
