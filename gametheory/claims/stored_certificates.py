"""The folder `certificates` of a claims folder: the obligations of its claims as files, which every check compares.

A certificate is in the subfolder with the name of its source folder. If there is no such folder, nothing is compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote

from gametheory.claims.results import Result
from gametheory.claims.sources import ClaimsFolder
from gametheory.claims.verdict import Verdict
from gametheory.numbers.format import listed
from gametheory.storage.files import regular, write_atomic


class StoredCertificates:
    """The stored certificates of a claims folder, or of one source."""

    def __init__(self, place: ClaimsFolder, results: Sequence[Result], whole: bool) -> None:
        own = place.path / (place.source if place.alone else place.text)
        self.folder, self._place, self._whole = own / "certificates", place, whole
        self._discharged: dict[str, set[str]] = {}
        for result in results:
            for name, text in certificates_of(result.verdict):
                self._discharged.setdefault((self._source(result) / name).as_posix(), set()).add(text)

    def problems(self) -> Iterator[str]:
        """Yield a line for the files that differ, one for those that are missing, and one for those of no claim."""
        if not self.folder.is_dir():
            return
        written = {name: self._content(name) for name in self._discharged}
        differences = {
            "two texts": [name for name, texts in self._discharged.items() if len(texts) > 1],
            "missing": [name for name, text in written.items() if text is None],
            "not what was discharged": [
                name for name, text in written.items() if text is not None and text not in self._discharged[name]
            ],
            "of no claim": self._others(),
        }
        command = f"`gametheory check {quote(str(self.folder.parent))} --record`"
        for what, names in differences.items():
            if names:
                yield f"{listed(names, 'certificate')}: {what} in {self.folder}; {command} writes them"

    def write(self) -> None:
        """Write the certificates, and remove those of no claim, if the folder exists."""
        if not self.folder.is_dir():
            return
        for name in self._others():
            (self.folder / name).unlink()
        for name, texts in self._discharged.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            write_atomic(self.folder / name, min(texts))

    def _source(self, result: Result) -> Path:
        return Path() if self._place.alone else Path(result.claim.file).parent

    def _others(self) -> list[str]:
        if not self._whole:
            return []
        root = self.folder if self._place.alone else self.folder / self._place.source
        names = [path.relative_to(self.folder).as_posix() for path in sorted(root.rglob("*.smt2")) if not path.is_dir()]
        return [name for name in names if name not in self._discharged]

    def _content(self, name: str) -> str | None:
        """Return the text of a file; None if it is missing."""
        try:
            return regular(self.folder / name).read_bytes().decode(errors="replace").replace("\r\n", "\n")
        except OSError:
            return None


def certificates_of(verdict: Verdict) -> Iterator[tuple[str, str]]:
    """Yield name and text of the certificates of a verdict and of its correction."""
    yield from ((entry.name, entry.text) for entry in verdict.certificates)
    if verdict.correction is not None:
        yield from certificates_of(verdict.correction.verdict)
