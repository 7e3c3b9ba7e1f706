"""The files of Rocq for readers without Python: `python proofs/_write_rocq_index.py` writes what lists all of them.

These are proofs/rocq/_CoqProject, and the table of README.md there: file, content, claims and theorems.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from gametheory.claims.processes import collect
from gametheory.prove.kernel import Source, in_order, read_sources

PROOFS = Path(__file__).parent
ROCQ = PROOFS / "rocq"
README, PROJECT = ROCQ / "README.md", ROCQ / "_CoqProject"
TABLE = re.compile(r"(?<=<!-- table -->\n).*?(?=<!-- end -->)", re.S)
FIRST = re.compile(r"\(\*\s*(.*?)(?:[.:](?=\s)|\*\))", re.S)


def project(sources: Mapping[str, Source]) -> str:
    """Return what coq_makefile reads: the logical name of each folder, and the files in the order of their imports."""
    libraries = sorted({source.library for source in sources.values()})
    files = [source.file for source in in_order(sources, sources)]
    return "\n".join([*(f"-Q {name} {name.capitalize()}" for name in libraries), *files, ""])


def table(sources: Mapping[str, Source]) -> str:
    """Return one row for each file, in the order of the imports, with the theorems that claims name."""
    claims: dict[str, dict[str, list[str]]] = {}
    for _, item in collect(PROOFS):
        for theorem in item.theorems:
            file, _, name = theorem.partition(".")
            claims.setdefault(file, {}).setdefault(name, []).append(item.id)
    rows = []
    for source in in_order(sources, sources):
        file = source.file.removesuffix(".v")
        named = [f"`{name}`: {', '.join(ids)}" for name, ids in claims.get(file, {}).items()]
        first = FIRST.search(source.text)
        content = " ".join(first[1].split()) if first else ""
        rows.append(f"| [{source.file}]({source.file}) | {content} | {'; '.join(named)} |")
    return "\n".join(["| file | content | theorem: claims |", "|---|---|---|", *rows, ""])


def current() -> dict[Path, str]:
    """Return the text that each of the two files must have."""
    sources = read_sources(ROCQ)
    rows = table(sources)
    return {PROJECT: project(sources), README: TABLE.sub(lambda _: rows, README.read_text(encoding="utf-8"))}


if __name__ == "__main__":
    for path, text in current().items():
        path.write_text(text, encoding="utf-8")
