"""Several exhibits together, as a notebook shows them below what they are evidence of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gametheory.evidence import Certificate, Exhibit, Figure, Formula, Table, Text
from gametheory.showing import picture_html

HOLDS = {True: "holds", False: "fails", None: ""}


def exhibits_html(facts: Sequence[tuple[str, str]], exhibits: Iterable[Exhibit]) -> str:
    """Facts in a table, with the texts, the formulas and the names of certificates; below it tables and figures.

    >>> html = exhibits_html([("scope", "0 to 8")], [Text("by hand"), Figure("<svg/>", "a curve")])
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
