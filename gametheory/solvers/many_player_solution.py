"""The result of `gametheory.nash` for three or more players, as JSON, table rows and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.normal_form import NormalForm
from gametheory.model.sequence_form import sequence_form
from gametheory.numbers.format import pluralize
from gametheory.solvers.equilibrium import Equilibrium, number_json
from gametheory.solvers.nash_solution import NashSolution, Row, choices, equilibrium_rows, perfect_text
from gametheory.verify.complete_behavior import behavior_json
from gametheory.verify.complete_supports import profiles_json

MAX_LISTED = 20


class SupportNote(NamedTuple):
    """The used actions of each player, and what is known about equilibria that use exactly these."""

    actions: tuple[tuple[str, ...], ...]
    note: str
    point: Equilibrium | None = None


@dataclass(frozen=True, slots=True, repr=False)
class ManyPlayerSolution(NashSolution):
    """Nash equilibria of a table or a tree of three or more players.

    Attributes
    ----------
    continua
        The supports with infinitely many equilibria, each with one of them, exactly.
    undecided
        The supports that are left open, each with the reason.
    regular
        Whether every equilibrium is alone in a neighborhood and strict outside its support; then their number is odd.
    subgame_perfect
        Of a tree with perfect information: for each equilibrium whether it is subgame perfect, None if not known.

    Examples
    --------
    >>> from gametheory import nash
    >>> same = [[[[int(a == b == c)] * 3 for c in (1, 2)] for b in (1, 2)] for a in (1, 2)]
    >>> solution = nash(same)
    >>> solution.complete, solution.regular, [str(each.payoffs[0]) for each in solution.equilibria]
    (True, True, ['1', '1', '1/4'])
    """

    continua: tuple[SupportNote, ...] = ()
    undecided: tuple[SupportNote, ...] = ()
    regular: bool = False
    subgame_perfect: tuple[bool | None, ...] = ()

    def _table(self, exact: bool | None) -> tuple[Sequence[str], Iterable[Row]]:
        """Return the equilibria and the continua."""
        tree = isinstance(self.game, ExtensiveForm)
        columns = ("", "player", "payoff", *(["information set"] if tree else []), "strategy")
        marked = [(str(index), equilibrium) for index, equilibrium in enumerate(self.equilibria, 1)]
        for index, continuum in enumerate(self.continua, 1):
            if continuum.point:
                marked.append((f"∞{index}", continuum.point))
        rows = (equilibrium_rows(self.game, name, equilibrium, exact) for name, equilibrium in marked)
        return columns, chain.from_iterable(rows)

    def _sentences(self, exact: bool | None) -> Iterator[str]:  # noqa: ARG002
        """Yield the number of equilibria, and the supports that are left open."""
        yield self._count()
        if self.subgame_perfect:
            yield perfect_text(self.subgame_perfect)
        if self.continua:
            yield f"{pluralize(len(self.continua), 'support')} with infinitely many equilibria: ∞ marks one of each."
        for note in self.undecided[:MAX_LISTED]:
            support = " | ".join(", ".join(actions) or "–" for actions in note.actions)
            yield f"Not decided: {support}: {note.note}."
        if len(self.undecided) > MAX_LISTED:
            yield f"{len(self.undecided) - MAX_LISTED} more supports are not decided; --json names them."

    def __repr__(self) -> str:
        """Return the number of equilibria on one line; `print` shows more."""
        return f"<{type(self).__name__}: {self._count()}>"

    @property
    def incompleteness(self) -> str:
        """Why the list can lack equilibria."""
        return self.reason

    def _count(self) -> str:
        if self.sought:
            return self.sought_text()
        number = len(self.equilibria)
        count = pluralize(number, "equilibrium", "equilibria")
        if not self.complete:
            return f"{count}, checked; there may be more: {self.reason}."
        if not self.regular:
            if self.continua:
                return f"{count}, checked; all others are in the continua."
            return f"All {count}, checked."
        which = "The only equilibrium" if number == 1 else f"All {count}"
        return f"{which}, checked; the number is odd, as it must be in a regular game."

    def _strategies_json(self, index: int) -> dict[str, object]:
        document = self._point_json(self.equilibria[index])
        if isinstance(self.game, ExtensiveForm):
            document["belief_bounds"] = self._bounds_json(index)
        if self.subgame_perfect:
            document["subgame_perfect"] = self.subgame_perfect[index]
        return document

    def _point_json(self, equilibrium: Equilibrium) -> dict[str, object]:
        """Return strategies or behavior, in which an interval is a pair of texts."""
        if not equilibrium.behavior:
            return {"strategies": [list(map(number_json, plan)) for plan in equilibrium.plans]}
        behavior: dict[str, Any] = {}
        for player, sets in zip(self.players, choices(self.game, equilibrium), strict=True):
            behavior[player] = {}
            for name, actions, probabilities in sets:
                behavior[player][name] = dict(zip(actions, map(number_json, probabilities), strict=True))
        return {"behavior": behavior}

    def _certificate_json(self, certificate: Any) -> dict[str, list[object]]:
        if isinstance(self.game, ExtensiveForm):
            return behavior_json(sequence_form(self.game), certificate)
        return profiles_json(self.game, certificate)

    def _facts_json(self) -> dict[str, object]:
        continua = []
        for note in self.continua:
            if note.point:
                payoffs = list(map(number_json, note.point.payoffs))
                point = {"payoffs": payoffs, **self._point_json(note.point)}
                continua.append({"support": note.actions, "point": point})
        document = {
            "reason": self.reason,
            "regular": self.regular,
            "continua": continua,
            "undecided": [{"support": note.actions, "reason": note.note} for note in self.undecided],
        }
        if isinstance(self.game, NormalForm):
            document["names"] = list(map(list, self.strategies))
        return document
