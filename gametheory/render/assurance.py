"""What a verdict does not assert, which programs accepted it, and the commands that check it without this program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from shlex import quote
from typing import Any

from gametheory.claims.sources import claims_folder

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
