"""The claims that failed when they were checked last, as `pytest --lf` remembers tests: by address, for each folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from gametheory.claims.addresses import address, address_of_file
from gametheory.claims.runner import Result
from gametheory.storage.store import DiskStore, digest


class LastFailed:
    """The failures of one claims folder.

    Parameters
    ----------
    store
        Where they are saved.
    folder
        The claims folder.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from gametheory.claims import claim, refuted, run, Witness
    >>> item = claim("A", "false", "p. 1")(lambda: refuted("all", 1, Witness("0", "it fails")))
    >>> failures = LastFailed(DiskStore(Path(mkdtemp())), Path("proofs"))
    >>> failures.update(run([("a source", item)]))
    >>> failures.addresses
    ['::A']
    """

    def __init__(self, store: DiskStore, folder: Path) -> None:
        self._store, self._key = store, digest("last failed", str(folder.resolve()))
        stored = store.get(self._key)
        self.addresses: list[str] = [str(name) for name in stored] if isinstance(stored, list) else []

    def update(self, results: Iterable[Result]) -> None:
        """Add the claims that failed now, and remove those that did not; others stay as they are."""
        failed, before = dict[str, bool](), self.addresses
        for each in results:
            failed.setdefault(address_of_file(each.claim), False)  # its file has run to its end, or is failed itself
            failed[address(each.claim)] = not each.matches_expected
        remaining = [name for name in before if failed.get(name, True)]
        self.addresses = list(dict.fromkeys([*remaining, *(name for name in failed if failed[name])]))
        if self.addresses != before:
            self._store.put(self._key, self.addresses)
