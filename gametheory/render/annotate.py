"""Texts with their verdicts in place: HTML, Markdown, the margin of LaTeX, and a badge."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any
from unicodedata import normalize
from urllib.parse import unquote

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup

from gametheory.claims.text_run import CHANGED, CHANGED_MEANS, worst
from gametheory.numbers.format import JsonObject, visible
from gametheory.numbers.table import LATEX
from gametheory.render.manifest import STATUS_SYMBOLS, StatusSymbol, open_reason, subject
from gametheory.render.mathml import mathml, plain_text
from gametheory.render.page import content_security_policy, drawing_address, page_environment
from gametheory.storage.files import read_text, regular
from gametheory.texts.markdown import COMMENT, parse, parser, without_comments

SIGNS = STATUS_SYMBOLS | {CHANGED: StatusSymbol("≠", "#bbbbbb", "#333333", "#bbbbbb")}
READY = "ready"  # the type of a token with HTML of this program, which no parser makes
DISPLAYED = ("math_block", "math_inline_double", "amsmath")
SPECIAL = re.compile(r"[\\`*_{}\[\]<>&$~|^#]")  # signs that mean something in Markdown
SCHEME = re.compile(r"\w+:")
ELSEWHERE = " (this drawing is not below the folder of the text)"
MAX_BYTES = 10_000_000  # of a drawing
PARAGRAPH = r"\par"
MAX_NOTE = 300  # characters in the margin
Edit = tuple[int, int, str]
Verdicts = dict[int, list[Token]]  # by their place in the text


def annotated_html(text: JsonObject, content: str, folder: Path) -> str:
    """Return a Markdown text as a page that loads nothing, with each verdict after its sentence.

    Drawings below the folder are part of the page. A link to another file would not work elsewhere, so its text
    remains. A verdict is a token among those of the parser, so nothing that an author writes becomes one.
    """
    environment = page_environment()
    style = Markup(environment.get_template("annotated.css.j2").render(signs=SIGNS))
    macros: Any = environment.get_template("annotated_mark.html.j2").make_module({"signs": SIGNS})
    verdicts: Verdicts = {}
    for number, mark in enumerate(text["marks"]):
        verdicts.setdefault(mark["shown"], []).append(_ready(macros.sign(mark, number)))
    tokens = parse(content)
    title = text["file"]
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            title = plain_text(without_comments(inside).strip())
            break
    # the parser checks what it reads; its renderer escapes all text, and these tokens are the only HTML
    body = _Renderer().render(_page(tokens, verdicts, folder), parser().options, {})
    return environment.get_template("annotated.html.j2").render(
        text | {"counts": counts_text(text["counts"])},
        body=Markup(body),
        style=style,
        policy=content_security_policy([], [style]),
        title=title,
    )


class _Renderer(RendererHTML):
    """The renderer of markdown-it, with tokens that are already HTML."""

    def ready(self, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: EnvType) -> str:
        """Return the content of a token."""
        return tokens[index].content


def _ready(html: Markup) -> Token:
    return Token(READY, "", 0, content=html)


def _plain(text: str) -> Token:
    return Token("text", "", 0, content=text)


def _page(tokens: Iterable[Token], verdicts: Verdicts, folder: Path) -> list[Token]:
    """Return the tokens of a page: verdicts for marks, drawings and formulas in place, and HTML as text."""
    page: list[Token] = []
    for token in tokens:
        if token.type in DISPLAYED:
            page.append(_ready(mathml(token.content.strip(), display=True)))
        elif token.type == "html_block":
            _add_html_block(page, token, list(_inside(token, verdicts, folder)))
        elif token.type == "inline":
            token.children = list(_inside(token, verdicts, folder))
            page.append(token)
        elif token.type != "front_matter":
            page.append(token)
    return page


def _add_html_block(page: list[Token], block: Token, inside: list[Token]) -> None:
    """Add the HTML of an author, as text; comments alone add the verdicts of their marks."""
    if not without_comments(block).strip():
        inside = [token for token in inside if token.type == READY]
        # marks below a paragraph are shown at its end
        if page and page[-1].type in ("paragraph_close", "heading_close"):
            page[-2].children = [*(page[-2].children or ()), *inside]
            return
    if inside:
        page += [Token("paragraph_open", "p", 1), Token("inline", "", 0, children=inside)]
        page.append(Token("paragraph_close", "p", -1, block=True))


def _inside(block: Token, verdicts: Verdicts, folder: Path) -> Iterator[Token]:
    """Yield the tokens inside a block, as `_page` has them; a verdict of a cell is at its end."""
    is_link = True
    for token in block.children or ():
        if token.type == COMMENT:
            yield from verdicts.pop(token.meta["span"][1], ())
        elif token.type == "html_inline":  # it could load or run something
            yield _plain(token.content)
        elif token.type == "math_inline":
            yield _ready(mathml(token.content))
        elif token.type in DISPLAYED:
            yield _ready(mathml(token.content.strip(), display=True))
        elif token.type == "image":
            yield from _image(token, folder)
        elif token.type == "link_open":
            # links cannot be nested, so that one flag is enough
            address = str(token.attrs["href"])
            is_link = bool(SCHEME.match(address)) or address.startswith("#")
            if is_link:
                yield token
        elif token.type != "link_close" or is_link:
            yield token
    if "cell" in block.meta:
        yield from verdicts.pop(block.meta["cell"][1], ())


def _image(token: Token, folder: Path) -> Iterator[Token]:
    """Yield an image; a drawing of the text's folder is part of the page, and one from elsewhere is not read."""
    address = str(token.attrs["src"])
    yield token
    if SCHEME.match(address) or not address.endswith(".svg"):
        return
    token.attrs["src"] = ""  # the text of an image that is missing says what it is
    try:
        path = (folder / unquote(address)).resolve()
        if path.is_relative_to(folder.resolve()):
            svg = read_text(regular(path), MAX_BYTES)
            token.attrs["src"] = drawing_address({"svg": svg})
        else:
            yield _plain(ELSEWHERE)
    except (OSError, ValueError):
        return


def annotated_markdown(text: JsonObject, content: str) -> str:
    """Return a Markdown text with a sign behind each marked sentence, and a footnote that says what was found."""
    label = "claim"
    while f"[^{label}-" in content:  # the author has such footnotes
        label += "-verdict"
    below_tables = _comments_below_tables(content)
    edits: list[Edit] = []
    for start, end in text["comments"]:
        edits.append((start, end, "\n" if start in below_tables else ""))
    notes = []
    for number, mark in enumerate(text["marks"], 1):
        sign = f" {SIGNS[mark['label']].symbol}[^{label}-{number}]"
        edits.append((mark["shown"], mark["shown"], sign))
        line = " ".join(f"{mark['id']}: {mark['label']}. {_finding(mark)}".split())
        notes.append(f"[^{label}-{number}]: {SPECIAL.sub(_with_backslash, line)}")
    return visible(_edited(content, edits).rstrip() + "\n\n" + "\n".join(notes) + "\n")


def _with_backslash(sign: re.Match[str]) -> str:
    return f"\\{sign[0]}"


def _comments_below_tables(content: str) -> set[int]:
    """Return where comments begin that follow a table: a sign in their place would be one more row."""
    starts = set()
    for before, token in pairwise(parse(content)):
        if before.type == "table_close":
            comments = [child for child in token.children or () if child.type == COMMENT]
            starts |= {comment.meta["span"][0] for comment in comments}
    return starts


def _edited(content: str, edits: Iterable[Edit]) -> str:
    parts, at = [], 0
    for start, end, new in sorted(edits, key=lambda edit: edit[:2]):  # two at one place stay in their order
        parts += [content[at:start], new]
        at = end
    return "".join([*parts, content[at:]])


def margin_file(text: JsonObject) -> str:
    """Return the file of verdicts for the style `gametheory-claims.sty`: the worst of each id, and its sentences."""
    by_id: dict[str, list[JsonObject]] = {}
    for mark in text["marks"]:
        by_id.setdefault(mark["written"], []).append(mark)
    lines = [f"% {counts_text(text['counts'])}"]
    for id, marks in by_id.items():
        # all rows of a table have one place in the margin
        label = worst(mark["label"] for mark in marks)
        same = [mark for mark in marks if mark["label"] == label]
        note = _finding(same[0])[:MAX_NOTE]
        if same[0]["id"] != id:  # a row of a table
            note = f"{same[0]['id'].removeprefix(id)}: {note}"
        if len(marks) > 1:
            note += f" ({len(same)} of {len(marks)})"
        lines.append(f"\\claimverdict{{{id}}}{{{label}}}{{{_tex(note)}}}")
        for source in dict.fromkeys(mark["source"] for mark in marks):
            lines.append(f"\\claimsentence{{{id}}}{{{_continued(source)}}}")
    return "\n".join(lines) + "\n"


def _continued(source: str) -> str:
    """Return a part of a LaTeX text with an indent in its lines below the first, which TeX does not read.

    So each line of a file of verdicts is unlike one of an author. An empty line is written as its command.
    """
    first, *rest = source.split("\n")
    lines = [first]
    for line in rest:
        words = line.lstrip()
        lines.append(f"  {words or PARAGRAPH}")
    return "\n".join(lines)


def _tex(text: str) -> str:
    """Return a text for TeX: a sign that it has no name for is left out, and none of its own commands is left."""
    signs = []
    for sign in " ".join(text.split()):
        plain = sign
        if ord(sign) not in LATEX:
            plain = normalize("NFKD", sign).encode("ascii", "ignore").decode()
        # the plain form of a sign can mean something to TeX, as that of the fullwidth backslash
        signs.append(plain.translate(LATEX))
    return "".join(signs)


def badge(counts: dict[str, int]) -> str:
    """Return an SVG badge for a README with the counts, such as "41 hold, 9 refuted, 2 open"."""
    right = counts_text(counts)
    # white text has a contrast of at least 4.5 on each of these colors
    color = "#006e50"
    if counts["refuted"]:
        color = "#b33a00"
    elif counts["open"] or counts[CHANGED]:
        color = "#666666"
    left_width = 50
    right_width = 7 * len(right) + 10
    width = left_width + right_width
    middle = left_width + right_width / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" aria-label="claims: {right}">'
        f'<rect width="{left_width}" height="20" fill="#555"/>'
        f'<rect x="{left_width}" width="{right_width}" height="20" fill="{color}"/>'
        '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">'
        f'<text x="25" y="14">claims</text><text x="{middle:g}" y="14">{right}</text></g></svg>\n'
    )


def counts_text(counts: dict[str, int]) -> str:
    """Return the counts of a text in words.

    >>> counts_text({"hold": 41, "refuted": 9, "open": 2, "changed": 0})
    '41 hold, 9 refuted, 2 open'
    """
    return ", ".join(f"{number} {word}" for word, number in counts.items() if number) or "no marks"


def _finding(mark: JsonObject) -> str:
    """Return in one line what was found for a mark: a counterexample, a reason or a scope."""
    claim = mark["claim"]
    if mark["changed"]:
        changed = f"{CHANGED_MEANS}: {mark['changed']}"
    else:
        changed = ""
    if mark["label"] == CHANGED:
        return changed
    witness = claim["witness"]
    if witness:
        finding = f"counterexample {witness['case']}: {witness['explanation']}"
    else:
        finding = plain_text(open_reason(claim) or subject(claim))
    return "; ".join(filter(None, (finding, changed)))
