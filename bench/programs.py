"""Methods of Gambit, QuantEcon and Nashpy as programs for `gametheory dataset --programs`.

`python bench/programs.py gambit enummixed` reads the path of a file from each line of standard input, and writes for
each one line of JSON: `{"equilibria": [...], "version": "pygambit 17.0.0"}`, or `error` in place of the equilibria.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

sys.path[:] = [str(Path(__file__).parent.parent), *sys.path[1:]]  # not bench/, whose modules have short names

Profile = list[Any]


class NotForThis(Exception):
    """The game is none that the method solves."""


def gambit(method: str, path: str) -> Iterator[Any]:
    """Yield what a method of pygambit returns, each with the options that its documentation has by default."""
    import pygambit as gbt

    game = read_gambit(path)
    if len(game.players) != 2 and method.startswith(("enummixed", "lcp")):
        raise NotForThis("it takes two players")
    match method:
        case "simpdiv":
            result = gbt.nash.simpdiv_solve(game.mixed_strategy_profile(rational=True))
        case "liap":
            result = gbt.nash.liap_solve(game.mixed_strategy_profile(rational=False))
        case "enummixed-floats" | "lcp-floats":
            result = getattr(gbt.nash, f"{method.removesuffix('-floats')}_solve")(game, rational=False)
        case _:
            result = getattr(gbt.nash, f"{method}_solve")(game)
    for profile in result.equilibria if hasattr(result, "equilibria") else [result.equilibrium]:
        if profile is None:
            continue
        if Path(path).suffix != ".efg":
            yield [[number(p) for _, p in mixed] for mixed in profile]
        else:
            yield behavior(path, profile if hasattr(profile, "as_strategy") else profile.as_behavior())


def read_gambit(path: str) -> Any:
    """Return the game of a file as pygambit reads it."""
    import pygambit as gbt

    ending = Path(path).suffix
    if ending not in (".nfg", ".efg", ".agg"):
        raise NotForThis(f"pygambit reads no file {ending}")
    return getattr(gbt, f"read_{ending[1:]}")(path)


def behavior(path: str, profile: Any) -> dict[str, Any]:
    """Return a profile of a tree by player, information set and action, with the names that this program gives them.

    Gambit lists the sets of a player in the order in which the tree comes to them first.
    """
    from gametheory.formats.payoff_table import read_game
    from gametheory.model.extensive_form import ExtensiveForm, information_set_names, with_distinct_names

    tree = read_game(Path(path))
    assert isinstance(tree, ExtensiveForm)
    tree = with_distinct_names(tree)
    names = information_set_names(tree)
    keys = dict.fromkeys((node.player, node.information_set) for node in tree.nodes if node.player)
    by_player: dict[str, Any] = {}
    for player, (title, sets) in enumerate(zip(tree.players, profile, strict=True), 1):
        own = {}
        for key, (_, mixed) in zip([key for key in keys if key[0] == player], sets, strict=True):
            numbers = [number(p) for _, p in mixed]
            own[names[key]] = dict(zip(tree.information_sets[key].actions, numbers, strict=True))
        by_player[title] = own
    return by_player


def number(value: Any) -> Any:
    """Return a rational as text, and a float as it is; one that is infinite or no number as text."""
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    return str(value)


def quantecon(method: str, path: str) -> Iterator[Profile]:
    """Yield what a method of QuantEcon returns, with the options that it has by default."""
    import numpy as np
    import quantecon.game_theory as qe

    tables = read_tables(path)
    if len(tables) != 2 and method != "mclennan_tourky":
        raise NotForThis("it takes two players")
    players = []
    for player, payoffs in enumerate(tables):
        # QuantEcon's arrays begin with the own action, and go on with the next players
        order = [(player + shift) % len(tables) for shift in range(len(tables))]
        players.append(qe.Player(np.ascontiguousarray(payoffs.transpose(order))))
    game = qe.NormalFormGame(players)
    found: Any
    if method in ("lemke_howson", "mclennan_tourky"):
        answer, result = getattr(qe, method)(game, full_output=True)
        # what the method itself does not call an equilibrium is no answer
        found = [answer] if result.converged else []
    else:
        found = getattr(qe, method)(game)
    for profile in found:
        yield [[number(float(p)) for p in mixed] for mixed in profile]


def nashpy(method: str, path: str) -> Iterator[Profile]:
    """Yield what a method of Nashpy returns."""
    import nashpy as nash

    tables = read_tables(path)
    if len(tables) != 2:
        raise NotForThis("it takes two players")
    game = nash.Game(*tables)
    if method == "lemke_howson":
        found = [game.lemke_howson(initial_dropped_label=0)]
    else:
        found = getattr(game, method)()
    for profile in found:
        yield [[number(float(p)) for p in mixed] for mixed in profile]


def read_tables(path: str) -> list[Any]:
    """Return the payoffs of each player as an array of floats; libraries without a reader of Gambit's files need it."""
    import numpy as np

    from gametheory.formats.payoff_table import read_game
    from gametheory.model.normal_form import NormalForm

    form = read_game(Path(path))
    if not isinstance(form, NormalForm):
        raise NotForThis("it has no trees")
    sizes, cells = tuple(map(len, form.strategies)), form.cells()
    tables = []
    for player in range(len(sizes)):
        payoffs = [float(cells[profile][player]) for profile in np.ndindex(*sizes)]
        tables.append(np.array(payoffs).reshape(sizes))
    return tables


LIBRARIES: dict[str, tuple[str, Callable[[str, str], Iterator[Any]]]] = {
    "gambit": ("pygambit", gambit),
    "quantecon": ("quantecon", quantecon),
    "nashpy": ("nashpy", nashpy),
}


def main(library: str, method: str) -> None:
    """Answer each path of standard input."""
    package, solve = LIBRARIES[library]
    # what a library prints is no answer
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    try:
        named = f"{package} {version(package)}"
        __import__(package)
    except ImportError:
        named = ""
    warnings.simplefilter("ignore")
    for line in sys.stdin:
        answer: dict[str, Any] = {"version": named}
        began = time.perf_counter()
        try:
            if not named:
                answer["refused"] = "not installed"
            else:
                answer["equilibria"] = list(solve(method, line.rstrip("\n")))
        except NotForThis as error:
            answer["refused"] = str(error)
        except Exception as error:
            message = f"{type(error).__name__}: {error}"[:300]
            is_refused = "only valid for" in message or "not supported" in message
            answer["refused" if is_refused else "error"] = message
        answer["seconds"] = round(time.perf_counter() - began, 5)
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:3])
