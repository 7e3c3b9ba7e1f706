"""Text for people and JSON for programs, in which characters without a glyph are escapes.

A control character can move the cursor of a terminal or hide text, and a bidirectional one reorders the text after it.
Names in files and statements of claims can contain both.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any
from unicodedata import category

MAYBE_HIDDEN = re.compile("[^\n\t\x20-\x7e]")
# Control and format characters, halves of surrogate pairs, and separators of lines and paragraphs.
HIDDEN_CATEGORIES = ("Cc", "Cf", "Cs", "Zl", "Zp")


def visible(text: str) -> str:
    """Return text with an escape in place of each character without a glyph, except spaces, tabs and line breaks."""
    return MAYBE_HIDDEN.sub(lambda found: _escape(found[0]), text)


def visible_values(value: Any) -> Any:
    """Return JSON values with `visible` applied to every text; keys are unchanged."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {key: visible_values(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [visible_values(each) for each in value]
    return value


def json_text(document: Any, **options: Any) -> str:
    """Return a JSON text with the escapes of JSON for characters without a glyph; it is equal as JSON."""
    text = json.dumps(document, ensure_ascii=False, **options)
    return MAYBE_HIDDEN.sub(lambda found: _json_escape(found[0]), text)


@cache
def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode() if is_hidden(character) else character


@cache
def _json_escape(character: str) -> str:
    return json.dumps(character)[1:-1] if is_hidden(character) else character


def is_hidden(character: str) -> bool:
    """Return whether a character has no glyph and is neither a line break nor a tab."""
    code = ord(character)
    noncharacter = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    return character not in "\n\t" and (noncharacter or category(character) in HIDDEN_CATEGORIES)
