"""Load a game that is named on the command line: a class in a file or a module, and its constructor arguments."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial, update_wrapper
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from gametheory.cli.arguments import InputError
from gametheory.games import catalogue
from gametheory.model.game import RulesError
from gametheory.numbers.format import did_you_mean

if TYPE_CHECKING:
    from inspect import Parameter

    from gametheory.formats.umb import UmbGame
    from gametheory.model.extensive_form import ExtensiveForm
    from gametheory.model.normal_form import NormalForm

EXACT = re.compile(r"[+-]?(\d+/0*[1-9]\d*|\d*\.\d+|\d+\.)", re.ASCII)
GAMBIT = (".nfg", ".efg", ".agg", ".bagg")
OTHERS = ".gam", ".csv"
UMB = ".umb"
STANDARD_INPUT = "-"
KEYWORD = re.compile(r"[A-Za-z_]\w*=")
ALLOWED = (
    "FILE.py[:CLASS], MODULE:CLASS, FILE.nfg, .efg, .gam, .csv or .umb, or NAME of a game that `gametheory games` lists"
)
GAME_METHODS = ("start", "outcome", "moves", "after")


class LoadedGame(NamedTuple):
    """A game, the name of its class, and the file or module with the class."""

    game: Any
    name: str
    place: str


def load_game(command: str, name: str, arguments: Sequence[str]) -> LoadedGame:
    """Return the game of NAME, FILE.py:CLASS, FILE.py or MODULE:CLASS, made with arguments such as 7 or depth=3.

    NAME is a game of the catalogue; one that is also a file in the folder is refused, since `nash` reads any file.
    CLASS may be omitted if the file defines exactly one class with the methods of a game. It may be a game that the
    file has made, also payoffs or an object of another library, or a function that makes one. FILE.nfg, .efg, .agg and
    .bagg are games in Gambit's formats, FILE.gam is one in GameTracer's, and FILE.csv is a table of payoffs; "-" is a
    game of Gambit or a table on standard input. A file, and a game that is made already, take no arguments. FILE.umb is
    a model of Storm or PRISM, with the arguments of `UmbGame`.

    Raises InputError with one line that names the missing part, or the error of the user's code and its line.
    """
    if is_written_game(name):
        if arguments:
            raise InputError(f"{command}: {arguments[0]!r}: a game in a file such as {name} takes no arguments")
        return LoadedGame(read_game_file(command, name), Path(name).name, name)
    if name.endswith(UMB):
        return _construct(command, partial(_read_umb, command, name), Path(name).name, name, arguments)
    # a name has neither a colon nor an ending, so that it is no file or module of the other forms
    if is_catalogue_name(command, name):
        # `game` refuses wrong arguments; its signature is that of the maker, by which heaps are taken one by one
        maker = update_wrapper(partial(catalogue.game, name), catalogue.entry(name).maker)
        return _construct(command, maker, name, name, arguments)
    place, colon, attribute = name.rpartition(":")
    if not colon and name.endswith(".py"):
        place = name
    elif not place or not attribute:
        raise InputError(f"{command}: {name!r} is none of {ALLOWED}{did_you_mean(name, names_of_games())}")
    module = _import(command, place)
    if colon:
        value = _from_library(command, name, getattr(module, attribute, None))
        if value is not None and not callable(value) and is_game(value):
            if arguments:
                why = f"{name} is a game and no class, so it takes no arguments"
                raise InputError(f"{command}: {arguments[0]!r}: {why}")
            return LoadedGame(value, attribute, place)
    else:
        attribute = ""
    game_class = _game_class(command, module, place, attribute)
    return _construct(command, game_class, getattr(game_class, "__name__", attribute), place, arguments)


def is_catalogue_name(command: str, name: str) -> bool:
    """Return whether a game of the catalogue is named; refuse a name that is also a file in this folder."""
    if catalogue.is_game(name) and os.path.isfile(name):
        both = "is a game of the catalogue and a file in this folder"
        raise InputError(f"{command}: {name!r} {both}; ./{name} is the file")
    return catalogue.is_game(name)


def is_written_game(name: str) -> bool:
    """Return whether the name is that of a file with a game or a table, or standard input."""
    return name == STANDARD_INPUT or name.endswith((*GAMBIT, *OTHERS))


def names_of_games() -> list[str]:
    """Return the names of the catalogue, and those of files of this folder that can have a game."""
    names = [entry.name for entry in catalogue.ENTRIES]
    return names + [file for file in os.listdir() if file.endswith((*GAMBIT, *OTHERS, UMB, ".py"))]


def read_game_file(prefix: str, name: str) -> NormalForm | ExtensiveForm | UmbGame:
    """Return the game of a file, or of standard input: in Gambit's format, a table of payoffs as CSV, or a model.

    Raises InputError, which begins with `prefix`, if that fails.
    """
    from gametheory.formats.payoff_table import read_game, read_table_or_game

    with _file_errors(prefix, name):
        if name == STANDARD_INPUT:
            return read_table_or_game(_standard_input())
        return read_game(Path(name))


def _read_umb(command: str, name: str, goal: str = "", reward: str = "", max_denominator: int = 0) -> UmbGame:
    from gametheory.formats.umb import UmbGame

    with _file_errors(command, name):
        return UmbGame(name, str(goal), str(reward), max_denominator)


@contextmanager
def _file_errors(prefix: str, name: str) -> Iterator[None]:
    """Turn the errors of reading a game into InputError."""
    from gametheory.formats.gambit import FormatError

    place = "standard input" if name == STANDARD_INPUT else name
    try:
        yield
    except FormatError as error:
        raise InputError(f"{prefix}: {place}: {error}") from error
    except FileNotFoundError as error:
        hint = did_you_mean(name, names_of_games())
        # a name without an ending was meant as one of the catalogue
        if not hint and not Path(name).suffix:
            hint = "; `gametheory games` lists the games that have a name"
        raise InputError(f"{prefix}: cannot read {place}: {error.strerror}{hint}") from error
    except (OSError, ValueError) as error:
        raise InputError(f"{prefix}: cannot read {place}: {getattr(error, 'strerror', None) or error}") from error


def _standard_input() -> str:
    """Return the text of standard input, at most as much as of a file."""
    from gametheory.formats.gambit import MAX_BYTES

    if sys.stdin is None:
        raise ValueError("it is closed")
    content = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise ValueError(f"it is larger than {MAX_BYTES:,} bytes")
    return content.decode("utf-8-sig")


def is_game(value: object) -> bool:
    """Whether a value has the methods of a game, or is a game in normal or extensive form."""
    from gametheory.model.extensive_form import ExtensiveForm
    from gametheory.model.normal_form import NormalForm

    return not _missing_methods(value) or isinstance(value, NormalForm | ExtensiveForm)


def require_player(command: str, game: object, name: str | None) -> None:
    """Refuse a name of a player that the game does not have."""
    from gametheory.model.extensive_form import player_names

    players = getattr(game, "players", None)
    if name is None or not isinstance(players, tuple):  # other rules are refused by the solver
        return
    names = player_names(players)
    if name not in names:
        allowed = ", ".join(map(str, names))
        raise InputError(f"{command}: argument --player: {name!r} is none of {allowed}{did_you_mean(name, names)}")


def load_function(command: str, argument: str, name: str) -> tuple[Callable[..., object], str]:
    """Return the function of FILE.py:FUNCTION, or the only function that FILE.py defines, and the file."""
    prefix = f"{command}: argument {argument}"
    if ".py:" in name:
        place, _, attribute = name.rpartition(":")
    else:
        place, attribute = name, ""
    if not place.endswith(".py"):
        raise InputError(f"{prefix}: {name!r} is no FILE.py or FILE.py:FUNCTION")
    module = _import(prefix, place)
    functions = {}
    for function, value in vars(module).items():
        # what the file has imported is no bot
        is_defined_here = getattr(value, "__module__", "") == module.__name__
        if callable(value) and is_defined_here and not function.startswith("_"):
            functions[function] = value
    if attribute in functions:
        return functions[attribute], place
    if not attribute and len(functions) == 1:
        return functions.popitem()[1], place
    content = "no function"
    if functions:
        content = f"the functions {', '.join(functions)}; name one, as in {place}:NAME"
    raise InputError(f"{prefix}: {place} has {content}")


# Errors of the user's code


@contextmanager
def rules_errors(command: str, loaded: LoadedGame) -> Iterator[None]:
    """Turn an error of the rules into InputError, with the line of the user's file if their code raised it."""
    try:
        yield
    except RulesError as error:
        message = f"{command}: {loaded.name}: {error}"
        line = None
        if error.__cause__:  # otherwise the rules answered, and what they answered is wrong
            line = _line_of(error.__cause__, loaded.place)
        if line:
            message += f" (line {line})"
        raise InputError(message) from error


def summarize(error: BaseException, place: str) -> str:
    """Return an exception as one line, with the last line of the user's file in its traceback."""
    text = f"{type(error).__name__}: {error}".splitlines()[0]
    line = _line_of(error, place)
    has_line = "(line" in text or ", line" in text  # as a SyntaxError has it
    if line and not has_line:
        text += f" (line {line})"
    return text


def _line_of(error: BaseException, place: str) -> int | None:
    """Return the last line of the user's file that an exception passed; None if it passed none."""
    line: int | None = getattr(error, "lineno", None)
    if line:
        return line
    path = str(Path(place).resolve())
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename == path:
            line = frame.lineno
    return line


# From a name to a game


def _import(command: str, place: str) -> ModuleType:
    try:
        if place.endswith(".py"):
            return _load_file(command, place)
        return _load_module(command, place)
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        raise InputError(f"{command}: {place} cannot be run: {summarize(error, place)}") from error


def _load_file(command: str, place: str) -> ModuleType:
    path = Path(place).resolve()
    if not os.path.isfile(path):  # Path.is_file raises an error if the name is too long
        raise InputError(f"{command}: {place}: there is no such file")
    spec = importlib.util.spec_from_file_location(f"game_of_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise InputError(f"{command}: {place} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look up their module there
    # as `python FILE.py` does, so that the file finds its neighbors
    sys.path.insert(0, str(path.parent))
    spec.loader.exec_module(module)
    return module


def _load_module(command: str, place: str) -> ModuleType:
    sys.path.insert(0, str(Path.cwd()))
    try:
        return importlib.import_module(place)
    except ModuleNotFoundError as error:
        # Only the named module is the user's mistake; another missing module is an error of the module's own code.
        if error.name and (place == error.name or place.startswith(f"{error.name}.")):
            raise InputError(f"{command}: {place}: there is no such module; a file ends in .py") from error
        raise


def _game_class(command: str, module: ModuleType, place: str, attribute: str) -> Callable[..., object]:
    """Return the class with the given name, or the only game class of the module if the name is empty."""
    classes = {}
    for name, value in vars(module).items():
        if isinstance(value, type) and value.__module__ == module.__name__:
            classes[name] = value
    if attribute:  # also a function that makes a game
        named: Callable[..., object] | None = getattr(module, attribute, None)
        if not callable(named):
            known = [name for name in vars(module) if not name.startswith("_")]
            content = f"it has {', '.join(classes) or 'none'}{did_you_mean(attribute, known)}"
            raise InputError(f"{command}: {place} has no class {attribute}; {content}")
        return named
    missing = {name: _missing_methods(kind) for name, kind in classes.items()}
    games = [name for name in classes if not missing[name]]
    if not games:
        methods = ", ".join(GAME_METHODS)
        raise InputError(f"{command}: {place} has no class with the methods {methods}{_closest(missing)}")
    if len(games) > 1:
        content = f"{len(games)} game classes, {', '.join(games)}"
        raise InputError(f"{command}: {place} has {content}; name one, as in {place}:{games[0]}")
    return classes[games[0]]


def _missing_methods(kind: object) -> list[str]:
    return [name for name in GAME_METHODS if not callable(getattr(kind, name, None))]


def _closest(missing: Mapping[str, Sequence[str]]) -> str:
    """Return which methods the class with the most methods of a game lacks, as the end of a sentence."""
    name = min(missing, key=lambda name: len(missing[name]), default="")
    # a class without any of them is not meant as a game
    if len(missing.get(name, GAME_METHODS)) == len(GAME_METHODS):
        return ""
    return f"; {name} has no method {' and no method '.join(missing[name])}"


def _construct(
    command: str, maker: Callable[..., object], class_name: str, place: str, arguments: Sequence[str]
) -> LoadedGame:
    """Return the game that a class or a function makes with the arguments of the command line."""
    texts, keywords = [], {}
    for argument in arguments:
        if KEYWORD.match(argument):
            key, _, text = argument.partition("=")
            keywords[key] = read_value(text)
        else:
            texts.append(argument)
    positional = list(map(read_value, texts))
    call = f"{class_name}({', '.join(arguments)})"
    parameters = _parameters(maker)
    try:
        if parameters and _takes_one_tuple(parameters, texts):
            positional = [tuple(positional)]
        elif parameters is not None:
            _refuse_other_parameters(parameters, texts, keywords)
    except ValueError as error:
        raise InputError(f"{command}: {call} cannot be made: {error}") from error
    try:
        game = maker(*positional, **keywords)
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        raise InputError(f"{command}: {call} cannot be made: {summarize(error, place)}") from error
    return LoadedGame(_from_library(command, class_name, game), class_name, place)


def _parameters(maker: Callable[..., Any]) -> list[Parameter] | None:
    """Return the parameters of a class or a function; None if it has no signature, as a class in C."""
    from inspect import signature  # here, because it takes long to import

    try:
        return list(signature(maker).parameters.values())
    except (TypeError, ValueError):
        return None


def _takes_one_tuple(parameters: Sequence[Parameter], texts: Sequence[str]) -> bool:
    """Return whether numbers such as 3 4 5 are the elements of the only argument, whose default is a tuple of numbers.

    The heaps of nim are an example: `solve nim 3 4 5` is `solve nim "(3, 4, 5)"`. Raises ValueError if one of several
    is no number.
    """
    default = parameters[0].default if len(parameters) == 1 else None
    if not texts or not isinstance(default, tuple) or not default:
        return False
    if not all(isinstance(value, int | Fraction) for value in default):
        return False
    for text in texts:
        if not isinstance(read_value(text), int | Fraction):
            if len(texts) == 1:  # the tuple itself
                return False
            example = " ".join(map(str, default))
            raise ValueError(f"{parameters[0].name}: {text!r} is no number; allowed: numbers, such as {example}")
    return True


def _refuse_other_parameters(
    parameters: Sequence[Parameter], texts: Sequence[str], keywords: Mapping[str, object]
) -> None:
    """Raise ValueError that names the first argument that a class does not take, or that it lacks.

    Parameters such as *sizes are left to the class.
    """
    names = [parameter.name for parameter in parameters]
    if any(parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD) for parameter in parameters):
        return
    allowed = f"allowed: {', '.join(names) or 'no arguments'}"
    for name in keywords:
        if name not in names:
            raise ValueError(f"there is no argument {name!r}; {allowed}{did_you_mean(name, names)}")
    in_order = [parameter.name for parameter in parameters if parameter.kind != parameter.KEYWORD_ONLY]
    if len(texts) > len(in_order):
        number = len(in_order) + 1
        raise ValueError(f"argument {number}, {texts[number - 1]!r}, is one too many; {allowed}")
    given = {*keywords, *in_order[: len(texts)]}
    for parameter in parameters:
        if parameter.name not in given and parameter.default is parameter.empty:
            raise ValueError(f"{parameter.name} has no value; {allowed}")


def read_value(text: str) -> Any:
    """Return the value of a command-line argument: an exact number, another Python literal, or the text itself."""
    if EXACT.fullmatch(text):
        return Fraction(text)
    try:
        return _literal(ast.parse(text.strip(), mode="eval").body, text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text


def _literal(node: ast.expr, text: str) -> object:
    """Return the value of a Python literal, with exact numbers also in tuples and lists."""
    if isinstance(node, ast.Tuple):
        return tuple(_literal(element, text) for element in node.elts)
    if isinstance(node, ast.List):
        return [_literal(element, text) for element in node.elts]
    # literal_eval would round 0.6
    number = (ast.get_source_segment(text, node) or "").replace(" ", "")
    if EXACT.fullmatch(number):
        return Fraction(number)
    return ast.literal_eval(node)


def _from_library(command: str, name: str, value: object) -> object:
    """Return payoffs as a table, a game of another library as this package reads it, and anything else unchanged."""
    from gametheory.formats.libraries import read_object, read_payoffs

    # a class can have an attribute `shape`
    is_array = hasattr(value, "shape") and not callable(value)
    try:
        if is_array or isinstance(value, list | tuple | dict):
            return read_payoffs(value)
        return read_object(value)
    except (RulesError, ValueError) as error:
        raise InputError(f"{command}: {name}: {error}") from error
