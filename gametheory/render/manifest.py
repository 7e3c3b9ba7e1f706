"""The manifest: all results of a run as one JSON document, from which every report is rendered, and from nothing else.

Below it is what all reports share: symbols, colors and phrases for verdicts, the arrangement by the overview, and the
panel of a claim that says what its verdict does not assert.
"""

from __future__ import annotations

import json
import platform
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from shlex import quote
from typing import Any

from gametheory.claims import MEANINGS, Result, Status
from gametheory.claims.check import result_as_json
from gametheory.claims.overview import Overview
from gametheory.claims.results import AppendixSection
from gametheory.claims.sources import claims_folder
from gametheory.claims.status import COUNTED, SYMBOLS
from gametheory.claims.verdict import covered
from gametheory.numbers.format import pluralize
from gametheory.parallel.extras import DISTRIBUTION, installed_version

Manifest = dict[str, Any]
SOLVERS = ("networkx", "sympy", "z3-solver", "cvc5")


def build_manifest(
    results: Iterable[Result],
    folder: Path,
    deep: bool = False,
    appendices: Iterable[AppendixSection] = (),
    problems: Iterable[str] = (),
    overview: Overview | None = None,
    not_checked: Iterable[str] = (),
) -> Manifest:
    """Return the results of a run as JSON values."""
    claims = [result_as_json(result, folder, deep) for result in results]
    counts = Counter(item["status"] for item in claims)
    document = {
        "program": {"name": "gametheory", "version": version(DISTRIBUTION)},
        "computed_with": {"python": platform.python_version()} | {name: installed_version(name) for name in SOLVERS},
        "folder": str(folder),
        "deep": deep,
        "statuses": MEANINGS,
        "symbols": {status: {"symbol": mark.symbol} for status, mark in STATUS_SYMBOLS.items()},
        "claims": claims,
        "problems": list(problems),
        "not_checked": list(not_checked),
        "appendices": [_appendix(section) for section in appendices],
        "overview": (overview or Overview()).as_json(),
        "evidence_files": evidence_files(folder),
        "counts": {status.value: counts[status.value] for status in Status},
    }
    # Values without a JSON form, such as fractions, infinity and NaN, become text.
    manifest: Manifest = json.loads(json.dumps(document, default=str), parse_constant=str)
    return manifest


def _appendix(section: AppendixSection) -> dict[str, Any]:
    source, item, evidence = section
    return {
        "id": item.id,
        "title": item.title,
        "source": source,
        "evidence": [each.as_json() for each in evidence],
    }


@dataclass(frozen=True)
class StatusSymbol:
    """The look of a status."""

    symbol: str
    color: str
    ink: str
    on_dark: str


COLORS = {
    Status.PROVED: ("#009e73", "#000000", "#1fb58c"),
    Status.ARGUED: ("#cc79a7", "#000000", "#d98fb8"),
    Status.VERIFIED: ("#0072b2", "#ffffff", "#56b4e9"),
    Status.CORRECTED: ("#e69f00", "#000000", "#e69f00"),
    Status.REFUTED: ("#d55e00", "#000000", "#ee7a2b"),
    Status.OPEN: ("#999999", "#000000", "#a9a9a9"),
}
STATUS_SYMBOLS = {status: StatusSymbol(SYMBOLS[status], *colors) for status, colors in COLORS.items()}

FALSE_AS_PRINTED = (Status.CORRECTED, Status.REFUTED)


def has_unmet_dependency(item: dict[str, Any]) -> bool:
    """Return whether a claim of the manifest is true by its own check, but a dependency is not established."""
    return not item["grounded"] and item["status"] not in (Status.REFUTED, Status.OPEN)


def amount_checked(item: dict[str, Any]) -> str:
    """Return the number of cases or obligations checked for a claim or a correction of the manifest."""
    established = item["status"] in (Status.PROVED, Status.ARGUED)
    one, many = ("obligation", "obligations") if established else ("case", "cases")
    return f"{item['cases']:,} {one if item['cases'] == 1 else many}" if item["cases"] else ""


def status_text(item: dict[str, Any]) -> str:
    """Return the status of a claim of the manifest, and whether it is from an earlier run, or was skipped."""
    notes = {"earlier run": item["kept"], "skipped": item.get("skipped")}
    return ", ".join([item["status"], *(note for note, given in notes.items() if given)])


def subject(item: dict[str, Any]) -> str:
    """Return what was checked for a claim or a correction, in one line: a proved statement, or a scope."""
    if item["status"] == Status.PROVED:
        return "; ".join(item["formal"].splitlines())
    scope = item["scope"]
    return covered(re.sub(r"[()']", "", scope) if scope.startswith("from ") else scope, item["note"])


def formal_scope(item: dict[str, Any]) -> str:
    """Return the range that was checked, for the first line of a card; "" if the sentence itself has these words."""
    has_range = item["status"] in (Status.PROVED, Status.VERIFIED, Status.REFUTED) and not item["theorems"]
    scope = item["scope"] if has_range and item["scope"] != COUNTED else ""
    return "" if scope in item["statement"] else scope


def formally(correction: dict[str, Any]) -> str:
    """Return the formal statement of a correction in one line, so that free text is not read as what was proved."""
    return f"formally: {'; '.join(correction['formal'].splitlines())}" if correction["formal"] else ""


def legend(manifest: dict[str, Any]) -> list[str]:
    """Return a line with the meaning of each status that a claim of the manifest has."""
    return [f"{status}: {manifest['statuses'][status]}" for status, count in manifest["counts"].items() if count]


def mismatch(item: dict[str, Any]) -> str:
    """Return how the status of a claim differs from the expected one; "" if it does not."""
    if item["matches_expected"]:
        return ""
    if item["not_shown"]:
        return "; ".join(item["not_shown"])
    if item["expected"] is None and has_unmet_dependency(item):
        return f"{item['status']}, but a dependency is not established"
    if item["expected"] is None:
        return f"{item['status']} (expected: proved, argued or verified)"
    return f"expected {item['expected']}, found {item['status']}"


def open_reason(item: dict[str, Any]) -> str:
    """Return the reason of an open verdict in one line: the first text of its evidence; "" if there is none."""
    first = item["evidence"][0] if item["status"] == Status.OPEN and item["evidence"] else {}
    return "; ".join(first["text"].splitlines()) if first.get("kind") == "text" else ""


def summary(manifest: dict[str, Any]) -> str:
    """Return the number of claims by status in one line."""
    total = len(manifest["claims"])
    counts = ", ".join(f"{count} {status}" for status, count in manifest["counts"].items())
    return f"{pluralize(total, 'claim')}: {counts}"


TITLE = "Which of the claims are true?"
OTHERS = "Other false statements"


def findings(manifest: Manifest) -> list[dict[str, Any]]:
    """Return the findings of the overview: `claim`, `headline`, `truth` (text), `figure` (or None) and `link` (or "").

    The truth is the overview's, or else the correction of the claim.
    """
    by_id = {item["id"]: item for item in manifest["claims"]}
    links = {each["source"]: each["link"] for each in manifest["overview"]["sources"]}
    return [
        {
            "claim": by_id[entry["claim"]],
            "headline": entry["headline"],
            "truth": entry["truth"] or (by_id[entry["claim"]]["correction"] or {}).get("statement", ""),
            "figure": first_figure(by_id[entry["claim"]]["evidence"]),
            "link": links.get(by_id[entry["claim"]]["source"], ""),
        }
        for entry in manifest["overview"]["findings"]
        if entry["claim"] in by_id
    ]


def picture(manifest: Manifest) -> dict[str, Any] | None:
    """Return the figure next to the introduction: the first one of the claim or appendix that the overview names."""
    named = manifest["overview"]["picture"]
    items = [item for item in (*manifest["claims"], *manifest["appendices"]) if item["id"] == named]
    return first_figure(items[0]["evidence"]) if items else None


def first_figure(evidence: Iterable[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the first figure among items of evidence; None if there is none."""
    return next((item for item in evidence if item["kind"] == "figure"), None)


def sources(manifest: Manifest) -> list[dict[str, Any]]:
    """Return each source with its claims, appendices, link and sentence: those of the overview first, in its order."""
    claims = group_by_source(manifest["claims"])
    about = {each["source"]: each for each in manifest["overview"]["sources"] if each["source"] in claims}
    own = set(manifest["overview"]["own"])
    return [
        {
            "name": source,
            "link": about.get(source, {}).get("link", ""),
            "about": about.get(source, {}).get("about", ""),
            "claims": claims[source],
            "false": sum(item["status"] in FALSE_AS_PRINTED and item["id"] not in own for item in claims[source]),
            "appendices": [item for item in manifest["appendices"] if item["source"] == source],
        }
        for source in dict.fromkeys([*about, *claims])
    ]


def group_by_source(claims: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return the claims of each source, both in the order of the manifest."""
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for item in claims:
        groups[item["source"]].append(item)
    return dict(groups)


def false_statements(manifest: Manifest) -> dict[str, list[dict[str, Any]]]:
    """Return the false statements of the sources in the groups of the overview; without groups, by source.

    The author's own statements are left out: they are no errors of a source. The last group has what is in no other.
    """
    own = set(manifest["overview"]["own"])
    false = [item for item in manifest["claims"] if item["status"] in FALSE_AS_PRINTED and item["id"] not in own]
    groups = manifest["overview"]["groups"]
    return dict(_grouped(false, groups)) if groups else group_by_source(false)


def _grouped(
    false: list[dict[str, Any]], groups: Mapping[str, Iterable[str]]
) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    by_id = {item["id"]: item for item in false}
    for kind, ids in groups.items():
        if items := [by_id.pop(id) for id in ids if id in by_id]:
            yield kind, items
    if by_id:
        yield OTHERS, list(by_id.values())


def own_statements(manifest: Manifest) -> list[dict[str, Any]]:
    """Return the author's own claims, in the order of the manifest."""
    own = set(manifest["overview"]["own"])
    return [item for item in manifest["claims"] if item["id"] in own]


MEANING_OF_WORDS = "That the formal statement means what the sentence of the source means: compare the two."
BEYOND = "Anything outside these cases."
CHECKED_BY_CODE = "That the code of the check computes what the sentence means: it is shown above."


def assurance(manifest: dict[str, Any], claim: dict[str, Any]) -> dict[str, Any]:
    """Return the content of the panel of a claim, from the manifest and from nothing else."""
    return {
        "not_asserted": list(_not_asserted(claim)),
        "programs": _programs(manifest, claim),
        "when": _when(claim),
        "commands": list(_commands(claim, manifest["evidence_files"], manifest["folder"])),
    }


def evidence_files(folder: Path) -> dict[str, str | None]:
    """Return the folders of the certificates and of the files of Rocq of a claims folder."""
    folders = {name: claims_folder(folder).path / name for name in ("certificates", "rocq")}
    return {name: path.as_posix() if path.is_dir() else None for name, path in folders.items()}


def _not_asserted(claim: dict[str, Any]) -> Iterator[str]:
    shown = claim["correction"] or claim
    if claim["status"] == "refuted" and not claim["correction"]:
        yield "What is true instead."
    if shown["checked"]:
        yield MEANING_OF_WORDS
        if "steps" in shown["checked"]:
            yield "That the steps together imply the claim: the text that joins them is for you to read."
    elif shown["status"] == "verified":
        yield BEYOND
        yield CHECKED_BY_CODE
    if claim["status"] == "open":
        yield "Whether the sentence is true."
    if not claim["grounded"] and claim["uses"] and claim["status"] not in ("refuted", "open"):
        yield "That the claims on which it depends are true."


def _programs(manifest: dict[str, Any], claim: dict[str, Any]) -> list[str]:
    """Return the programs that accepted the evidence; for cases that were run, this program and Python."""
    shown, program = claim["correction"] or claim, manifest["program"]
    accepted = [name for entry in shown["certificates"] for name in entry["accepted"]]
    if not shown["checked"] or claim["witness"] or not accepted:
        accepted += [f"{program['name']} {program['version']}", f"Python {manifest['computed_with']['python']}"]
    return list(dict.fromkeys(accepted))


def _when(claim: dict[str, Any]) -> str:
    date = f"on {claim['checked_on']}" if claim["checked_on"] else "at a time that is not recorded"
    kernel = " Rocq's answers are of this run or of an earlier one on the same files." if claim["theorems"] else ""
    if claim["kept"]:
        return f"Cached: checked in an earlier run, {date}; nothing on which it depends has changed since.{kernel}"
    return f"Fresh: checked in this run, {date}.{kernel}"


def _commands(claim: dict[str, Any], files: dict[str, str | None], folder: str) -> Iterator[dict[str, str]]:
    """Yield commands on the files themselves, by z3, cvc5 and Rocq, each with the output that it must have."""
    entries = [*claim["certificates"], *(claim["correction"] or {"certificates": ()})["certificates"]]
    scripts = dict.fromkeys(entry["file"] for entry in entries if entry["file"].endswith(".smt2"))
    if files["certificates"] and scripts:
        file = PurePosixPath((claim["address"] or "").partition("::")[0])
        source = file.relative_to(folder).parent if file.is_relative_to(folder) else ""
        stored = quote(str(PurePosixPath(files["certificates"], source)))
        loop = f"cd {stored}; for file in {' '.join(map(quote, scripts))}; do z3 $file; cvc5 $file; done"
        yield {"command": loop, "expected": "unsat on every line"}
    if files["rocq"] and claim["theorems"]:
        modules = list(dict.fromkeys(theorem.partition(".")[0] for theorem in claim["theorems"]))
        names = [f"{library.capitalize()}.{name}" for library, _, name in (each.partition("/") for each in modules)]
        lines = [
            f"cd {quote(files['rocq'])}",
            "options=$(for name in */; do name=${name%/}; echo -Q $name ${name^}; done)",
            f"coq_makefile -o Makefile $options */*.v && make -s {' '.join(f'{each}.vo' for each in modules)}",
            f"coqchk -silent -o $options {' '.join(names)}",
        ]
        yield {"command": "\n".join(lines), "expected": "no error, and no axiom of these files"}
