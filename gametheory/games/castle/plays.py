"""Plays of the castle game: a fastest one for numbers of any size, those of two strategies, and the best on the graph.

`solve_castle` answers by closed forms who can win, and how fast, and shows a play that does it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from gametheory.games.castle.closed_form import case_of, castle_fewest_waves, most_left_alive, soldiers_fewest_waves
from gametheory.games.castle.rules import Castle, Position, Volley
from gametheory.numbers.format import format_number, short_repr
from gametheory.numbers.rationals import exact_text
from gametheory.numbers.table import Block, Printable, Table

if TYPE_CHECKING:
    from gametheory.model.unfolding import StateGraph


Strategy = Callable[[Position], Volley]
MAX_WAVES = 100_000
MAX_WAVES_LISTED = 200
MAX_GRAPH_POSITIONS = 30_000


class PlayTooLong(Exception):
    """Raised if a play has not ended after the maximum number of waves."""


@dataclass(frozen=True)
class Wave:
    """One wave of a play: its number from 1 on, the volley, and the position at its end."""

    number: int
    volley: Volley
    position: Position


@short_repr
@dataclass(frozen=True)
class CastlePlay(Printable):
    """A play, wave by wave."""

    winner: str
    waves: tuple[Wave, ...]

    def view(self) -> Iterable[Block]:
        """Return the waves in the columns of the posts."""
        if self.winner == "tie":
            caption = "A tie: the last wave repeats forever"
        elif self.winner == "castle":
            caption = f"The castle wins in wave {self.length}"
        else:
            caption = f"The soldiers win in wave {self.length}"
        return [self.table(caption)]

    def table(self, caption: str) -> Table:
        """Return the waves under a caption."""
        headings = ("wave", "at castle", "at defenders", "soldiers", "defenders", "strength")
        rows = []
        for wave in self.waves:
            numbers = (wave.number, *wave.volley, *wave.position)
            rows.append([format_number(number) for number in numbers])
        return Table(headings, rows, caption)

    @property
    def length(self) -> int | None:
        """Number of waves until a side has won; None for a tie."""
        if self.winner == "tie":
            return None
        return len(self.waves)

    @property
    def soldiers_left(self) -> int:
        """Soldiers left at the end of the last wave."""
        return self.waves[-1].position.soldiers


@short_repr
@dataclass(frozen=True)
class CastleSolution(Printable):
    """The fewest waves for each side, whether a tie is possible, and a fastest play."""

    case: str
    soldiers_min_waves: int | None
    castle_min_waves: int | None
    tie_possible: bool
    play: CastlePlay
    play_cut: bool

    def view(self) -> Iterator[Block]:
        """Return the minimum number of waves for each side, and a fastest play."""
        yield _fewest_text("soldiers", self.soldiers_min_waves)
        yield _fewest_text("castle", self.castle_min_waves)
        forever = " Play can go on forever." if self.tie_possible else ""
        yield f"Case {self.case} of the posts.{forever}"
        if self.play_cut:
            yield self.play.table("The first waves of a fastest play")
        else:
            yield from self.play.view()


def _fewest_text(side: str, waves: int | None) -> str:
    if waves is None:
        return f"The {side} cannot win."
    plural = "" if waves == 1 else "s"
    return f"The {side} can win in {exact_text(waves)} wave{plural}, not sooner."


def solve_castle(game: Castle) -> CastleSolution:
    """Solve the game by closed forms.

    Method: Theorems A and B of docs/theory/castle.md. A play can go on forever only if a wave can change nothing, that
    is, for dpw = n and s > n. Cost: a number of products that grows with the number of digits.
    """
    numbers = _numbers(game)
    soldiers = soldiers_fewest_waves(*numbers)
    play = fastest_play(game, "castle" if soldiers is None else "soldiers")
    assert play is not None, "one of the sides can always win"
    last_position = play.waves[-1].position
    return CastleSolution(
        case=case_of(*numbers),
        soldiers_min_waves=soldiers,
        castle_min_waves=castle_fewest_waves(*numbers),
        tie_possible=game.defenders_per_wave == game.soldiers < game.strength,
        play=play,
        play_cut=game.outcome(last_position) is None,
    )


def _numbers(game: Castle) -> tuple[int, int, int]:
    return game.soldiers, game.strength, game.defenders_per_wave


def fastest_play(game: Castle, side: str, most_waves: int = MAX_WAVES_LISTED) -> CastlePlay | None:
    """Return a shortest play that a side wins, or None if it cannot win.

    The play follows the strategy of Theorem A or B of docs/theory/castle.md, without a search. A complete play is
    replayed by the rules.
    """
    if side == "soldiers":
        fewest = soldiers_fewest_waves(*_numbers(game))
        strategy = soldiers_optimal_strategy(game)
    else:
        fewest = castle_fewest_waves(*_numbers(game))
        strategy = castle_optimal_strategy(game)
    if fewest is None:
        return None
    play = CastlePlay(side, tuple(islice(_waves(game, strategy), most_waves)))
    # A play that was cut has no end to check.
    if fewest <= most_waves:
        check_castle_play(game, play, fewest)
    return play


def soldiers_optimal_strategy(game: Castle) -> Strategy:
    """Return the strategy of Theorem A: shoot all defenders until felling the castle is at least as fast; then fell it.

    The castle falls once at most `closed_form.most_left_alive` defenders are left alive by the volley; for dpw >= n, on
    the first day on which it can fall.
    """
    fresh = game.defenders_per_wave
    most_alive = most_left_alive(game.soldiers, fresh) if fresh < game.soldiers else fresh

    def volley(position: Position) -> Volley:
        soldiers, defenders, strength = position
        left_alive = max(strength + defenders - soldiers, 0)
        if left_alive <= min(most_alive, defenders):
            at_defenders = defenders - left_alive  # the other shots fell the castle
        else:
            at_defenders = min(soldiers, defenders)
        return Volley(soldiers - at_defenders, at_defenders)

    return volley


def castle_optimal_strategy(game: Castle) -> Strategy:
    """Return the strategy of Theorem B, the fastest win of the castle: leave as many defenders alive as possible.

    The volley leaves one point of strength, so that fresh defenders come out. There are two exceptions: on the day on
    which the soldiers die, and for dpw = 1, where one fresh defender is too few to gain from it.
    """

    def volley(position: Position) -> Volley:
        soldiers, defenders, strength = position
        left = strength + defenders - soldiers
        left_alive = min(defenders, left)
        soldiers_survive = left_alive < soldiers
        if soldiers_survive and strength > 0 and game.defenders_per_wave > 1:
            left_alive = min(defenders, left - 1)
        at_defenders = defenders - left_alive
        return Volley(soldiers - at_defenders, at_defenders)

    return volley


def check_castle_play(game: Castle, play: CastlePlay, length: int) -> None:
    """Replay a complete play by the rules and check its moves, its winner and its length.

    `gametheory.verify.check_play` does the same for any game by trying every move; here there are too many moves.
    """
    error = _first_error(game, play, length)
    if error is not None:
        from gametheory.verify.errors import CertificateError  # here, because the checkers import networkx

        raise CertificateError(error)


def _first_error(game: Castle, play: CastlePlay, length: int) -> str | None:
    """Return what is wrong with a play, or None."""
    position = game.start()
    for wave in play.waves:
        if game.outcome(position) or not is_legal(position, wave.volley):
            return f"wave {wave.number}: {wave.volley} is not legal in {position}"
        position = game.after(position, wave.volley)
        if position != wave.position:
            return f"wave {wave.number} ends in {position}, not in {wave.position}"
    end = game.outcome(position)
    waves = len(play.waves)
    if end is None or end.name != play.winner or waves != length:
        return f"{waves} waves to {position}: no win of the {play.winner} in {length}"
    return None


def is_legal(position: Position, volley: Volley) -> bool:
    """Return whether a volley is legal, without enumerating all legal volleys."""
    at_castle, at_defenders = volley
    if at_castle + at_defenders != position.soldiers or min(volley) < 0:
        return False
    if at_defenders > position.defenders:
        return False
    # No shot at the castle may be wasted while a defender is alive.
    return at_castle <= position.strength or at_defenders == position.defenders


def castle_first(position: Position) -> Volley:
    """Fell the castle if the volley can; otherwise shoot all defenders if possible; otherwise fire all at the castle.

    The strategy `attackCastle` of CD1, section "Reasonable solutions".
    """
    soldiers, defenders, strength = position
    if strength <= soldiers:
        at_defenders = min(soldiers - strength, defenders)
    elif soldiers > defenders:
        at_defenders = defenders
    else:
        at_defenders = 0
    return Volley(soldiers - at_defenders, at_defenders)


def defenders_first(position: Position) -> Volley:
    """Shoot as many defenders as possible, and fire the remaining shots at the castle.

    The strategy `attackDefenders` of CD1, section "Reasonable solutions".
    """
    at_defenders = min(position.soldiers, position.defenders)
    return Volley(position.soldiers - at_defenders, at_defenders)


STRATEGIES: dict[str, Strategy] = {"castle-first": castle_first, "defenders-first": defenders_first}


def play_out(game: Castle, strategy: Strategy) -> CastlePlay:
    """Play a strategy until a side has won or a position occurs again.

    A repeated position is a tie: the strategy depends only on the position, so the play would cycle.
    """
    waves: list[Wave] = []
    visited = {game.start()}
    for wave in _waves(game, strategy):
        if len(waves) == MAX_WAVES:
            raise PlayTooLong(f"the play has not ended after {MAX_WAVES} waves")
        waves.append(wave)
        # The strategy sees only the position, so that the play would cycle.
        if wave.position in visited:
            return CastlePlay("tie", tuple(waves))
        visited.add(wave.position)
    end = game.outcome(waves[-1].position)
    assert end is not None
    return CastlePlay(end.name, tuple(waves))


def _waves(game: Castle, strategy: Strategy) -> Iterator[Wave]:
    """Yield the waves of a play until a side has won, or forever."""
    position = game.start()
    number = 0
    while game.outcome(position) is None:
        volley = strategy(position)
        position = game.after(position, volley)
        number += 1
        yield Wave(number, volley, position)


def replay(game: Castle, volleys: Iterable[Any]) -> CastlePlay:
    """Return the play of a list of volleys; it is a tie if the last volley repeats the position."""
    remaining = iter(volleys)
    return play_out(game, lambda _: next(remaining))


def fastest_win(game: Castle, side: str, graph: StateGraph | None = None) -> CastlePlay | None:
    """Return a shortest play on the state graph that a side wins, or None if no play does.

    Among equally short plays it returns the one with the most shots at the castle first.
    """
    # here, because closed forms answer most questions, and networkx takes long to import
    from gametheory.model.unfolding import unfold
    from gametheory.solvers.shortest_paths import shortest_plays

    graph = unfold(game) if graph is None else graph
    shortest = next(shortest_plays(graph, side), None)
    if shortest is None:
        return None
    return replay(game, [step.moves[0] for step in shortest])


def best_play(game: Castle) -> CastlePlay:
    """Return a best play of the soldiers: a fastest win; without a win a tie; without a tie the slowest loss.

    The wins and the losses come from the state graph.
    """
    from gametheory.model.unfolding import unfold
    from gametheory.solvers.shortest_paths import longest_distance

    graph = unfold(game, limit=MAX_GRAPH_POSITIONS)
    win = fastest_win(game, "soldiers", graph)
    if win:
        return win
    # A wave that changes nothing shoots as many defenders as come out, which takes all soldiers if they cannot win.
    repeated = play_out(game, defenders_first)
    if repeated.winner == "tie":
        return repeated
    distance = longest_distance(graph, "castle")

    def slowest(position: Position) -> Volley:
        # Along a longest play the distance falls by one with each wave.
        next_distance = distance[position] - 1
        return next(
            volley for volley in game.moves(position) if distance[game.after(position, volley)] == next_distance
        )

    return play_out(game, slowest)
