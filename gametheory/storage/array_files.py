"""Files of a JSON document and arrays, in numpy's format .npz: written a part at a time, read without loading them.

The arrays are not compressed, so that a file larger than the memory can be mapped, and the same arrays always give the
same bytes.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Mapping
from math import prod
from pathlib import Path
from typing import IO, Any, NamedTuple
from zipfile import ZIP_STORED, ZipFile, ZipInfo

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from gametheory.storage.atomic_write import write_with

Integers = NDArray[np.integer[Any]]

HEADER = "header"
MAX_HEADER_BYTES = 1 << 28
BYTES_AT_A_TIME = 1 << 24
LOCAL_HEADER, NAME_LENGTHS = 30, slice(26, 30)  # of a member of a zip file


class Parts(NamedTuple):
    """An array that is written a part at a time."""

    kind: Any
    length: int
    parts: Iterable[Integers]


def write_array_file(path: Path, header: Mapping[str, Any], arrays: Mapping[str, Integers | Parts]) -> None:
    """Write a JSON document and arrays of one dimension atomically."""
    text = np.frombuffer(json.dumps(header).encode(), np.uint8)

    def write(file: IO[bytes]) -> None:
        with ZipFile(file, "w", ZIP_STORED) as members:
            for name, array in {HEADER: text, **arrays}.items():
                parts = array if isinstance(array, Parts) else Parts(array.dtype, len(array), [array])
                _write_member(members, name, parts)

    write_with(path, write)


def _write_member(members: ZipFile, name: str, array: Parts) -> None:
    described = {"descr": npy.dtype_to_descr(np.dtype(array.kind)), "fortran_order": False, "shape": (array.length,)}
    # the date of a ZipInfo is always the same
    with members.open(ZipInfo(f"{name}.npy"), "w", force_zip64=True) as member:
        npy.write_array_header_1_0(member, described)
        for part in array.parts:
            data = np.ascontiguousarray(part, array.kind).view(np.uint8)
            for first in range(0, len(data), BYTES_AT_A_TIME):
                member.write(data[first : first + BYTES_AT_A_TIME].tobytes())


def read_array_file(path: Path, kinds: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, Integers]]:
    """Return the document of a file, and its arrays, which stay on the disk until they are read."""
    with path.open("rb") as file:
        if not path.is_file():
            raise ValueError("it is not a file")
        try:
            with ZipFile(file) as members:
                text = _array(path, file, members, HEADER, "u")
                if len(text) > MAX_HEADER_BYTES:
                    raise ValueError("its header is too long")
                header = json.loads(bytes(text))
                return dict(header), {name: _array(path, file, members, name, kind) for name, kind in kinds.items()}
        except Exception as error:  # of zipfile, json or numpy, which parses the header of an array as Python
            raise ValueError(f"it is damaged, or another kind of file ({error})") from error


def is_intact(path: Path) -> bool:
    """Return whether the checksums of a file written by `write_array_file` are right. Cost: one reading of the file."""
    try:
        with ZipFile(path) as members:
            return members.testzip() is None
    except Exception:  # as above
        return False


def _array(path: Path, file: IO[bytes], members: ZipFile, name: str, kind: str) -> Integers:
    """Return an array of a zip file, mapped into memory."""
    member = members.getinfo(f"{name}.npy")
    file.seek(member.header_offset)
    lengths = struct.unpack("<HH", file.read(LOCAL_HEADER)[NAME_LENGTHS])
    begin = member.header_offset + LOCAL_HEADER + sum(lengths)
    file.seek(begin)
    if member.compress_type != ZIP_STORED:
        raise ValueError(f"the array {name} is compressed")
    shape, dtype = read_array_header(file, name, kind, member.file_size)
    if len(shape) != 1:
        raise ValueError(f"the array {name} has not one dimension")
    if not shape[0]:
        return np.zeros(0, dtype)
    return np.memmap(path, dtype, "r", file.tell(), shape)


def read_array_header(file: IO[bytes], name: str, kind: str, size: int) -> tuple[tuple[int, ...], Any]:
    """Read the header of an array of a zip file; return its shape and type of numbers."""
    begin = file.tell()
    if npy.read_magic(file) != (1, 0):
        raise ValueError(f"the array {name} is of another version of the format")
    shape, _, dtype = npy.read_array_header_1_0(file)
    if dtype.kind != kind or dtype.hasobject or begin + size != file.tell() + dtype.itemsize * prod(shape):
        raise ValueError(f"the array {name} is not of the kind {kind!r}, or not as long as stated")
    return shape, dtype


def smallest_kind(least: int, greatest: int) -> Any:
    """Return the smallest type of integers with a sign that has two numbers."""
    fits = (
        each for each in (np.int8, np.int16, np.int32) if -np.iinfo(each).max <= least <= greatest <= np.iinfo(each).max
    )
    return np.dtype(next(fits, np.int64))
