"""Files of other programs, read and written with exact numbers.

`gambit` is for games in normal and in extensive form, `graphml` and `node_link` for state graphs, and `drn` for Markov
chains.
"""

from gametheory.formats.errors import FormatError

__all__ = ["FormatError"]
