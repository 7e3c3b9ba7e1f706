"""Read the arrays of an .npz file, with no more memory than the file is long."""

from __future__ import annotations

from io import BytesIO
from typing import IO, Any
from zipfile import ZIP_STORED, ZipFile

from numpy.lib import format as npy

from gametheory.storage.array_files import read_array_header


def read_arrays(file: IO[bytes], kinds: dict[str, str]) -> dict[str, Any]:
    """Read arrays of a file that `numpy.savez` wrote.

    They must not be compressed, so that none can be larger than the file; the stated sizes are compared with it before
    anything is allocated. Other arrays in the file are ignored, and no file is written.

    Parameters
    ----------
    file
        A seekable binary file.
    kinds
        numpy's kind of each array by name, such as "f" for floats and "U" for text.

    Returns
    -------
    dict
        The arrays by name.

    Raises
    ------
    ValueError
        If an array is compressed, of another kind, or not as long as stated. For a damaged file the errors of
        `zipfile` and `numpy` are raised as well.

    Examples
    --------
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
        raise ValueError(f"the array {name} is compressed, or larger than the file")
    content = members.read(member)
    data = BytesIO(content)
    read_array_header(data, name, kind, len(content))
    data.seek(0)
    return npy.read_array(data, allow_pickle=False)
