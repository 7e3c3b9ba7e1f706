"""Results of claims: what is stated, what is then established, and what was expected.

A `Result` is a claim with its verdict, and a `CheckRun` has the results of a run and their JSON. A claim's process
states a verdict as JSON text, and nothing of this text is trusted: `established` makes a verdict of it. In
`gametheory check` this happens once, in the process that prints, which has run no code of claims. It asks both solvers
for each obligation and the kernel of Rocq for each theorem, and `lift` makes a claim *proved* whose theorems the kernel
accepts. What a claim's process says about itself counts for nothing but *verified* and *refuted*, which rest on the
code of the claim.

Two things in a claims folder are compared with the results. The file `expected.tsv` has a heading, and a line with id
and label for each claim, in the order of the claims. The label is the status; that of a correction follows, as in
*corrected (proved)*, so that neither can sink without a difference. `gametheory check --record` writes the file. A
claim that it does not list, and a listed claim that no longer exists, are differences as well: no claim comes or goes
without a change of this file. The folder `certificates` has the obligations of the claims as files, in subfolders with
the names of their source folders; if there is no such folder, nothing is compared.
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
from typing import NamedTuple

from gametheory.claims.declare import Appendix, Claim, ClaimsError, address, local_id, topological_order
from gametheory.claims.evidence import Evidence, Text, error_text, escaped, read_json, shown, untypeset
from gametheory.claims.provers import ROCQ, ask_provers, missing_prover
from gametheory.claims.sources import ClaimsFolder, claims_folder, user_cache
from gametheory.claims.verdict import FALSE, TRUE, Correction, Status, Verdict, open_, verdict_from_json
from gametheory.numbers.format import JsonObject, listed, pluralize, visible
from gametheory.numbers.table import Block, Printable, Table
from gametheory.parallel.extras import MissingExtra
from gametheory.parallel.limits import Progress, outside_interrupt
from gametheory.prove.argument import Argument
from gametheory.prove.kernel import KernelProof
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
    machines
        The machines of a cluster that have checked some of its cases; empty if this machine has checked all.
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
    machines: tuple[str, ...] = ()

    def view(self) -> Iterator[Block]:
        """Yield the claim and its verdict."""
        claim = self.claim
        rows = [("claim", claim.id), ("statement", claim.statement), ("earlier run", self.cached)]
        yield Table(("", ""), rows)
        yield from self.verdict.view()

    @property
    def matches_expected(self) -> bool:
        """Whether the status equals the expected one; without one, whether the claim and all its dependencies are true.

        A claim that is skipped matches. One that a report cannot show does not.
        """
        item = self.claim
        status = self.verdict.status
        if self.not_shown:
            return False
        if item.skip:
            return True
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
        if self.problems or self.not_checked:
            return False
        return all(result.matches_expected for result in self.results)

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
        lines = []
        for each in self:
            note = "" if each.matches_expected else ", unexpected"
            lines.append(f"{each.claim.id}  {each.verdict.status}{note}")
        counts = [f"{number} {status}" for status, number in self.counts.items() if number]
        lines.append(f"{pluralize(len(self), 'claim')}: {', '.join(counts)}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, object]:
        """Return the keys `claims`, `counts`, `problems` and `not_checked` of `gametheory check --json`."""
        return {
            "claims": [result_as_json(each, self.folder, self.deep) for each in self.results],
            "counts": self.counts,
            "problems": list(self.problems),
            "not_checked": list(self.not_checked),
        }


def result_as_json(result: Result, folder: Path, deep: bool) -> dict[str, object]:
    """Return a result as JSON values; the keys are those of a claim in `gametheory check --json`."""
    item = result.claim
    deeper = " --deep" if deep else ""
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
        "machines": list(result.machines),
        "printed": result.printed,
        "theorems": list(item.theorems),
        "awaits_kernel": result.awaits_kernel,
        "command": f"gametheory check{_arguments(result, folder)}{deeper}",
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
    id = result.claim.id
    where = full_address(result)
    is_ambiguous = id != local_id(result.claim) or is_text(result.claim.file)
    if where and is_ambiguous:
        return f" {quote(where)}"
    checked = result.folder
    if checked in (None, claims_folder(folder).path):
        checked = folder  # as the user wrote it
    selection = f" -k {quote(id)}"
    if checked == DEFAULT_FOLDER:
        return selection
    return f" {quote(str(checked))}{selection}"


NEEDS_KERNEL = "The only proof of this claim is one in Rocq, which did not run here."


def ask_kernel(
    folder: Path,
    claims: Iterable[Claim],
    fresh: bool = False,
    progress: Progress | None = None,
    reread: bool = False,
) -> None:
    """Ask Rocq and ACL2 for the theorems that claims name, if they are installed.

    With `fresh` Rocq's answers of earlier runs are not used; with `reread` neither those of coqchk.
    """
    theorems: list[str] = []
    for item in claims:
        theorems += item.theorems
    cache = None if reread else user_cache("theorems")
    try:
        ask_provers(folder, theorems, cache, fresh, progress)
    except (OSError, ValueError) as error:
        raise ClaimsError(f"{folder / ROCQ}: the files of Rocq cannot be read: {error}") from error


def needs_kernel() -> Verdict:
    """Return the verdict of a claim that only a theorem of Rocq establishes, where the kernel has not checked it."""
    return open_(NEEDS_KERNEL)


def lift(verdict: Verdict, item: Claim) -> Verdict:
    """Return the verdict of a claim together with those of the provers, if all that it needs are installed.

    For a false statement, the theorems state the correction.
    """
    theorems = item.theorems
    # some of several theorems could say less than the claim
    if not theorems or missing_prover(theorems):
        return verdict
    if verdict.status not in FALSE:
        return _lifted(verdict, theorems)
    if verdict.correction is None:
        return open_("the claim names theorems, and its check returns no correction that they state")
    correction = _lifted(verdict.correction.verdict, theorems)
    # If its theorems do not prove the correction, the author has claimed more than is known.
    if correction.status is Status.OPEN:
        return correction
    corrected = Correction(verdict.correction.statement, correction)
    return replace(verdict, status=Status.CORRECTED, correction=corrected)


def _lifted(verdict: Verdict, theorems: Iterable[str]) -> Verdict:
    if not _kernel_decides(verdict):
        return verdict
    if isinstance(verdict.record, Proof | Argument):
        steps = verdict.record
    else:
        steps = None
    try:
        record = KernelProof.of(theorems, steps)
    except NotProved as error:
        return open_(str(error), *verdict.evidence)
    evidence = verdict.evidence
    if verdict.status is Status.OPEN:
        evidence = ()  # it says that the kernel is needed, and the kernel has answered
    if verdict.status is Status.VERIFIED:
        evidence = (*evidence, Text(f"Also checked case by case: {verdict.covered}, {verdict.cases:,} cases."))
    return Verdict(Status.PROVED, "", 0, evidence, record=record)  # the record states its range


def _kernel_decides(verdict: Verdict) -> bool:
    """Return whether theorems can prove a claim with this verdict; they do not replace a check that raised."""
    return verdict.status in TRUE or verdict == needs_kernel()


def awaited_status(verdict: Verdict, item: Claim) -> Status | None:
    """Return the status that a claim would have if its theorems could be checked; None if nothing is awaited."""
    if not missing_prover(item.theorems):
        return None
    if _kernel_decides(verdict):
        return Status.PROVED
    if verdict.status in FALSE and verdict.correction:
        return Status.CORRECTED
    return None


def established(text: str) -> Verdict:
    """Return the verdict that a claim states, as far as the solvers establish it; otherwise it is open."""
    try:
        return verdict_from_json(read_json(text))
    except MissingExtra as error:
        return open_(str(error))
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        return open_(untypeset(f"the claim's process sent no verdict: {error_text(error)}"))


def recalled(data: JsonObject) -> Verdict:
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
    hold: dict[str, bool] = {}  # whether other claims may depend on the one with an id
    sources = {item.id: source for source, item in claims}
    for item in topological_order(item for _, item in claims):
        began = time.perf_counter()
        if item.skip:
            verdict = open_(f"skipped: {item.skip}")
        else:
            # By way of text, as in `gametheory check`: here as well no verdict is taken as it is.
            verdict = established(verdict_text(_verdict_of(item, deep)))
        hold[item.id] = holds(verdict) and all(hold[used] for used in item.uses)
        seconds = time.perf_counter() - began
        yield Result(item, sources[item.id], verdict, hold[item.id], seconds, checked_on=today())


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
    verdict: object = item.check(deep=deep) if takes_deep else item.check()
    if isinstance(verdict, Verdict):
        return verdict
    return open_(untypeset("; ".join(_no_verdict(verdict))))


def raised(error: BaseException) -> Verdict:
    """Return the open verdict of a check that raised an error, with its case and the line of the claims."""
    notes = [note for note in getattr(error, "__notes__", ()) if isinstance(note, str)]
    text = ", ".join([f"the check raised {error_text(error)}", *notes[:1]])
    frames = list(traceback.extract_tb(error.__traceback__))
    # The last line of the claims says more than one in a library that they call.
    in_claims = [frame for frame in frames if not _is_library(frame.filename)]
    for frame in (in_claims or frames)[-1:]:
        text += f" ({frame.filename}:{frame.lineno})\n{frame.line or ''}".rstrip()
    if isinstance(error, AssertionError):
        text += f"\n{ASSERTS}"
    return open_(untypeset(text))


def verdict_text(verdict: Verdict) -> str:
    """Return a verdict as JSON text; if it has none, an open verdict that says why."""
    try:
        text = json.dumps(verdict.as_json(), default=str, ensure_ascii=False)
        text.encode()
        return text
    except Exception as error:  # the text of an object in a table is computed by its own code
        reason = untypeset(f"the verdict cannot be written as JSON: {error_text(error)}")
        return json.dumps(open_(reason).as_json())


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
        is_broken_file = item.id == item.file
        if self._recording or status is None or is_broken_file or item.expected is status:
            return item  # in a run that writes the file, its old entries expect nothing
        if item.expected is None:
            return replace(item, expected=status)
        place = item.declared.place if item.declared else item.id
        raise ClaimsError(
            f"{item.id} expects {item.expected} in {place} and {status} in {self._file}; remove one of them"
        )

    def problems(self, results: Sequence[Result], ids: Sequence[str], whole: bool) -> list[str]:
        """Return how results differ from the file, in lines; `ids` are those of all claims, if `whole`."""
        if self._labels is None:
            return []
        known, present = self._labels, set(ids)
        missing: list[str] = []
        gone: list[str] = []
        for each in results:
            item = each.claim
            is_broken_file = item.id == item.file
            if item.id not in known and not is_broken_file and not item.skip:
                missing.append(item.id)
        if whole:  # a claim of a file that was not read is not gone
            gone = [id for id in known if id not in present]
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
            label = (self._labels or {}).get(each.claim.id)
            now = label_on_record(each.verdict)
            if label in (None, now) or each.claim.skip or _awaits_correction(each):
                continue
            if status_on_record(label) is each.verdict.status:  # otherwise the claim itself is unexpected
                ids.setdefault((str(label), now), []).append(each.claim.id)
        for (label, now), names in ids.items():
            yield f"{listed(names, 'claim')}: expected {label} in {self._file}, found {now}"

    def record(self, results: Sequence[Result], ids: Sequence[str], whole: bool) -> list[Result]:
        """Write the labels of results in the order of all ids, and return the results as they are expected then.

        Entries of claims that were not checked stay, unless the results are all. A status that awaits the kernel of
        Rocq stays on record.
        """
        old = self._labels or {}
        new = dict[str, str]()
        for each in results:
            label = self._label(each, old.get(each.claim.id))
            if label:
                new[each.claim.id] = label
        both = new if whole else {**old, **new}
        in_order = dict.fromkeys([*ids, *both])
        _write(self._file, {id: both[id] for id in in_order if id in both})
        return [expected_as(each, status_on_record(new.get(each.claim.id))) for each in results]

    def _label(self, result: Result, before: str | None) -> str | None:
        id = result.claim.id
        status = result.verdict.status
        declared = result.claim.expected
        if result.claim.skip:
            return before
        if declared is not None and not result.matches_expected:
            raise ClaimsError(f"{id} expects {declared} and is {status}; nothing was recorded")
        if status is Status.OPEN and Status.OPEN not in (declared, status_on_record(before)):
            raise ClaimsError(f'{id} is open, and its claim does not say expected="open"; nothing was recorded')
        on_record = before or declared
        if on_record and result.awaits_kernel:
            return str(on_record)  # a machine without Rocq does not lower what another one has proved
        return label_on_record(result.verdict)


def expected_as(result: Result, status: Status | None) -> Result:
    """Return a result as one that expects a status, or none."""
    return replace(result, claim=replace(result.claim, expected=status))


def label_on_record(verdict: Verdict) -> str:
    """Return the label of a verdict, with that of its correction in brackets."""
    if verdict.correction:
        correction = f" ({verdict.correction.verdict.status})"
    else:
        correction = ""
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
        fault = _fault(number, line, expected)
        if fault:
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
    lines = [HEAD, *map("\t".join, expected.items())]
    try:
        write_atomic(file, "\n".join(lines) + "\n")
    except OSError as error:
        raise ClaimsError(f"{file}: {error.strerror or error}") from error


class StoredCertificates:
    """The stored certificates of a claims folder, or of one source."""

    def __init__(self, place: ClaimsFolder, results: Sequence[Result], whole: bool) -> None:
        folder = place.path / (place.source if place.alone else place.text)
        self.folder = folder / "certificates"
        self._place = place
        self._whole = whole
        self._discharged: dict[str, set[str]] = {}
        for result in results:
            for name, text in certificates_of(result.verdict):
                file = (self._source(result) / name).as_posix()
                self._discharged.setdefault(file, set()).add(text)

    def problems(self) -> Iterator[str]:
        """Yield a line for the files that differ, one for those that are missing, and one for those of no claim."""
        if not self.folder.is_dir():
            return
        differences: dict[str, list[str]] = {"two texts": [], "missing": [], "not what was discharged": []}
        for name, texts in self._discharged.items():
            if len(texts) > 1:  # two claims have discharged different obligations of one name
                differences["two texts"].append(name)
            text = self._content(name)
            if text is None:
                differences["missing"].append(name)
            elif text not in texts:
                differences["not what was discharged"].append(name)
        differences["of no claim"] = self._others()
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
            file = self.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(file, min(texts))

    def _source(self, result: Result) -> Path:
        if self._place.alone:
            return Path()
        return Path(result.claim.file).parent

    def _others(self) -> list[str]:
        if not self._whole:
            return []
        if self._place.alone:
            root = self.folder
        else:
            root = self.folder / self._place.source
        files = [path for path in sorted(root.rglob("*.smt2")) if not path.is_dir()]
        names = [file.relative_to(self.folder).as_posix() for file in files]
        return [name for name in names if name not in self._discharged]

    def _content(self, name: str) -> str | None:
        """Return the text of a file; None if it is missing."""
        try:
            content = regular(self.folder / name).read_bytes()
        except OSError:
            return None
        return content.decode(errors="replace").replace("\r\n", "\n")  # Git can write line ends of Windows


def certificates_of(verdict: Verdict) -> Iterator[tuple[str, str]]:
    """Yield name and text of the certificates of a verdict and of its correction."""
    for entry in verdict.certificates:
        yield entry.name, entry.text
    if verdict.correction is not None:
        yield from certificates_of(verdict.correction.verdict)
