"""What a manifest can be written as, by the ending of the file's name."""

from __future__ import annotations

import json
from collections.abc import Callable

from gametheory.report.html import page
from gametheory.report.junit import junit
from gametheory.report.manifest import Manifest
from gametheory.report.markdown import markdown
from gametheory.report.pdf import pdf

RENDERINGS: dict[str, Callable[[Manifest], str | bytes]] = {
    ".html": page,
    ".md": markdown,
    ".pdf": lambda manifest: pdf(page(manifest)),
    ".xml": junit,
    ".json": lambda manifest: json.dumps(manifest, ensure_ascii=False, default=str) + "\n",
}
NAMES = tuple(RENDERINGS)


def rendered(manifest: Manifest, ending: str) -> str | bytes:
    """The manifest in the form of a file whose name ends so; HTML where it has no ending.

    Raises ValueError where the manifest cannot be shown in that form, and tells why.

    >>> rendered({"claims": []}, ".xml").splitlines()[-1]
    '<testsuites name="gametheory" tests="0" failures="0" time="0.000" />'
    """
    return RENDERINGS[ending or ".html"](manifest)
