"""Save a solution in a file, load it, look up a position, and verify all of them by the rules."""

from __future__ import annotations

import json
from ast import literal_eval
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from gametheory.model.game import Game, Position, RulesError
from gametheory.model.layers import LayeredGame
from gametheory.model.position_text import position_codes, short_text, text_code
from gametheory.model.symmetry import QuotientGame, quotient
from gametheory.solvers.saved.best_play import BestPlay, PositionSolution
from gametheory.solvers.saved.labels import Labels, labels_of
from gametheory.solvers.saved.solution_file import SolutionFileError, read_labels, require_intact, write_labels
from gametheory.solvers.solution import Solution
from gametheory.verify.strong_solution import StrongSolution, check_strong_solution


class SavedSolution:
    """A solution file and the rules of its game. `load_solution` makes it.

    Parameters
    ----------
    path : Path
        The file.
    labels : Labels
        Its labels.
    game : Game
        The rules.
    """

    def __init__(self, path: Path, labels: Labels, game: Game[Any, Any]) -> None:
        self.path, self.moves = path, labels.moves
        self.solution: StrongSolution = labels.solution
        self._parents, self._rules = labels.parents, game
        self._game: Any = quotient(game)
        self._play = BestPlay(labels.solution, self._game)

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.solution)

    def __repr__(self) -> str:
        """Return the file, the number of positions and the method on one line."""
        return f"<SavedSolution {self.path}: {len(self):,} positions; {self.solution.method}>"

    def verify(self) -> int:
        """Return the number of positions, after checking the labels of all of them by the rules, without a solver.

        Raises
        ------
        CertificateError
            If a label is wrong, or the rules have other positions.
        SolutionFileError
            If the file is damaged.
        RulesError
            If the rules contradict themselves in a position of the file.

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> from gametheory import Castle, solve
        >>> with TemporaryDirectory() as folder:
        ...     save_solution(solve(Castle(10, 43, 8)), Path(folder, "castle.npz"))
        ...     load_solution(Path(folder, "castle.npz"), Castle(10, 43, 8)).verify()
        1114
        """
        require_intact(self.path)
        return check_strong_solution(self.solution, self._rules)

    def position(self, text: str) -> Position:
        """Return the position with a text, as `gametheory solve` prints it. Cost: the moves on the way to it.

        The spaces and quotation marks of a Python literal may differ, and lists of JSON stand for tuples. If the rules
        have `canonical`, the text of a symmetric position stands for its canonical one, which is returned.

        Raises SolutionFileError if there is none.

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> from gametheory import Castle, solve
        >>> with TemporaryDirectory() as folder:
        ...     save_solution(solve(Castle(10, 11, 15)), Path(folder, "castle.npz"))
        ...     load_solution(Path(folder, "castle.npz"), Castle(10, 11, 15)).position("(10, 15, 1)")
        Position(soldiers=10, defenders=15, strength=1)
        """
        if isinstance(self._game, LayeredGame):
            if not (text.isascii() and text.isdigit() and len(text) < 20):
                raise SolutionFileError(f"the position {text!r} is not a whole number below 2^63")
            return int(text)
        texts = (text, _respelled(text), *self._canonical_texts(text))
        numbers = (self.solution.number(text_code(each)) for each in texts)
        number = next((each for each in numbers if each >= 0), -1)
        if number < 0:
            start = short_text(self._game.start())
            raise SolutionFileError(f"play cannot reach the position {text!r}; the first position is {start}")
        node = self._play.node(self._game.start())
        way = [number]
        while way[-1] != node.number and len(way) <= len(self):  # parents of a wrong file can form a circle
            parent = int(self._parents[way[-1]])
            if not 0 <= parent < len(self):
                break
            way.append(parent)
        for following in way[-2::-1]:
            if following not in node.numbers:
                break
            node = self._play.node(node.after[node.numbers.index(following)])
        if node.number != number:
            raise SolutionFileError("the file does not fit the rules: no play leads to the position")
        return node.position

    def is_image(self, text: str, position: Position) -> bool:
        """Return whether a text is not that of a position, but of one that is symmetric to it."""
        return isinstance(self._game, QuotientGame) and short_text(position) not in (text, _respelled(text))

    def _canonical_texts(self, text: str) -> Iterator[str]:
        """Yield the text of the canonical position of the one with a text, if the game has symmetric positions."""
        if not isinstance(self._game, QuotientGame):
            return
        kind: Any = type(self._game.start())
        for value in (text, _literal(text)):
            if isinstance(value, tuple) and hasattr(kind, "_make"):
                value = kind._make(value) if len(value) == len(kind._fields) else value
            # the rules may raise any error for what is no position
            with suppress(Exception):
                yield short_text(self._game.canonical(value))

    def lookup(self, position: Position | None = None) -> PositionSolution:
        """Return the solution of a position, of the first one by default.

        The labels of all positions of the line are checked against those that follow. Cost: the moves along it.

        Raises
        ------
        SolutionFileError
            If play cannot reach the position, or a label on the line is wrong.

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> from gametheory import Castle, solve
        >>> with TemporaryDirectory() as folder:
        ...     save_solution(solve(Castle(10, 11, 15)), Path(folder, "castle.npz"))
        ...     saved = load_solution(Path(folder, "castle.npz"), Castle(10, 11, 15))
        ...     saved.lookup(saved.position("(10, 15, 1)")).lines["castle"].distance
        2
        """
        if position is None:
            position = self._game.start()
        elif isinstance(self._game, QuotientGame):
            position = self._game.canonical(position)
        return self._play.from_position(position)


def _respelled(text: str) -> str:
    """Return a text as `short_text` writes the Python literal that it is; any other text unchanged."""
    value = _literal(text)
    return text if value is None else short_text(value)


def _literal(text: str) -> Any:
    """Return the value of a text that is JSON or a Python literal, with tuples for lists; None for any other text."""
    for read in (literal_eval, json.loads):
        with suppress(ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            return _with_tuples(read(text))
    return None


def _with_tuples(value: Any) -> Any:
    return tuple(map(_with_tuples, value)) if isinstance(value, list | tuple) else value


def save_solution(solution: Solution, path: Path | str) -> None:
    """Write the value, or the distances, of every position into a file; `load_solution` reads it.

    Cost: sorting the positions. The file has 8 bytes for a position, and 1 to 4 for each label; for rules over other
    positions than whole numbers also where each was found.

    Parameters
    ----------
    solution : Solution
        The solution of a game without chance moves in which one player moves at a time.
    path : Path or str
        The file to write, by custom with the ending .npz.

    Raises
    ------
    NotSaved
        If the solution is not one label for each position: it has chance moves or simultaneous moves, for example.
    RulesError
        If two positions have the same text, or a position has none of its own.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from gametheory import Castle, solve
    >>> with TemporaryDirectory() as folder:
    ...     save_solution(solve(Castle(10, 11, 15)), Path(folder, "castle.npz"))
    ...     len(load_solution(Path(folder, "castle.npz"), Castle(10, 11, 15)))
    8
    """
    if type(solution.start).__repr__ is object.__repr__ and type(solution.start).__str__ is object.__str__:
        raise RulesError(f"a position of the type {type(solution.start).__name__} has no text of its own")
    write_labels(Path(path), labels_of(solution))


def load_solution(path: Path | str, game: Game[Any, Any]) -> SavedSolution:
    """Load a solution that `save_solution` wrote. Its arrays stay on the disk.

    The file is not believed: `lookup` checks the labels that it returns, and `verify` all of them, by the rules.

    Parameters
    ----------
    path : Path or str
        The file.
    game : Game
        The rules.

    Raises
    ------
    SolutionFileError
        If it is no solution file, is damaged, or does not have the first position or the players of the rules.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from gametheory import Castle, solve
    >>> with TemporaryDirectory() as folder:
    ...     save_solution(solve(Castle(10, 11, 15)), Path(folder, "castle.npz"))
    ...     load_solution(Path(folder, "castle.npz"), Castle(10, 11, 15)).lookup().lines["soldiers"].distance
    4
    """
    labels = read_labels(Path(path))
    saved = SavedSolution(Path(path), labels, game)
    if not len(labels.parents) and not isinstance(game, LayeredGame):
        raise SolutionFileError("the file is for other rules: those of a LayeredGame")
    if tuple(game.players) != saved.solution.players:
        raise SolutionFileError("the file is for other rules: their players are " + ", ".join(saved.solution.players))
    start = quotient(game).start()
    if saved.solution.number(int(position_codes(quotient(game), [start])[0])) < 0:
        raise SolutionFileError(f"the file is for other rules: it has no position {short_text(start)}")
    return saved
