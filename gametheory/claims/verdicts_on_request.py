"""The verdicts of a claims folder for a caller that asks for one claim after the other, such as a test runner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from gametheory.claims.declare import Claim, with_dependencies
from gametheory.claims.folder_session import FolderSession, Options
from gametheory.claims.runner import Result
from gametheory.claims.targets import asked


class VerdictsOnRequest:
    """The claims of one folder, and their verdicts.

    Parameters
    ----------
    paths
        The folder, or files and claims in it.
    in_parallel
        Whether to check all wanted claims when the first verdict is requested, in parallel.
    options
        The options of the run.

    Attributes
    ----------
    folder
        The claims folder.
    claims
        The claims that were asked for, and those that they depend on.

    Raises
    ------
    ClaimsError
        In the same cases as `gametheory.check`.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> _ = (folder / "a.py").write_text("from gametheory import *; claim('A', '', '')(lambda: verified('a', 1))")
    >>> verdicts = VerdictsOnRequest([folder])
    >>> verdicts.want(verdicts.claims[0])
    >>> verdicts.result(verdicts.claims[0]).verdict.cases, verdicts.has_record, verdicts.problems()
    (1, False, ())
    >>> verdicts.close()
    """

    def __init__(self, paths: Sequence[str | Path], in_parallel: bool = True, options: Options | None = None) -> None:
        (self._asked,) = asked(paths)
        self._session = FolderSession(self._asked, options or Options())
        self.folder, self._in_parallel = self._asked.place.path, in_parallel
        self._pairs = self._session.collection.claims
        self.claims = [item for _, item in self._pairs]
        self._wanted: list[str] = []
        self._done: dict[str, Result] = {}
        self._stack = ExitStack()
        self._arriving: Iterator[Result] = iter(())

    @property
    def has_record(self) -> bool:
        """Whether there are recorded verdicts or certificates to compare with."""
        place = self._asked.place
        return self._asked.is_whole and (place.expected_file.exists() or (place.path / "certificates").is_dir())

    def want(self, item: Claim) -> None:
        """Note that the verdict of a claim will be requested."""
        self._wanted.append(item.id)

    def result(self, item: Claim) -> Result:
        """Return the result of a claim, and compute it if it is not known."""
        while item.id not in self._done:
            result = next(self._arriving, None)
            if result is None:
                self._check([*self._wanted, item.id] if self._in_parallel else [item.id])
            else:
                self._done[result.claim.id] = result
        return self._done[item.id]

    def problems(self) -> tuple[str, ...]:
        """Return how the wanted claims differ from those on record, in lines."""
        found = [self.result(item) for item in self.claims if item.id in self._wanted]
        return self._session.compared(found, complete=len(found) == len(self.claims))[1]

    def close(self) -> None:
        """End the processes of the claims."""
        self._stack.close()
        self._session.close()

    def _check(self, ids: Sequence[str]) -> None:
        self._stack.close()
        needed = with_dependencies(self._pairs, [id for id in ids if id not in self._done])
        claims = [pair for pair in self._pairs if pair[1].id in needed]
        self._arriving = self._stack.enter_context(self._session.results(claims))
