"""The pages of docs/ as a site: built without a warning, complete, and read without a network."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

for package in ("mkdocs", "material"):
    pytest.importorskip(package, reason="the site needs mkdocs and mkdocs-material: pip install 'gametheory[docs]'")

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
NOT_TEXT = ("script", "style", "pre", "code", "math", "svg")


class Page(HTMLParser):
    """What a page loads, where its links lead, its ids, its code, and its text without code and formulas."""

    def __init__(self, path):
        super().__init__()
        self.loads, self.links, self.ids = [], [], set()
        self.text, self.code, self.inside = [], [], []
        self.html = path.read_text(encoding="utf-8")
        self.feed(self.html)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.ids |= {attributes[key] for key in ("id", "name") if attributes.get(key)}
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        elif tag != "a":
            self.loads += [attributes[key] for key in ("src", "href", "data", "poster") if attributes.get(key)]
        if tag in NOT_TEXT:
            self.inside.append(tag)

    def handle_endtag(self, tag):
        if self.inside and tag == self.inside[-1]:
            self.inside.pop()

    def handle_data(self, data):
        if not self.inside:
            self.text.append(data)
        elif "code" in self.inside:
            self.code.append(data)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the site, which a strict build makes: a warning is an error."""
    folder = tmp_path_factory.mktemp("built") / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site):
    return {path: Page(path) for path in sorted(site.rglob("*.html")) if path.name != "404.html"}


def test_every_page_of_docs_is_in_the_site(site, pages):
    expected = {path.relative_to(DOCS).with_suffix(".html").as_posix() for path in DOCS.rglob("*.md")}
    assert {path.relative_to(site).as_posix() for path in pages} == expected


def test_no_page_asks_the_network(site, pages):
    abroad = re.compile(r"\s*(?:\w+:)?//")
    assert not {load for page in pages.values() for load in page.loads if abroad.match(load)}
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert not re.findall(r"url\(\s*['\"]?(?:\w+:)?//|@import", styles)
    assert not [path for path, page in pages.items() if 'class="mermaid"' in page.html]


def test_what_a_page_loads_and_links_to_is_there(site, pages):
    missing = []
    for path, page in pages.items():
        for target in [*page.loads, *page.links]:
            parts = urlsplit(target)
            if parts.scheme:
                continue
            file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            known = pages.get(file)
            if not file.is_file() or (known and parts.fragment and unquote(parts.fragment) not in known.ids):
                missing.append((path.relative_to(site).as_posix(), target))
    assert not missing


def test_formulas_are_mathml_and_code_is_left_alone(site, pages):
    assert pages[site / "theory/castle.html"].html.count("<math") > 300
    assert '<math display="block"' in pages[site / "theory/battle.html"].html
    assert not [path for path, page in pages.items() if "$" in "".join(page.text)]
    assert "$ gametheory castle solve 10 11 15\n" in "".join(pages[site / "index.html"].code)


def test_the_front_page_is_the_readme(site, pages):
    front = "".join(pages[site / "index.html"].text)
    headings = re.findall(r"^## (.*)$", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.M)
    assert headings
    assert all(heading in front for heading in headings)


def test_a_file_of_the_tutorial_bears_its_name(site, pages):
    assert '<span class="filename">claims/_coins.py</span>' in pages[site / "tutorial/check-your-first-claim.html"].html


def test_the_search_runs_from_disk(site, pages):
    index = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    assert index.startswith("var __index = ")
    assert "Lanchester" in index
    assert any(load.endswith("iframe-worker.js") for load in pages[site / "index.html"].loads)
