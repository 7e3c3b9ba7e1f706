"""Rich display in a notebook: several pieces of evidence together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gametheory.claims.evidence import Certificate, Evidence, Figure, Formula, Table, Text
from gametheory.render.fragments import picture_html

HOLDS = {True: "holds", False: "fails", None: ""}


def evidence_html(facts: Sequence[tuple[str, str]], exhibits: Iterable[Evidence]) -> str:
    """Facts in a table, with the texts, the formulas and the names of certificates; below it tables and figures.

    >>> html = evidence_html([("scope", "0 to 8")], [Text("by hand"), Figure("<svg/>", "a curve")])
    >>> [sign in html for sign in ("0 to 8", "by hand", 'alt="a curve"')]
    [True, True, True]
    """
    rows, below = list(facts), []
    for exhibit in exhibits:
        if isinstance(exhibit, Text):
            rows.append(("", exhibit.text))
        elif isinstance(exhibit, Formula):
            rows.append((HOLDS[exhibit.holds], f"${exhibit.latex}$ {exhibit.note}"))
        elif isinstance(exhibit, Certificate):
            rows.append(("certificate", f"{exhibit.name}: {exhibit.how}"))
        elif isinstance(exhibit, Figure):
            below.append(picture_html(exhibit.svg, exhibit.caption))
        else:
            below.append(exhibit._repr_html_())
    return Table(("", ""), rows)._repr_html_() + "".join(below)
