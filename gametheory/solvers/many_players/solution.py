"""The equilibria of a game of three or more players as a result: checked, printed, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from gametheory.model.extensive_form import ExtensiveForm, information_set_names
from gametheory.model.normal_form import NormalForm
from gametheory.model.sequence_form import SequenceForm, sequence_form
from gametheory.numbers.format import pluralize
from gametheory.parallel.limits import Progress
from gametheory.solvers.many_players.roots import Interval
from gametheory.solvers.many_players.search import Profile, Result, search_equilibria
from gametheory.solvers.many_players.supports import Supports
from gametheory.solvers.nash_solution import Equilibrium, NashSolution, Row, choices, equilibrium_rows, number_json
from gametheory.solvers.sequence_form.equilibrium import checked_tree_equilibrium, form_of_table
from gametheory.solvers.solution import Check
from gametheory.verify import check_equilibrium_box, check_mixed_profile

MAX_LISTED = 20
TABLE_CHECK = Check("every equilibrium with rational probabilities, exactly", "verify.check_mixed_profile")
TREE_CHECK = Check("every equilibrium with rational probabilities, exactly", "verify.check_tree_equilibrium")
BOX_CHECK = Check("every box contains one equilibrium, by Krawczyk's test", "verify.check_equilibrium_box")


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
    reason
        Why `complete` is false, else an empty text.
    continua
        The supports with infinitely many equilibria, each with one of them, exactly.
    undecided
        The supports that are left open, each with the reason.
    regular
        Whether every equilibrium is alone in a neighborhood and strict outside its support; then their number is odd.

    Examples
    --------
    >>> from gametheory import nash
    >>> same = [[[[int(a == b == c)] * 3 for c in (1, 2)] for b in (1, 2)] for a in (1, 2)]
    >>> solution = nash(same)
    >>> solution.complete, solution.regular, [str(each.payoffs[0]) for each in solution.equilibria]
    (True, True, ['1', '1', '1/4'])
    """

    reason: str = ""
    continua: tuple[SupportNote, ...] = ()
    undecided: tuple[SupportNote, ...] = ()
    regular: bool = False

    def _table(self, exact: bool | None) -> tuple[Sequence[str], Iterable[Row]]:
        """Return the equilibria and the continua."""
        tree = isinstance(self.game, ExtensiveForm)
        columns = ("", "player", "payoff", *(["information set"] if tree else []), "strategy")
        marked = [(str(index), each) for index, each in enumerate(self.equilibria, 1)]
        marked += [(f"∞{index}", each.point) for index, each in enumerate(self.continua, 1) if each.point]
        return columns, (row for name, each in marked for row in equilibrium_rows(self.game, name, each, exact))

    def _sentences(self, exact: bool | None) -> Iterator[str]:  # noqa: ARG002
        """Yield the number of equilibria, and the supports that are left open."""
        yield self._count()
        if self.continua:
            yield f"{pluralize(len(self.continua), 'support')} with infinitely many equilibria: ∞ marks one of each."
        for each in self.undecided[:MAX_LISTED]:
            yield f"Not decided: {_support_text(each)}: {each.note}."
        if len(self.undecided) > MAX_LISTED:
            yield f"{len(self.undecided) - MAX_LISTED} more supports are not decided; --json names them."

    def __repr__(self) -> str:
        """Return the number of equilibria on one line; `print` shows more."""
        return f"<{type(self).__name__}: {self._count()}>"

    def _count(self) -> str:
        number = len(self.equilibria)
        count = pluralize(number, "equilibrium", "equilibria")
        if not self.complete:
            return f"{count}, checked; there may be more: {self.reason}."
        if not self.regular:
            return f"{count}, checked; all others are in the continua." if self.continua else f"All {count}, checked."
        which = "The only equilibrium" if number == 1 else f"All {count}"
        return f"{which}, checked; the number is odd, as it must be in a regular game."

    def _strategies_json(self, index: int) -> dict[str, Any]:
        return self._point_json(self.equilibria[index])

    def _point_json(self, equilibrium: Equilibrium) -> dict[str, Any]:
        """Return strategies or behavior, in which an interval is a pair of texts."""
        if not equilibrium.behavior:
            return {"strategies": [list(map(number_json, plan)) for plan in equilibrium.plans]}
        behavior = {
            player: {name: dict(zip(actions, map(number_json, own), strict=True)) for name, actions, own in sets}
            for player, sets in zip(self.players, choices(self.game, equilibrium), strict=True)
        }
        return {"behavior": behavior}

    def _facts_json(self) -> dict[str, Any]:
        continua = [
            {"support": each.actions}
            | {"point": {"payoffs": list(map(number_json, each.point.payoffs)), **self._point_json(each.point)}}
            for each in self.continua
            if each.point
        ]
        return {
            "reason": self.reason,
            "regular": self.regular,
            "continua": continua,
            "undecided": [{"support": each.actions, "reason": each.note} for each in self.undecided],
            **({"names": [list(own) for own in self.strategies]} if isinstance(self.game, NormalForm) else {}),
        }


def many_player_equilibria(
    game: NormalForm | ExtensiveForm,
    find_all: bool = False,
    limit: int | None = None,
    progress: Progress | None = None,
) -> ManyPlayerSolution:
    """Return all Nash equilibria of a game of any number of players, as far as its supports can be decided.

    Each support that conditional dominance leaves (Porter, Nudelman and Shoham 2004) is searched by branch and prune.
    """
    tree = isinstance(game, ExtensiveForm)
    form = sequence_form(game) if isinstance(game, ExtensiveForm) else form_of_table(game.cells())
    result = search_equilibria(form, limit, find_all, progress)
    equilibria = tuple(_checked(game, form, each) for each in result.profiles)
    complete = not result.reason and not result.left
    boxes = [BOX_CHECK] * any(not each.exact for each in result.profiles)
    return ManyPlayerSolution(
        game,
        equilibria,
        "support enumeration with branch and prune",
        complete=complete,
        checked=(TREE_CHECK if tree else TABLE_CHECK, *boxes),
        reason=_reason(result),
        continua=tuple(
            SupportNote(_names(game, form, supports), "infinitely many", _checked(game, form, point))
            for supports, point in result.continua
        ),
        undecided=tuple(SupportNote(_names(game, form, supports), reason) for supports, reason in result.left),
        regular=complete and not result.continua and all(each.regular for each in result.profiles),
    )


def _reason(result: Result) -> str:
    reasons = [f"{pluralize(len(result.left), 'support')} not decided, {result.decided:,} decided"] * bool(result.left)
    return "; ".join([*reasons, *([f"{result.reason}, {result.decided:,} decided"] if result.reason else [])])


def _checked(game: NormalForm | ExtensiveForm, form: SequenceForm, profile: Profile) -> Equilibrium:
    """Return an equilibrium that a checker accepts."""
    plans = tuple(
        tuple(each.get(sequence, Fraction(0)) for sequence in range(1, len(player)))
        for player, each in zip(form.players, profile.probabilities, strict=True)
    )
    behavior = tuple(
        {
            own.number: tuple(each.get(sequence, Fraction(0)) for sequence in own.sequences)
            for own in player.sets
            if any(sequence in each for sequence in own.sequences)
        }
        for player, each in zip(form.players, profile.probabilities, strict=True)
    )
    if not profile.exact:
        intervals = _by_choice(form, profile.probabilities)
        box = {choice: each if isinstance(each, Interval) else (each, each) for choice, each in intervals.items()}
        bounds = check_equilibrium_box(game, box)
        payoffs: Any = tuple(Interval(*map(Fraction, ends)) for ends in bounds)
        return Equilibrium((), payoffs, behavior) if form.tree else Equilibrium(plans, payoffs)
    if isinstance(game, NormalForm):
        return Equilibrium(plans, check_mixed_profile(game, plans))
    # below an unused action all weights are 0, whatever stands there
    everywhere = (
        player.plan({own_set.number: (Fraction(1),) * len(own_set.sequences) for own_set in player.sets} | own)
        for player, own in zip(form.players, behavior, strict=True)
    )
    return checked_tree_equilibrium(form, tuple(everywhere))


def _by_choice(form: SequenceForm, probabilities: Sequence[dict[int, Any]]) -> dict[tuple[int, int, int], Any]:
    """Return the probabilities of all used actions, by player, information set and action."""
    return {
        (number, *_choice(form, number, sequence)): each
        for number, own in enumerate(probabilities)
        for sequence, each in own.items()
    }


def _choice(form: SequenceForm, player: int, sequence: int) -> tuple[int, int]:
    """Return an information set, 0 in a table, and an action."""
    choice = form.players[player].choices[sequence]
    assert choice is not None
    return choice if form.tree else (0, choice[1])


def _names(game: Any, form: SequenceForm, supports: Supports) -> tuple[tuple[str, ...], ...]:
    """Return the names of the used actions of each player, in a tree with the information set."""
    sets = information_set_names(game) if form.tree else {}

    def name(player: int, sequence: int) -> str:
        number, action = _choice(form, player, sequence)
        if not form.tree:
            return str(game.strategies[player][action])
        key = player + 1, number
        return f"{sets[key]}: {game.information_sets[key].actions[action]}"

    return tuple(
        tuple(name(player, sequence) for sequence in support.sequences[1:]) for player, support in enumerate(supports)
    )


def _support_text(note: SupportNote) -> str:
    return " | ".join(", ".join(own) or "–" for own in note.actions)
