"""Records: what a proof, an argument or a sweep has established, as values, as JSON and as certificates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from gametheory.claims.checked import checked_as_json
from gametheory.claims.evidence import Certificate
from gametheory.prove.argument import Argument
from gametheory.prove.extent import Coverage, coverage_from_json
from gametheory.prove.kernel.fact import Fact
from gametheory.prove.kernel.proof import STEP_READERS, KernelProof, kernel_proof_from_json
from gametheory.prove.proof import Proof
from gametheory.prove.solvers import versions

Record: TypeAlias = Proof | Argument | KernelProof | Coverage
READERS: dict[str, Callable[[Mapping[str, Any]], Record]] = {
    **STEP_READERS,
    "kernel": kernel_proof_from_json,
    "sweep": coverage_from_json,
}
HOW_TO_CHECK = "z3 FILE or cvc5 FILE must answer unsat"


def certificates(record: Record) -> tuple[Certificate, ...]:
    """Return each obligation of a record as an SMT-LIB file; none for a sweep.

    Examples
    --------
    >>> from gametheory.prove.statement import Statement
    >>> square = Statement("a square", (("x", "Int"),), (), "(>= (* x x) x)")
    >>> [certificate.name for certificate in certificates(Proof((square,)))]
    ['a-square.smt2']
    """
    obligations = () if isinstance(record, Coverage) else record.obligations()
    return tuple(Certificate(entry.file_name, entry.script(), HOW_TO_CHECK) for entry in obligations)


def scope_of(record: Record) -> str:
    """Return the range of a record in words.

    Examples
    --------
    >>> from gametheory.prove.statement import Statement
    >>> square = Statement("a square", (("x", "Int"),), ("(> x 1)",), "(> (* x x) x)")
    >>> scope_of(Proof((square,)))
    'for all integers x with x > 1'
    """
    if isinstance(record, Coverage):
        return str(record.extent)
    if isinstance(record, KernelProof):
        return "as the theorem states"
    if len(record.statements) == 1:
        return record.statements[0].range
    kind = "steps" if isinstance(record, Argument) else "statements"
    return f"{len(record.statements)} {kind}, each for all values of its variables"


def count_of(record: Record) -> int:
    """Return the number of obligations of a record, and of its theorems; for a sweep, that of its cases.

    >>> from gametheory.prove.statement import Statement
    >>> count_of(Proof((Statement("a square", (("x", "Int"),), (), "(>= (* x x) x)"),)))
    1
    """
    if isinstance(record, Coverage):
        return record.cases
    return len(_theorems(record)) + len(list(record.obligations()))


def _theorems(record: Record) -> tuple[Fact, ...]:
    return record.theorems if isinstance(record, KernelProof) else ()


def record_as_json(record: Record | None) -> dict[str, Any]:
    """Return the JSON keys `record`, `formal`, `checked` and `certificates` of a verdict; of a record also its range.

    `record` is what `record_from_json` reads; `formal` is the same for a person, and `checked` for a report. The keys
    of the range are `scope` and `cases`.

    Examples
    --------
    >>> from gametheory.prove.statement import Statement
    >>> square = Statement("a square", (("x", "Int"),), ("(> x 1)",), "(> (* x x) x)")
    >>> data = record_as_json(Proof((square,)))
    >>> data["formal"], data["certificates"][0]["file"]
    ('for all integers x with x > 1: x² > x', 'a-square.smt2')
    """
    if record is None:
        return {"record": None, "formal": None, "checked": None, "certificates": []}
    scope = {"scope": scope_of(record), "cases": count_of(record)}
    if isinstance(record, Coverage):
        return {"record": record.as_json(), "formal": None, "checked": None, "certificates": []} | scope
    by_solvers = [f"{name} {number}" for name, number in versions().items()]
    accepted = [(f"rocq/{fact.theorem.rpartition('.')[0]}.v", [fact.kernel]) for fact in _theorems(record)]
    accepted += [(entry.file_name, by_solvers) for entry in record.obligations()]
    return {
        "record": record.as_json(),
        "formal": record.text,
        "checked": checked_as_json(record),
        "certificates": [{"file": file, "accepted": programs} for file, programs in accepted],
    } | scope


def record_from_json(data: Mapping[str, Any] | None) -> Record | None:
    """Establish a record again from its JSON form.

    Raises
    ------
    NotProved
        If the solvers do not discharge it.
    KeyError, TypeError, ValueError
        If the data do not describe a record.

    Examples
    --------
    >>> from gametheory.prove.statement import Statement
    >>> proof = Proof((Statement("a square", (("x", "Int"),), ("(> x 1)",), "(> (* x x) x)"),))
    >>> data = record_as_json(proof)["record"]
    >>> record_from_json(data) == proof
    True
    >>> data["statements"][0]["conclusion"] = "(> x 2)"
    >>> record_from_json(data)
    Traceback (most recent call last):
    gametheory.prove.proof.NotProved: a square: z3 answers sat to the negation, expected unsat, for x = 2
    a square: cvc5 answers sat to the negation, expected unsat, for x = 2
    """
    return None if data is None else READERS[data["kind"]](data)
