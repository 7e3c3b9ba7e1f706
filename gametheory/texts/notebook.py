"""Marks in a Jupyter notebook: each of its cells of Markdown is a text of its own, as for the programs that show it."""

from __future__ import annotations

import json
from collections.abc import Iterator

from gametheory.texts import markdown
from gametheory.texts.marks import Cell, Misread, Places, Raw, Reading, Source, with_plain_lines

FORMAT = 4  # of notebooks, since 2014
NO_NOTEBOOK = "it is no notebook of format 4: a JSON object with nbformat and cells"
IN_RAW_CELL = "this looks like a mark in a raw cell, which is no text; it must be in a cell of Markdown"


def read(document: str) -> Source:
    """Return the cells of Markdown, one below the other, and what they say.

    A mark in a raw cell is a fault, and in code it is an example.
    """
    whole = Reading([], [], [], "")
    content = ""
    cells: dict[int, int] = {}  # the number of each cell by the offset of its beginning
    frames = []
    try:
        found = list(_cells(document))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        whole.faults.append(Misread(0, NO_NOTEBOOK))
        return Source("", Places(""), whole)
    for number, (kind, text) in enumerate(found, 1):
        if kind == "code":
            continue
        start = len(content)
        cells[start] = number
        content += f"{text}\n\n"
        if kind == "markdown":
            # read alone: a fence without an end does not hide the marks of the next cells
            part = _moved(markdown.read(text), start)
            whole.fields.extend(part.fields)
            whole.marks.extend(part.marks)
            whole.faults.extend(part.faults)
            frames.append(part.frame)
        elif looks := markdown.LOOKS_MARKED.search(text):
            whole.faults.append(Misread(start + looks.start(), IN_RAW_CELL))
    return Source(content, Places(content, cells), whole._replace(frame="\n".join(frames)))


def _cells(document: str) -> Iterator[tuple[str, str]]:
    """Yield the kind and the source of each cell; a source is a text, or a list of its lines."""
    notebook = json.loads(document)
    if notebook["nbformat"] != FORMAT:
        raise ValueError(NO_NOTEBOOK)
    for cell in notebook["cells"]:
        source = cell["source"]
        text = source if isinstance(source, str) else "".join(source)
        yield str(cell["cell_type"]), with_plain_lines(text)


def _moved(reading: Reading, by: int) -> Reading:
    """Return a reading with all its places moved by the offset of its cell."""
    return Reading(
        [field._replace(at=field.at + by) for field in reading.fields],
        [_moved_mark(mark, by) for mark in reading.marks],
        [Misread(fault.at + by, str(fault)) for fault in reading.faults],
        reading.frame,
    )


def _moved_mark(mark: Raw, by: int) -> Raw:
    table = tuple(tuple(_moved_cells(row, by)) for row in mark.table)
    return mark._replace(at=mark.at + by, start=mark.start + by, end=mark.end + by, table=table)


def _moved_cells(row: tuple[Cell, ...], by: int) -> Iterator[Cell]:
    for cell in row:
        yield cell._replace(at=cell.at + by, end=cell.end + by)
