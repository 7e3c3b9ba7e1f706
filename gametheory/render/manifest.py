"""The manifest: all results of a run as one JSON document, from which every report is rendered, and from nothing else.

Below it is what all reports share: symbols, colors and phrases for verdicts, the arrangement by the overview, and the
panel of a claim that says what its verdict does not assert.
"""

from __future__ import annotations

import json
import platform
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from shlex import quote
from typing import TypeAlias

from gametheory.claims import MEANINGS, Result, Status
from gametheory.claims.results import AppendixSection
from gametheory.claims.session import result_as_json
from gametheory.claims.sources import Overview, claims_folder
from gametheory.claims.verdict import COUNTED, SYMBOLS, covered
from gametheory.numbers.format import JsonObject, pluralize
from gametheory.parallel.extras import DISTRIBUTION, installed_version

Manifest: TypeAlias = JsonObject
SOLVERS = ("networkx", "sympy", "z3-solver", "cvc5")
SCOPE = re.compile(r"\)%\w+")  # that an expression is of nat, Q or Z, as its variables are
SIGNS_OF_ROCQ = {
    "forall ": "∀ ",
    "exists ": "∃ ",
    " <-> ": " ↔ ",
    " -> ": " → ",
    " /\\ ": " ∧ ",
    " \\/ ": " ∨ ",
    " <= ": " ≤ ",
    " >= ": " ≥ ",
    "; ∀": ";\n∀",
}
FALSE_AS_PRINTED = (Status.CORRECTED, Status.REFUTED)
ESTABLISHED = (Status.PROVED, Status.ARGUED)
NOT_TRUE = (Status.REFUTED, Status.OPEN)

TITLE = "Which of the claims are true?"
OTHERS = "Other false statements"
MEANING_OF_WORDS = "That the formal statement means what the sentence of the source means: compare the two."
BEYOND = "Anything outside these cases."
CHECKED_BY_CODE = "That the code of the check computes what the sentence means: it is shown above."


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
    versions = {name: installed_version(name) for name in SOLVERS}
    document = {
        "program": {"name": "gametheory", "version": version(DISTRIBUTION)},
        "computed_with": {"python": platform.python_version(), **versions},
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


def _appendix(section: AppendixSection) -> JsonObject:
    source, appendix, evidence = section
    return {
        "id": appendix.id,
        "title": appendix.title,
        "source": source,
        "evidence": [item.as_json() for item in evidence],
    }


def evidence_files(folder: Path) -> dict[str, str | None]:
    """Return the folders of the certificates and of the files of Rocq of a claims folder."""
    files: dict[str, str | None] = {}
    for name in ("certificates", "rocq"):
        path = claims_folder(folder).path / name
        files[name] = path.as_posix() if path.is_dir() else None
    return files


# Symbols and colors


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


# Phrases for a claim of the manifest


def has_unmet_dependency(claim: JsonObject) -> bool:
    """Return whether a claim is true by its own check, but a dependency is not established."""
    return not claim["grounded"] and claim["status"] not in NOT_TRUE


def amount_checked(item: JsonObject) -> str:
    """Return the number of cases or obligations checked for a claim or a correction."""
    if not item["cases"]:
        return ""
    return pluralize(item["cases"], "obligation" if item["status"] in ESTABLISHED else "case")


def status_text(claim: JsonObject) -> str:
    """Return the status of a claim, and whether it is from a cluster or an earlier run, or was skipped."""
    text: str = claim["status"]
    if claim.get("machines"):
        text += ", on a cluster"
    if claim["kept"]:
        text += ", earlier run"
    if claim.get("skipped"):
        text += ", skipped"
    return text


def subject(item: JsonObject) -> str:
    """Return what was checked for a claim or a correction, in one line: a proved statement, or a scope."""
    if item["status"] == Status.PROVED:
        return "; ".join(item["formal"].splitlines())
    scope = item["scope"]
    if scope.startswith("from "):
        scope = re.sub(r"[()']", "", scope)
    return covered(scope, item["note"])


def formal_scope(claim: JsonObject) -> str:
    """Return the range that was checked, for the first line of a card; "" if the sentence itself has these words."""
    scope: str = claim["scope"]
    # a theorem of Rocq has no range, and an argument none of its own
    if claim["theorems"] or claim["status"] not in (Status.PROVED, Status.VERIFIED, Status.REFUTED):
        return ""
    if scope == COUNTED or scope in claim["statement"]:
        return ""
    return scope


def formally(correction: JsonObject) -> str:
    """Return the formal statement of a correction in one line, so that free text is not read as what was proved."""
    if correction["formal"]:
        return f"formally: {'; '.join(correction['formal'].splitlines())}"
    return ""


def formally_in_symbols(correction: JsonObject) -> str:
    """Return the formal statement with each theorem of Rocq on a line, and with signs in place of its words.

    >>> print(formally_in_symbols({"formal": "forall p q : Q, (0 < p)%Q -> p <= q\\nforall n : Z, n = n"}))
    formally: ∀ p q : Q, (0 < p) → p ≤ q;
    ∀ n : Z, n = n
    """
    text = SCOPE.sub(")", formally(correction))
    for word, sign in SIGNS_OF_ROCQ.items():
        text = text.replace(word, sign)
    return text


def mismatch(claim: JsonObject) -> str:
    """Return how the status of a claim differs from the expected one; "" if it does not."""
    status = claim["status"]
    expected = claim["expected"]
    if claim["matches_expected"]:
        return ""
    if claim["not_shown"]:
        return "; ".join(claim["not_shown"])
    if expected is not None:
        return f"expected {expected}, found {status}"
    if has_unmet_dependency(claim):
        return f"{status}, but a dependency is not established"
    return f"{status} (expected: proved, argued or verified)"


def open_reason(claim: JsonObject) -> str:
    """Return the reason of an open verdict in one line: the first text of its evidence; "" if there is none."""
    if claim["status"] != Status.OPEN or not claim["evidence"]:
        return ""
    first = claim["evidence"][0]
    if first["kind"] == "text":
        return "; ".join(first["text"].splitlines())
    return ""


def legend(manifest: Manifest) -> list[str]:
    """Return a line with the meaning of each status that a claim of the manifest has."""
    return [f"{status}: {manifest['statuses'][status]}" for status, count in manifest["counts"].items() if count]


def summary(manifest: Manifest) -> str:
    """Return the number of claims by status in one line."""
    counts = ", ".join(f"{count} {status}" for status, count in manifest["counts"].items())
    return f"{pluralize(len(manifest['claims']), 'claim')}: {counts}"


# The arrangement of a report: findings, sources in their order, and false statements in groups


def findings(manifest: Manifest) -> list[JsonObject]:
    """Return the findings of the overview: `claim`, `headline`, `truth` (text), `figure` (or None) and `link` (or "").

    The truth is the overview's, or else the correction of the claim.
    """
    claims = {claim["id"]: claim for claim in manifest["claims"]}
    links = {source["source"]: source["link"] for source in manifest["overview"]["sources"]}
    listed = []
    for entry in manifest["overview"]["findings"]:
        claim = claims.get(entry["claim"])
        if claim is None:  # a run of a selection
            continue
        correction = claim["correction"] or {}
        listed.append(
            {
                "claim": claim,
                "headline": entry["headline"],
                "truth": entry["truth"] or correction.get("statement", ""),
                "figure": _first_figure(claim),
                "link": links.get(claim["source"], ""),
            }
        )
    return listed


def picture(manifest: Manifest) -> JsonObject | None:
    """Return the figure next to the introduction: the first one of the claim or appendix that the overview names."""
    for item in (*manifest["claims"], *manifest["appendices"]):
        if item["id"] == manifest["overview"]["picture"]:
            return _first_figure(item)
    return None


def _first_figure(item: JsonObject) -> JsonObject | None:
    return next((evidence for evidence in item["evidence"] if evidence["kind"] == "figure"), None)


def sources(manifest: Manifest) -> list[JsonObject]:
    """Return each source with its claims, appendices, link and sentence: those of the overview first, in its order."""
    claims = _by_source(manifest["claims"])
    described = {}
    for entry in manifest["overview"]["sources"]:
        if entry["source"] in claims:
            described[entry["source"]] = entry
    false_of = _by_source(_false_claims(manifest))
    listed = []
    for name in dict.fromkeys([*described, *claims]):
        entry = described.get(name, {})
        listed.append(
            {
                "name": name,
                "link": entry.get("link", ""),
                "about": entry.get("about", ""),
                "claims": claims[name],
                "false": len(false_of.get(name, ())),
                "appendices": [appendix for appendix in manifest["appendices"] if appendix["source"] == name],
            }
        )
    return listed


def _by_source(claims: Iterable[JsonObject]) -> dict[str, list[JsonObject]]:
    groups: dict[str, list[JsonObject]] = {}
    for claim in claims:
        groups.setdefault(claim["source"], []).append(claim)
    return groups


def false_statements(manifest: Manifest) -> dict[str, list[JsonObject]]:
    """Return the false statements of the sources in the groups of the overview; without groups, by source.

    The last group has what is in no other.
    """
    false = _false_claims(manifest)
    groups = manifest["overview"]["groups"]
    if not groups:
        return _by_source(false)
    rest = {claim["id"]: claim for claim in false}
    grouped = {}
    for kind, ids in groups.items():
        members = [rest.pop(id) for id in ids if id in rest]
        if members:
            grouped[kind] = members
    if rest:
        grouped[OTHERS] = list(rest.values())
    return grouped


def _false_claims(manifest: Manifest) -> list[JsonObject]:
    """Return the false claims; the author's own statements are left out, since they are no errors of a source."""
    by_author = manifest["overview"]["own"]
    others = [claim for claim in manifest["claims"] if claim["id"] not in by_author]
    return [claim for claim in others if claim["status"] in FALSE_AS_PRINTED]


def own_statements(manifest: Manifest) -> list[JsonObject]:
    """Return the author's own claims, in the order of the manifest."""
    by_author = manifest["overview"]["own"]
    return [claim for claim in manifest["claims"] if claim["id"] in by_author]


# The panel of a claim


def assurance(manifest: Manifest, claim: JsonObject) -> JsonObject:
    """Return the content of the panel of a claim, from the manifest and from nothing else."""
    return {
        "not_asserted": list(_not_asserted(claim)),
        "programs": _programs(manifest, claim),
        "when": _when(claim),
        "commands": list(_commands(claim, manifest["evidence_files"], manifest["folder"])),
    }


def _not_asserted(claim: JsonObject) -> Iterator[str]:
    shown = claim["correction"] or claim
    if claim["status"] == Status.REFUTED and not claim["correction"]:
        yield "What is true instead."
    if shown["checked"]:
        yield MEANING_OF_WORDS
        if "steps" in shown["checked"]:  # each of which has a proof
            yield "That the steps together imply the claim: the text that joins them is for you to read."
    elif shown["status"] == Status.VERIFIED:
        yield BEYOND
        yield CHECKED_BY_CODE
    if claim["status"] == Status.OPEN:
        yield "Whether the sentence is true."
    if claim["uses"] and has_unmet_dependency(claim):
        yield "That the claims on which it depends are true."


def _programs(manifest: Manifest, claim: JsonObject) -> list[str]:
    """Return the programs that accepted the evidence; for cases that were run, this program and Python."""
    shown = claim["correction"] or claim
    program = manifest["program"]
    accepted: list[str] = []
    for certificate in shown["certificates"]:
        accepted += certificate["accepted"]
    # a counterexample and a sweep are computed here
    if not shown["checked"] or claim["witness"] or not accepted:
        python = manifest["computed_with"]["python"]
        accepted += [f"{program['name']} {program['version']}", f"Python {python}"]
    return list(dict.fromkeys(accepted))


def _when(claim: JsonObject) -> str:
    date = f"on {claim['checked_on']}" if claim["checked_on"] else "at a time that is not recorded"
    text = f"Fresh: checked in this run, {date}."
    if claim["kept"]:
        text = f"Cached: checked in an earlier run, {date}; nothing on which it depends has changed since."
    if claim["theorems"]:  # which have a cache of their own
        text += " Rocq's answers are of this run or of an earlier one on the same files."
    return text


def _commands(claim: JsonObject, files: dict[str, str | None], folder: str) -> Iterator[dict[str, str]]:
    """Yield commands on the files themselves, by z3, cvc5 and Rocq, each with the output that it must have."""
    certificates = list(claim["certificates"])
    if claim["correction"]:
        certificates += claim["correction"]["certificates"]
    names = [certificate["file"] for certificate in certificates]
    scripts = dict.fromkeys(name for name in names if name.endswith(".smt2"))
    if files["certificates"] and scripts:
        # the certificates of a source are in a folder with the name of the source
        file = PurePosixPath((claim["address"] or "").partition("::")[0])
        source = file.relative_to(folder).parent if file.is_relative_to(folder) else ""
        stored = quote(str(PurePosixPath(files["certificates"], source)))
        loop = f"cd {stored}; for file in {' '.join(map(quote, scripts))}; do z3 $file; cvc5 $file; done"
        yield {"command": loop, "expected": "unsat on every line"}
    if files["rocq"] and claim["theorems"]:
        objects, libraries = [], []
        for module in dict.fromkeys(theorem.partition(".")[0] for theorem in claim["theorems"]):
            library, _, name = module.partition("/")
            objects.append(f"{module}.vo")
            libraries.append(f"{library.capitalize()}.{name}")
        lines = [
            f"cd {quote(files['rocq'])}",
            "options=$(for name in */; do name=${name%/}; echo -Q $name ${name^}; done)",
            f"coq_makefile -o Makefile $options */*.v && make -s {' '.join(objects)}",
            f"coqchk -silent -o $options {' '.join(libraries)}",
        ]
        yield {"command": "\n".join(lines), "expected": "no error, and no axiom of these files"}
