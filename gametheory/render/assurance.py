"""What a verdict asserts and what it does not, who says so, and how to cite it and to check it without this program."""

from __future__ import annotations

from typing import Any

from gametheory.claims.status import SELF_VERIFIED
from gametheory.numbers.format import pluralize
from gametheory.render.citation import bibtex
from gametheory.render.mathml import plain_text
from gametheory.render.recheck_commands import recheck_commands
from gametheory.render.status_symbols import subject

MEANING_OF_WORDS = "That the formal statement means what the sentence of the source means: compare the two."
BEYOND = "Anything outside these cases."
NOT_COUNTED = "That these cases were run: no sweep of this program has counted them."
CHECKED_BY_CODE = "That the code of the check computes what the sentence means: it is shown above."


def assurance(manifest: dict[str, Any], claim: dict[str, Any]) -> dict[str, Any]:
    """Return the content of the panel of a claim, from the manifest and from nothing else.

    Parameters
    ----------
    manifest
        The manifest of a run.
    claim
        One of its claims.

    Returns
    -------
    dict
        `asserted` and `not_asserted`: sentences; `programs`: names with versions; `when`: a sentence; `bibtex`: the
        entry; `commands`: as from `recheck_commands`.

    Examples
    --------
    >>> from pathlib import Path
    >>> from gametheory.claims import claim, run, verified
    >>> from gametheory.render.manifest import build_manifest
    >>> item = claim("A", "a statement", "p. 1")(lambda: verified("one case", 1))
    >>> manifest = build_manifest(run([("A source", item)]), Path("claims"))
    >>> panel = assurance(manifest, manifest["claims"][0])
    >>> panel["asserted"], panel["not_asserted"][0], panel["commands"]
    (['1 case: counted by the claim itself: “one case”.'], 'Anything outside these cases.', [])
    """
    return {
        "asserted": list(_asserted(claim)),
        "not_asserted": list(_not_asserted(claim)),
        "programs": _programs(manifest, claim),
        "when": _when(claim),
        "bibtex": bibtex(manifest["citation"], claim, plain_text(claim["source"])),
        "commands": recheck_commands(claim, manifest["evidence_files"], manifest["folder"]),
    }


def _asserted(claim: dict[str, Any]) -> Any:
    """Yield what the verdict says, for a false sentence with its correction."""
    if claim["witness"]:
        yield f"The sentence is false for {claim['witness']['case']}."
    if claim["correction"]:
        yield from (f"Corrected: {line}" for line in _asserted(claim["correction"]))
    elif claim["checked"] and "steps" in claim["checked"]:
        yield f"Each of {pluralize(len(claim['checked']['steps']), 'step')}."
    elif claim["checked"]:
        yield "The formal statement above, for all its values."
    elif claim["status"] == "verified":
        yield f"{pluralize(claim['cases'], 'case')}: {subject(claim)}."


def _not_asserted(claim: dict[str, Any]) -> Any:
    shown = claim["correction"] or claim
    if claim["status"] == "refuted" and not claim["correction"]:
        yield "What is true instead."
    if shown["checked"]:
        yield MEANING_OF_WORDS
        if "steps" in shown["checked"]:
            yield "That the steps together imply the claim: the text that joins them is for you to read."
    elif shown["status"] == "verified":
        yield BEYOND
        if shown["label"] == SELF_VERIFIED:
            yield NOT_COUNTED
        yield CHECKED_BY_CODE
    if claim["status"] == "open":
        yield "Whether the sentence is true."
    if not claim["grounded"] and claim["uses"] and claim["status"] not in ("refuted", "open"):
        yield "That the claims on which it depends are true."


def _programs(manifest: dict[str, Any], claim: dict[str, Any]) -> list[str]:
    """Return the programs that accepted the evidence; for cases that were run, this program and Python."""
    shown = claim["correction"] or claim
    accepted = [name for entry in shown["certificates"] for name in entry["accepted"]]
    program = manifest["program"]
    own = [f"{program['name']} {program['version']}", f"Python {manifest['computed_with']['python']}"]
    by_code = not shown["checked"] or claim["witness"]
    return list(dict.fromkeys([*accepted, *(own if by_code or not accepted else ())]))


def _when(claim: dict[str, Any]) -> str:
    date = f"on {claim['checked_on']}" if claim["checked_on"] else "at a time that is not recorded"
    first = "Cached: checked in an earlier run" if claim["kept"] else "Fresh: checked in this run"
    since = "; nothing on which it depends has changed since." if claim["kept"] else "."
    kernel = " Rocq's answers are of this run or of an earlier one on the same files." if claim["theorems"] else ""
    return f"{first}, {date}{since}{kernel}"
