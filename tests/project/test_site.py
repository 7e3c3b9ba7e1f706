"""The pages of docs/ as a site: built without a warning, complete, and read without a network."""

import re
import shutil
import subprocess
import sys
from urllib.parse import unquote, urlsplit

import pytest
from conftest import ROOT

for package in ("sphinx", "myst_parser", "furo"):
    pytest.importorskip(package, reason="the site needs Sphinx: pip install '.[docs]'")

DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return the folder of the site after a strict build, in which a warning is an error."""
    built = tmp_path_factory.mktemp("built")
    shutil.copytree(DOCS, built / "docs", ignore=shutil.ignore_patterns("api"))
    shutil.copy(ROOT / "README.md", built)
    for path in [*(ROOT / "proofs").rglob("*.v"), *(ROOT / "proofs").rglob("*.lisp")]:  # pages link to them
        copy = built / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    options = "-q -W --keep-going -b html -c docs/_site docs site"
    command = [sys.executable, "-m", "sphinx", *options.split()]
    done = subprocess.run(command, cwd=built, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return built / "site"


@pytest.fixture(scope="module")
def pages(site):
    paths = [path for path in sorted(site.rglob("*.html")) if path.stem not in ("search", "genindex", "py-modindex")]
    return {path: path.read_text(encoding="utf-8") for path in paths}


def test_every_page_of_docs_is_in_the_site(site, pages):
    expected = {path.relative_to(DOCS).with_suffix(".html").as_posix() for path in DOCS.rglob("*.md")}
    expected.add("playground/index.html")
    assert {name for path in pages if "/api/" not in (name := path.relative_to(site).as_posix())} == expected
    assert any("/api/" in path.as_posix() for path in pages)


def test_no_page_asks_the_network(site, pages):
    loaded = re.compile(r"""<(?!a\b)[^>]+?\b(?:src|href|data|poster)=["']\s*(?:https?:)?//[^>]*>""")
    assert not {found[0] for html in pages.values() for found in loaded.finditer(html)}
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert not re.findall(r"url\(\s*['\"]?(?:\w+:)?//|@import", styles)


def test_what_a_page_links_to_exists(site, pages):
    ids = {path: set(re.findall(r"""\b(?:id|name)=["']([^"']+)""", html)) for path, html in pages.items()}
    missing = []
    for path, html in pages.items():
        for target in re.findall(r"""<[^>]+?\b(?:src|href)=["']([^"']+)""", html):
            parts = urlsplit(target)
            file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            fragment = unquote(parts.fragment)
            if fragment.startswith("program="):  # which the page in the browser reads
                fragment = ""
            if not parts.scheme and (not file.is_file() or (file in ids and fragment and fragment not in ids[file])):
                missing.append((path.relative_to(site).as_posix(), target))
    assert not missing


def test_formulas_are_mathml_and_code_is_left_alone(site, pages):
    assert pages[site / "theory/castle.html"].count("<math") > 100
    assert "castle solve 0 11 15\n" in re.sub("<[^>]+>", "", pages[site / "reference/commands.html"])


def test_a_file_of_the_tutorial_bears_its_name(site, pages):
    assert re.search(
        r"code-block-caption.*?claims/_coins\.py", pages[site / "tutorial/check-your-first-claim.html"], re.S
    )
