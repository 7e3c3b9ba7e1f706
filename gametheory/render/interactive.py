"""Interactive parts of the page, such as games: the scripts that a report needs for those that it has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gametheory.render.addresses import evidence_of_kind

RULES = ("calculator/terms.js", "calculator/rules_search.js")  # of a game whose rules are terms
SCRIPTS = {
    "castle": (*RULES, "play/play.js", "play/castle_game.js", "play/castle_play.js"),
    "exercises": ("play/exercises.js",),
    "wargame": ("play/play.js", "play/wargame_game.js", "play/wargame_play.js"),
}


def interactive_scripts(manifest: dict[str, Any]) -> Iterable[str]:
    """Return the names of the scripts of the interactive parts of a manifest, in the order in which the page runs them.

    Raises
    ------
    ValueError
        If the page has no script for a part.

    Examples
    --------
    >>> part = {"kind": "interactive", "name": "castle", "caption": "", "data": {}}
    >>> scripts = list(interactive_scripts({"appendices": [{"evidence": [part, part]}]}))
    >>> scripts == [*RULES, 'play/play.js', 'play/castle_game.js', 'play/castle_play.js']
    True
    >>> interactive_scripts({"evidence": [part | {"name": "chess"}]})
    Traceback (most recent call last):
    ValueError: interactive part: 'chess' is not castle, exercises or wargame
    """
    names = [item["name"] for item, _ in evidence_of_kind(manifest, "interactive")]
    for name in names:
        if name not in SCRIPTS:
            raise ValueError(f"interactive part: {name!r} is not {_alternatives(SCRIPTS)}")
    return dict.fromkeys(file for name in names for file in SCRIPTS[name])


def _alternatives(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} or {last}"
