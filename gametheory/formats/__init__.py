"""Files of other programs, read and written with exact numbers: those of Gambit."""

from gametheory.formats.gambit import FormatError

__all__ = ["FormatError"]
