"""`gametheory play`: play any game in the terminal against its solution or a bot, and learn what each move cost."""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import (
    InputError,
    add_json,
    output_file,
    print_json,
    whole_number,
    whole_number_or_zero,
    write_output,
)
from gametheory.numbers.format import format_number, integer_ranges, visible
from gametheory.numbers.table import Table, text

if TYPE_CHECKING:
    from gametheory.model.game import Move, Outcome, Position
    from gametheory.solvers.playing import Choose, SolvedGame, Turn

COMMAND = "gametheory play"
DEFAULT_MAX_POSITIONS = 1_000_000
SEEDS = 2**32
MAX_LISTED = 20  # moves
MAX_RECORDED = 100_000  # plays in a document
LEFT = "move", "your move", "best", "player", "bot"  # columns
SOLUTION, HUMAN = "solution", "you"
SPACES = re.compile(r"\s*([(),])\s*")


def add_commands(commands: Any) -> None:
    """Add the command to the parser."""
    play = commands.add_parser(
        "play",
        description="Play a game against its solution: you, a bot, or two bots. Afterwards it prints what each move "
        "cost. The GAME and its ARGUMENTS are those of `solve`.",
        epilog="example:\n  gametheory play tic-tac-toe --seed 1",
    )
    play.add_argument("game", metavar="GAME", help="a game as for `solve`: NAME, FILE.py[:CLASS], FILE.efg ...")
    play.add_argument("arguments", metavar="ARGUMENTS", nargs="*", help="constructor arguments of the class")
    play.add_argument("--player", metavar="NAME", help="the player that you are (default: the first)")
    play.add_argument(
        "--bot",
        metavar="FILE.py[:FUNCTION]|solution",
        action="append",
        default=[],
        help="a function that plays against you in place of the solution: (position, player, moves) -> a move, or the "
        "probability of each move; once for each player: no human plays",
    )
    play.add_argument("--games", metavar="N", type=whole_number, help="number of games between bots (default 1)")
    help_text = "random seed (default: a different game each time)"
    play.add_argument("--seed", metavar="S", type=whole_number_or_zero, help=help_text)
    play.add_argument("--odds", action="store_true", help="show what each move is expected to pay before every move")
    html_file = partial(output_file, endings=(".html", ""))
    help_text = "write a page that plays the game against its solution, without a network, in place of playing here"
    play.add_argument("--html", metavar="FILE.html", type=html_file, help=help_text)
    help_text = f"maximum number of positions (default {DEFAULT_MAX_POSITIONS:,})"
    play.add_argument("--limit", metavar="N", type=whole_number, default=DEFAULT_MAX_POSITIONS, help=help_text)
    add_json(play)
    play.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from gametheory.cli.loading import load_game
    from gametheory.cli.progress import unfolding_line
    from gametheory.cli.solve import solving_errors
    from gametheory.solvers.playing import solve_to_play

    if args.html:
        _refuse_options_of_a_game_here(args)
    loaded = load_game(COMMAND, args.game, args.arguments)
    with solving_errors(COMMAND, loaded.name, loaded.place):
        with unfolding_line() as watch:
            solved = solve_to_play(loaded.game, args.limit, watch)
        if args.html:
            return _write_page(solved, args)
        return play_games(solved, _seats(solved, args), args, {"game": args.game, "arguments": args.arguments})


def _refuse_options_of_a_game_here(args: argparse.Namespace) -> None:
    """Refuse the options that say how to play here: the reader of a page plays, against the solution alone."""
    given = {"bot": args.bot, "games": args.games, "seed": args.seed is not None, "odds": args.odds, "json": args.json}
    for option, value in given.items():
        if value:
            reason = "a page plays against the solution only, each time another game"
            raise InputError(f"{COMMAND}: argument --{option}: not allowed with --html: {reason}")


def _write_page(solved: SolvedGame, args: argparse.Namespace) -> int:
    from gametheory.model.game import PositionLimitExceeded
    from gametheory.render.pages import MAX_STATES, play_page

    try:
        page = play_page(solved, _player(solved, args.player), " ".join([args.game, *args.arguments]))
    except PositionLimitExceeded as error:
        many = f"a player can come to more than {MAX_STATES:,} positions, the maximum of a page"
        raise InputError(f"{COMMAND}: argument --html: {many}") from error
    write_output(args.html, page)
    print(f"wrote {args.html}")
    return 0


def _player(solved: SolvedGame, name: str | None) -> str:
    """Return the player that the human is."""
    if name is not None and name not in solved.game.players:
        allowed = ", ".join(solved.game.players)
        raise InputError(f"{COMMAND}: argument --player: {name!r} is none of {allowed}")
    player: str = name or solved.game.players[0]
    return player


def _seats(solved: SolvedGame, args: argparse.Namespace) -> dict[str, str]:
    """Return who plays for each player: the human, the solution, or the file of a bot."""
    players, bots = solved.game.players, args.bot
    if len(bots) == len(players):
        if args.player:
            raise InputError(f"{COMMAND}: argument --player: there is a bot for each player, so no human plays")
        return dict(zip(players, bots, strict=True))
    if len(bots) > 1:
        each = f"{len(players)}, one for each of {', '.join(players)}"
        raise InputError(f"{COMMAND}: argument --bot: {len(bots)} given; allowed: 1, for the others, or {each}")
    if args.games:
        raise InputError(f"{COMMAND}: argument --games: only if there is a --bot for each of {', '.join(players)}")
    own = _player(solved, args.player)
    return {player: HUMAN if player == own else [*bots, SOLUTION][0] for player in players}


@dataclass
class _Played:
    """A play so far: its turns, each with what all moves of a player that is no solution cost, and the outcome."""

    turns: list[tuple[Turn, dict[str, Mapping[Move, Any]]]] = field(default_factory=list)
    outcome: Outcome | None = None

    def costs(self, player: str) -> list[Any]:
        """Return what each move of a player cost; None if that is unknown."""
        return [every[player].get(turn.moves[player]) for turn, every in self.turns if player in every]

    def total(self, player: str) -> Any:
        """Return the sum of the known costs of a player."""
        return sum((cost for cost in self.costs(player) if cost is not None), Fraction(0))


def play_games(solved: SolvedGame, seats: Mapping[str, str], args: argparse.Namespace, document: Any) -> int:
    """Play games between seats, and print them; with --json, the record alone on standard output."""
    seed = Random().randrange(SEEDS) if args.seed is None else args.seed
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    table = _Table(solved, seats, Random(seed), args.odds, sys.stderr if args.json else sys.stdout)
    count = getattr(args, "games", None) or 1
    if args.json and count > MAX_RECORDED:
        most = f"at most {MAX_RECORDED:,} with --json, which prints every play"
        raise InputError(f"{COMMAND}: argument --games: {count:,}; allowed: {most}")
    table.introduce(seed)
    record, sums = [], {player: (Fraction(0), Fraction(0)) for player in seats}
    for _ in range(count):  # a play is stored only if it is printed
        played = table.play()
        if args.json:
            record.append(table.game_json(played))
        payoffs = solved.by_player(played.outcome) if played.outcome else {}
        for player, (payoff, cost) in sums.items():
            sums[player] = payoff + payoffs.get(player, 0), cost + played.total(player)
    if args.json:
        print_json(document | {"seed": seed, "players": dict(seats), "games": record})
    elif not table.human:
        table.summarize(sums, count)
    return 0


class _Table:
    """The players of a game, what they choose, and what the human reads."""

    def __init__(self, solved: SolvedGame, seats: Mapping[str, str], random: Random, odds: bool, output: Any) -> None:
        from gametheory.solvers.playing import Decisions

        self.solved, self.seats, self.random, self.odds, self.output = solved, seats, random, odds, output
        self.seat_of = {player: self._seat(name) for player, name in seats.items()}
        self.decisions = {player: Decisions(solved, player) for player, name in seats.items() if name != SOLUTION}
        self.human = next((player for player, name in seats.items() if name == HUMAN), None)

    def say(self, line: str, end: str = "\n") -> None:
        """Print text; characters without a glyph are escaped."""
        print(visible(line), end=end, file=self.output, flush=True)

    def introduce(self, seed: int) -> None:
        """Say who plays, and how to enter a move."""
        goal = f" The goal is the outcome {self.solved.goal}." if self.solved.goal else ""
        self.say(f"{', '.join(f'{player}: {name}' for player, name in self.seats.items())}. Seed {seed}.{goal}")
        if self.human:
            self.say(f"Enter a move, or ? for the {self.solved.unit} of each move.")

    def play(self) -> _Played:
        """Play one game; print it if a human plays. The end of the input ends it."""
        from gametheory.solvers.playing import MAX_TURNS, turns

        played, last = _Played(), self.solved.game.start()
        try:
            for turn in turns(self.solved.game, self._choose, self.random):
                own = {player: each for player, each in self.decisions.items() if player in turn.moves}
                played.turns.append((turn, {player: each.costs(turn.position) for player, each in own.items()}))
                self._say_moves(turn)
                last = turn.after
        except EOFError:
            self.say("\nYou left the game.")
        else:
            played.outcome = self.solved.game.outcome(last)
            if self.human:
                end = self.solved.end_text(played.outcome) if played.outcome else f"No end after {MAX_TURNS:,} turns."
                self.say(f"\n{self.solved.picture(last)}\n{end}")
        if self.human and played.costs(self.human):
            self._review(played, self.human)
        return played

    def _choose(self, position: Position, player: str, moves: tuple[Move, ...]) -> Move:
        return self.seat_of[player](position, player, moves)

    def _seat(self, name: str) -> Choose:
        """Return the function that chooses the moves of the human, of the solution, or of the bot in a file."""
        from gametheory.cli.loading import load_function, summarize
        from gametheory.solvers.playing import bot_move, sample

        if name == HUMAN:
            return self._ask
        if name == SOLUTION:
            return lambda position, player, _: sample(self.solved.mixed(position, player), self.random)
        bot, place = load_function(COMMAND, "--bot", name)

        def ask_bot(position: Position, player: str, moves: tuple[Move, ...]) -> Move:
            try:
                move: Move = bot_move(bot, self.solved.view(position, player), player, moves, self.random)
            except (Exception, SystemExit) as error:  # the bot is any code
                raise InputError(f"{COMMAND}: argument --bot: {name}: {summarize(error, place)}") from error
            return move

        return ask_bot

    def _ask(self, position: Position, player: str, moves: tuple[Move, ...]) -> Move:
        """Ask the human until the answer is a move, and return it."""
        from gametheory.model.extensive_form import distinct_names

        self.say(f"\n{self.solved.shown(position, player)}")
        texts = distinct_names([self.solved.labels.move(position, move) for move in moves])
        labels = dict(zip(moves, texts, strict=True))
        allowed = _allowed(labels)
        if self.odds:
            self._say_payoffs(position, player, labels)
        while True:
            self.say(f"{player}, your move ({allowed})? ", end="")
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            answer = line.strip()
            if not sys.stdin.isatty():
                self.say(answer[:99])  # a terminal shows it already
            if answer == "?":
                self._say_payoffs(position, player, labels)
                continue
            for form in (str, _squeezed):
                found = [move for move, label in labels.items() if form(label) == form(answer)]
                if len(found) == 1:
                    return found[0]
            self.say(f"{answer[:40]!r} is no move; allowed: {allowed}, or ?")

    def _say_payoffs(self, position: Position, player: str, labels: Mapping[Move, str]) -> None:
        """Print what each move is expected to pay, and how often the solution makes it."""
        payoffs, mixed = self.decisions[player].payoffs(position), self.solved.mixed(position, player)
        expected = {move: self.solved.payoff_text(payoff) for move, payoff in payoffs.items()}
        rows = [
            (text, expected.get(move), self.solved.number_text(mixed.get(move, 0))) for move, text in labels.items()
        ]
        self._say_table(["move", self.solved.unit, "solution"], rows)

    def _say_table(self, headings: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        self.say(text([Table(headings, rows, left=LEFT)]))

    def _say_moves(self, turn: Turn) -> None:
        """Print the moves that the human sees: with hidden information the own ones."""
        label = partial(self.solved.labels.move, turn.position)
        seen = {player: move for player, move in turn.moves.items() if not self.solved.hidden or player == self.human}
        if self.human and seen:
            texts = (f"{'You' if player == self.human else player}: {label(move)}." for player, move in seen.items())
            self.say(" ".join(texts))

    def _review(self, played: _Played, human: str) -> None:
        """Print what each move of the human cost, and the best moves."""
        own, rows = [(turn, every[human]) for turn, every in played.turns if human in every], []
        for (turn, every), cost in zip(own, played.costs(human), strict=True):
            label = partial(self.solved.labels.move, turn.position)
            best = ", ".join(label(move) for move, least in every.items() if not least) or None
            rows.append((label(turn.moves[human]), None if cost is None else self.solved.cost_text(cost), best))
        self._say_table(["your move", "costs", "best"], rows)
        if None in played.costs(human):
            self.say("–: the solution never comes there, so the cost against it is not known.")
        total = played.total(human)
        self.say(
            f"In all, your moves cost {self.solved.cost_text(total)}." if total else "No move of yours cost anything."
        )

    def summarize(self, sums: Mapping[str, tuple[Any, Any]], count: int) -> None:
        """Print the average payoff of each player, and what the moves cost on average."""
        rows = []
        for player, (payoff, cost) in sums.items():
            rows.append((player, self.seats[player], format_number(payoff / count), format_number(cost / count)))
        self._say_table(["player", "bot", "mean payoff", "mean cost"], rows)

    def game_json(self, played: _Played) -> dict[str, Any]:
        """Return the record of a play."""
        from gametheory.model.classes import json_value

        turns = [
            {
                "position": json_value(turn.position),
                "moves": {player: json_value(move) for player, move in turn.moves.items()},
                "costs": {player: _number_json(costs.get(turn.moves[player])) for player, costs in every.items()},
            }
            for turn, every in played.turns
        ]
        payoffs = self.solved.by_player(played.outcome) if played.outcome else {}
        exact = {player: _number_json(payoff) for player, payoff in payoffs.items()}
        return {"turns": turns, "outcome": played.outcome and played.outcome.name, "payoffs": exact}


def _number_json(number: Any) -> str | float | None:
    """Return an exact number as text, another as it is; infinity as text, since JSON has none."""
    from gametheory.numbers.rationals import exact_text

    return exact_text(number) if isinstance(number, Fraction | int) else str(number) if number == inf else number


def _squeezed(label: str) -> str:
    return SPACES.sub(r"\1", label).casefold()


def _allowed(labels: Mapping[Any, str]) -> str:
    """Return moves as text: integers as ranges, and not more than 20 others."""
    plain = all(type(move) is int and str(move) == label for move, label in labels.items())
    texts = integer_ranges(labels) if plain else [*labels.values()]
    more = f" and {len(texts) - MAX_LISTED:,} more" if len(texts) > MAX_LISTED else ""
    return ", ".join(texts[:MAX_LISTED]) + more
