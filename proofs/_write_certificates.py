"""Write the obligations of all claims as SMT-LIB files: `python proofs/_write_certificates.py`.

Each file of certificates/ is one obligation, whose negation z3 and cvc5 must find unsatisfiable:
`z3 FILE` and `cvc5 FILE` answer unsat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from gametheory.claims import Result, Verdict, run
from gametheory.claims.collect import collect
from gametheory.claims.evidence import Certificate

FOLDER = Path(__file__).parent
KEPT = FOLDER / "certificates"


@cache
def results() -> tuple[Result, ...]:
    """Every claim of this folder, checked once, with the plain boxes."""
    return tuple(run(collect(FOLDER)))


def certificates(verdicts: Iterable[Verdict]) -> dict[str, str]:
    """Name and text of every certificate in some verdicts and their corrections.

    Raises ValueError where one name stands for two texts.
    """
    found: dict[str, str] = {}
    for verdict in verdicts:
        for certificate in _of(verdict):
            if found.setdefault(certificate.name, certificate.text) != certificate.text:
                raise ValueError(f"two certificates have the name {certificate.name}")
    return found


def _of(verdict: Verdict) -> Iterator[Certificate]:
    yield from (exhibit for exhibit in verdict.evidence if isinstance(exhibit, Certificate))
    if verdict.correction is not None:
        yield from _of(verdict.correction.verdict)


def write(folder: Path = KEPT) -> int:
    """Write all certificates into a folder, in place of those it holds; return how many there are."""
    fresh = certificates(result.verdict for result in results())
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.smt2"):
        old.unlink()
    for name, text in fresh.items():
        (folder / name).write_text(text)
    return len(fresh)


if __name__ == "__main__":
    print(f"{write()} obligations written to {KEPT}")
