"""Commands that check the evidence for a claim without this program: z3, cvc5 and Rocq, on the files themselves."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from shlex import quote
from typing import Any

from gametheory.claims.sources import claims_folder
from gametheory.prove.kernel.order import in_order, read_sources
from gametheory.prove.kernel.sources import Refused


def evidence_files(folder: Path, theorems: Iterable[str]) -> dict[str, Any]:
    """Return where the certificates of a claims folder are, and which files of Rocq each file with a theorem needs.

    Parameters
    ----------
    folder
        The claims folder.
    theorems
        The theorems that claims name, such as "castle/TheoremA.theorem_A".

    Returns
    -------
    dict
        `certificates`: the folder of the SMT-LIB files, or None; `rocq`: the folder of the files of Rocq, or None;
        `libraries`: the folders in it; `needs`: for each file with a theorem, the files to compile, in this order.

    Examples
    --------
    >>> evidence_files(Path("no folder"), [])
    {'certificates': None, 'rocq': None, 'libraries': [], 'needs': {}}
    """
    place = claims_folder(folder).path
    stored, rocq = place / "certificates", place / "rocq"
    found: dict[str, Any] = {
        "certificates": stored.as_posix() if stored.is_dir() else None,
        "rocq": rocq.as_posix() if rocq.is_dir() else None,
        "libraries": [],
        "needs": {},
    }
    wanted = {theorem.partition(".")[0] for theorem in theorems}
    if wanted and rocq.is_dir():
        sources = read_sources(rocq)
        found["libraries"] = sorted({source.library for source in sources.values()})
        names = {source.file.removesuffix(".v"): name for name, source in sources.items()}
        found["needs"] = {file: _needs(sources, names[file]) for file in sorted(wanted & names.keys())}
    return found


def _needs(sources: Any, name: str) -> list[str]:
    try:
        return [source.file for source in in_order(sources, [name])]
    except Refused:  # then no claim rests on this file
        return []


def recheck_commands(claim: dict[str, Any], files: dict[str, Any], folder: str) -> list[dict[str, str]]:
    """Return the commands for the evidence of a claim, each with the output that it must have.

    Parameters
    ----------
    claim
        A claim of the manifest.
    files
        The key `evidence_files` of the manifest.
    folder
        The claims folder of the run.

    Examples
    --------
    >>> claim = {"address": "proofs/castle_2/facts.py::A", "correction": None, "theorems": [],
    ...     "certificates": [{"file": "a.smt2"}, {"file": "b.smt2"}]}
    >>> files = {"certificates": "proofs/certificates", "rocq": None, "libraries": [], "needs": {}}
    >>> for entry in recheck_commands(claim, files, "proofs"):
    ...     print(entry["command"], "#", entry["expected"])
    cd proofs/certificates/castle_2; for file in a.smt2 b.smt2; do z3 $file; cvc5 $file; done # unsat on every line
    """
    found = []
    if files["certificates"] and (names := _scripts(claim)):
        source = _source(claim, folder)
        where = quote(f"{files['certificates']}/{source}" if source else files["certificates"])
        loop = f"cd {where}; for file in {' '.join(map(quote, names))}; do z3 $file; cvc5 $file; done"
        found.append({"command": loop, "expected": "unsat on every line"})
    modules = dict.fromkeys(theorem.partition(".")[0] for theorem in claim["theorems"])
    if files["rocq"] and modules and all(files["needs"].get(module) for module in modules):
        found.append(_with_rocq(files, list(modules)))
    return found


def _scripts(claim: dict[str, Any]) -> list[str]:
    entries = [*claim["certificates"], *(claim["correction"] or {"certificates": ()})["certificates"]]
    return list(dict.fromkeys(entry["file"] for entry in entries if entry["file"].endswith(".smt2")))


def _source(claim: dict[str, Any], folder: str) -> str:
    """Return the source folder of a claim, relative to the claims folder."""
    file = PurePosixPath((claim["address"] or "").partition("::")[0])
    place = PurePosixPath(Path(folder).as_posix())
    inside = file.relative_to(place).parent if file.is_relative_to(place) else PurePosixPath()
    return "" if inside == PurePosixPath() else inside.as_posix()


def _with_rocq(files: dict[str, Any], modules: list[str]) -> dict[str, str]:
    options = " ".join(f"-Q {name} {name.capitalize()}" for name in files["libraries"])
    needed = dict.fromkeys(file for module in modules for file in files["needs"][module])
    logical = " ".join(f"{module.partition('/')[0].capitalize()}.{module.partition('/')[2]}" for module in modules)
    lines = [
        f"cd {quote(files['rocq'])}; options='{options}'",
        f"for file in {' '.join(needed)}; do coqc -q $options $file || break; done",
        f"coqchk -silent -o $options {logical}",
    ]
    return {"command": "\n".join(lines), "expected": "no error, and no axiom of these files"}
