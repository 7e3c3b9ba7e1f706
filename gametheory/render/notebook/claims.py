"""Verdicts and evidence in a notebook."""

from __future__ import annotations

from gametheory.claims.evidence import Certificate, Evidence, Figure, Formula, LookupTable, Table, Text
from gametheory.claims.verdict import Verdict
from gametheory.render.notebook.markup import escape_markdown, image_html, table_html

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
    """Render the status, scope, counterexample and correction, followed by the evidence."""
    facts = [("status", str(verdict.status)), ("scope", verdict.scope), ("cases", f"{verdict.cases:,} checked")]
    if (witness := verdict.witness) is not None:
        facts.append(("counterexample", f"{witness.case}: {witness.explanation}"))
    if (correction := verdict.correction) is not None:
        scope = f"{correction.verdict.status}: {correction.verdict.scope}"
        facts.append(("correction", f"{correction.statement} ({scope})"))
    rows = [row for item in verdict.evidence if (row := _row(item)) is not None]
    return table_html(("", ""), [*facts, *rows]) + "".join(map(_block, verdict.evidence))


def _row(item: Evidence) -> tuple[str, str] | None:
    """Return evidence that fits in a row below the facts."""
    match item:
        case Text():
            return "", item.text
        case Formula():
            return TRUTH[item.correct], f"${item.latex}$ {item.note}"
        case Certificate():
            return "certificate", f"{item.name}: {item.how}"
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
