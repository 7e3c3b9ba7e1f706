"""Theorems that a kernel has accepted: what it says about each, and a record of several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from gametheory.prove.argument import Argument, argument_from_json
from gametheory.prove.proof import NotProved, Proof, is_stated_only, proof_from_json
from gametheory.prove.statement import Statement


class Fact(NamedTuple):
    """What the kernel says about one theorem: its statement, and what this means, each text with the name of a file."""

    theorem: str
    statement: str
    definitions: tuple[tuple[str, str], ...]
    kernel: str
    reason: str


def fact_from_json(data: Any) -> Fact:
    """Convert the JSON form of a fact back to a fact."""
    definitions = tuple((str(file), str(text)) for file, text in data["definitions"])
    theorem, statement, kernel, reason = (str(data[name]) for name in ("theorem", "statement", "kernel", "reason"))
    return Fact(theorem, statement, definitions, kernel, reason)


# What the kernel has said in this process, or in the process from which it was forked.
_asked: dict[str, Fact] = {}
STEP_READERS: dict[str, Callable[[Mapping[str, Any]], Proof | Argument]] = {
    "proof": proof_from_json,
    "argument": argument_from_json,
}


def remember(said: Mapping[str, Fact]) -> None:
    """Remember what the kernel says about theorems, so that `KernelProof` accepts those that are established."""
    _asked.update(said)


@dataclass(frozen=True)
class KernelProof:
    """Theorems that the kernel of Rocq accepts without an assumption.

    >>> said = Fact("sums/Two.two", "1 + 1 = 2", (), "Coq 8.16.1", "")
    >>> KernelProof((said,))
    Traceback (most recent call last):
    gametheory.prove.proof.NotProved: sums/Two.two: the kernel has not been asked in this run
    >>> remember({"sums/Two.two": said})
    >>> KernelProof((said,)).text
    '1 + 1 = 2'
    >>> square = Proof((Statement("square", (("x", "Int"),), (), "(>= (* x x) x)"),))
    >>> both = KernelProof((said,), square)
    >>> both.statements == square.statements, [entry.name for entry in both.obligations()]
    (True, ['square'])
    >>> both.as_json()["steps"]["kind"]
    'proof'
    """

    theorems: tuple[Fact, ...]
    steps: Proof | Argument | None = None

    def __post_init__(self) -> None:
        if not self.theorems:
            raise NotProved("there is no theorem")
        for fact in () if is_stated_only() else self.theorems:
            if (said := _said(fact.theorem)) != fact:
                raise NotProved(f"{fact.theorem}: the kernel states another theorem: {said.statement}")
            if fact.reason:
                raise NotProved(fact.reason)

    @classmethod
    def of(cls, theorems: Iterable[str], steps: Proof | Argument | None = None) -> KernelProof:
        """Return the proof by theorems that the kernel was asked for."""
        return cls(tuple(map(_said, theorems)), steps)

    @property
    def text(self) -> str:
        """The statements as Rocq prints them, one on each line."""
        return "\n".join(fact.statement for fact in self.theorems)

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements that the SMT solvers discharged."""
        return self.steps.statements if self.steps else ()

    def obligations(self) -> Iterator[Statement]:
        """Yield what the SMT solvers discharged."""
        return self.steps.obligations() if self.steps else iter(())

    def as_json(self) -> dict[str, Any]:
        """Return the theorems, and the steps for the SMT solvers, as a JSON object."""
        theorems = [fact._asdict() for fact in self.theorems]
        return {"kind": "kernel", "theorems": theorems, "steps": self.steps.as_json() if self.steps else None}


def kernel_proof_from_json(data: Mapping[str, Any]) -> KernelProof:
    """Establish again what the result of `KernelProof.as_json` states."""
    steps = data["steps"]
    return KernelProof(
        tuple(map(fact_from_json, data["theorems"])), STEP_READERS[steps["kind"]](steps) if steps else None
    )


def _said(theorem: str) -> Fact:
    """Return what the kernel said about a theorem in this run."""
    if theorem not in _asked:
        raise NotProved(f"{theorem}: the kernel has not been asked in this run")
    return _asked[theorem]
