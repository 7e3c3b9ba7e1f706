"""Addresses of claims: an id is unique in its file, and `file.py::id` is unique in a claims folder.

Where the files of a folder have the same id, the claims carry their addresses as ids. Everywhere else the id is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from gametheory.claims.declare import LOOKALIKES, Appendix, Claim, ClaimsError
from gametheory.numbers.format import listed

SEPARATOR = "::"


def local_id(item: Claim | Appendix) -> str:
    """Return the id with which a claim or an appendix was declared, without the names of its file and folder."""
    return item.id.rpartition(f"{item.file}{SEPARATOR}")[2] if item.file else item.id


def address(item: Claim) -> str:
    """Return the address of a claim in its folder."""
    return f"{item.file}{SEPARATOR}{local_id(item)}"


def base_id(id: str) -> str:
    """Return the id of a parametrized claim without its values."""
    return id.partition("[")[0] if id.endswith("]") else id


def with_unique_ids(claims: Sequence[tuple[str, Claim]]) -> list[tuple[str, Claim]]:
    """Return claims whose ids are unique: an id that several files have becomes an address. Also resolve `uses`.

    A claim that another one uses is in the same file, or else in the same source folder, or else in any file. The id of
    a parametrized claim stands for the claims of all its values.
    """
    by_id: dict[str, dict[str, tuple[str, Claim]]] = {}
    looks: dict[str, Claim] = {}
    for source, item in claims:
        twin = looks.setdefault(local_id(item).translate(LOOKALIKES), item)
        if local_id(twin) != local_id(item):
            raise ClaimsError(f"two claims have ids that look alike: {local_id(twin)!a} and {local_id(item)!a}")
        files = by_id.setdefault(local_id(item), {})
        if first := files.get(item.file):
            places = f"{_place_of(*first)} and {_place_of(source, item)}"
            raise ClaimsError(f"two claims have the id {local_id(item)}: {places}")
        files[item.file] = source, item
    names = {
        address(item): address(item) if len(files) > 1 else local_id(item)
        for files in by_id.values()
        for _, item in files.values()
    }
    resolver = _Resolver(names)
    return [(source, replace(item, id=names[address(item)], uses=resolver.uses(item))) for source, item in claims]


def _place_of(source: str, item: Claim) -> str:
    return item.declared.place if item.declared and item.file else f"in {source}"


def without_unknown(claims: Sequence[tuple[str, Claim]]) -> tuple[list[tuple[str, Claim]], dict[str, str]]:
    """Return claims that use known ids only; and by id, the first unknown one of each claim that uses others."""
    known = {item.id for _, item in claims}
    unknown = {item.id: name for _, item in claims for name in reversed(item.uses) if name not in known}
    cleaned = [
        (source, replace(item, uses=tuple(name for name in item.uses if name in known)) if item.id in unknown else item)
        for source, item in claims
    ]
    return cleaned, unknown


def topological_order(claims: Sequence[tuple[str, Claim]]) -> list[tuple[str, Claim]]:
    """Sort claims, given with their sources, so that each follows all its dependencies; keep the order otherwise.

    Raise ClaimsError if a claim uses an unknown id, or the dependencies are cyclic.
    """
    by_id = {item.id: (source, item) for source, item in claims}
    ordered: dict[str, tuple[str, Claim]] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in ordered:
            return
        if name in path:
            raise ClaimsError(f"claims depend on each other in a cycle: {' -> '.join((*path, name))}")
        for used in by_id[name][1].uses:
            if used not in by_id:
                raise ClaimsError(f"claim {name} uses {used}, and no claim has that id")
            visit(used, (*path, name))
        ordered[name] = by_id[name]

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


class _Resolver:
    """The claims that the entries of `uses` stand for."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self._files: dict[str, dict[str, list[str]]] = {}  # by id and by id without values: the addresses in each file
        for found in names:
            file, _, id = found.partition(SEPARATOR)
            for name in dict.fromkeys((id, base_id(id))):
                self._files.setdefault(name, {}).setdefault(file, []).append(found)

    def uses(self, item: Claim) -> tuple[str, ...]:
        return tuple(dict.fromkeys(id for name in item.uses for id in self._resolved(name, item)))

    def _resolved(self, name: str, item: Claim) -> list[str]:
        file, separator, id = name.partition(SEPARATOR)
        source = item.file.rpartition("/")[0]
        if separator:
            for place in (file, f"{source}/{file}"):
                if found := self._files.get(id, {}).get(place):
                    return [self._names[each] for each in found]
        files = self._files.get(name, {})
        near = [each for each in files if each == item.file] or [
            each for each in files if source and each.startswith(f"{source}/")
        ]
        if not files:
            return [name]
        if len(near or files) > 1:
            choices = listed([f"{each}{SEPARATOR}{name}" for each in near or files], "claim")
            raise ClaimsError(f"claim {address(item)} uses {name}, and several files have that id: {choices}")
        return [self._names[each] for each in files[(near or [*files])[0]]]
