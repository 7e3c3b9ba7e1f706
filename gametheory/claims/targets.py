"""What a user asks to be checked: claims folders, source folders, files, and claims as `file.py::id`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from gametheory.claims.addresses import SEPARATOR, base_id, file_of, local_id
from gametheory.claims.declare import Claim, ClaimsError
from gametheory.claims.sources import INIT, ClaimsFolder, claims_folder
from gametheory.numbers.format import listed


class Target(NamedTuple):
    """A part of a claims folder.

    Attributes
    ----------
    text
        How the user wrote it, for messages.
    file
        A claims file or a source folder, relative to the claims folder; empty for all.
    id
        Id of a claim in that file; empty for all.
    """

    text: str
    file: str = ""
    id: str = ""

    def includes_file(self, file: str) -> bool:
        """Return whether claims of a file belong to the target.

        >>> Target("", "castle_3").includes_file("castle_3/battle.py"), Target("proofs").includes_file("a.py")
        (True, True)
        """
        return not self.file or file == self.file or file.startswith(f"{self.file}/")

    def includes(self, item: Claim) -> bool:
        """Return whether a claim belongs to the target.

        >>> from gametheory.claims import claim, open_
        >>> item = claim("COIN[3]", "a statement", "p. 1")(lambda: open_(""))
        >>> Target("", "", "COIN").includes(item), Target("", "", "COIN[4]").includes(item)
        (True, False)
        """
        return self.includes_file(file_of(item)) and self.id in ("", local_id(item), base_id(local_id(item)))


class Asked(NamedTuple):
    """The targets in one claims folder.

    Attributes
    ----------
    place
        The claims folder.
    folder
        The folder as the user wrote it, or the one of the files.
    targets
        The targets; one without a file stands for the whole folder.
    """

    place: ClaimsFolder
    folder: Path
    targets: tuple[Target, ...]

    @property
    def is_whole(self) -> bool:
        """Whether all claims of the folder were asked for.

        >>> Asked(ClaimsFolder(Path("proofs")), Path("proofs"), (Target("proofs"),)).is_whole
        True
        """
        return any(not target.file for target in self.targets)

    @property
    def is_one_source(self) -> bool:
        """Whether exactly one source folder was asked for.

        >>> Asked(ClaimsFolder(Path("proofs"), "castle_3"), Path("proofs"), (Target("", "castle_3"),)).is_one_source
        True
        """
        return len(self.targets) == 1 and not self.targets[0].id and self.targets[0].file == self.place.source != ""


def asked(paths: Iterable[str | Path]) -> list[Asked]:
    """Return the targets of paths by claims folder, in the order in which the folders are named first.

    Parameters
    ----------
    paths
        Folders, files, and claims as "folder/file.py::id".

    Raises
    ------
    ClaimsError
        If a path does not exist, or is not a folder or a claims file.

    Examples
    --------
    >>> [(each.folder.name, each.targets[0].file) for each in asked([Path(__file__).with_name("check.py")])]
    [('claims', 'claims/check.py')]
    >>> asked(["no such folder"])
    Traceback (most recent call last):
    gametheory.claims.declare.ClaimsError: no such folder: there is no such folder; a claims folder contains \
Python files with claims
    """
    found: dict[tuple[Path, str], Asked] = {}
    for path in paths:
        one = _asked(path)
        key = one.place.path.resolve(), one.place.source if one.place.alone else ""
        if key in found:
            first = found[key]
            one = Asked(_joined(first.place, one.place), first.place.path, (*first.targets, *one.targets))
            if one.place.alone:
                one = one._replace(folder=first.folder)
        found[key] = one
    return list(found.values())


def _joined(first: ClaimsFolder, second: ClaimsFolder) -> ClaimsFolder:
    return first if first.alone else ClaimsFolder(first.path, first.source if first.source == second.source else "")


def _asked(path: str | Path) -> Asked:
    text = str(path)
    name, separator, id = text.partition(SEPARATOR)
    file = Path(name)
    if separator and (file.suffix != ".py" or not id):
        raise ClaimsError(
            f"{text}: {SEPARATOR} joins a file and the id of a claim, as in claims/leaflet.py{SEPARATOR}L1"
        )
    if file.suffix == ".py" and not os.path.isdir(file):
        return _asked_file(file, text, id)
    if os.path.exists(file) and not os.path.isdir(file):
        raise ClaimsError(f"{text}: it is no claims file; the name of a claims file ends with .py")
    place = claims_folder(file)
    if not os.path.isdir(place.path):
        raise ClaimsError(f"{text}: there is no such folder; a claims folder contains Python files with claims")
    return Asked(place, file, (Target(text, "" if place.alone else place.source),))


def _asked_file(file: Path, text: str, id: str) -> Asked:
    if not os.path.isfile(file):
        raise ClaimsError(f"{file}: there is no such file; a claims file is a Python file with claims")
    if file.name.startswith("_") and file.name != INIT:
        raise ClaimsError(
            f"{file}: it is no claims file; a file whose name begins with an underscore is for other files"
        )
    place = claims_folder(file.parent)
    folder = file.parent if place.alone else place.path
    return Asked(place, folder, (Target(text, f"{place.source}/{file.name}".removeprefix("/"), id),))


def refuse_unmatched(targets: Iterable[Target], claims: Iterable[Claim]) -> None:
    """Refuse a file without claims, and an id that no claim of its file has.

    Raises
    ------
    ClaimsError
        If a target includes no claim.

    Examples
    --------
    >>> refuse_unmatched([Target("a.py::L9", "a.py", "L9")], [])
    Traceback (most recent call last):
    gametheory.claims.declare.ClaimsError: a.py::L9: no claim found; a claim is a function decorated with @claim
    """
    found = list(claims)
    for target in targets:
        if any(map(target.includes, found)):
            continue
        others = [local_id(item) for item in found if target.includes_file(file_of(item))]
        if target.id and others:
            raise ClaimsError(
                f"{target.text}: no claim of this file has the id {target.id}; it has {listed(others, 'claim')}"
            )
        raise ClaimsError(f"{target.text}: no claim found; a claim is a function decorated with @claim")
