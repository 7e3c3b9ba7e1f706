"""The documentation as a site: `make docs` builds it from docs/ and from the docstrings, and it opens from disk.

Formulas become MathML by the package's own converter, so that no page loads a script from the network. The order of
the pages is the order of the links in docs/index.md.
"""

from __future__ import annotations

import re
import shutil
from importlib.metadata import version as installed_version
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, NamedTuple

import gametheory
import gametheory.verify
from gametheory.render.mathml import mathml

ROOT = Path(__file__).parent.parent.parent
SECTIONS = {"tutorial": "Tutorial", "how-to": "How to", "theory": "Theory", "reference": "Reference"}
TUPLE_FIELD = type(NamedTuple("_", [("field", int)]).field)
PLAYGROUND = re.compile(r"\[([^\]]+)\]\(([./]*playground/index\.html[^)]*)\)")  # a page of its own, and no download
INITIAL = re.compile(r"^(\s*[A-Z])\. ")
FENCE = re.compile(r"(?:^<!-- file: (?P<file>\S+) -->\n+)?^```(?P<kind>console|python)\n(?P<first>.*)$", re.M)

project = "gametheory"
release = version = installed_version("gametheory-exact")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_site", "playground"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header", "ref.python"]  # `Position` is the name of a class in each game
html_theme = "furo"
html_title = "gametheory"
html_static_path = ["style.css"]
html_css_files = ["style.css"]
html_math_renderer = "mathml"
html_show_copyright = False
html_theme_options = {"footer_icons": []}
pygments_style, pygments_dark_style = "default", "github-dark"
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_use_type_comments = False  # there are none, and to look for them takes a twentieth of the build
napoleon_google_docstring = False
napoleon_use_ivar = True
default_role = "code"


def public_modules() -> list[str]:
    """Return the modules that define what `gametheory` exports, and the checkers, in the order of their names."""
    exported = {getattr(gametheory, name).__module__ for name in gametheory.__all__}
    checkers = {item.name for item in walk_packages(gametheory.verify.__path__, "gametheory.verify.")}
    return sorted(name for name in exported | checkers if "._" not in name)


def write_api_pages(app: Any) -> None:
    """Write one page for each public module, and the page that lists them, from the docstrings."""
    folder = Path(app.srcdir) / "reference" / "api"
    folder.mkdir(exist_ok=True)
    names = public_modules()
    for name in names:
        page = f":orphan:\n\n{name}\n{'=' * len(name)}\n\n.. automodule:: {name}\n   :members:\n   :show-inheritance:\n"
        _write_if_changed(folder / f"{name}.rst", page)
    # Links and no table of contents: the side of each page would list all modules, which takes half of the build.
    entries = "".join(f"- :doc:`{name} </reference/api/{name}>`\n" for name in names)
    _write_if_changed(folder / "index.rst", f"Python API\n==========\n\n{entries}")
    for old in folder.glob("*.rst"):
        if old.stem not in (*names, "index"):
            old.unlink()


def _write_if_changed(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def edit_source(_app: Any, docname: str, source: list[str]) -> None:
    """Put README before the index, add the navigation, and show the name of a file above its text."""
    text = source[0]
    if docname == "index":
        text = f"{_readme()}\n{text.replace('# ', '## ', 1)}\n{_navigation(text)}"
    text = PLAYGROUND.sub(r'<a href="\2">\1</a>', text)
    source[0] = FENCE.sub(_fence, text.replace("../../README.md", "../index.md"))


def copy_playground(app: Any, error: Exception | None) -> None:
    """Put the page that runs the package in a browser next to the others; `make playground` adds what it loads."""
    if error is None:
        source = Path(app.srcdir) / "playground"
        shutil.copytree(source, Path(app.outdir) / "playground", dirs_exist_ok=True)


def _readme() -> str:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return text.replace("](docs/index.md", "](#documentation").replace("](docs/", "](")


def _navigation(index: str) -> str:
    """Return a hidden table of contents for each section, in the order of the links in the index."""
    pages = dict.fromkeys(re.findall(r"\]\(([\w-]+/[\w-]+)\.md", index))
    trees = []
    for section, title in SECTIONS.items():
        entries = [page for page in pages if page.startswith(f"{section}/")]
        entries += ["reference/api/index"] * (section == "reference")
        trees.append(f"```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(entries) + "\n```\n")
    trees.append("```{toctree}\n:hidden:\n:caption: Change it\n\ncontributing\n```\n")
    return "\n".join(trees)


def _fence(found: re.Match[str]) -> str:
    """Return the opening of a code block with its file name as caption, and sessions as sessions."""
    session = found["kind"] == "python" and found["first"].startswith(">>>")
    kind = "pycon" if session else found["kind"]
    if found["file"]:
        return f"```{{code-block}} {kind}\n:caption: {found['file']}\n\n{found['first']}"
    return f"```{kind}\n{found['first']}"


def visit_inline_formula(translator: Any, node: Any) -> None:
    """Write a formula in a line as MathML."""
    from docutils.nodes import SkipNode

    translator.body.append(str(mathml(node.astext())))
    raise SkipNode


def visit_displayed_formula(translator: Any, node: Any) -> None:
    """Write a displayed formula as MathML."""
    from docutils.nodes import SkipNode

    translator.body.append(f'<div class="formula">{mathml(node.astext(), True)}</div>')
    raise SkipNode


def escape_initials(_app: Any, _kind: str, _name: str, _object: object, _options: Any, lines: list[str]) -> None:
    """Escape an initial at the beginning of a line, which would begin a numbered list: "R. Bellman"."""
    lines[:] = [INITIAL.sub(r"\1\\. ", line) for line in lines]


def skip_tuple_fields(_app: Any, _kind: str, _name: str, member: object, skip: bool, _options: Any) -> bool:
    """Leave out the fields of named tuples: the signature of the class lists them."""
    return skip or isinstance(member, TUPLE_FIELD)


def setup(app: Any) -> None:
    """Register the renderer of formulas and the steps above."""
    app.add_html_math_renderer("mathml", (visit_inline_formula, None), (visit_displayed_formula, None))
    app.connect("builder-inited", write_api_pages)
    app.connect("source-read", edit_source)
    app.connect("build-finished", copy_playground)
    app.connect("autodoc-process-docstring", escape_initials)
    app.connect("autodoc-skip-member", skip_tuple_fields)
