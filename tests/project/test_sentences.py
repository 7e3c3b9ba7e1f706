"""README, the changelog and all pages have short sentences."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "CHANGELOG.md", "SECURITY.md", "docs/**/*.md")
MOST_WORDS = 25
# code, tables, headings, and the lists of versions above the tables of benches
NOT_TEXT = re.compile(
    r"^(```|~~~).*?^\1\s*$|<!--.*?-->|^\s*\|.*?$|^#.*?$|^    .*?$|^Python 3\S+, Linux.*?$", re.M | re.S
)
ITEM = re.compile(r"^\s*(?:[-*]|\d+\.)\s+", re.M)
ONE_WORD = re.compile(r"`[^`]*`|\$[^$]+\$")
END = re.compile(r"(?<=[.!?])[)”\"*]*\s+(?=[(\[“\"*]*[A-Z0-9])")


def long_sentences(page: str) -> Iterator[str]:
    """Yield the sentences with too many words; code and formulas count as one word each."""
    for paragraph in re.split(r"\n\s*\n", ITEM.sub("\n\n", NOT_TEXT.sub("\n\n", page))):
        text = re.sub(r"\]\([^)]*\)", "]", ONE_WORD.sub("Code", paragraph))
        for sentence in END.split(" ".join(text.split())):
            if sum(bool(re.search(r"\w", word)) for word in sentence.split()) > MOST_WORDS:
                yield sentence


def test_no_sentence_is_long() -> None:
    pages = [path for pattern in PAGES for path in sorted(ROOT.glob(pattern))]
    assert len(pages) > 20
    found = [f"{path.relative_to(ROOT)}: {each}" for path in pages for each in long_sentences(path.read_text("utf-8"))]
    assert not found, "\n".join(found)
