"""Verdicts and displays of earlier runs, found again while nothing they depend on has changed."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from gametheory.claims import Appendix, Claim, ClaimsError, Status, Verdict, verdict_from_json
from gametheory.claims.dependencies import DependencyHash
from gametheory.claims.evidence import Evidence, evidence_from_json
from gametheory.parallel.checkpoint import SweepCheckpoint, checkpointing
from gametheory.parallel.signals import unwrap_interrupt
from gametheory.storage.store import FOLDER, DiskStore, digest


class VerdictCache:
    """The memory of a claims folder, kept in the folder itself under `.gametheory_cache`.

    A verdict is found under the sum of all inputs of its file (`gametheory.claims.dependencies`), its id, and whether larger boxes
    were swept. Arguments: the folder; `deep`; files in the folder that are outputs; with `fresh` nothing is recalled,
    and what is found is kept.

    >>> from gametheory.claims import claim, verified
    >>> item = claim("A", "so it is", "p. 1")(lambda: verified("one case", 1))
    >>> VerdictCache(Path(__file__).parent).recall(item) is None
    True
    >>> from tempfile import mkdtemp
    >>> from gametheory.claims.collect import collect_all
    >>> folder = Path(mkdtemp())
    >>> lines = ["from gametheory import Text, claim, display, verified"]
    >>> lines += ["item = claim('S', 'so it is', 'p. 1')(lambda: verified('one case', 1))"]
    >>> lines += ["shown = display('d', 'a display')(lambda: [Text('a')])"]
    >>> _ = (folder / "sums.py").write_text("\\n".join(lines))
    >>> (_, item), (_, shown) = (*collect_all(folder).claims, *collect_all(folder).displays)
    >>> memory = VerdictCache(folder)
    >>> with memory.checkpointing(item):
    ...     memory.keep(item, item.check(), seconds=0.5)
    >>> verdict, seconds = memory.recall(item)
    >>> print(verdict.status, seconds, memory.exhibits(shown), memory.file(item), len(memory.key(item)))
    verified 0.5 [Text(text='a')] sums.py 64
    """

    def __init__(self, folder: Path, deep: bool = False, outputs: Collection[Path] = (), fresh: bool = False) -> None:
        self._store = DiskStore(folder / FOLDER)
        self._inputs = DependencyHash(folder, outputs)
        self._deep, self._fresh = deep, fresh

    def recall(self, item: Claim) -> tuple[Verdict, float] | None:
        """The verdict on a claim and the seconds it took, where nothing it depends on has changed."""
        try:
            kept = None if self._fresh else self._store.get(self.key(item))
            return (verdict_from_json(kept["verdict"]), float(kept["seconds"])) if kept else None
        except (KeyError, TypeError, ValueError):
            return None

    def keep(self, item: Claim, verdict: Verdict, seconds: float) -> None:
        """Remember a verdict, unless it is open, and forget the parts of the way to it."""
        if verdict.status is not Status.OPEN:
            self._store.put(self.key(item), {"verdict": verdict.as_json(), "seconds": seconds})
            self._parts(item).clear()

    def resuming(self, item: Claim) -> AbstractContextManager[None]:
        """Within it sweeps keep the chunks they have finished, and take up those of a check that was stopped."""
        return checkpointing(SweepCheckpoint(self._parts(item), self.key(item), self._fresh))

    def exhibits(self, shown: Appendix) -> Sequence[Evidence]:
        """The exhibits of a display, made now or earlier. Raises ClaimsError where making them fails."""
        key = self._key(shown, "display", shown.id)
        try:
            if not self._fresh and (kept := self._store.get(key)):
                return [evidence_from_json(data) for data in kept]
        except (TypeError, ValueError):
            pass
        try:
            made = shown.make()
        except Exception as error:
            if interrupt := unwrap_interrupt(error):
                raise interrupt from error
            raise ClaimsError(f"the display {shown.id} raised {type(error).__name__}: {error}") from error
        self._store.put(key, [exhibit.as_json() for exhibit in made])
        return made

    def key(self, item: Claim) -> str:
        """What all that is kept of a claim stands under."""
        return self._key(item, "claim", item.id, self._deep)

    @staticmethod
    def file(item: Claim | Appendix) -> str:
        """The name of the file that a claim or a display stands in."""
        function = item.check if isinstance(item, Claim) else item.make
        return Path(str(sys.modules[function.__module__].__file__)).name

    def _parts(self, item: Claim) -> DiskStore:
        return DiskStore(self._store.folder / "parts" / digest("claim", item.id, self._deep))

    def _key(self, item: Claim | Appendix, *parts: object) -> str:
        return digest(*parts, self._inputs.digest(self.file(item)))
