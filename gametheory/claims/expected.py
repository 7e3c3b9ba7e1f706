"""The file of expected verdicts of a claims folder: `expected.tsv`, one line for each claim in the order of the claims.

`gametheory check --record` writes it, and every run compares with it. A claim that it does not list, and a listed claim
that no longer exists, are differences as well: no claim comes or goes without a change of this file. The file says
*self-verified* where no sweep has counted the cases, and it says the verdict of a correction, as in *corrected
(proved)*. So neither can sink without a difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from shlex import quote

from gametheory.claims.collect import Collection
from gametheory.claims.declare import Claim, ClaimsError
from gametheory.claims.expected_file import merged, read_expected, write_expected
from gametheory.claims.runner import Result
from gametheory.claims.sources import ClaimsFolder
from gametheory.claims.status import SELF_VERIFIED, Status
from gametheory.claims.verdict import Verdict
from gametheory.numbers.format import listed
from gametheory.storage.atomic_write import check_writable


class Expectations:
    """The file of expected verdicts in one run.

    Parameters
    ----------
    place
        The claims folder.
    record
        Whether the run writes the file.

    Raises
    ------
    ClaimsError
        If the file has another form, or is to be written and cannot be.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from gametheory.claims import claim, run, verified
    >>> place = ClaimsFolder(Path(mkdtemp()))
    >>> pairs = [("a source", claim("A", "a statement", "p. 1")(lambda: verified("one case", 1)))]
    >>> everything = Collection(pairs, [], {})
    >>> recording = Expectations(place, record=True)
    >>> results, problems = recording.compared(list(run(recording.applied(everything).claims)), everything, whole=True)
    >>> place.expected_file.read_text()
    'id\\tstatus\\nA\\tself-verified\\n'
    >>> Expectations(place).applied(everything).claims[0][1].expected
    <Status.VERIFIED: 'verified'>
    """

    def __init__(self, place: ClaimsFolder, record: bool = False) -> None:
        self._file, self._record = place.expected_file, record
        self._expected = read_expected(self._file)
        if record:
            try:
                check_writable(self._file)
            except OSError as error:
                raise ClaimsError(f"{self._file}: {error}") from error

    @property
    def exist(self) -> bool:
        """Whether there is such a file, or it is to be written.

        >>> Expectations(ClaimsFolder(Path("no such folder"))).exist
        False
        """
        return self._record or self._expected is not None

    def applied(self, collection: Collection) -> Collection:
        """Return a collection whose claims expect what the file says.

        Raises
        ------
        ClaimsError
            If a claim itself expects another status than the file, unless the file is written again. If the file is
            written, and a claims file does not run to its end.
        """
        if self._record and collection.broken:
            raise ClaimsError(f"{'; '.join(collection.broken.values())}; nothing was recorded")
        return with_expected(collection, self._expected or {}, self._file, self._record)

    def compared(
        self, results: Sequence[Result], everything: Collection, whole: bool
    ) -> tuple[tuple[Result, ...], tuple[str, ...]]:
        """Return the results and the differences between their claims and the file; or write the file, and return none.

        Parameters
        ----------
        results
            The results.
        everything
            All claims of the folder, as they were collected.
        whole
            Whether all of them were checked. Otherwise the file is compared and written for the results only.
        """
        old, ids = self._expected or {}, [item.id for _, item in everything.claims]
        if self._record:
            new = recorded(results, {item.id: item.expected for _, item in everything.claims}, old)
            write_expected(self._file, merged(new, {} if whole else old, ids))
            return tuple(
                replace(each, claim=replace(each.claim, expected=_status(new.get(each.claim.id)))) for each in results
            ), ()
        if self._expected is None:
            return tuple(results), ()
        checked = [each.claim.id for each in results if each.claim.id not in everything.broken and not each.claim.skip]
        # A claim that is listed and was not collected can be in a file that does not run.
        existing = ids if whole and not everything.broken else [*ids, *old]
        return tuple(results), (*differences(checked, old, self._file, existing), *sunk(results, old, self._file))


def with_expected(
    collection: Collection, expected: Mapping[str, str], file: Path, recording: bool = False
) -> Collection:
    """Return a collection whose claims expect what the file says.

    Parameters
    ----------
    collection
        The claims of a folder.
    expected
        The content of the file.
    file
        The file, for messages.
    recording
        Whether the file is written again: then the claims are right where they say something else.

    Raises
    ------
    ClaimsError
        If a claim itself expects another status than the file.

    Examples
    --------
    >>> from gametheory.claims import claim, verified
    >>> pairs = [("a source", claim("A", "a statement", "p. 1")(lambda: verified("one case", 1)))]
    >>> with_expected(Collection(pairs, [], {}), {"A": "refuted"}, Path("expected.tsv")).claims[0][1].expected
    <Status.REFUTED: 'refuted'>
    """

    def expecting(item: Claim) -> Claim:
        status = _status(expected.get(item.id))
        if status is None or item.id in collection.broken or item.expected is status:
            return item
        if item.expected is None:
            return replace(item, expected=status)
        if recording:
            return item
        place = item.declared.place if item.declared else item.id
        raise ClaimsError(f"{item.id} expects {item.expected} in {place} and {status} in {file}; remove one of them")

    return collection._replace(claims=[(source, expecting(item)) for source, item in collection.claims])


def differences(ids: Iterable[str], expected: Mapping[str, str], file: Path, existing: Iterable[str]) -> list[str]:
    """Return a line for the claims that the file does not list, and one for those that it lists and do not exist.

    Parameters
    ----------
    ids
        The claims that were checked.
    expected
        The content of the file.
    file
        The file, for messages.
    existing
        The claims that may be listed.

    Examples
    --------
    >>> for line in differences("AB", {"A": "open", "C": "open"}, Path("proofs/expected.tsv"), "AB"):
    ...     print(line)
    1 claim (B) is not in proofs/expected.tsv; `gametheory check proofs --record` writes it again
    1 claim (C) in proofs/expected.tsv does not exist; `gametheory check proofs --record` writes it again
    """
    present = set(existing)
    missing, gone = [id for id in ids if id not in expected], [id for id in expected if id not in present]
    command = f"`gametheory check {quote(str(file.parent))} --record`"
    be, do = "is" if len(missing) == 1 else "are", "does" if len(gone) == 1 else "do"
    lines = []
    if missing:
        lines.append(f"{listed(missing, 'claim')} {be} not in {file}; {command} writes it again")
    if gone:
        lines.append(f"{listed(gone, 'claim')} in {file} {do} not exist; {command} writes it again")
    return lines


def sunk(results: Iterable[Result], expected: Mapping[str, str], file: Path) -> list[str]:
    """Return a line for the claims of one status that have another label, or a correction with another one.

    A correction whose theorems this machine cannot check is left out.

    Examples
    --------
    >>> from gametheory.claims import claim, run, verified
    >>> results = list(run([("a source", claim("A", "a statement", "p. 1")(lambda: verified("one case", 1)))]))
    >>> sunk(results, {"A": "verified"}, Path("proofs/expected.tsv"))
    ['1 claim (A): expected verified in proofs/expected.tsv, found self-verified']
    """
    ids: dict[tuple[str, str], list[str]] = {}
    for each in results:
        label, found = expected.get(each.claim.id), label_on_record(each.verdict)
        same = _status(label) is each.verdict.status and not _awaits_correction(each)
        if label not in (None, found) and same and not each.claim.skip:
            ids.setdefault((str(label), found), []).append(each.claim.id)
    return [
        f"{listed(names, 'claim')}: expected {label} in {file}, found {found}" for (label, found), names in ids.items()
    ]


def label_on_record(verdict: Verdict) -> str:
    """Return the label of a verdict, with that of its correction in brackets.

    >>> from gametheory.claims import Correction, Witness, refuted, verified
    >>> label_on_record(refuted("0", 1, Witness("0", "no"), correction=Correction("so", verified("one case", 1))))
    'refuted (self-verified)'
    """
    return f"{verdict.label} ({verdict.correction.verdict.label})" if verdict.correction else verdict.label


def _awaits_correction(result: Result) -> bool:
    return result.awaits_kernel and result.verdict.correction is not None


def _status(label: str | None) -> Status | None:
    word = (label or "").partition(" ")[0]
    return Status.VERIFIED if word == SELF_VERIFIED else Status(word) if word else None


def recorded(
    results: Sequence[Result], declared: Mapping[str, Status | None], expected: Mapping[str, str]
) -> dict[str, str]:
    """Return the labels to record for results.

    A verdict that counts as the expected one, and has another status, leaves the record as it is.

    Parameters
    ----------
    results
        The results of a run.
    declared
        What the claims themselves expect, by id.
    expected
        The content of the file so far.

    Raises
    ------
    ClaimsError
        If a claim itself expects another status, or is open without expecting it: an open claim was not decided, often
        because its check failed, and that must not become the rule by mistake.

    Examples
    --------
    >>> from gametheory.claims import claim, run, verified
    >>> results = list(run([("a source", claim("A", "a statement", "p. 1")(lambda: verified("one case", 1)))]))
    >>> recorded(results, {}, {})
    {'A': 'self-verified'}
    """
    statuses = {}
    for result in results:
        id, found = result.claim.id, result.verdict.status
        if result.claim.skip:
            statuses.update({id: expected[id]} if id in expected else {})
            continue
        own, matches = declared.get(id), result.matches_expected
        if own is not None and not matches:
            raise ClaimsError(f"{id} expects {own} and is {found}; nothing was recorded")
        on_record = expected.get(id)
        before = own or _status(on_record)
        if found is Status.OPEN and Status.OPEN not in (own, _status(expected.get(id))):
            raise ClaimsError(f'{id} is open, and its claim does not say expected="open"; nothing was recorded')
        # A status that awaits the kernel of Rocq stays on record.
        waits = before is not found or _awaits_correction(result)
        awaited = on_record if _status(on_record) is before else before
        statuses[id] = str(awaited) if matches and awaited and waits else label_on_record(result.verdict)
    return statuses
