"""What the site needs beyond the Markdown of the pages: formulas as MathML, README in front, the order of the index."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor

from gametheory.render.mathml import mathml, with_mathml

ROOT = Path(__file__).parent.parent.parent
KINDS = {"tutorial": "Tutorial", "how-to": "How to", "theory": "Theory", "reference": "Reference"}
FENCE = re.compile(r"(?:^<!-- file: (?P<file>\S+) -->\n+)?^```(?P<kind>console|python)\n(?P<first>.*)$", re.M)
FORMULA = r"\$\$(.+?)\$\$|\$[^$]+\$[,.;:!?)]*"
ABOVE_ESCAPES = 185  # a backslash is LaTeX's there; and below code, which has 190


class Formula(InlineProcessor):
    """A formula displayed between two dollar signs and two, or in a line, tied to the sign after it."""

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[str, int, int]:  # type: ignore[override]  # noqa: ARG002
        html = f'<div class="formula">{mathml(m[1], True)}</div>' if m[1] else str(with_mathml(m[0]))
        return self.md.htmlStash.store(html), m.start(), m.end()


class Formulas(Extension):
    """Formulas as MathML wherever they are not code."""

    def extendMarkdown(self, md: Markdown) -> None:
        md.inlinePatterns.register(Formula(FORMULA, md), "formula", ABOVE_ESCAPES)


def on_config(config: Any) -> Any:
    """Read formulas, and put the pages in the order in which docs/index.md links to them."""
    config.markdown_extensions.append(Formulas())
    index = (Path(config.docs_dir) / "index.md").read_text(encoding="utf-8")
    pages = dict.fromkeys(re.findall(r"\]\(([\w-]+/[\w-]+\.md)", index))
    kinds = [{title: [page for page in pages if page.startswith(f"{kind}/")]} for kind, title in KINDS.items()]
    config.nav = [{"Start": "index.md"}, *kinds]
    return config


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """README before the index, links to README to the front page, and the name of a file above its text."""
    if page.file.src_uri == "index.md":
        markdown = f"{_readme()}\n{markdown.replace('# ', '## ', 1)}"
        page.meta["hide"] = ["navigation"]  # beside the one page without neighbours there is nothing to show
    return FENCE.sub(_fence, markdown.replace("../../README.md", "../index.md"))


def _readme() -> str:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return text.replace("](docs/index.md", "](index.md#documentation").replace("](docs/", "](")


def _fence(found: re.Match[str]) -> str:
    """Sessions are not for copying: prompts and what is printed would come along."""
    session = found["kind"] == "console" or found["first"].startswith(">>>")
    kind = "pycon" if session and found["kind"] == "python" else found["kind"]
    title = f' title="{found["file"]}"' if found["file"] else ""
    return f"``` {{ .{kind}{' .no-copy' if session else ''}{title} }}\n{found['first']}"
