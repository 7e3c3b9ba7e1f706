"""Results of claims: what is stated, what is then established, and what was expected.

Results: claims with their verdicts, and the JSON of `gametheory check --json`.

Theorems of Rocq that claims name: the kernel is asked once per run, by the process that prints.

What a check returns becomes *proved* if the kernel accepts the theorems that its claim names.

Establishing: what a claim states, as JSON text, becomes a verdict.

In `gametheory check` this happens once, in the process that prints, which has run no code of claims: both solvers are
asked for each obligation and the kernel of Rocq for each theorem. What a claim's process says about itself counts for
nothing but *verified* and *refuted*, which rest on the code of the claim.

Stating: what the check of a claim returns or raises becomes a verdict, and JSON text. Nothing here is trusted.

The file of expected verdicts of a claims folder: `expected.tsv`, one line for each claim in the order of the claims.

A heading, then a line with id and label for each claim. The label is the status; that of a correction follows, as in
*corrected (proved)*. So neither can sink without a difference.
`gametheory check --record` writes the file, and every run compares with it. A claim that it does not list, and a listed
claim that no longer exists, are differences as well: no claim comes or goes without a change of this file.

The folder `certificates` of a claims folder: the obligations of its claims as files, which every check compares.

A certificate is in the subfolder with the name of its source folder. If there is no such folder, nothing is compared.
"""

from __future__ import annotations

import inspect
import json
import re
import site
import sys
import sysconfig
import time
import traceback
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from typing import Any, NamedTuple

from gametheory.claims.declare import Appendix, Claim, ClaimsError, address, local_id, topological_order
from gametheory.claims.evidence import Evidence, Text, error_text, escaped, read_json, shown, untypeset
from gametheory.claims.sources import ROCQ, ClaimsFolder, claims_folder, user_cache
from gametheory.claims.verdict import TRUE, Correction, Status, Verdict, open_, verdict_from_json
from gametheory.numbers.format import listed, pluralize, visible
from gametheory.numbers.table import Block, Printable, Table
from gametheory.parallel.extras import MissingExtra
from gametheory.parallel.limits import Progress, outside_interrupt
from gametheory.prove.argument import Argument
from gametheory.prove.kernel import KernelProof, facts, find_program
from gametheory.prove.proof import NotProved, Proof, stating
from gametheory.storage.files import check_writable, regular, write_atomic
from gametheory.texts.marks import is_text

DEFAULT_FOLDER = Path("proofs")


@dataclass(frozen=True)
class Result(Printable):
    """A claim with its verdict.

    Attributes
    ----------
    claim
        The claim.
    source
        Name of its source.
    verdict
        The result of its check.
    dependencies_hold
        Whether the claim and all its dependencies are established: proved, argued, verified or corrected.
    seconds
        Time that the check took, in this run or in an earlier one.
    cached
        Whether the verdict is from an earlier run.
    folder
        The claims folder of a claim; None if it was checked by itself.
    printed
        What the check printed in this run.
    checked_on
        The day on which the claim was checked, in this run or in an earlier one, such as "2026-11-22", in UTC.
    not_shown
        Why a report cannot show some of its formulas and drawings; empty if it can, or if there is no report.
    """

    claim: Claim
    source: str
    verdict: Verdict
    dependencies_hold: bool
    seconds: float
    cached: bool = False
    folder: Path | None = None
    printed: str = ""
    checked_on: str = ""
    not_shown: tuple[str, ...] = ()

    def view(self) -> Iterator[Block]:
        """Yield the claim and its verdict."""
        yield Table(
            ("", ""), [("claim", self.claim.id), ("statement", self.claim.statement), ("earlier run", self.cached)]
        )
        yield from self.verdict.view()

    @property
    def matches_expected(self) -> bool:
        """Whether the status equals the expected one; without one, whether the claim and all its dependencies are true.

        A claim that is skipped matches. One that a report cannot show does not.
        """
        item, status = self.claim, self.verdict.status
        if self.not_shown or item.skip:
            return not self.not_shown
        if item.expected is None:
            return self.dependencies_hold and status in TRUE
        # A recorded verdict can rest on a kernel that this machine does not have.
        return item.expected in (status, awaited_status(self.verdict, item))

    @property
    def awaits_kernel(self) -> bool:
        """Whether the claim has a Rocq proof that this machine cannot run."""
        return awaited_status(self.verdict, self.claim) is not None


def holds(verdict: Verdict) -> bool:
    """Return whether other claims may depend on a verdict."""
    return verdict.status in (*TRUE, Status.CORRECTED)


def today() -> str:
    """Return the date in UTC."""
    return datetime.now(UTC).date().isoformat()


class AppendixSection(NamedTuple):
    """The evidence of an appendix, with the name of its source."""

    source: str
    appendix: Appendix
    evidence: Sequence[Evidence]


@dataclass(frozen=True)
class CheckRun:
    """The results of checking a folder of claims.

    Attributes
    ----------
    folder
        The claims folder; of several folders, the one that contains them.
    deep
        Whether the checks covered larger ranges.
    results
        One result per claim, in the order of the files and of the claims in them.
    appendices
        The appendices with their evidence; empty unless they were requested.
    problems
        How the claims differ from those in the file of expected verdicts, and what was discharged from the stored
        certificates, in lines.
    not_checked
        Ids of the claims that were selected and not checked, because the run stopped.
    left_out
        How texts can name the claims without a result: those not checked, and those not selected.
    seconds
        How long the run took.

    Examples
    --------
    >>> from gametheory.claims import check_all, claim, run
    >>> item = claim("S", "$1 + 1 = 2$", "p. 1")(lambda: check_all([1], lambda n: n + n == 2))
    >>> checked = CheckRun(Path("proofs"), False, tuple(run([("Sums", item)])))
    >>> checked.all_match_expected, checked.cached, checked.awaiting_kernel, checked.counts["verified"]
    (True, 0, 0, 1)
    >>> checked.as_json()["claims"][0]["command"]
    'gametheory check -k S'
    >>> checked
    S  verified
    1 claim: 1 verified
    """

    folder: Path
    deep: bool
    results: tuple[Result, ...]
    appendices: tuple[AppendixSection, ...] = ()
    problems: tuple[str, ...] = ()
    not_checked: tuple[str, ...] = ()
    seconds: float = 0.0
    left_out: frozenset[str] = frozenset()

    @property
    def all_match_expected(self) -> bool:
        """Whether every verdict matches the expected one, and the stored verdicts and certificates match, too."""
        return not self.problems and not self.not_checked and all(result.matches_expected for result in self.results)

    @property
    def counts(self) -> dict[str, int]:
        """Number of claims by status, in the order of `Status`."""
        numbers = Counter(result.verdict.status for result in self.results)
        return {status.value: numbers[status] for status in Status}

    @property
    def cached(self) -> int:
        """Number of verdicts from an earlier run."""
        return sum(result.cached for result in self.results)

    @property
    def awaiting_kernel(self) -> int:
        """Number of claims with a Rocq proof that this machine cannot run."""
        return sum(result.awaits_kernel for result in self.results)

    def __getitem__(self, id: str) -> Result:
        """Return the result of the claim with this id; KeyError if there is none."""
        for result in self.results:
            if result.claim.id == id:
                return result
        raise KeyError(id)

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def __repr__(self) -> str:
        notes = {True: "", False: ", unexpected"}
        lines = [f"{each.claim.id}  {each.verdict.status}{notes[each.matches_expected]}" for each in self]
        counts = ", ".join(f"{number} {status}" for status, number in self.counts.items() if number)
        return "\n".join([*lines, f"{pluralize(len(self), 'claim')}: {counts}"])

    def as_json(self) -> dict[str, Any]:
        """Return the keys `claims`, `counts`, `problems` and `not_checked` of `gametheory check --json`."""
        return {
            "claims": [result_as_json(each, self.folder, self.deep) for each in self.results],
            "counts": self.counts,
            "problems": list(self.problems),
            "not_checked": list(self.not_checked),
        }


def result_as_json(result: Result, folder: Path, deep: bool) -> dict[str, Any]:
    """Return a result as JSON values; the keys are those of a claim in `gametheory check --json`."""
    item = result.claim
    return {
        "id": item.id,
        "address": full_address(result),
        "source": result.source,
        "statement": item.statement,
        "where": item.where,
        **result.verdict.as_json(),
        "expected": item.expected.value if item.expected else None,
        "matches_expected": result.matches_expected,
        "not_shown": list(result.not_shown),
        "code": item.code.shown_in(folder) if item.code else None,
        "uses": list(item.uses),
        "grounded": result.dependencies_hold,
        "seconds": round(result.seconds, 3),
        "skipped": item.skip or None,
        "kept": result.cached,
        "checked_on": result.checked_on,
        "printed": result.printed,
        "theorems": list(item.theorems),
        "awaits_kernel": result.awaits_kernel,
        "command": f"gametheory check{_arguments(result, folder)}{' --deep' if deep else ''}",
    }


def explained(result: Result) -> str:
    """Return the statement of a claim and why its verdict is not the expected one."""
    item, verdict = result.claim, result.verdict
    lines = [f"{item.id}: {item.statement}"]
    if item.expected is not None:
        lines.append(f"expected {item.expected}, found {verdict.status}")
    elif verdict.status in TRUE:
        lines.append(f"{verdict.status}, but a dependency is not established")
    else:
        lines.append(f"{verdict.status} (expected: proved, argued or verified)")
    if verdict.witness:
        lines.append(f"counterexample {verdict.witness.case}: {verdict.witness.explanation}")
    if verdict.status is Status.OPEN:
        lines += [each.text for each in verdict.evidence if isinstance(each, Text)]
    return visible("\n".join(lines))


def full_address(result: Result) -> str | None:
    """Return a claim as an argument of `gametheory check`; None if no file declares it."""
    if result.folder is None or not result.claim.file:
        return None
    return (result.folder / address(result.claim)).as_posix()


def _arguments(result: Result, folder: Path) -> str:
    """Return the arguments that select a claim: its id, or its address if other files have the same id."""
    id, where = result.claim.id, full_address(result)
    if where and (id != local_id(result.claim) or is_text(result.claim.file)):
        return f" {quote(where)}"
    checked = folder if result.folder in (None, claims_folder(folder).path) else result.folder
    return f"{'' if checked == DEFAULT_FOLDER else f' {quote(str(checked))}'} -k {quote(id)}"


NEEDS_KERNEL = "The only proof of this claim is one in Rocq, which did not run here."


def ask_kernel(
    folder: Path,
    claims: Iterable[Claim],
    fresh: bool = False,
    progress: Progress | None = None,
    reread: bool = False,
) -> None:
    """Ask the kernel for the theorems that claims name, if Rocq is installed.

    With `fresh` its answers of earlier runs are not used; with `reread` neither those of coqchk.
    """
    theorems = [theorem for item in claims for theorem in item.theorems]
    try:
        facts(folder / ROCQ, theorems, None if reread else user_cache("theorems"), fresh, progress)
    except (OSError, ValueError) as error:
        raise ClaimsError(f"{folder / ROCQ}: the files of Rocq cannot be read: {error}") from error


def needs_kernel() -> Verdict:
    """Return the verdict of a claim that only a theorem of Rocq establishes, where the kernel has not checked it."""
    return open_(NEEDS_KERNEL)


def lift(verdict: Verdict, item: Claim) -> Verdict:
    """Return the verdict of a claim together with the kernel's.

    For a false statement, the theorems state the correction. If Rocq is not installed, the verdict stays as it is.
    """
    if not item.theorems or find_program() is None:
        return verdict
    if verdict.status in (Status.REFUTED, Status.CORRECTED):
        if verdict.correction is None:
            return open_("the claim names theorems, and its check returns no correction that they state")
        correction = _lifted(verdict.correction.verdict, item.theorems)
        if correction.status is Status.OPEN:
            return correction
        return replace(
            verdict, status=Status.CORRECTED, correction=Correction(verdict.correction.statement, correction)
        )
    return _lifted(verdict, item.theorems)


def _lifted(verdict: Verdict, theorems: Iterable[str]) -> Verdict:
    if verdict.status not in TRUE and verdict != needs_kernel():
        return verdict
    try:
        record = KernelProof.of(theorems, verdict.record if isinstance(verdict.record, Proof | Argument) else None)
    except NotProved as error:
        return open_(str(error), *verdict.evidence)
    evidence = () if verdict.status is Status.OPEN else verdict.evidence
    if verdict.status is Status.VERIFIED:
        evidence = (*evidence, Text(f"Also checked case by case: {verdict.covered}, {verdict.cases:,} cases."))
    return Verdict(Status.PROVED, "", 0, evidence, record=record)  # the record states its range


def awaited_status(verdict: Verdict, item: Claim) -> Status | None:
    """Return the status that a claim would have if its theorems could be checked; None if nothing is awaited."""
    if not item.theorems or find_program() is not None:
        return None
    if verdict.status in TRUE or verdict == needs_kernel():
        return Status.PROVED
    false = verdict.status in (Status.REFUTED, Status.CORRECTED)
    return Status.CORRECTED if false and verdict.correction else None


def established(text: str) -> Verdict:
    """Return the verdict that a claim states, as far as the solvers establish it; otherwise it is open."""
    try:
        return verdict_from_json(read_json(text))
    except MissingExtra as error:
        return open_(str(error))
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        return open_(untypeset(f"the claim's process sent no verdict: {error_text(error)}"))


def recalled(data: Mapping[str, Any]) -> Verdict:
    """Return a verdict that was established in an earlier run, without asking again."""
    with stating():
        return verdict_from_json(data)


def run(claims: Sequence[tuple[str, Claim]], deep: bool = False) -> Generator[Result, None, None]:
    """Check claims, given with the names of their sources, in this process, each after its dependencies.

    >>> from gametheory.claims import claim
    >>> item = claim("A", "a statement", "p. 1")(lambda: 1 / 0)
    >>> [(result.verdict.status.value, result.dependencies_hold) for result in run([("a source", item)])]
    [('open', False)]
    """
    hold: dict[str, bool] = {}
    sources = {item.id: source for source, item in claims}
    for item in topological_order(item for _, item in claims):
        began = time.perf_counter()
        verdict = open_(f"skipped: {item.skip}") if item.skip else established(verdict_text(_verdict_of(item, deep)))
        hold[item.id] = holds(verdict) and all(hold[used] for used in item.uses)
        yield Result(item, sources[item.id], verdict, hold[item.id], time.perf_counter() - began, checked_on=today())


def _verdict_of(item: Claim, deep: bool) -> Verdict:
    try:
        with redirect_stdout(sys.stderr):  # standard output is for the verdicts
            return called(item, deep)
    except BaseException as error:  # SystemExit, too, must not end the run
        if interrupt := outside_interrupt(error):
            raise interrupt from error
        return raised(error)


PACKAGE = Path(__file__).parent.parent
ASSERTS = "do not use assert in a claim: return check_all(cases, holds), which counts the cases"


def called(item: Claim | Appendix, deep: bool) -> Verdict:
    """Return what the check of a claim returns, open if that is no verdict; or an open one with an appendix."""
    if isinstance(item, Appendix):
        return Verdict(Status.OPEN, "", 0, tuple(item.make()))
    takes_deep = "deep" in inspect.signature(item.check).parameters
    verdict: Any = item.check(deep=deep) if takes_deep else item.check()
    return verdict if isinstance(verdict, Verdict) else open_(untypeset("; ".join(_no_verdict(verdict))))


def raised(error: BaseException) -> Verdict:
    """Return the open verdict of a check that raised an error, with its case and the line of the claims."""
    notes = [note for note in getattr(error, "__notes__", ()) if isinstance(note, str)]
    text = ", ".join([f"the check raised {error_text(error)}", *notes[:1]])
    frames = traceback.extract_tb(error.__traceback__)
    if line := ([each for each in frames if not _is_library(each.filename)] or [*frames])[-1:]:
        text += f" ({line[0].filename}:{line[0].lineno})\n{line[0].line or ''}".rstrip()
    return open_(untypeset(text + (f"\n{ASSERTS}" if isinstance(error, AssertionError) else "")))


def verdict_text(verdict: Verdict) -> str:
    """Return a verdict as JSON text; if it has none, an open verdict that says why."""
    try:
        text = json.dumps(verdict.as_json(), default=str, ensure_ascii=False)
        text.encode()
        return text
    except Exception as error:  # the text of an object in a table is computed by its own code
        return json.dumps(open_(untypeset(f"the verdict cannot be written as JSON: {error_text(error)}")).as_json())


def _no_verdict(value: object) -> Iterator[str]:
    yield f"the check returned {shown(value)}, which is not a verdict"
    yield "return the result of prove, argue, check_all, refuted or open_"
    if value is None:
        yield "without `return`, a function returns None"
    elif isinstance(value, bool):
        yield "check_all(cases, holds, scope) asks a function for True or False in each case and counts the cases"


def _is_library(file: str) -> bool:
    places: list[str | Path] = [sysconfig.get_path("stdlib"), *site.getsitepackages(), PACKAGE]
    return file.startswith("<") or any(Path(file).is_relative_to(place) for place in places)


HEAD = "id\tstatus"
LABEL = re.compile(r"({0})( \(({0})\))?".format("|".join(Status)))
FORM = f"each line is an id, a tab and one of {', '.join(Status)}; the first line is the heading"


class Expectations:
    """The file of expected verdicts in one run."""

    def __init__(self, file: Path, recording: bool = False) -> None:
        self._file, self._recording = file, recording
        self._labels = read_expected(file)
        if recording:
            try:
                check_writable(file)
            except OSError as error:
                raise ClaimsError(f"{file}: {error}") from error

    def expecting(self, item: Claim) -> Claim:
        """Return a claim as the file expects it; nothing changes if it is not listed."""
        status = status_on_record((self._labels or {}).get(item.id))
        if status is None or item.id == item.file or item.expected is status:  # the id of a broken file is its name
            return item
        if item.expected is None:
            return item if self._recording else replace(item, expected=status)
        if self._recording:
            return item
        place = item.declared.place if item.declared else item.id
        raise ClaimsError(
            f"{item.id} expects {item.expected} in {place} and {status} in {self._file}; remove one of them"
        )

    def problems(self, results: Sequence[Result], ids: Sequence[str], whole: bool) -> list[str]:
        """Return how results differ from the file, in lines; `ids` are those of all claims, if `whole`."""
        if self._labels is None:
            return []
        known, present = self._labels, set(ids)
        checked = [each.claim.id for each in results if each.claim.id != each.claim.file and not each.claim.skip]
        missing, gone = [id for id in checked if id not in known], [id for id in known if id not in present and whole]
        command = f"`gametheory check {quote(str(self._file.parent))} --record`"
        lines = []
        if missing:
            lines.append(f"{listed(missing, 'claim')}: not in {self._file}; {command} writes it again")
        if gone:
            lines.append(f"{listed(gone, 'claim')}: in {self._file}, and nowhere declared; {command} writes it again")
        return [*lines, *self._sunk(results)]

    def _sunk(self, results: Iterable[Result]) -> Iterator[str]:
        """Yield a line for the claims of one status that have another label, or a correction with another one."""
        ids: dict[tuple[str, str], list[str]] = {}
        for each in results:
            label, now = (self._labels or {}).get(each.claim.id), label_on_record(each.verdict)
            same = status_on_record(label) is each.verdict.status and not _awaits_correction(each)
            if label not in (None, now) and same and not each.claim.skip:
                ids.setdefault((str(label), now), []).append(each.claim.id)
        for (label, now), names in ids.items():
            yield f"{listed(names, 'claim')}: expected {label} in {self._file}, found {now}"

    def record(self, results: Sequence[Result], ids: Sequence[str], whole: bool) -> list[Result]:
        """Write the labels of results in the order of all ids, and return the results as they are expected then.

        Entries of claims that were not checked stay, unless the results are all. A status that awaits the kernel of
        Rocq stays on record.
        """
        old = self._labels or {}
        new = {each.claim.id: label for each in results if (label := self._label(each, old.get(each.claim.id)))}
        both = new if whole else {**old, **new}
        _write(self._file, {id: both[id] for id in dict.fromkeys([*ids, *both]) if id in both})
        return [
            replace(each, claim=replace(each.claim, expected=status_on_record(new.get(each.claim.id))))
            for each in results
        ]

    def _label(self, result: Result, before: str | None) -> str | None:
        id, status, declared = result.claim.id, result.verdict.status, result.claim.expected
        if result.claim.skip:
            return before
        if declared is not None and not result.matches_expected:
            raise ClaimsError(f"{id} expects {declared} and is {status}; nothing was recorded")
        if status is Status.OPEN and Status.OPEN not in (declared, status_on_record(before)):
            raise ClaimsError(f'{id} is open, and its claim does not say expected="open"; nothing was recorded')
        on_record = before or declared
        return str(on_record) if on_record and result.awaits_kernel else label_on_record(result.verdict)


def label_on_record(verdict: Verdict) -> str:
    """Return the label of a verdict, with that of its correction in brackets."""
    correction = f" ({verdict.correction.verdict.status})" if verdict.correction else ""
    return f"{verdict.status}{correction}"


def _awaits_correction(result: Result) -> bool:
    return result.awaits_kernel and result.verdict.correction is not None


def status_on_record(label: str | None) -> Status | None:
    """Return the status of a recorded label."""
    word = (label or "").partition(" ")[0]
    return Status(word) if word else None


def read_expected(file: Path) -> dict[str, str] | None:
    """Return the expected label of each claim; None if there is no such file."""
    try:
        lines = regular(file).read_text(encoding="utf-8").removesuffix("\n").split("\n")
    except FileNotFoundError:
        return None
    except UnicodeError as error:
        raise ClaimsError(f"{file}: it is not UTF-8 text; {FORM}") from error
    except OSError as error:
        raise ClaimsError(f"{file}: {error.strerror}") from error
    expected: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if fault := _fault(number, line, expected):
            raise ClaimsError(f"{file}, line {number}: {escaped(fault)}; {FORM}")
        if number > 1:
            id, status = line.split("\t")
            expected[id] = status
    return expected


def _fault(number: int, line: str, expected: Mapping[str, str]) -> str:
    """Return what is wrong with a line; empty if nothing is."""
    id, _, status = line.partition("\t")
    if number == 1:
        return "" if line == HEAD else "it is not the word id, a tab and the word status"
    if not id or not LABEL.fullmatch(status):
        return f"{line!r} is not an id, a tab and a status"
    return f"{id} occurs twice" if id in expected else ""


def _write(file: Path, expected: Mapping[str, str]) -> None:
    try:
        write_atomic(file, "".join(f"{line}\n" for line in (HEAD, *map("\t".join, expected.items()))))
    except OSError as error:
        raise ClaimsError(f"{file}: {error.strerror or error}") from error


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
