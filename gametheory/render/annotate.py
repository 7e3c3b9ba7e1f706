"""Texts with their verdicts in place: HTML, Markdown, the margin of LaTeX, and a badge."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from unicodedata import normalize

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from gametheory.claims.text_run import CHANGED, CHANGED_MEANS
from gametheory.numbers.format import visible
from gametheory.numbers.table_files import LATEX
from gametheory.render.html import content_security_policy, drawing_address, page_environment
from gametheory.render.mathml import mathml, plain_text
from gametheory.render.status_symbols import STATUS_SYMBOLS, StatusSymbol, open_reason, subject
from gametheory.storage.read import read_text, regular
from gametheory.texts import markdown
from gametheory.texts.marks import blanked

SIGNS = STATUS_SYMBOLS | {CHANGED: StatusSymbol("≠", "#bbbbbb", "#333333", "#bbbbbb")}
WORST = ("refuted", "corrected", "open", CHANGED, "self-verified", "verified", "argued", "proved")
PLACE = re.compile("\ue000([mf])(\\d+)\ue001")  # of a mark or a formula, while Markdown becomes HTML
DRAWING = re.compile(r'(?<=<img src=")(?!\w+:)([^"]+\.svg)(?=")')
OTHER_FILE = re.compile(r'<a href="(?!\w+:|#)[^"]*"[^>]*>(.*?)</a>', re.DOTALL)
MOST_BYTES = 10_000_000  # of a drawing
Edit = tuple[int, int, str]


def found(mark: dict[str, Any]) -> str:
    """Return in one line what was found for a mark: a counterexample, a reason or a scope."""
    claim = mark["claim"]
    if mark["changed"]:
        return f"{CHANGED_MEANS}: {mark['changed']}"
    if claim["witness"]:
        return f"counterexample {claim['witness']['case']}: {claim['witness']['explanation']}"
    return plain_text(open_reason(claim) or subject(claim))


def counts_text(counts: dict[str, int]) -> str:
    """Return the counts of a text in words.

    >>> counts_text({"hold": 41, "refuted": 9, "open": 2, "changed": 0})
    '41 hold, 9 refuted, 2 open'
    """
    return ", ".join(f"{number} {word}" for word, number in counts.items() if number) or "no marks"


def annotated_html(text: dict[str, Any], content: str, folder: Path) -> str:
    """Return a Markdown text as a page that loads nothing, with each verdict after its sentence.

    Drawings of the folder are part of the page. A link to another file would not work elsewhere, so its text remains.
    """
    environment = page_environment()
    style = Markup(environment.get_template("annotated.css.j2").render(signs=SIGNS))
    parts: Any = environment.get_template("annotated_mark.html.j2").make_module({"signs": SIGNS})
    marks, formulas = text["marks"], list[Markup]()
    edits = [(*span, "") for span in _unseen(content)]
    edits += [(mark["shown"], mark["shown"], f"\ue000m{number}\ue001") for number, mark in enumerate(marks)]
    for match in markdown.FORMULA.finditer(blanked(blanked(content, markdown.CODE), markdown.COMMENT)):
        edits.append((*match.span(), f"\ue000f{len(formulas)}\ue001"))
        formulas.append(_typeset(match[0]))
    source = _edited(content.replace("\ue000", " "), edits)
    signs = [parts.sign(mark, number) for number, mark in enumerate(marks)]
    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(source)
    body = OTHER_FILE.sub(r"\1", DRAWING.sub(lambda found: _drawing(folder / found[1]), body))
    body = PLACE.sub(lambda place: (signs if place[1] == "m" else formulas)[int(place[2])], body)
    heading = re.search(r"^#\s+(.*)$", content, re.MULTILINE)
    return environment.get_template("annotated.html.j2").render(
        text | {"counts": counts_text(text["counts"])},
        body=Markup(body),
        style=style,
        policy=content_security_policy([], [style]),
        title=plain_text(heading[1]) if heading else text["file"],
    )


def _drawing(path: Path) -> str:
    try:
        return drawing_address({"svg": read_text(regular(path), MOST_BYTES)})
    except (OSError, ValueError):  # no image, and its text says what it is
        return ""


def _typeset(formula: str) -> Markup:
    latex = formula.strip("$")
    try:
        return mathml(latex, display=formula.startswith("$$"))
    except ValueError:  # a formula with other commands is shown as it is written
        return Markup("<code>{}</code>").format(formula)


def _unseen(content: str) -> Iterator[tuple[int, int]]:
    """Yield the front matter and the comments of a Markdown text."""
    code = blanked(content, markdown.CODE)
    if front := markdown.FRONT.match(content):
        yield front.span()
    yield from (comment.span() for comment in markdown.COMMENT.finditer(code))


def annotated_markdown(text: dict[str, Any], content: str) -> str:
    """Return a Markdown text with a sign behind each marked sentence, and a footnote that says what was found."""
    edits = [(*span, "") for span in text["comments"]]
    notes = []
    for number, mark in enumerate(text["marks"], 1):
        edits.append((mark["shown"], mark["shown"], f" {SIGNS[mark['label']].symbol}[^claim-{number}]"))
        line = " ".join(f"{mark['id']}: {mark['label']}. {found(mark)}".split())
        notes.append(f"[^claim-{number}]: {escape(line)}")
    return visible(_edited(content, edits).rstrip() + "\n\n" + "\n".join(notes) + "\n")


def _edited(content: str, edits: Iterable[Edit]) -> str:
    ordered = sorted(edits, key=lambda edit: edit[:2])
    for start, end, new in ordered[::-1]:  # two at one place stay in their order
        content = content[:start] + new + content[end:]
    return content


def margin_file(text: dict[str, Any]) -> str:
    """Return the file of verdicts for the style `gametheory-claims.sty`: a line for each mark; of a table its worst."""
    by_id: dict[str, list[dict[str, Any]]] = {}
    for mark in text["marks"]:
        by_id.setdefault(mark["id"].partition("[")[0] if mark["claim"]["code"] else mark["id"], []).append(mark)
    lines = [f"% {counts_text(text['counts'])}"]
    for id, marks in by_id.items():
        worst = min(marks, key=lambda mark: WORST.index(mark["label"]))
        same = [mark["id"] for mark in marks if mark["label"] == worst["label"]]
        which = f"{worst['id'].removeprefix(id)}: " if worst["id"] != id else ""
        others = f" ({len(same)} of {len(marks)})" if len(marks) > 1 else ""
        lines.append(f"\\claimverdict{{{id}}}{{{worst['label']}}}{{{_tex(which + found(worst)[:300] + others)}}}")
    return "\n".join(lines) + "\n"


def _tex(text: str) -> str:
    return normalize("NFKD", " ".join(text.split()).translate(LATEX)).encode("ascii", "ignore").decode()


def badge(counts: dict[str, int]) -> str:
    """Return an SVG badge for a README with the counts, such as "41 hold, 9 refuted, 2 open"."""
    right = counts_text(counts)
    color = "#b33a00" if counts["refuted"] else "#666666" if counts["open"] or counts[CHANGED] else "#006e50"
    left_width, width = 50, 50 + 7 * len(right) + 10
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" aria-label="claims: {right}">'
        f'<rect width="{left_width}" height="20" fill="#555"/>'
        f'<rect x="{left_width}" width="{width - left_width}" height="20" fill="{color}"/>'
        '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">'
        f'<text x="25" y="14">claims</text><text x="{(left_width + width) / 2:g}" y="14">{right}</text></g></svg>\n'
    )
