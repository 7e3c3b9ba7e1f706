"""The rules of a game in Gallina, from its code run on symbols, as Rules.v of the library takes them.

A position becomes a list of integers: the number of its form, which is all of it that is no integer, and its integers.
So does a move. The code runs once for each form, with a symbol for each integer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sympy import Expr, Symbol, fraction, together

from gametheory.model.game import Distribution
from gametheory.model.state_arrays import StateArrays
from gametheory.prove.gallina import SEARCH, gallina_definition
from gametheory.prove.symbolic import Bounds, UnsupportedOperation, instance_on_symbols, run_symbolically
from gametheory.prove.symbolic.values import (
    Family,
    SymbolicInt,
    SymbolicRange,
    SymbolicReal,
    expression_of,
    is_symbolic,
)
from gametheory.render.theorems.text import comment

MAX_FORMS = 20  # with more of them, the rules would be one more table
INTEGER = None  # the form of an integer
WAIT = ()  # in place of the form of a move
Text = Callable[[Expr], str]


class PrintedRules:
    """The rules of a game in Gallina; raises UnsupportedOperation if its code cannot run on symbols.

    >>> from gametheory import solve
    >>> from gametheory.games.catalogue.tables import Inspection
    >>> arrays = solve(Inspection(2, 1)).arrays
    >>> rules = PrintedRules(arrays)
    >>> rules.numbers(arrays.positions[arrays.start])
    [0, 2, 1]
    >>> print(rules.definitions[0])
    (* [0; n1; n2]: Position(periods=n1, inspections=n2, over='') *)
    Definition outcome_0 (n1 n2 : Z) : option Q :=
      if negb (n1 =? 0)
      then None
      else Some (Qmake 0 1).
    """

    def __init__(self, arrays: StateArrays) -> None:
        self._players = arrays.game.players
        self._pays = any(outcome.payoffs for outcome in arrays.outcomes)
        forms = [*dict.fromkeys(_split(position)[0] for position in arrays.positions)]
        if not _split(arrays.positions[arrays.start])[1] or len(forms) > MAX_FORMS or hasattr(arrays.game, "canonical"):
            raise UnsupportedOperation("positions without integers, of many forms, or one for several")
        self._known = {form: number for number, form in enumerate(forms)}
        kinds = [form[0] for form in forms if form is not INTEGER and hasattr(form[0], "_make")]
        self._keys = {
            kind: type("Key", (kind,), {"of": kind, "__hash__": object.__hash__, "__eq__": _compared}) for kind in kinds
        }
        replacements = {**self._keys, Distribution: dict, Fraction: _ratio}
        self._game = instance_on_symbols(type(arrays.game), replacements, **vars(arrays.game))
        self._cases: dict[str, list[str]] = {"outcome": [], "first_moves": [], "second_moves": [], "next": []}
        self.definitions = [text for form in forms for text in self._of_positions(form)]
        self.definitions += [self._next(form, moves) for form, moves in _joints(arrays)]
        self.definitions.append(self._record())

    def numbers(self, value: Any) -> list[Any]:
        """Return the list of integers of a position or a move."""
        form, integers = _split(value)
        return [self._known.setdefault(form, len(self._known)), *integers]

    def _of_positions(self, form: Any) -> Iterator[str]:
        """Yield what the rules say about positions of a form: whether play is over, and the moves of both players."""
        pattern, names = self._pattern(form, "n")

        def outcome(*numbers: Any) -> Any:
            found = self._game.outcome(self._value(form, iter(numbers)))
            if found is None or self._pays:
                return found and found.payoffs[0]
            return {self._players[0]: 1, self._players[1]: -1}.get(found.name, 0)

        yield f"(* {pattern}: {comment(_shown(form, iter(names)))} *)\n" + self._definition(
            "outcome", [pattern], names, "option Q", outcome, _payoff_text
        )
        for player, field in zip(self._players, ("first_moves", "second_moves"), strict=True):

            def moves(*numbers: Any, player: str = player) -> Any:
                found = self._game.moves(self._value(form, iter(numbers)), player)
                if type(found) is SymbolicRange:
                    self.numbers(0)
                    return found
                return [self.numbers(move) for move in (found.items if type(found) is Family else found)]

            yield self._definition(field, [pattern], names, "list move", moves, self._moves_text)

    def _next(self, form: Any, moves: Sequence[Any]) -> str:
        """Return what follows moves of given forms at positions of a form."""
        parts = [self._pattern(form, "n")]
        parts += [
            self._pattern(move[0], letter) if move else ("[]", []) for move, letter in zip(moves, "ab", strict=True)
        ]

        def after(*numbers: Any) -> Any:
            each = iter(numbers)
            position = self._value(form, each)
            result = self._game.after(position, *(self._value(move[0], each) for move in moves if move))
            pairs = result.items() if type(result) is dict else [(result, 1)]
            return [(self.numbers(place), probability) for place, probability in pairs]

        names = [name for _, own in parts for name in own]
        patterns = [pattern for pattern, _ in parts]
        shown = [
            f"(* {pattern}: {comment(_shown(move[0], iter(own)))} *)\n"
            for move, (pattern, own) in zip(moves, parts[1:], strict=True)
            if move
        ]
        return "".join(shown) + self._definition("next", patterns, names, "list (state * Q)", after, _pairs_text)

    def _definition(
        self, field: str, patterns: list[str], names: list[str], kind: str, run: Callable[..., Any], text: Any
    ) -> str:
        """Return the definition of one case of a function of the rules, and remember the case."""
        cases = self._cases[field]
        name = f"{field}_{len(cases)}"
        cases.append(f"{', '.join(patterns)} => {' '.join([name, *names])}")
        branches = []
        for branch in run_symbolically(run, *(Symbol(each, integer=True) for each in names)):
            elements = {element.symbol for element in branch.elements}
            inside = elements & {symbol for condition in branch.condition for symbol in condition.free_symbols}
            if (
                inside
                or len(elements) > (field.endswith("moves"))
                or SEARCH in {d.operation for d in branch.definitions}
            ):
                raise UnsupportedOperation("a search, or a condition on the elements of a range")
            branches.append(replace(branch, value=(branch.value, branch.elements), elements=()))
        parameters = [f"({' '.join(names)} : Z)"] if names else []
        return gallina_definition(name, parameters, kind, branches, lambda value, number: text(*value, number))

    def _moves_text(self, moves: Any, elements: Sequence[Any], text: Text) -> str:
        if isinstance(moves, Bounds):
            return f"map (fun k => [{self._known[INTEGER]}; k]) (range {text(moves.lower)} {text(moves.upper)})"
        if not elements:
            return f"[{'; '.join(_list(move, text) for move in moves)}]"
        [move], [element] = moves, elements
        return f"map (fun {element.symbol} => {_list(move, text)}) (range {text(element.lower)} {text(element.upper)})"

    def _record(self) -> str:
        fields = []
        for field, cases in self._cases.items():
            given, other = ("p a b", "_, _, _ => []") if field == "next" else ("p", "_ => []")
            other = "_ => None" if field == "outcome" else other
            lines = "".join(f"\n    | {case}" for case in [*cases, other])
            fields.append(f"  {field} := fun {given} => match {given.replace(' ', ', ')} with{lines}\n    end")
        return "Definition game : rules := {|\n" + ";\n".join(fields) + "\n|}."

    def _pattern(self, form: Any, letter: str) -> tuple[str, list[str]]:
        """Return the list of integers of a form with a name for each integer, and the names."""
        number = self._known.setdefault(form, len(self._known))
        names = [f"{letter}{k}" for k in range(1, _integers_in(form) + 1)]
        return f"[{'; '.join([str(number), *names])}]", names

    def _value(self, form: Any, numbers: Iterator[Any]) -> Any:
        """Return the position or move of a form."""
        if form is INTEGER:
            return next(numbers)
        kind, content = form
        if not issubclass(kind, tuple):
            return content
        items = [self._value(each, numbers) for each in content]
        kind = self._keys.get(kind, kind)
        return kind._make(items) if hasattr(kind, "_make") else kind(items)


def _split(value: Any) -> tuple[Any, list[Any]]:
    """Return the form of a position or a move, and its integers."""
    kind: Any = type(value)
    if kind in (int, SymbolicInt):
        return INTEGER, [value]
    kind = getattr(kind, "of", kind)
    if issubclass(kind, tuple):
        parts = [_split(each) for each in value]
        return (kind, tuple(form for form, _ in parts)), [number for _, integers in parts for number in integers]
    if kind not in (str, bool, type(None)):
        raise UnsupportedOperation(f"a position or a move of type {kind.__name__}")
    return (kind, value), []


def _integers_in(form: Any) -> int:
    if form is INTEGER:
        return 1
    return sum(map(_integers_in, form[1])) if issubclass(form[0], tuple) else 0


def _shown(form: Any, names: Iterator[str]) -> str:
    """Return a form as Python shows it, with names in place of integers."""
    if form is INTEGER:
        return next(names)
    kind, content = form
    if not issubclass(kind, tuple):
        return repr(content)
    parts = [_shown(each, names) for each in content]
    if hasattr(kind, "_fields"):
        return (
            f"{kind.__name__}({', '.join(f'{field}={part}' for field, part in zip(kind._fields, parts, strict=True))})"
        )
    return f"({', '.join(parts)})"


def _joints(arrays: StateArrays) -> Iterable[tuple[Any, tuple[Any, ...]]]:
    """Return the forms of positions where play goes on, each with the forms of the moves of both players there."""
    found: dict[tuple[Any, tuple[Any, ...]], None] = {}
    groups, group_of = arrays.groups
    for number, position in enumerate(arrays.positions):
        if arrays.outcome_of[number] >= 0:
            continue
        active = groups[group_of[number]]
        for joint in arrays.moves_in(number):
            chosen = dict(zip(active, joint, strict=True))
            moves = tuple((_split(chosen[own])[0],) if own in chosen else WAIT for own in arrays.game.players)
            found[_split(position)[0], moves] = None
    return found


def _compared(own: object, other: object) -> bool:
    """Compare positions as keys of a dictionary; a distribution may list a position twice."""
    if own is other:
        return True
    raise UnsupportedOperation("positions compared")


def _ratio(numerator: Any = 0, denominator: Any = 1) -> Any:
    """Return a fraction; of symbols, if the denominator is a number."""
    if not is_symbolic(numerator):
        return Fraction(numerator, denominator)
    return SymbolicReal(expression_of(numerator) / expression_of(denominator))


def _list(numbers: Iterable[Any], text: Text) -> str:
    return f"[{'; '.join(map(text, numbers))}]"


def _rational(number: Expr, text: Text) -> str:
    numerator, denominator = fraction(together(number))
    if not (denominator.is_Integer and numerator.is_integer):
        raise UnsupportedOperation(f"{number} as a rational number")
    return f"(Qmake {text(numerator)} {denominator})"


def _payoff_text(payoff: Any, _: Any, text: Text) -> str:
    return "None" if payoff is None else f"Some {_rational(payoff, text)}"


def _pairs_text(pairs: Any, _: Any, text: Text) -> str:
    return f"[{'; '.join(f'({_list(place, text)}, {_rational(probability, text)})' for place, probability in pairs)}]"
