"""Rules that are also given over whole numbers, by which large graphs are unfolded."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from gametheory.model.encoded_game import EncodedGame

Encode = TypeVar("Encode", bound="Callable[[Any], EncodedGame]")
_ENCODINGS: dict[type, Callable[[Any], EncodedGame]] = {}


def encodes(rules: type) -> Callable[[Encode], Encode]:
    """Return a decorator for the function that returns the `EncodedGame` of a game.

    The function is called for games of this class, and not for those of a subclass, whose rules may differ.

    Parameters
    ----------
    rules : type
        A class of games.

    Examples
    --------
    >>> class Still:
    ...     players = ()
    >>> @encodes(Still)
    ... def encoding(game):
    ...     raise NotImplementedError("no rules yet")
    >>> encoding_of(Still())
    Traceback (most recent call last):
    NotImplementedError: no rules yet
    """

    def register(encode: Encode) -> Encode:
        _ENCODINGS[rules] = encode
        return encode

    return register


def encoding_of(game: object) -> EncodedGame | None:
    """Return the rules of a game over whole numbers, or None if there are none or the numbers would be too large.

    Parameters
    ----------
    game : object
        The rules.

    Examples
    --------
    >>> from gametheory.games.castle import Castle
    >>> type(encoding_of(Castle(10, 43, 8))).__name__, encoding_of(Castle(10, 10**18, 8)), encoding_of("no game")
    ('EncodedCastle', None, None)
    """
    encode = _ENCODINGS.get(type(game))
    encoded = encode(game) if encode is not None else None
    return encoded if encoded is not None and encoded.fits else None
