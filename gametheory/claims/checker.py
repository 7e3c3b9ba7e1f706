"""What pytest asks for claims: what a file declares, and the verdict on each claim, established in this process.

This is for `pytest FOLDER`, as a user runs it. `gametheory check` asks in the same way (`gametheory.claims.session`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gametheory.claims.addresses import Place, item_name
from gametheory.claims.declare import Appendix, Claim
from gametheory.claims.establish import established
from gametheory.claims.kernel import ask_kernel, lift
from gametheory.claims.marked import claims_of_marks
from gametheory.claims.plain_values import escaped, untypeset
from gametheory.claims.processes import Processes, Stated
from gametheory.claims.results import Result, holds, today
from gametheory.claims.sources import claims_folder
from gametheory.claims.verdict import Verdict, open_
from gametheory.claims.worker import Job
from gametheory.parallel.limits import available_cores
from gametheory.texts.marks import is_text


class Checker:
    """The verdicts on claims in a run of pytest, each from the process of its file."""

    def __init__(self, shown: bool, debug: bool) -> None:
        self._processes = Processes(Job(run=True, cores=available_cores(), shown=shown, debug=debug))
        self._broken: dict[Path, str] = {}  # by file that does not run to its end: why

    def items(self, path: Path) -> Iterator[tuple[Claim | Appendix, Place]]:
        """Yield what a file declares, or the claim of each mark of a text."""
        if is_text(path):
            yield from claims_of_marks(path, self._processes.read)
            return
        folder = claims_folder(path.parent).path
        file = path.relative_to(folder).as_posix()
        declared = self._processes.read(folder, file)
        if declared.broken:
            self._broken[path] = declared.broken
        for item in declared.claims:
            yield item, Place(folder, file, item_name(item))

    def skip(self, name: str) -> None:
        """Take note of a claim that is to be skipped."""

    def result(self, name: str, item: Claim | Appendix, place: Place) -> Result | None:  # noqa: ARG002
        """Return the result of a claim."""
        assert isinstance(item, Claim)
        broken = self._broken.get(place.folder / place.file)
        if not place.file:  # a fault in a text, which says what it is
            broken = item.statement
        stated = Stated(reason=broken) if broken else self._processes.state(*place)
        ask_kernel(place.folder, [item])
        verdict = lift(verdict_of(stated), item)
        details = False, place.folder, stated.printed, today()
        return Result(item, "", verdict, holds(verdict), stated.seconds, *details)

    def release(self, path: Path) -> None:
        """End the process of a file."""
        self._processes.release(path)

    def close(self) -> None:
        """End all processes."""
        self._processes.close()


def verdict_of(stated: Stated) -> Verdict:
    """Return the verdict that a claim has stated, as far as it can be established."""
    return open_(untypeset(escaped(stated.reason))) if stated.reason else established(stated.text)
