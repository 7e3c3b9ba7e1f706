"""Cache of verdicts and appendices on disk. An entry is valid as long as none of its dependencies changes."""

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
    """The cached verdicts of a claims folder, in its subfolder `.gametheory_cache`.

    The key of a verdict consists of the hash of all dependencies of its file (`gametheory.claims.dependencies`), the id
    of the claim, and `deep`.

    Parameters
    ----------
    folder
        The claims folder.
    deep
        Whether checks cover larger ranges.
    outputs
        Files in the folder that the run itself writes; they are not dependencies.
    fresh
        Ignore existing entries, but save new ones.

    Examples
    --------
    >>> from gametheory.claims import claim, verified
    >>> item = claim("A", "a statement", "p. 1")(lambda: verified("one case", 1))
    >>> VerdictCache(Path(__file__).parent).get(item) is None
    True
    >>> from tempfile import mkdtemp
    >>> from gametheory.claims.collect import collect_all
    >>> folder = Path(mkdtemp())
    >>> lines = ["from gametheory import Text, claim, appendix, verified"]
    >>> lines += ["item = claim('S', 'a statement', 'p. 1')(lambda: verified('one case', 1))"]
    >>> lines += ["section = appendix('d', 'an appendix')(lambda: [Text('a')])"]
    >>> _ = (folder / "sums.py").write_text("\\n".join(lines))
    >>> (_, item), (_, section) = (*collect_all(folder).claims, *collect_all(folder).appendices)
    >>> cache = VerdictCache(folder)
    >>> with cache.checkpointing(item):
    ...     cache.put(item, item.check(), seconds=0.5)
    >>> verdict, seconds = cache.get(item)
    >>> print(verdict.status, seconds, cache.evidence(section), cache.file_name(item), len(cache.key(item)))
    verified 0.5 [Text(text='a')] sums.py 64
    """

    def __init__(self, folder: Path, deep: bool = False, outputs: Collection[Path] = (), fresh: bool = False) -> None:
        self._store = DiskStore(folder / FOLDER)
        self._dependencies = DependencyHash(folder, outputs)
        self._deep, self._fresh = deep, fresh

    def get(self, item: Claim) -> tuple[Verdict, float] | None:
        """Return the cached verdict of a claim and the seconds its check took, or None."""
        try:
            entry = None if self._fresh else self._store.get(self.key(item))
            return (verdict_from_json(entry["verdict"]), float(entry["seconds"])) if entry else None
        except (KeyError, TypeError, ValueError):  # the entry has another form, for example from another version
            return None

    def put(self, item: Claim, verdict: Verdict, seconds: float) -> None:
        """Save a verdict unless it is open, and delete the checkpoints of its sweeps."""
        if verdict.status is not Status.OPEN:
            self._store.put(self.key(item), {"verdict": verdict.as_json(), "seconds": seconds})
            self._checkpoints(item).clear()

    def checkpointing(self, item: Claim) -> AbstractContextManager[None]:
        """Context manager: sweeps save finished chunks and reuse those of an interrupted check of the same claim."""
        return checkpointing(SweepCheckpoint(self._checkpoints(item), self.key(item), self._fresh))

    def evidence(self, section: Appendix) -> Sequence[Evidence]:
        """Return the evidence of an appendix, from the cache or computed.

        Raises
        ------
        ClaimsError
            If the function of the appendix raises an error.
        """
        key = self._key(section, "appendix", section.id)
        try:
            if not self._fresh and (entry := self._store.get(key)):
                return [evidence_from_json(data) for data in entry]
        except (TypeError, ValueError):
            pass
        try:
            made = section.make()
        except Exception as error:
            if interrupt := unwrap_interrupt(error):
                raise interrupt from error
            raise ClaimsError(f"the appendix {section.id} raised {type(error).__name__}: {error}") from error
        self._store.put(key, [piece.as_json() for piece in made])
        return made

    def key(self, item: Claim) -> str:
        """Return the cache key of a claim."""
        return self._key(item, "claim", item.id, self._deep)

    @staticmethod
    def file_name(item: Claim | Appendix) -> str:
        """Return the name of the file that defines a claim or an appendix."""
        function = item.check if isinstance(item, Claim) else item.make
        return Path(str(sys.modules[function.__module__].__file__)).name

    def _checkpoints(self, item: Claim) -> DiskStore:
        return DiskStore(self._store.folder / "parts" / digest("claim", item.id, self._deep))

    def _key(self, item: Claim | Appendix, *parts: object) -> str:
        return digest(*parts, self._dependencies.digest(self.file_name(item)))
