"""A drawing of a report loads nothing, runs nothing, and changes nothing outside of itself: it is an image."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from hashlib import sha256
from html import unescape
from pathlib import Path
from xml.etree.ElementTree import fromstring

from gametheory.claims import check_all, claim, run
from gametheory.claims.evidence import Figure
from gametheory.render.manifest import build_manifest
from gametheory.render.page import drawing_address, html_page

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


def test_a_drawing_is_an_image() -> None:
    """Browsers run no script of an image and load nothing for it; nothing of a drawing is in the page itself."""
    page = hostile_page()
    images = [b64decode(text).decode() for text in re.findall('<img src="data:image/svg[+]xml;base64,([^"]*)"', page)]
    assert len(images) == len(LOADS)
    assert all(fromstring(image).tag == "{http://www.w3.org/2000/svg}svg" for image in images)
    assert "elsewhere" not in re.sub('"data:[^"]*"', "", page)
    assert fromstring(b64decode(drawing_address({"svg": "<svg/>", "caption": ""}).partition(",")[2])).tag[:5] == "{http"
    no_drawing = drawing_address({"svg": "<svg", "caption": "a curve"})
    assert "is not SVG" in b64decode(no_drawing.partition(",")[2]).decode()


def hostile_page() -> str:
    drawings = [Figure(f"{HEAD}>{inside}<style>.badge {{ fill: red }}</style></svg>", "x") for inside in LOADS]
    item = claim("H", "It is true.", "p. 1")(lambda: check_all([1], bool, "one case", None, *drawings))
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
