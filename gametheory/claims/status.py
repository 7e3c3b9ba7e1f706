"""Statuses of claims: the words that every output shows, what each means, and the record that it requires."""

from __future__ import annotations

from enum import StrEnum

from gametheory.claims.record import Record
from gametheory.prove.argument import Argument
from gametheory.prove.counterexample import Counterexample
from gametheory.prove.extent import Coverage
from gametheory.prove.kernel.proof import KernelProof
from gametheory.prove.proof import Proof


class Status(StrEnum):
    """The status of a claim after its check."""

    PROVED = "proved"
    ARGUED = "argued"
    VERIFIED = "verified"
    CORRECTED = "corrected"
    REFUTED = "refuted"
    OPEN = "open"


COUNTED = "counted by the claim itself"  # the scope of what is refuted without a sweep
MEANINGS: dict[str, str] = {
    Status.PROVED: "the formal statement shown is established as a whole, for all its values",
    Status.ARGUED: "two solvers proved every step; a written argument joins the steps",
    Status.VERIFIED: "true in every case of the stated finite scope",
    Status.CORRECTED: "false as printed; the corrected statement is proved or argued, as shown",
    Status.REFUTED: "false as printed; the counterexample is shown",
    Status.OPEN: "not decided",
}
SYMBOLS: dict[str, str] = {
    Status.PROVED: "∀",
    Status.ARGUED: "∴",
    Status.VERIFIED: "✓",
    Status.CORRECTED: "✎",
    Status.REFUTED: "✗",
    Status.OPEN: "?",
}
ESTABLISHED = (Status.PROVED, Status.ARGUED)
TRUE = (*ESTABLISHED, Status.VERIFIED)
RECORD_TYPES: dict[Status, tuple[type, ...]] = {
    Status.PROVED: (Proof, KernelProof),
    Status.ARGUED: (Argument,),
    Status.VERIFIED: (Coverage,),
    Status.CORRECTED: (Coverage, type(None)),
    Status.REFUTED: (Coverage, Counterexample, type(None)),
    Status.OPEN: (type(None),),
}


def fits(status: Status, record: Record | None) -> bool:
    """Return whether a record is one that a status requires; a sweep in which a case failed verifies nothing."""
    if type(record) not in RECORD_TYPES[status]:  # a subclass could have a constructor of its own, which asks no solver
        return False
    return not isinstance(record, Coverage) or (record.failed is None) is (status is Status.VERIFIED)
