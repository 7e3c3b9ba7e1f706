"""The arrays of an .npz file, read without taking more memory than the file is long."""

from __future__ import annotations

from io import BytesIO
from math import prod
from typing import IO, Any
from zipfile import ZIP_STORED, ZipFile

from numpy.lib import format as npy


def read_arrays(file: IO[bytes], kinds: dict[str, str]) -> dict[str, Any]:
    """The arrays of some names, each of the kind of numpy that is said, "f" for floats and "U" for text.

    The file has them as `numpy.savez` writes them, not compressed, so that none can be larger than the file; what it
    says of sizes is compared with that before anything is allocated. Other arrays are not looked at, and nothing is
    written anywhere. Raises ValueError and whatever else `zipfile` and `numpy` raise for a damaged file.

    >>> import numpy as np
    >>> file = BytesIO()
    >>> np.savez(file, odds=np.array([0.25, 0.75]))
    >>> read_arrays(file, {"odds": "f"})["odds"].tolist()
    [0.25, 0.75]
    """
    size = file.seek(0, 2)
    with ZipFile(file) as members:
        return {name: _array(members, name, kind, size) for name, kind in kinds.items()}


def _array(members: ZipFile, name: str, kind: str, size: int) -> Any:
    member = members.getinfo(f"{name}.npy")
    if member.compress_type != ZIP_STORED or member.file_size != member.compress_size or member.file_size > size:
        raise ValueError(f"the array {name} is compressed, or says that it is larger than the file")
    data = BytesIO(members.read(member))
    if npy.read_magic(data) != (1, 0):
        raise ValueError(f"the array {name} is of another version of the format")
    shape, _, dtype = npy.read_array_header_1_0(data)
    left = len(data.getvalue()) - data.tell()
    if dtype.kind != kind or dtype.hasobject or dtype.itemsize * prod(shape) != left:
        raise ValueError(f"the array {name} is not of the kind {kind!r}, or not as long as it says")
    data.seek(0)
    return npy.read_array(data, allow_pickle=False)
