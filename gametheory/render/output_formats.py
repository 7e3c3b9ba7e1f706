"""What a manifest can be written as, by the ending of the file's name."""

from __future__ import annotations

import json
from collections.abc import Callable

from gametheory.render.html import html_page
from gametheory.render.junit import junit_xml
from gametheory.render.manifest import Manifest
from gametheory.render.markdown import markdown_summary
from gametheory.render.pdf import print_pdf

OUTPUT_FORMATS: dict[str, Callable[[Manifest], str | bytes]] = {
    ".html": html_page,
    ".md": markdown_summary,
    ".pdf": lambda manifest: print_pdf(html_page(manifest)),
    ".xml": junit_xml,
    ".json": lambda manifest: json.dumps(manifest, ensure_ascii=False, default=str) + "\n",
}
EXTENSIONS = tuple(OUTPUT_FORMATS)


def render_as(manifest: Manifest, ending: str) -> str | bytes:
    """The manifest in the form of a file whose name ends so; HTML where it has no ending.

    Raises ValueError where the manifest cannot be shown in that form, and tells why.

    >>> render_as({"claims": []}, ".xml").splitlines()[-1]
    '<testsuites name="gametheory" tests="0" failures="0" time="0.000" />'
    """
    return OUTPUT_FORMATS[ending or ".html"](manifest)
