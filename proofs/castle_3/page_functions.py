"""The formulas of the castle game as terms for the page, from their code run on symbols."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from _castle_on_page import castle_rules
from sympy.logic.boolalg import Boolean

from gametheory.claims.evidence import Function
from gametheory.games.castle import closed_form as forms
from gametheory.games.castle.closed_form import compare_golden_multiple, fibonacci_pair
from gametheory.games.castle.published_formulas import published_battle_days, published_fall_day
from gametheory.prove.gallina import function_term
from gametheory.prove.symbolic_values import described

from . import printed_rows
from .case_2a import kill_all_days

FUNCTIONS: tuple[Callable[..., Any], ...] = (
    compare_golden_multiple,
    forms.most_left_alive,
    forms.best_fall_day,
    forms.battle_days,
    forms.soldiers_fewest_waves,
    forms._soldiers_on,
    forms._shots_by,
    forms._point_left,
    forms.castle_fewest_waves,
    forms.castle_min_winning_strength,
    published_fall_day,
    published_battle_days,
    printed_rows.fall_day,
    printed_rows.left_alive_by_row_2a,
    printed_rows.row_2a,
    printed_rows.row_2b,
    printed_rows.castle_row_2a,
    printed_rows.exercise_2c,
    printed_rows.is_below_golden,
    kill_all_days,
)
# What these return can be None, so where they are called their code becomes part of the term.
MAYBE_NONE = (
    forms.battle_days,
    forms.soldiers_fewest_waves,
    forms.castle_fewest_waves,
    published_battle_days,
    printed_rows.row_2a,
    printed_rows.row_2b,
    printed_rows.castle_row_2a,
)


def functions() -> dict[str, Function]:
    """Return the functions of the rules and of the closed forms, printed and right, by their names."""
    return castle_rules() | {
        _name(each): Function(*function_term(each, _calls(each), _given(each))) for each in FUNCTIONS
    }


def _name(function: Callable[..., Any]) -> str:
    return function.__name__.lstrip("_")


def _calls(function: Callable[..., Any]) -> Mapping[Any, Any]:
    """Return what a function calls by name: the numbers that are never None."""
    fibonacci = described("fibonacci")
    whole = (each for each in FUNCTIONS if each not in MAYBE_NONE)
    return {
        fibonacci_pair: lambda index: (fibonacci(index), fibonacci(index + 1)),
        forms._about_last_day: lambda *_: None,  # where a search begins does not change its result
        **{each: described(_name(each)) for each in whole},
    }


def _given(function: Callable[..., Any]) -> Callable[..., tuple[Boolean, ...]]:
    """Return what callers ensure, where the code depends on it."""
    if function is forms.most_left_alive:
        return lambda soldiers, fresh: (fresh * (fresh + 4 * soldiers) >= 0,)
    if function is forms.castle_min_winning_strength:
        return lambda *game: tuple(each >= 1 for each in game)
    if function is published_fall_day:
        return lambda n, _, d: (d < n, 2 * d < 2 * n, d**2 + 4 * n * d >= 0)
    return lambda *_: ()
