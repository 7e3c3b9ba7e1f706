"""The best mixed strategy to commit to in a table of two players: a linear program for each reply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.normal_form import NormalForm
from gametheory.numbers.rationals import exact_text
from gametheory.numbers.table import Block, Table
from gametheory.solvers.linear_program import maximize
from gametheory.solvers.questions.answer import Answer, joined, mixture_text, names_of, table_of
from gametheory.solvers.solution import Check
from gametheory.verify import check_stackelberg

CHECK = Check("for each reply, no commitment to which it is a best one gets more", "verify.check_stackelberg")


class Reply(NamedTuple):
    """A reply, the most that the leader gets if it is a best one, None if it never is, how, and the dual numbers."""

    reply: str
    value: Fraction | None
    commitment: Mapping[str, Fraction]
    multipliers: Mapping[str, Fraction]


@dataclass(frozen=True, repr=False)
class StackelbergSolution(Answer):
    """The best commitment of a leader, if the follower breaks ties in favor of the leader.

    Attributes
    ----------
    leader
        The player who commits to a mixed strategy.
    value, follower_payoff
        What the leader and the follower get.
    commitment, reply
        The leader's strategy, and the follower's.
    programs
        For each reply of the follower, the most that the leader gets by it.
    """

    title: str
    leader: str
    value: Fraction
    follower_payoff: Fraction
    commitment: Mapping[str, Fraction]
    reply: str
    programs: tuple[Reply, ...]

    def view(self) -> Iterator[Block]:
        """Yield the most that the leader gets by each reply, and the best commitment."""
        rows = [(each.reply, "–" if each.value is None else exact_text(each.value)) for each in self.programs]
        yield Table(("reply", f"payoff of {self.leader}"), rows, left=("reply",))
        yield f"{self.leader} commits to {mixture_text(self.commitment)}; the reply is {self.reply}."
        both = f"{exact_text(self.value)} and {exact_text(self.follower_payoff)}"
        yield f"Payoffs {both}: no commitment gets more. Checked exactly."


def best_commitment(game: NormalForm | ExtensiveForm, leader: str | None = None) -> StackelbergSolution:
    """Return the best mixed strategy to commit to, of the first player or another one (von Stackelberg 1934).

    For each reply, a linear program finds the commitment with the greatest payoff to which the reply is a best one
    (Conitzer and Sandholm 2006).
    """
    table, form = table_of(game)
    players = table.players
    if len(players) != 2:
        raise ValueError(f"the game has {len(players)} players; a leader and a follower are 2")
    if leader not in (None, *players):
        raise ValueError(f"leader: no player {leader!r}; allowed: {', '.join(players)}")
    first = 0 if leader is None else players.index(leader)
    sizes, cells = [*map(len, table.strategies)], table.cells()
    programs = {}
    for reply in range(sizes[1 - first]):
        row = [cells[joined((reply,), first, own)] for own in range(sizes[first])]
        gains = [
            {own: cells[joined((other,), first, own)][1 - first] - row[own][1 - first] for own in range(sizes[first])}
            for other in range(sizes[1 - first])
        ]
        solved = maximize([payoffs[first] for payoffs in row], gains)
        mixed, dual = ({at: p for at, p in enumerate(own) if p} for own in (solved.weights, solved.multipliers))
        programs[reply] = mixed, dual
    found = check_stackelberg(table, first, programs)
    best = max(found, key=lambda reply: found[reply][0])
    names = table.strategies[1 - first]
    named = {
        reply: (names_of(table, first, mixed), names_of(table, 1 - first, dual))
        for reply, (mixed, dual) in programs.items()
    }
    return StackelbergSolution(
        players,
        form,
        (CHECK,),
        table.title,
        players[first],
        *found[best],
        named[best][0],
        names[best],
        tuple(Reply(names[each], found[each][0] if each in found else None, *named[each]) for each in programs),
    )
