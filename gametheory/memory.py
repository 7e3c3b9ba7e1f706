"""Verdicts and displays of earlier runs, found again while nothing they depend on has changed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from gametheory.claims import Claim, Display, Verdict, verdict_from_json
from gametheory.evidence import Exhibit, exhibit_from_json
from gametheory.inputs import Inputs
from gametheory.kept import FOLDER, Store, digest


class Remembered:
    """The memory of a claims folder, kept in the folder itself under `.gametheory_cache`.

    A verdict is found under the sum of all inputs of its file (`gametheory.inputs`), its id, and whether larger boxes
    were swept. Arguments: the folder; `deep`; files in the folder that are outputs; with `fresh` nothing is recalled,
    and what is found is kept.

    >>> from gametheory.claims import claim, verified
    >>> item = claim("A", "so it is", "p. 1")(lambda: verified("one case", 1))
    >>> Remembered(Path(__file__).parent).recall(item) is None
    True
    """

    def __init__(self, folder: Path, deep: bool = False, outputs: Collection[Path] = (), fresh: bool = False) -> None:
        self._store = Store(folder / FOLDER)
        self._inputs = Inputs(folder, outputs)
        self._deep, self._fresh = deep, fresh

    def recall(self, item: Claim) -> tuple[Verdict, float] | None:
        """The verdict on a claim and the seconds it took, where nothing it depends on has changed."""
        try:
            kept = None if self._fresh else self._store.get(self.key(item))
            return (verdict_from_json(kept["verdict"]), float(kept["seconds"])) if kept else None
        except (KeyError, TypeError, ValueError):
            return None

    def keep(self, item: Claim, verdict: Verdict, seconds: float) -> None:
        """Remember a verdict."""
        self._store.put(self.key(item), {"verdict": verdict.as_json(), "seconds": seconds})

    def exhibits(self, shown: Display) -> Sequence[Exhibit]:
        """The exhibits of a display, made now or earlier."""
        key = self._key(shown.make, "display", shown.id)
        kept = None if self._fresh else self._store.get(key)
        if kept is None:
            made = shown.make()
            self._store.put(key, [exhibit.as_json() for exhibit in made])
            return made
        return [exhibit_from_json(data) for data in kept]

    def key(self, item: Claim) -> str:
        """What all that is kept of a claim stands under."""
        return self._key(item.check, "claim", item.id, self._deep)

    def _key(self, function: Callable[..., object], *parts: object) -> str:
        return digest(*parts, self._inputs.digest(Path(str(sys.modules[function.__module__].__file__)).name))
