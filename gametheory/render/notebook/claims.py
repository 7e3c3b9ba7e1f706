"""Verdicts and evidence in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametheory.claims.calculator import Calculator
from gametheory.claims.checked import checked_as_json
from gametheory.claims.evidence import Certificate, Evidence, Figure, Formula, Interactive, LookupTable, Table, Text
from gametheory.claims.status import MEANINGS
from gametheory.claims.verdict import Verdict
from gametheory.prove.extent import Coverage
from gametheory.render.notebook.markup import escape_markdown, image_html, table_html
from gametheory.render.status_symbols import mismatch, status_text, subject

if TYPE_CHECKING:
    from gametheory.claims.check import CheckRun
    from gametheory.claims.runner import Result

TRUTH = {True: "true", False: "false", None: ""}


def text_markdown(text: Text) -> str:
    """Render a paragraph."""
    return escape_markdown(text.text)


def formula_latex(formula: Formula) -> str:
    """Render a displayed formula."""
    return f"$$ {formula.latex} $$"


def evidence_table_html(table: Table) -> str:
    """Render a table with its marked cells."""
    return table_html(table.headings, table.rows, table.caption, table.marked)


def figure_svg(figure: Figure) -> str:
    """Return the drawing of a figure."""
    return str(figure.svg)


def lookup_table_html(table: LookupTable) -> str:
    """Render the answer to the initial choices: a table of choices and facts, and a table of the rows."""
    answer = table.answer(*table.start)
    rows = answer[-1] if table.headings else []
    pairs = [*zip(table.inputs, table.start, strict=True), *zip(table.facts, answer, strict=False)]
    if table.numbering:
        rows = [(number, *row) for number, row in enumerate(rows, 1)]
    headings = (table.numbering, *table.headings) if table.numbering else table.headings
    return table_html(("", ""), pairs, table.caption) + (table_html(headings, rows) if headings else "")


def verdict_html(verdict: Verdict) -> str:
    """Render the status with its meaning, what was checked, the counterexample and the correction, and the evidence."""
    facts = [("status", verdict.label), ("meaning", MEANINGS[verdict.label]), *_checked(verdict)]
    if (witness := verdict.witness) is not None:
        facts.append(("counterexample", f"{witness.case}: {witness.explanation}"))
    if (correction := verdict.correction) is not None:
        facts.append(("correction", f"{correction.statement} ({correction.verdict.label})"))
        facts += [(f"correction: {name}", text) for name, text in _checked(correction.verdict)]
    evidence = (*verdict.evidence, *verdict.certificates)
    rows = [row for item in evidence if (row := _row(item)) is not None]
    return table_html(("", ""), [*facts, *rows]) + "".join(map(_block, evidence))


def _checked(verdict: Verdict) -> list[tuple[str, str]]:
    """Return what was checked: the content of the record, otherwise the scope and the number of cases."""
    if verdict.record is None or isinstance(verdict.record, Coverage):
        return [("what was checked", verdict.covered), ("cases", f"{verdict.cases:,} checked")]
    return _recorded(checked_as_json(verdict.record))


def _recorded(shown: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the theorems, statements or steps of a record."""
    if "theorems" in shown:
        theorems = [("what was checked", f"{each['name']}: {each['text']}") for each in shown["theorems"]]
        accepted = dict.fromkeys(kernel for each in shown["theorems"] for kernel in each["accepted"])
        by_solvers = _recorded(shown["by_solvers"]) if shown["by_solvers"] else []
        solvers = [(f"by solvers: {name}", text) for name, text in by_solvers]
        return [*theorems, ("accepted by", f"the kernel of {' and '.join(accepted)}, without an assumption"), *solvers]
    if "statements" in shown:
        return [("what was checked", statement["latex"]) for statement in shown["statements"]]
    steps = [(f"step {number}", f"{step['says']}\n{step['latex']}") for number, step in enumerate(shown["steps"], 1)]
    return [*steps, ("joined by", "text, which no program has checked")]


def result_html(result: Result) -> str:
    """Render a claim with its verdict."""
    facts = [("claim", result.claim.id), ("statement", result.claim.statement), ("kept", result.cached)]
    return table_html(("", ""), facts) + verdict_html(result.verdict)


def check_run_html(run: CheckRun) -> str:
    """Render the verdicts of a run, one in each row; with what was expected, if a verdict is another one."""
    rows = [
        (item["id"], "; ".join(filter(None, (status_text(item), mismatch(item)))), item["statement"], subject(item))
        for item in run.as_json()["claims"]
    ]
    return table_html(("claim", "verdict", "statement", "what was checked"), rows)


def _row(item: Evidence) -> tuple[str, str] | None:
    """Return evidence that fits in a row below the facts."""
    match item:
        case Text():
            return "", item.text
        case Formula():
            return TRUTH[item.correct], f"${item.latex}$ {item.note}"
        case Interactive():
            return "in the report", item.caption
        case Certificate():
            return "certificate", f"{item.name}: {item.how}"
        case Calculator():
            return "calculator", f"{item.caption} The HTML report contains it."
    return None


def _block(item: Evidence) -> str:
    """Return evidence that follows the table of facts."""
    match item:
        case Figure():
            return image_html(item.svg, item.caption)
        case Table():
            return evidence_table_html(item)
        case LookupTable():
            return lookup_table_html(item)
    return ""
