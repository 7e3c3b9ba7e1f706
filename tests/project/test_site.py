"""The pages of docs/ as a site: built without a warning, complete, and read without a network."""

import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

for package in ("sphinx", "myst_parser", "furo"):
    pytest.importorskip(package, reason="the site needs Sphinx: pip install 'gametheory[docs]'")

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
        elif {"code", "pre"} & set(self.inside):
            self.code.append(data)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return the folder of the site after a strict build, in which a warning is an error."""
    built = tmp_path_factory.mktemp("built")
    shutil.copytree(DOCS, built / "docs", ignore=shutil.ignore_patterns("api"))
    shutil.copy(ROOT / "README.md", built)
    for path in (ROOT / "proofs" / "rocq").rglob("*.v"):  # pages link to them
        copy = built / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    folder = built / "site"
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-W",
        "--keep-going",
        "-b",
        "html",
        "-c",
        "docs/_site",
        "docs",
        "site",
    ]
    done = subprocess.run(command, cwd=built, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site):
    return {
        path: Page(path)
        for path in sorted(site.rglob("*.html"))
        if path.name not in ("search.html", "genindex.html", "py-modindex.html")
    }


def test_every_page_of_docs_is_in_the_site(site, pages):
    expected = {path.relative_to(DOCS).with_suffix(".html").as_posix() for path in DOCS.rglob("*.md")}
    assert {name for path in pages if "/api/" not in (name := path.relative_to(site).as_posix())} == expected


def test_every_public_module_has_a_page_made_from_its_docstrings(site, pages):
    solver = pages[site / "reference" / "api" / "gametheory.solvers.backward_induction.html"]
    assert "gametheory.solvers.backward_induction.backward_induction" in solver.ids
    listed = "".join(pages[site / "reference" / "api" / "index.html"].text)
    assert "gametheory.solvers.backward_induction" in listed
    assert "gametheory.cli" not in listed


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
    # docstrings can quote LaTeX
    written = {path: page for path, page in pages.items() if "/api/" not in path.as_posix()}
    assert not [path for path, page in written.items() if "$" in "".join(page.text)]
    assert "$ gametheory castle solve 10 11 15\n" in "".join(pages[site / "index.html"].code)


def test_the_front_page_is_the_readme(site, pages):
    front = "".join(pages[site / "index.html"].text)
    headings = re.findall(r"^## (.*)$", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.M)
    assert headings
    assert all(heading in front for heading in headings)


def test_a_file_of_the_tutorial_bears_its_name(site, pages):
    html = pages[site / "tutorial/check-your-first-claim.html"].html
    assert re.search(r"code-block-caption.*?claims/_coins\.py", html, flags=re.S)


def test_the_search_runs_from_disk(site, pages):
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert index.startswith("Search.setIndex(")
    assert "lanchest" in index
