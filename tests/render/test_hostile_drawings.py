"""A drawing of a report loads nothing, runs nothing, and changes nothing outside of itself."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html import unescape
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from gametheory.claims import claim, run, verified
from gametheory.claims.evidence import Figure
from gametheory.render.html import html_page
from gametheory.render.manifest import build_manifest
from gametheory.render.svg.embed import embed_svg

ADDRESS = "http://elsewhere.example/x"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
LOADS = [
    f'<style>rect {{ fill: url("{ADDRESS}") }}</style>',
    f"<style>@import '{ADDRESS}';</style>",
    f"<style>@\\69mport '{ADDRESS}';</style>",
    f"<style>rect {{ fill: u\\72l({ADDRESS}) }}</style>",
    f"<style>rect {{ background: url({ADDRESS}) }} }}</style>",
    f'<style>rect {{ mask: image-set("{ADDRESS}" 1x) }}</style>',
    f'<style>rect {{ mask-image: src("{ADDRESS}") }}</style>',
    f"<style>@font-face {{ font-family: a; src: url({ADDRESS}) }} text {{ font-family: a }}</style>",
    f"<style>@media screen {{ rect {{ cursor: url({ADDRESS}), auto }} }}</style>",
    f"<style>@namespace x url({ADDRESS});</style>",
    f"<style><![CDATA[</style><img src='{ADDRESS}'>]]></style>",
    f'<rect style="fill: url({ADDRESS}#a)"/>',
    f'<rect style="fill: u/**/rl({ADDRESS}#a)"/>',
    f'<rect fill="url({ADDRESS}#a)"/>',
    f'<rect filter="url({ADDRESS}#a)"/>',
    f'<image href="{ADDRESS}"/>',
    f'<image xlink:href="{ADDRESS}"/>',
    f'<image href="data:image/svg+xml,{ADDRESS}"/>',
    f'<use href="{ADDRESS}#a"/>',
    f'<use href="data:image/svg+xml;base64,{b64encode(ADDRESS.encode()).decode()}"/>',
    f'<filter id="f"><feImage href="{ADDRESS}"/></filter>',
    f'<a href="#a"><animate attributeName="href" values="{ADDRESS}"/><text>a</text></a>',
    f'<a id="a"><set href="#a" attributeName="href" to="{ADDRESS}"/></a>',
    f'<a href="{ADDRESS}"><text>a</text></a>',
    f"<a href=\"javascript:open('{ADDRESS}')\"><text>a</text></a>",
    f"<rect onclick=\"open('{ADDRESS}')\"/>",
    f"<script>open('{ADDRESS}')</script>",
    f'<script href="{ADDRESS}"/>',
    f'<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="{ADDRESS}"/></foreignObject>',
    f'<img xmlns="http://www.w3.org/1999/xhtml" src="{ADDRESS}"/>',
    f'<g xmlns:x="http://www.w3.org/1999/xhtml"><x:link rel="stylesheet" href="{ADDRESS}"/></g>',
    f'<cursor href="{ADDRESS}"/><font-face-uri href="{ADDRESS}"/><discard href="#a"/><metadata>{ADDRESS}</metadata>',
]


def embedded(inside: str, attributes: str = "") -> Element:
    return fromstring(embed_svg({"svg": f"{HEAD}{attributes}>{inside}</svg>", "caption": "a drawing"}, 1))


@pytest.mark.parametrize("inside", LOADS)
def test_no_address_is_left(inside: str) -> None:
    """Neither as text, nor after unescaping, nor in base64: only what is allowed is written."""
    drawn = embed_svg({"svg": f"{HEAD}>{inside}<rect width='3'/></svg>", "caption": "a drawing"}, 1)
    assert '<rect width="3" />' in drawn
    for hostile in ("elsewhere", "import", "\\", "javascript", "data:", "script", "animate", "onclick"):
        assert hostile not in unescape(drawn), hostile


@pytest.mark.parametrize(
    "rule",
    [
        "svg { position: fixed; inset: 0; z-index: 9 }",
        "rect { content: 'x'; animation: a 1s; margin-top: -99px }",
        "rect { fill: red !important }",
        "rect[data-claim] { fill: red }",
        ":root { --line: red }",
        "rect::before { fill: red }",
        "@supports (fill: red) { rect { fill: red } }",
        "@keyframes a { from { fill: red } }",
        "rect { fill: red",
        "rect } { fill: red }",
        "rect, { fill: red }",
        "rect { fill: expression(alert(1)) }",
    ],
)
def test_other_rules_are_left_out(rule: str) -> None:
    assert [*embedded(f"<style>{rule}</style>")] == []


def test_styles_apply_to_their_own_drawing_only() -> None:
    style = ".badge, article > *, #part rect, #other + text { fill: red } @media print { text { fill: #000 } }"
    drawing = embedded(f'<style>{style}</style><g id="part" class="badge proved"/>', 'id="all" class="card"')
    mine = ":is(.drawing-1,.drawing-1 *)"
    assert drawing[0].text == (
        f".drawing-1-badge{mine},article > *{mine},#drawing-1-part rect,#other + text{mine}{{fill:red}}"
        f"@media print{{text{mine}{{fill:#000}}}}"
    )
    assert drawing[1].attrib == {"id": "drawing-1-part", "class": "drawing-1-badge drawing-1-proved"}
    assert (drawing.get("id"), drawing.get("class")) == ("drawing-1-all", "drawing-1 drawing-1-card")


def test_nothing_that_a_script_of_the_page_uses_is_left() -> None:
    drawing = embedded('<g data-claim="A" data-status="proved" tabindex="0"/>', 'data-uses="[]" hidden=""')
    assert drawing[0].attrib == {}
    assert set(drawing.attrib) == {"class", "role", "aria-label"}


def test_what_drawings_need_stays() -> None:
    pixel = "data:image/png;base64,iVBORw0KGgo="
    drawing = embedded(
        f'<defs><linearGradient id="a"><stop offset="1" stop-color="rgb(0, 0, 0)"/></linearGradient></defs>'
        f'<path d="M0 0L1-1e-3Z" fill="url(#a)" transform="rotate(3) scale(2)"/><image xlink:href="{pixel}"/>'
        f'<a href="#CD2.9"><text font-family="\'Segoe UI\', serif">a &lt; b</text></a><use xlink:href="#a"/>',
        'viewBox="0 0 9 9" style="max-width:100%; height:auto"',
    )
    defs, path, image, link, use = drawing
    assert defs[0][0].attrib == {"offset": "1", "stop-color": "rgb(0, 0, 0)"}
    assert path.attrib == {"d": "M0 0L1-1e-3Z", "fill": "url(#drawing-1-a)", "transform": "rotate(3) scale(2)"}
    assert (image.get("href"), link.get("href"), use.get("href")) == (pixel, "#CD2.9", "#drawing-1-a")
    assert (link[0].text, link[0].get("font-family")) == ("a < b", "'Segoe UI', serif")
    assert (drawing.get("viewBox"), drawing.get("style")) == ("0 0 9 9", "max-width:100%;height:auto")


def hostile_page() -> str:
    drawings = [Figure(f"{HEAD}>{inside}<style>.badge {{ fill: red }}</style></svg>", "x") for inside in LOADS]
    item = claim("H", "It is true.", "p. 1")(lambda: verified("one case", 1, *drawings))
    return html_page(build_manifest(run([("S", item)]), Path("claims")))


def test_the_policy_allows_the_texts_of_the_page_and_no_other() -> None:
    """The hashes are those of the scripts and styles that an independent reader finds in the page."""
    page = hostile_page()
    policy = dict(part.strip().split(" ", 1) for part in _policy(page).split(";"))
    assert policy["default-src"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert policy["img-src"] == "data:"
    for tag, rule in (("script", "script-src"), ("style", "style-src-elem")):
        texts = re.findall(rf"<{tag}(?: [^>]*)?>(.*?)</{tag}>", page, re.DOTALL)
        texts = [unescape(text) if tag == "style" else text for text in texts if not text.startswith("{")]
        assert set(policy[rule].split()) == {_source(text) for text in texts}
    assert page.index("Content-Security-Policy") < page.index("<script") < page.index("<style")


def _policy(page: str) -> str:
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    return policy


def _source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
