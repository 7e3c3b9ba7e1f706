"""A claims folder in a run: its files, what they declare, and what earlier runs have saved of them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from gametheory.claims.addresses import item_name, topological_order, with_unique_ids, without_unknown
from gametheory.claims.cache import FolderState, user_cache
from gametheory.claims.collect import ClaimsFile, described_file
from gametheory.claims.declare import Appendix, Claim, ClaimsError
from gametheory.claims.establish import recalled
from gametheory.claims.expected import Expectations
from gametheory.claims.lock import Locked
from gametheory.claims.results import Result
from gametheory.claims.sources import Asked, claims_files, refuse_unmatched
from gametheory.claims.stored_certificates import StoredCertificates
from gametheory.claims.verdict import Verdict


class Saved(NamedTuple):
    """The verdict on a claim, or the evidence of an appendix, as the cache keeps it."""

    verdict: Verdict
    seconds: float
    day: str

    def as_json(self) -> dict[str, Any]:
        """Return the result as a JSON object."""
        return {"verdict": self.verdict.as_json(), "seconds": self.seconds, "day": self.day}


class Folder:
    """A claims folder in a run."""

    def __init__(
        self, asked: Asked, deep: bool, run: bool, fresh: bool, recording: bool, outputs: Iterable[Path]
    ) -> None:
        self.asked, self.path = asked, Path(os.path.abspath(asked.place.path))
        text = asked.place.path / asked.place.text if asked.place.text else None
        self.recording = recording and asked.is_named
        file = asked.place.expected_file
        self.expectations = Locked(text, recording) if text else Expectations(file, self.recording)
        self.names = claims_files(asked.place)
        self.files: dict[str, ClaimsFile] = {}  # by name, as far as they are known
        self.saved: dict[str, dict[str, Saved]] = {name: {} for name in self.names}  # by file and name
        self.claims: list[Claim] = []
        self.unknown: dict[str, str] = {}  # by claim: the id that it uses, and that no claim has
        self._options = [deep, run]
        self._stored = set[str]()  # the files of which the cache has all
        self._state = FolderState(asked.place, deep, outputs)
        self._cache = user_cache("claims")
        if not fresh:
            for name in self.names:
                self._recall(name)

    def _key(self, name: str) -> str:
        return json.dumps([str(self.path / name), *self._options])

    def _recall(self, name: str) -> None:
        """Take what an earlier run has saved of a file; nothing of an entry that is damaged."""
        entry: Any = self._cache.get(self._key(name)) if self._cache else None
        try:
            if entry["hash"] != self._state.hash:
                return
            self.files[name] = described_file(name, entry["file"])
            for item, saved in entry["results"].items():
                verdict, seconds, day = recalled(saved["verdict"]), float(saved["seconds"]), str(saved["day"])
                self.saved[name][item] = Saved(verdict, seconds, day)
        except (AttributeError, LookupError, TypeError, ValueError):
            return
        self._stored.add(name)

    def keep(self, file: str, name: str, saved: Saved) -> None:
        """Keep a result for the next run."""
        self.saved[file][name] = saved
        self._stored.discard(file)

    def knows(self, name: str, appendices: bool) -> bool:
        """Return whether all results of a file are known from earlier runs."""
        if name not in self.files:
            return False
        file = self.files[name]
        items: list[Claim | Appendix] = [item for item in file.claims if not item.skip]
        items += file.appendices if appendices else ()
        return all(item_name(item) in self.saved[name] for item in items)

    def resolve(self) -> None:
        """Resolve ids and dependencies, when all files are known."""
        files = [self.files[name] for name in self.names]
        claims = [item for each in files for item in each.claims]
        ids = {item.id for item in claims}
        if broken := [each.claims[0].id for each in files if each.broken]:
            # The id that a claim uses can be one that a broken file would have declared.
            claims = [_using(item, ids, broken[0]) for item in claims]
        known, self.unknown = without_unknown(with_unique_ids(claims))
        self.claims = list(map(self.expectations.expecting, known))
        topological_order(self.claims)
        refuse_unmatched(self.asked.targets, self.claims)
        ids = set()
        for item in self.declared():
            if item.id in ids:
                raise ClaimsError(f"the id {item.id} of an appendix in {self.files[item.file].title} occurs twice")
            ids.add(item.id)

    def declared(self) -> list[Claim | Appendix]:
        """Return the claims, then the appendices."""
        return [*self.claims, *(item for name in self.names for item in self.files[name].appendices)]

    def compared(self, results: list[Result]) -> tuple[list[Result], list[str]]:
        """Return results with their differences from what is on record; or record them."""
        asked, place = self.asked, self.asked.place
        ids, broken = [item.id for item in self.claims], [each.broken for each in self.files.values() if each.broken]
        named = {item.id for item in self.claims if any(target.includes(item) for target in asked.targets)}
        complete = {each.claim.id for each in results} == named
        whole = complete and asked.is_whole
        one_source = complete and {(target.file, target.id) for target in asked.targets} == {(place.source, "")}
        changed = self._state.changes()
        if not self.recording:
            stored = StoredCertificates(place, results, whole or one_source)
            problems = self.expectations.problems(results, ids, whole and not broken)
            return results, [*changed, *problems, *stored.problems()]
        if broken or changed:
            raise ClaimsError(f"{'; '.join([*broken, *changed])}; nothing was recorded")
        results = self.expectations.record(results, ids, whole)
        stored = StoredCertificates(place, results, whole or one_source)
        stored.write()
        return results, list(stored.problems())

    def save(self) -> None:
        """Save what is new for the next run, unless the folder has changed meanwhile."""
        if self._cache is None or not self._state.is_same():
            return
        for name, file in self.files.items():
            if name in self._stored or file.broken:
                continue
            results = {item: saved.as_json() for item, saved in self.saved[name].items()}
            entry = {"hash": self._state.hash, "file": file.as_json(), "results": results}
            self._cache.put(self._key(name), entry)


def _using(item: Claim, ids: set[str], broken: str) -> Claim:
    return replace(item, uses=tuple(dict.fromkeys(name if name in ids else broken for name in item.uses)))
