"""Addresses of claims: an id is unique in its file, and `file.py::id` is unique in a claims folder.

Where the files of a folder have the same id, the claims carry their addresses as ids. Everywhere else the id is enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gametheory.claims.declare import Claim, ClaimsError, place_of
from gametheory.numbers.format import listed

SEPARATOR = "::"


def file_of(item: Claim) -> str:
    """Return the claims file that declares a claim, relative to its folder; empty if none.

    >>> from gametheory.claims import claim, open_
    >>> file_of(claim("A", "a statement", "p. 1")(lambda: open_("")))
    ''
    """
    return item.declared.file if item.declared else ""


def local_id(item: Claim) -> str:
    """Return the id with which a claim was declared, without the names of its file and folder.

    >>> from gametheory.claims import claim, open_
    >>> local_id(claim("A", "a statement", "p. 1")(lambda: open_("")))
    'A'
    """
    file = file_of(item)
    return item.id.rpartition(f"{file}{SEPARATOR}")[2] if file else item.id


def address(item: Claim) -> str:
    """Return the address of a claim in its folder.

    >>> from gametheory.claims import claim, open_
    >>> from gametheory.claims.registry import Declaration
    >>> item = claim("A", "a statement", "p. 1")(lambda: open_(""))
    >>> address(replace(item, declared=Declaration("lemmas.py", "lemmas.py:3", "")))
    'lemmas.py::A'
    """
    return f"{file_of(item)}{SEPARATOR}{local_id(item)}"


def address_of_file(item: Claim) -> str:
    """Return the address of the claim that stands for the file of a claim if that file does not run to its end.

    >>> from gametheory.claims import claim, open_
    >>> address_of_file(claim("A", "a statement", "p. 1")(lambda: open_("")))
    '::'
    """
    return f"{file_of(item)}{SEPARATOR}{file_of(item)}"


def base_id(id: str) -> str:
    """Return the id of a parametrized claim without its values.

    >>> base_id("COIN[3-x]"), base_id("COIN")
    ('COIN', 'COIN')
    """
    return id.partition("[")[0] if id.endswith("]") else id


def with_unique_ids(claims: Sequence[tuple[str, Claim]]) -> list[tuple[str, Claim]]:
    """Return claims whose ids are unique: an id that several files have becomes an address. Also resolve `uses`.

    A claim that another one uses is in the same file, or else in the same source folder, or else in any file. The id of
    a parametrized claim stands for the claims of all its values.

    Parameters
    ----------
    claims
        Pairs (name of the source, claim), with the ids of the declarations.

    Raises
    ------
    ClaimsError
        If a file has two claims with the same id, or the id that a claim uses is in several files.

    Examples
    --------
    >>> from gametheory.claims import claim, open_
    >>> from gametheory.claims.registry import Declaration
    >>> lemma, theorem = (claim(id, "", "", uses=uses)(lambda: open_("")) for id, uses in (("L", []), ("T", ["L"])))
    >>> place = lambda item, file: ("a source", replace(item, declared=Declaration(file, f"{file}:1", "")))
    >>> pairs = with_unique_ids([place(lemma, "a.py"), place(lemma, "b.py"), place(theorem, "b.py")])
    >>> [(item.id, *item.uses) for _, item in pairs]
    [('a.py::L',), ('b.py::L',), ('T', 'b.py::L')]
    """
    by_id: dict[str, dict[str, tuple[str, Claim]]] = {}
    for source, item in claims:
        files = by_id.setdefault(local_id(item), {})
        if first := files.get(file_of(item)):
            places = f"{place_of(*first)} and {place_of(source, item)}"
            raise ClaimsError(f"two claims have the id {local_id(item)}: {places}")
        files[file_of(item)] = source, item
    names = {
        address(item): address(item) if len(files) > 1 else local_id(item)
        for files in by_id.values()
        for _, item in files.values()
    }
    resolver = _Resolver(names)
    return [(source, replace(item, id=names[address(item)], uses=resolver.uses(item))) for source, item in claims]


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
        source = file_of(item).rpartition("/")[0]
        if separator:
            for place in (file, f"{source}/{file}"):
                if found := self._files.get(id, {}).get(place):
                    return [self._names[each] for each in found]
        files = self._files.get(name, {})
        near = [each for each in files if each == file_of(item)] or [
            each for each in files if source and each.startswith(f"{source}/")
        ]
        if not files:
            return [name]
        if len(near or files) > 1:
            choices = listed([f"{each}{SEPARATOR}{name}" for each in near or files], "claim")
            raise ClaimsError(f"claim {address(item)} uses {name}, and several files have that id: {choices}")
        return [self._names[each] for each in files[(near or [*files])[0]]]
