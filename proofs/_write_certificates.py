"""Write the obligations of all claims as SMT-LIB files: `python proofs/_write_certificates.py [SOURCE ...]`.

Each file of certificates/SOURCE/ is one obligation with its conclusion negated: `z3 FILE` and `cvc5 FILE` must answer
unsat. A source is a folder of claims, such as castle_3; claims of a file that is in no such folder are written to
certificates/ itself.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from gametheory.claims import Result, Verdict, run
from gametheory.claims.collect import collect

FOLDER = Path(__file__).parent
CERTIFICATES = FOLDER / "certificates"


def source_of(result: Result) -> str:
    """Return the folder of claims that declares a claim, empty for a file in none."""
    declared = result.claim.declared
    return declared.file.rpartition("/")[0] if declared else ""


def certificates(results: Iterable[Result]) -> dict[str, str]:
    """Return path, relative to certificates/, and text of every certificate of the verdicts and their corrections.

    Raises
    ------
    ValueError
        If two different texts have the same path.
    """
    texts: dict[str, str] = {}
    for result in results:
        for name, text in _of(result.verdict):
            path = (Path(source_of(result)) / name).as_posix()
            if texts.setdefault(path, text) != text:
                raise ValueError(f"two certificates have the name {path}")
    return texts


def _of(verdict: Verdict) -> Iterator[tuple[str, str]]:
    yield from ((entry.name, entry.text) for entry in verdict.certificates)
    if verdict.correction is not None:
        yield from _of(verdict.correction.verdict)


def write(source: str = "", folder: Path = CERTIFICATES) -> int:
    """Replace the certificates of a source, or of all sources, by new ones; return their number."""
    fresh = certificates(run(collect(FOLDER / source)))
    for old in (folder / source).rglob("*.smt2"):
        old.unlink()
    for path, text in fresh.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return len(fresh)


if __name__ == "__main__":
    for source in sys.argv[1:] or [""]:
        print(f"{write(source)} obligations written to {CERTIFICATES / source}")
