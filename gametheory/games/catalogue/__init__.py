"""The catalogue: textbook games, each with its source and the value that the source gives."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from gametheory.numbers.format import did_you_mean

FILE = Path(__file__).with_name("games.toml")


class Entry(NamedTuple):
    """A game of the catalogue: what makes it, its class, where it was published, and its known value.

    `value` is a claim of the folder `textbooks`, which checks it. It is what the source says, and not our result.
    `command` finds it: `gametheory solve`, or `nash` if the equilibria are the answer. `see` is a command that prints
    the known value, if the others print more or something else.
    """

    name: str
    path: str
    kind: str
    source: str
    value: str
    command: str = "solve"
    see: str = ""

    @property
    def maker(self) -> Callable[..., Any]:
        """The class of the game, or the function that returns its table; called without arguments it makes the game.

        >>> entry("nim").maker(heaps=(1, 2)).start()
        ((2, 1), 'first')
        """
        module, _, name = self.code.partition(":")
        maker: Callable[..., object] = getattr(import_module(module), name)
        return maker

    @property
    def code(self) -> str:
        """The module and the class or function, as commands take them.

        >>> entry("nim").code
        'gametheory.games.catalogue.perfect_information:Nim'
        """
        return f"{__name__}.{self.path}"

    @property
    def arguments(self) -> str:
        """The arguments of the command line with which the game is made, and their default values.

        >>> entry("pig").arguments, entry("chicken").arguments
        ('goal=10 sides=6', '')
        """
        from inspect import signature  # here, because it takes longer than the rest of this file

        parameters = signature(self.maker).parameters.values()
        return " ".join(f"{parameter.name}={parameter.default}" for parameter in parameters)

    @property
    def rules(self) -> str:
        """The rules in words.

        >>> entry("stag-hunt").rules
        'Two hunters catch a stag only together. A hare each can catch alone.'
        """
        from inspect import getdoc

        return getdoc(self.maker) or ""


def _read_entries() -> dict[str, Entry]:
    games = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {name: Entry(name, **fields) for name, fields in games.items()}


_BY_NAME = _read_entries()
ENTRIES = (*_BY_NAME.values(),)


def entry(name: str) -> Entry:
    """Return the entry of a game.

    Raises
    ------
    KeyError
        If the catalogue has no such game; the message names close ones.

    Examples
    --------
    >>> entry("kuhn").source
    'Kuhn, A simplified two-person poker (1950)'
    >>> entry("kun")
    Traceback (most recent call last):
    KeyError: "the catalogue has no game 'kun'; did you mean kuhn?"
    """
    if name not in _BY_NAME:
        hint = did_you_mean(name, _BY_NAME) or "; `gametheory games` lists them"
        raise KeyError(f"the catalogue has no game {name!r}{hint}")
    return _BY_NAME[name]


def is_game(name: str) -> bool:
    """Return whether the catalogue has a game of this name.

    >>> is_game("nim"), is_game("nim.py")
    (True, False)
    """
    return name in _BY_NAME


def game(name: str, *arguments: object, **keywords: object) -> Any:
    """Return a game of the catalogue, as `gametheory.solve` takes it: rules, or a `NormalForm`.

    Raises
    ------
    KeyError
        If the catalogue has no such game.
    TypeError
        If the game takes fewer arguments, or none of this name.
    ValueError
        If an argument is none of the kind of its default value.

    Examples
    --------
    >>> game("kuhn").players, game("pig", 20).goal, game("chicken").strategies[0]
    (('first', 'second'), 20, ('yield', 'dare'))
    >>> game("nim", 5)
    Traceback (most recent call last):
    ValueError: heaps: 5 is not a tuple of whole numbers, such as (3, 4, 5)
    """
    from inspect import signature

    maker = entry(name).maker
    expected = signature(maker)
    values = expected.bind(*arguments, **keywords).arguments
    for parameter, value in values.items():
        _check(parameter, value, expected.parameters[parameter].default)
    return maker(*arguments, **keywords)


def _check(name: str, value: Any, default: Any) -> None:
    """Refuse an argument that is not of the kind of its default value: a size, a probability or a tuple of sizes."""
    if isinstance(default, tuple):
        is_right = isinstance(value, tuple) and all(map(_is_size, value))
        allowed = f"a tuple of whole numbers, such as {default}"
    elif isinstance(default, Fraction):
        is_right = isinstance(value, int | Fraction) and 0 <= value <= 1
        allowed = "an exact probability from 0 to 1"
    else:
        is_right = _is_size(value) and value >= 1
        allowed = "a whole number of at least 1"
    if not is_right:
        raise ValueError(f"{name}: {value} is not {allowed}")


def _is_size(value: object) -> bool:
    return isinstance(value, int) and value >= 0
