"""Games in the files of other programs, read and written exactly.

`nfg` and `efg` are Gambit's, for games in normal and in extensive form; `graphs` has state graphs as GraphML and as
node-link JSON; `drn` has Markov chains for Storm.
"""

from gametheory.formats.errors import FormatError

__all__ = ["FormatError"]
