"""Who can win the castle game, how fast, and by which play; for numbers of any size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from gametheory.claims.evidence import Table
from gametheory.games.castle import closed_form
from gametheory.games.castle.rules import Castle, Position, Volley
from gametheory.games.castle.strategies import CastlePlay, Strategy, Wave
from gametheory.numbers.format import format_number
from gametheory.verify import CertificateError

MOST_WAVES = 200


@dataclass(frozen=True)
class CastleSolution:
    """Fewest waves for each side (None where it cannot win), whether a tie is possible, and a fastest play.

    With `play_cut` the play is only the beginning of one: its winner is who will win, not who has won.
    """

    case: str
    soldiers_min_waves: int | None
    castle_min_waves: int | None
    tie_possible: bool
    play: CastlePlay
    play_cut: bool

    def _repr_html_(self) -> str:
        """Who can win, how soon, and the fastest play."""
        rows = [
            ("soldiers", format_number(self.soldiers_min_waves)),
            ("castle", format_number(self.castle_min_waves)),
        ]
        tie = "a tie is possible" if self.tie_possible else "no tie is possible"
        table = Table(("who wins", "in how many waves, at least"), rows, f"Case {self.case}; {tie}")
        play = self.play.table("A fastest play, of which this is the beginning") if self.play_cut else self.play
        return table._repr_html_() + play._repr_html_()


def solve_castle(game: Castle) -> CastleSolution:
    """Solve the game by closed forms, with a fastest win of the soldiers, or of the castle if they have none.

    docs/theory/castle.md, Theorems A and B; play can go on for ever only where a wave can change nothing, that
    is for dpw = n and s > n. Cost: a number of products that grows with the number of digits.

    >>> solution = solve_castle(Castle(10, 43, 8))
    >>> solution.case, solution.soldiers_min_waves, solution.castle_min_waves, solution.tie_possible
    ('2a', 16, 3, False)
    >>> solve_castle(Castle(10**1000, 7 * 10**1000, 10**999)).soldiers_min_waves
    8
    """
    numbers = _numbers(game)
    soldiers = closed_form.soldiers_fewest_waves(*numbers)
    play = fastest_play(game, "castle" if soldiers is None else "soldiers")
    assert play is not None, "somebody can always win"
    return CastleSolution(
        closed_form.case_of(*numbers),
        soldiers,
        closed_form.castle_fewest_waves(*numbers),
        game.defenders_per_wave == game.soldiers < game.strength,
        play,
        game.outcome(play.waves[-1].position) is None,
    )


def fastest_play(game: Castle, side: str, most_waves: int = MOST_WAVES) -> CastlePlay | None:
    """A play that ends soonest with a win of the side, "soldiers" or "castle"; None where there is none.

    The play that docs/theory/castle.md, Theorem A or B, constructs, wave by wave without a search; a longer one
    is cut after `most_waves`. A whole one is replayed: raises CertificateError if it breaks the rules or is
    not as short as the closed form says.

    >>> fastest_play(Castle(3820, 5000, 5000), "castle").waves[-1].position
    Position(soldiers=0, defenders=5899, strength=0)
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
    """The soldiers' play of Theorem A: shoot every defender until it pays to fell the castle; then battle.

    It pays once the defenders then left alive are at most `closed_form.most_spared`; for dpw >= n, at once.

    >>> soldiers_optimal_strategy(Castle(10, 43, 8))(Position(10, 8, 7))
    Volley(at_castle=7, at_defenders=3)
    """
    fresh = game.defenders_per_wave
    bearable = closed_form.most_spared(game.soldiers, fresh) if fresh < game.soldiers else fresh

    def volley(position: Position) -> Volley:
        soldiers, defenders, strength = position
        spared = max(strength + defenders - soldiers, 0)
        falls = spared <= min(bearable, defenders)
        at_defenders = defenders - spared if falls else min(soldiers, defenders)
        return Volley(soldiers - at_defenders, at_defenders)

    return volley


def castle_optimal_strategy(game: Castle) -> Strategy:
    """The castle's fastest win, Theorem B: spare all defenders you can, but leave the castle one point.

    Not so on the day that ends the soldiers, and never for dpw = 1, where fresh defenders are not worth a point.

    >>> castle_optimal_strategy(Castle(10, 43, 8))(Position(10, 8, 7))
    Volley(at_castle=6, at_defenders=4)
    """

    def volley(position: Position) -> Volley:
        soldiers, defenders, strength = position
        left = strength + defenders - soldiers
        spared = min(defenders, left)
        if spared < soldiers and strength > 0 and game.defenders_per_wave > 1:
            spared = min(defenders, left - 1)
        return Volley(soldiers - defenders + spared, defenders - spared)

    return volley


def check_castle_play(game: Castle, play: CastlePlay, length: int) -> None:
    """Replay a whole play by the rules: every volley allowed, its winner the one named, its length as claimed.

    `gametheory.verify.bracket_values` does that for any game by trying every move, which takes too long here.
    Raises CertificateError with the first thing that is wrong.

    >>> check_castle_play(Castle(1, 1, 1), CastlePlay("soldiers", (Wave(1, Volley(1, 0), Position(1, 0, 0)),)), 1)
    """
    position = game.start()
    for wave in play.waves:
        if game.outcome(position) or not is_allowed(position, wave.volley):
            raise CertificateError(f"wave {wave.number}: {wave.volley} is not allowed in {position}")
        position = game.after(position, wave.volley)
        if position != wave.position:
            raise CertificateError(f"wave {wave.number} ends in {position}, not in {wave.position}")
    end = game.outcome(position)
    if end is None or end.name != play.winner or len(play.waves) != length:
        raise CertificateError(f"{len(play.waves)} waves to {position}: no win of the {play.winner} in {length}")


def is_allowed(position: Position, volley: Volley) -> bool:
    """Whether the rules have this volley, without trying all they have.

    >>> is_allowed(Position(5, 3, 1), Volley(2, 3)), is_allowed(Position(5, 3, 1), Volley(3, 2))
    (True, False)
    """
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
