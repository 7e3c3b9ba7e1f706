"""Files of Rocq, read from a folder, and in the order of their imports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from gametheory.prove.kernel.sources import Refused, Source
from gametheory.storage.read import regular


def read_sources(folder: Path) -> dict[str, Source]:
    """Return the files of Rocq in the subfolders of a folder, by logical name.

    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> (folder / "sums").mkdir()
    >>> _ = (folder / "sums" / "Two.v").write_text("Definition two := 1 + 1.")
    >>> list(read_sources(folder))
    ['Sums.Two']
    """
    paths = sorted(folder.glob("*/*.v"))
    found = [Source(path.parent.name, path.stem, regular(path).read_text(encoding="utf-8")) for path in paths]
    return {source.name: source for source in found}


def in_order(sources: Mapping[str, Source], wanted: Iterable[str]) -> list[Source]:
    """Return the wanted files and all that they import, each after those that it imports.

    Raises
    ------
    Refused
        If a file imports one that is missing, or files import each other in a cycle.

    Examples
    --------
    >>> two = Source("sums", "Two", "")
    >>> four = Source("sums", "Four", "From Sums Require Import Two.")
    >>> [source.module for source in in_order({"Sums.Two": two, "Sums.Four": four}, ["Sums.Four"])]
    ['Two', 'Four']
    """
    ordered: dict[str, Source] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise Refused(f"files of Rocq import each other in a cycle: {' -> '.join((*path, name))}")
        if name not in sources:
            raise Refused(f"{path[-1] if path else 'a claim'} needs {name}, and there is no such file of Rocq")
        if name not in ordered:
            for required in sources[name].requires:
                visit(required, (*path, name))
            ordered[name] = sources[name]

    for name in wanted:
        visit(name, ())
    return list(ordered.values())
