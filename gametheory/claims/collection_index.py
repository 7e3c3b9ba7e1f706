"""The index of a claims folder: the claims that each file declares, so that an unchanged file need not run again.

The index is in the user's cache folder, authenticated like the verdicts. The entry of a file is valid while the code
that the file can import, the files that were opened while the claims were collected, the names of all files of the
folder, and the installed packages are the same.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gametheory.claims.cache import VerdictCache
from gametheory.claims.collect import Collection
from gametheory.claims.declare import ClaimsError
from gametheory.claims.messages import collection_as_json, collection_from_json
from gametheory.claims.sources import ClaimsFolder
from gametheory.storage.store import digest

FORM = 2


class CollectionIndex:
    """The index of one claims folder.

    Parameters
    ----------
    place
        The folder.
    cache
        Its cache of verdicts.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> from gametheory.claims.collect import collect_files
    >>> from gametheory.claims.sources import claims_folder
    >>> folder = Path(mkdtemp()).resolve()
    >>> _ = (folder / "a.py").write_text("from gametheory import *; claim('A', '', '')(lambda: verified('a', 1))")
    >>> index = CollectionIndex(claims_folder(folder), VerdictCache(folder))
    >>> index.read()
    {}
    >>> index.write({"a.py": collect_files(folder)}, ["a.py"])
    >>> again = CollectionIndex(claims_folder(folder), VerdictCache(folder))
    >>> [item.id for _, item in again.read()["a.py"].claims], again.ordered([["b.py"], ["a.py"]])
    (['A'], ['b.py', 'a.py'])
    """

    def __init__(self, place: ClaimsFolder, cache: VerdictCache) -> None:
        self._place, self._cache = place, cache
        self._key = digest("index", FORM, str(place.path.resolve()), place.alone and place.source, sys.path)
        self._entries: dict[str, Any] = {}
        self._order: list[str] = []

    def read(self) -> dict[str, Collection]:
        """Return the claims of each file whose entry is valid."""
        stored = self._cache.index.get(self._key)
        if not isinstance(stored, dict) or stored.get("state") != self._state():
            return {}
        try:
            self._order = list(stored["order"])
            changed = {
                number for number, pair in enumerate(stored["code"]) if not self._cache.is_current(dict([pair]), {})
            }
            found = {
                name: collection_from_json(entry["collection"])
                for name, entry in stored["files"].items()
                if changed.isdisjoint(entry["code"]) and self._cache.is_current({}, entry["opened"])
            }
        except (LookupError, TypeError, AttributeError, ValueError, ClaimsError):
            return {}
        code = [(str(path), str(hash)) for path, hash in stored["code"]]
        self._entries = {
            name: {**stored["files"][name], "code": dict(code[number] for number in stored["files"][name]["code"])}
            for name in found
        }
        return found

    def write(self, collections: Mapping[str, Collection], order: Sequence[str]) -> None:
        """Add the claims of files that have run to their ends.

        Parameters
        ----------
        collections
            The claims of each file.
        order
            The order of the files.
        """
        sources = {_source(name) for name in order}
        self._order = [*(name for name in self._order if _source(name) not in sources), *order]
        opened = self._cache.opened()
        for name, collection in collections.items():
            if collection.broken or not (self._place.path / name).is_file():
                self._entries.pop(name, None)
                continue
            described = json.loads(json.dumps(collection_as_json(collection)))
            code = self._cache.code_of({name, *_code_files(collection)})
            self._entries[name] = {"collection": described, "code": code, "opened": opened}
        # Most files import the same code, so each file of code is listed once, and the entries have its number.
        numbers: dict[tuple[str, str], int] = {}
        files = {
            name: {**entry, "code": [numbers.setdefault(pair, len(numbers)) for pair in entry["code"].items()]}
            for name, entry in self._entries.items()
        }
        document = {"state": self._state(), "order": self._order, "code": list(numbers), "files": files}
        self._cache.index.put(self._key, document)

    def ordered(self, sources: Iterable[Sequence[str]]) -> list[str]:
        """Return the names of all files, those of each source in the order that it states, as far as it is known.

        Parameters
        ----------
        sources
            The names of the files of each source, in any order.
        """
        place = {name: number for number, name in enumerate(self._order)}
        return [
            name for names in sources for name in sorted(names, key=lambda name: (place.get(name, len(place)), name))
        ]

    def _state(self) -> Any:
        return json.loads(json.dumps(self._cache.surroundings()))


def _source(name: str) -> str:
    return name.partition("/")[0]


def _code_files(collection: Collection) -> Iterable[str]:
    return (item.declared.code for _, item in collection.claims if item.declared and item.declared.code)
