"""Addresses of claims: an id is unique in its file, and `file.py::id` is unique in a claims folder.

Where the files of a folder have the same id, the claims carry their addresses as ids. Everywhere else the id is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from gametheory.claims.declare import LOOKALIKES, Appendix, Claim, ClaimsError
from gametheory.numbers.format import listed

SEPARATOR = "::"


class Place(NamedTuple):
    """Where a claim or an appendix is declared: its claims folder, its file, and its name there."""

    folder: Path
    file: str
    name: str


def local_id(item: Claim | Appendix) -> str:
    """Return the id with which a claim or an appendix was declared, without the names of its file and folder."""
    return item.id.rpartition(f"{item.file}{SEPARATOR}")[2] if item.file else item.id


def address(item: Claim) -> str:
    """Return the address of a claim in its folder."""
    return f"{item.file}{SEPARATOR}{local_id(item)}"


def item_name(item: Claim | Appendix) -> str:
    """Return the last part of the name of a claim or an appendix in pytest."""
    return local_id(item) if isinstance(item, Claim) else f"{item.id} (appendix)"


def base_id(id: str) -> str:
    """Return the id of a parametrized claim without its values."""
    return id.partition("[")[0] if id.endswith("]") else id


def with_unique_ids(claims: Sequence[Claim]) -> list[Claim]:
    """Return claims whose ids are unique: an id that several files have becomes an address. Also resolve `uses`.

    A claim that another one uses is in the same file, or else in the same source folder, or else in any file. The id of
    a parametrized claim stands for the claims of all its values.
    """
    by_id: dict[str, dict[str, Claim]] = {}
    looks: dict[str, Claim] = {}
    known: dict[str, list[Claim]] = {}  # by id, and by id without values
    for item in claims:
        id = local_id(item)
        twin = local_id(looks.setdefault(id.translate(LOOKALIKES), item))
        if twin != id:
            raise ClaimsError(f"two claims have ids that look alike: {twin!a} and {id!a}")
        files = by_id.setdefault(id, {})
        if first := files.get(item.file):
            places = " and ".join(each.declared.place for each in (first, item) if each.declared)
            raise ClaimsError(f"two claims have the id {id}: {places}")
        files[item.file] = item
        for name in dict.fromkeys((id, base_id(id))):
            known.setdefault(name, []).append(item)
    names = {
        address(item): address(item) if len(files) > 1 else id for id, files in by_id.items() for item in files.values()
    }
    resolved = []
    for item in claims:
        uses = [names.get(id, id) for name in item.uses for id in _resolved(name, item, known)]
        resolved.append(replace(item, id=names[address(item)], uses=tuple(dict.fromkeys(uses))))
    return resolved


def _resolved(name: str, user: Claim, known: Mapping[str, Sequence[Claim]]) -> list[str]:
    """Return the addresses of the claims that an entry of `uses` stands for; the entry itself if there is none."""
    file, separator, id = name.rpartition(SEPARATOR)
    source = user.file.rpartition("/")[0]
    found = known.get(id, [])
    if separator:
        found = [item for item in found if item.file == file] or [
            item for item in found if item.file == f"{source}/{file}"
        ]
    else:
        inside = [item for item in found if source and item.file.startswith(f"{source}/")]
        found = [item for item in found if item.file == user.file] or inside or found
    if len(files := dict.fromkeys(item.file for item in found)) > 1:
        choices = listed([f"{each}{SEPARATOR}{name}" for each in files], "claim")
        raise ClaimsError(f"claim {address(user)} uses {name}, and several files have that id: {choices}")
    return [address(item) for item in found] or [name]


def without_unknown(claims: Sequence[Claim]) -> tuple[list[Claim], dict[str, str]]:
    """Return claims that use known ids only; and by id, the first unknown one of each claim that uses others."""
    known = {item.id for item in claims}
    unknown = {item.id: name for item in claims for name in reversed(item.uses) if name not in known}
    return [replace(item, uses=tuple(name for name in item.uses if name in known)) for item in claims], unknown


def topological_order(claims: Iterable[Claim]) -> list[Claim]:
    """Sort claims so that each follows all its dependencies; keep the order otherwise.

    Raise ClaimsError if a claim uses an unknown id, or the dependencies are cyclic.
    """
    by_id = {item.id: item for item in claims}
    ordered: dict[str, Claim] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise ClaimsError(f"claims depend on each other in a cycle: {' -> '.join((*path, name))}")
        for used in by_id[name].uses if name not in ordered else ():
            if used not in by_id:
                raise ClaimsError(f"claim {name} uses {used}, and no claim has that id")
            visit(used, (*path, name))
        ordered.setdefault(name, by_id[name])

    for name in by_id:
        visit(name, ())
    return list(ordered.values())


def with_dependencies(claims: Iterable[Claim], ids: Iterable[str]) -> set[str]:
    """Return ids together with those of all claims on which their claims depend."""
    uses, needed, waiting = {item.id: item.uses for item in claims}, set[str](), list(ids)
    while waiting:
        if (id := waiting.pop()) not in needed:
            needed.add(id)
            waiting += uses[id]
    return needed
