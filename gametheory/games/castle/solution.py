"""Solution of the castle game for numbers of any size: who can win, how fast, and by which play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from gametheory.games.castle import closed_form
from gametheory.games.castle.rules import Castle, Position, Volley
from gametheory.games.castle.strategies import CastlePlay, Strategy, Wave
from gametheory.numbers.format import short_repr
from gametheory.numbers.rationals import exact_text
from gametheory.numbers.table import Block, Printable

MAX_WAVES_LISTED = 200


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
        for side, waves in (("soldiers", self.soldiers_min_waves), ("castle", self.castle_min_waves)):
            fewest = "" if waves is None else f"{exact_text(waves)} wave{'s' * (waves != 1)}"
            yield f"The {side} can win in {fewest}, not sooner." if fewest else f"The {side} cannot win."
        yield f"Case {self.case} of the posts." + (" Play can go on forever." if self.tie_possible else "")
        yield from [self.play.table("The first waves of a fastest play")] if self.play_cut else self.play.view()


def solve_castle(game: Castle) -> CastleSolution:
    """Solve the game by closed forms.

    Method: Theorems A and B of docs/theory/castle.md. A play can go on forever only if a wave can change nothing, that
    is, for dpw = n and s > n. Cost: a number of products that grows with the number of digits.
    """
    numbers = _numbers(game)
    soldiers = closed_form.soldiers_fewest_waves(*numbers)
    play = fastest_play(game, "castle" if soldiers is None else "soldiers")
    assert play is not None, "one of the sides can always win"
    return CastleSolution(
        closed_form.case_of(*numbers),
        soldiers,
        closed_form.castle_fewest_waves(*numbers),
        game.defenders_per_wave == game.soldiers < game.strength,
        play,
        game.outcome(play.waves[-1].position) is None,
    )


def fastest_play(game: Castle, side: str, most_waves: int = MAX_WAVES_LISTED) -> CastlePlay | None:
    """Return a shortest play that a side wins, or None if it cannot win.

    The play follows the strategy of Theorem A or B of docs/theory/castle.md, without a search. A complete play is
    replayed by the rules.
    """
    for_soldiers = side == "soldiers"
    formula = closed_form.soldiers_fewest_waves if for_soldiers else closed_form.castle_fewest_waves
    fewest = formula(*_numbers(game))
    if fewest is None:
        return None
    strategy = soldiers_optimal_strategy(game) if for_soldiers else castle_optimal_strategy(game)
    play = CastlePlay(side, tuple(islice(_waves(game, strategy), most_waves)))
    if fewest <= most_waves:
        check_castle_play(game, play, fewest)
    return play


def soldiers_optimal_strategy(game: Castle) -> Strategy:
    """Return the strategy of Theorem A: shoot all defenders until felling the castle is at least as fast; then fell it.

    The castle falls once at most `closed_form.most_left_alive` defenders are left alive by the volley; for dpw >= n, on
    the first day on which it can fall.
    """
    fresh = game.defenders_per_wave
    most_alive = closed_form.most_left_alive(game.soldiers, fresh) if fresh < game.soldiers else fresh

    def volley(position: Position) -> Volley:
        soldiers, defenders, strength = position
        left_alive = max(strength + defenders - soldiers, 0)
        falls = left_alive <= min(most_alive, defenders)
        at_defenders = defenders - left_alive if falls else min(soldiers, defenders)
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
        if left_alive < soldiers and strength > 0 and game.defenders_per_wave > 1:
            left_alive = min(defenders, left - 1)
        return Volley(soldiers - defenders + left_alive, defenders - left_alive)

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
    if end is None or end.name != play.winner or len(play.waves) != length:
        return f"{len(play.waves)} waves to {position}: no win of the {play.winner} in {length}"
    return None


def is_legal(position: Position, volley: Volley) -> bool:
    """Return whether a volley is legal, without enumerating all legal volleys."""
    at_castle, at_defenders = volley
    if at_castle + at_defenders != position.soldiers or min(volley) < 0 or at_defenders > position.defenders:
        return False
    return at_castle <= position.strength or at_defenders == position.defenders


def _waves(game: Castle, strategy: Strategy) -> Iterator[Wave]:
    position, number = game.start(), 0
    while game.outcome(position) is None:
        volley = strategy(position)
        position, number = game.after(position, volley), number + 1
        yield Wave(number, volley, position)


def _numbers(game: Castle) -> tuple[int, int, int]:
    return game.soldiers, game.strength, game.defenders_per_wave
