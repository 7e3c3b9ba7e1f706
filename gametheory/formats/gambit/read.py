"""Read a file in one of Gambit's formats."""

from __future__ import annotations

from pathlib import Path

from gametheory.formats.gambit.agg import read_agg
from gametheory.formats.gambit.efg import read_efg
from gametheory.formats.gambit.lexer import FormatError
from gametheory.formats.gambit.nfg import read_nfg
from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.game import LIMITS
from gametheory.model.normal_form import NormalForm
from gametheory.storage.files import read_bytes

MAX_BYTES = 20_000_000


def read_gambit(path: Path) -> NormalForm | ExtensiveForm:
    """Read a game from a file; its first word, not its name, determines the format."""
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
    if text.lstrip().startswith(("#AGG", "#BAGG")):
        return read_agg(text)
    raise FormatError("a game begins with NFG, EFG, #AGG or #BAGG", 1, 1)
