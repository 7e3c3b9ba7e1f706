"""The rules of the castle game as terms for the page, from their code run on symbols."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Expr, Symbol, symbols

from gametheory.claims.evidence import Function, Rules
from gametheory.games.castle import Castle, Position, Volley
from gametheory.prove.gallina import branches_term, number
from gametheory.prove.symbolic import Branch, instance_on_symbols, run_symbolically

S, D, C, a, b, choice, n, s, d = symbols(
    "soldiers defenders strength at_castle at_defenders choice n s dpw", integer=True
)
RULES = Rules(["dpw"], ["soldiers", "defenders", "strength"], ["at castle", "at defenders"])


def castle_rules() -> dict[str, Function]:
    """Return the functions that `Rules` names."""

    def run(code: Callable[..., Any], *arguments: Expr) -> list[Branch]:
        return list(run_symbolically(code, *arguments))

    def after(S: Any, D: Any, C: Any, a: Any, b: Any, d: Any) -> Any:
        return instance_on_symbols(Castle, defenders_per_wave=d).after(Position(S, D, C), Volley(a, b))

    start = run(lambda n, s: instance_on_symbols(Castle, soldiers=n, strength=s).start(), n, s)
    winner = run(lambda *at: instance_on_symbols(Castle).outcome(Position(*at)), S, D, C)
    moves = run(lambda *at: instance_on_symbols(Castle).moves(Position(*at)), S, D, C)
    [every] = moves
    [element] = every.elements
    place = ["dpw", *RULES.position]
    return {
        "start": Function(["n", "s", "dpw"], branches_term(start)),
        "winner": Function(place, branches_term(winner, lambda value: value and value.name)),
        "after": Function([*place, str(a), str(b)], branches_term(run(after, S, D, C, a, b, d), tuple)),
        "moves_from": Function(place, number(element.lower)),
        "moves_to": Function(place, number(element.upper)),
        "move": Function([*place, "choice"], branches_term([_chosen(every, element.symbol)], tuple)),
    }


def _chosen(branch: Branch, element: Symbol) -> Branch:
    """Return the branch of one volley, with the parameter `choice` for the element of the range."""
    [volley] = branch.value
    return Branch((), tuple(number.xreplace({element: choice}) for number in volley))
