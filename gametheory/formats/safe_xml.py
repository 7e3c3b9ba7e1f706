"""XML without a document type: what is read is what stands there, and nothing in it stands for more."""

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
    """The root of an XML text.

    Raises FormatError where the text is not XML, and where it declares a document type: that could declare entities,
    of which a few lines stand for any amount of text, or for files.

    >>> parse_xml("<a><b/></a>")[0].tag
    'b'
    >>> parse_xml('<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>')
    Traceback (most recent call last):
    gametheory.formats.errors.FormatError: line 1, column 1: a document type, <!DOCTYPE; such XML is not read
    """
    try:
        parser = XMLParser(target=_Builder())
        parser.feed(text)
        root: Element = parser.close()
    except _DocumentType:
        before = text[: text.find("<!DOCTYPE")]
        place = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise FormatError("a document type, <!DOCTYPE; such XML is not read", *place) from None
    except ParseError as error:
        line, column = error.position
        raise FormatError(f"no XML: {error.msg.partition(': line')[0]}", line, column + 1) from error
    except ValueError as error:  # what cannot be UTF-8, and a NUL
        raise FormatError(f"no XML: {error}", 1, 1) from error
    return root
