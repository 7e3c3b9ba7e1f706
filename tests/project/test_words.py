"""Code and pages use the words of the field: docs/contributing.md lists the words that are refused."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "contributing.md"
FOLDERS = ("gametheory", "proofs", "tests", "bench", "docs")
ENDINGS = {".py", ".md", ".toml", ".j2", ".js"}
NOT_OURS = ("proofs/tables", "proofs/certificates", "docs/contributing.md", "docs/reference/api")
QUOTED = re.compile(r"""(?P<sign>["'`])(?:kept|grounded)(?P=sign)""")  # keys of the JSON that scripts rely on
EXCEPTIONS = re.compile(
    r"(?:square|linear|Lanchester'?s|unmixed) laws?\b|laws? of large numbers|[\"']mover[\"']", re.I
)  # MathML


def refused_words(page: str) -> list[str]:
    """Return the first column of the last table of the page, a word or several forms separated by commas."""
    table = page.partition("| refused | write |")[2]
    return [word for row in re.findall(r"^\| ([^|]+) \|", table, re.M) if "--" not in row for word in row.split(", ")]


WORDS = refused_words(PAGE.read_text(encoding="utf-8"))
PATTERN = re.compile(
    r"(?<![\w-])(" + "|".join(sorted(map(re.escape, WORDS), key=len, reverse=True)) + r")(?![\w-])", re.I
)


def files() -> Iterator[Path]:
    """Yield the text files of the project that people read."""
    yield from sorted(ROOT.glob("*.md"))
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in ENDINGS and "__pycache__" not in path.parts and not name.startswith(NOT_OURS):
                yield path


def refused_in(text: str) -> list[tuple[int, str]]:
    """Return line and word of each refused word in a text."""
    lines = enumerate(text.splitlines(), 1)
    return [(n, found[0]) for n, line in lines for found in PATTERN.finditer(EXCEPTIONS.sub("", QUOTED.sub("", line)))]


def test_no_file_has_a_refused_word() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {word}"
        for path in files()
        if path != Path(__file__)
        for line, word in refused_in(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found[:60]) + f"\n{len(found)} in all; docs/contributing.md says what to write instead"
