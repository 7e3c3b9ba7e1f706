"""Parse XML with document types and entities disabled."""

from __future__ import annotations

from typing import NoReturn
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

from gametheory.formats.errors import FormatError


class _DocumentType(Exception):
    pass


class _Builder(TreeBuilder):
    def doctype(self, *_: object) -> NoReturn:
        raise _DocumentType


def parse_xml(text: str) -> Element:
    """Return the root element of an XML text.

    Raises
    ------
    FormatError
        If the text is not XML, or if it declares a document type. A document type can define entities: a few lines then
        expand to any amount of text, or to the contents of files.

    Examples
    --------
    >>> parse_xml("<a><b/></a>")[0].tag
    'b'
    >>> parse_xml('<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>')
    Traceback (most recent call last):
    gametheory.formats.errors.FormatError: line 1, column 1: a document type, <!DOCTYPE; it is not allowed
    """
    try:
        parser = XMLParser(target=_Builder())
        parser.feed(text)
        root: Element = parser.close()
    except _DocumentType:
        before = text[: text.find("<!DOCTYPE")]
        place = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise FormatError("a document type, <!DOCTYPE; it is not allowed", *place) from None
    except ParseError as error:
        line, column = error.position
        raise FormatError(f"not XML: {error.msg.partition(': line')[0]}", line, column + 1) from error
    except ValueError as error:  # text that is not valid UTF-8, or a NUL character
        raise FormatError(f"not XML: {error}", 1, 1) from error
    return root
