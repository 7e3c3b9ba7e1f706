"""Read a file in either of Gambit's formats."""

from __future__ import annotations

from pathlib import Path

from gametheory.formats.errors import FormatError
from gametheory.formats.gambit.efg import read_efg
from gametheory.formats.gambit.nfg import read_nfg
from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.help_pages import LIMITS
from gametheory.model.normal_form import NormalForm
from gametheory.storage.read import read_bytes

MAX_BYTES = 20_000_000


def read_gambit(path: Path) -> NormalForm | ExtensiveForm:
    """Read a game from a file; its first word, not its name, determines the format.

    Parameters
    ----------
    path
        A file in the .nfg or .efg format, in UTF-8, of at most 20 MB.

    Returns
    -------
    NormalForm or ExtensiveForm
        The game.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError
        If the file is too long, not UTF-8 text, or not a regular file.
    FormatError
        With line and column, if the text is in neither format.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "game.nfg"
    >>> _ = path.write_text('NFG 1 R "" { "A" "B" } { 1 2 } 1 2 3 4')
    >>> read_gambit(path).strategies
    (('1',), ('1', '2'))
    """
    try:
        content = read_bytes(path, MAX_BYTES)
    except ValueError as error:
        raise ValueError(f"{error}; see {LIMITS}") from error
    text = content.decode("utf-8-sig")
    match text.lstrip()[:3]:
        case "NFG":
            return read_nfg(text)
        case "EFG":
            return read_efg(text)
    raise FormatError("a game begins with NFG or EFG", 1, 1)
