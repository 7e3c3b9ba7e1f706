"""Write the obligations of all claims as SMT-LIB files: `python proofs/_write_certificates.py`.

Each file of certificates/ is one obligation with its conclusion negated: `z3 FILE` and `cvc5 FILE` must answer unsat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from gametheory.claims import Result, Verdict, run
from gametheory.claims.collect import collect
from gametheory.claims.evidence import Certificate

FOLDER = Path(__file__).parent
CERTIFICATES = FOLDER / "certificates"


@cache
def results() -> tuple[Result, ...]:
    """Check every claim of this folder with the default boxes; cached."""
    return tuple(run(collect(FOLDER)))


def certificates(verdicts: Iterable[Verdict]) -> dict[str, str]:
    """Return name and text of every certificate of the verdicts and their corrections.

    Raises
    ------
    ValueError
        If two different texts have the same name.
    """
    texts: dict[str, str] = {}
    for verdict in verdicts:
        for certificate in _of(verdict):
            if texts.setdefault(certificate.name, certificate.text) != certificate.text:
                raise ValueError(f"two certificates have the name {certificate.name}")
    return texts


def _of(verdict: Verdict) -> Iterator[Certificate]:
    yield from (entry for entry in verdict.evidence if isinstance(entry, Certificate))
    if verdict.correction is not None:
        yield from _of(verdict.correction.verdict)


def write(folder: Path = CERTIFICATES) -> int:
    """Replace all certificates of a folder by new ones; return their number."""
    fresh = certificates(result.verdict for result in results())
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.smt2"):
        old.unlink()
    for name, text in fresh.items():
        (folder / name).write_text(text)
    return len(fresh)


if __name__ == "__main__":
    print(f"{write()} obligations written to {CERTIFICATES}")
