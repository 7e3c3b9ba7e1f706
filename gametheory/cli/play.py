"""`gametheory play` and `gametheory games`: play against the solution, and list the catalogue."""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from math import inf
from random import Random
from shlex import quote
from typing import TYPE_CHECKING, Any, TextIO

from gametheory.cli.arguments import (
    Commands,
    InputError,
    add_json,
    add_rules,
    output_file,
    whole_number,
    whole_number_or_zero,
)
from gametheory.cli.loading import load_function, load_game, summarize
from gametheory.cli.output import print_json, print_view, unfolding_line, write_output
from gametheory.cli.solve import solving_errors
from gametheory.games import catalogue
from gametheory.games.catalogue import Entry
from gametheory.model.game import PositionLimitExceeded
from gametheory.numbers.format import JsonObject, integer_ranges, visible
from gametheory.numbers.table import Block, Table, text

if TYPE_CHECKING:
    from gametheory.model.game import Move, Outcome, Position
    from gametheory.solvers.playing import Choose, SolvedGame, Turn

COMMAND = "gametheory play"
DEFAULT_MAX_POSITIONS = 1_000_000
SEEDS = 2**32
MAX_LISTED = 20  # moves
MAX_RECORDED = 100_000  # plays in a document
WITH_A_PAGE = "--player, --exact and --limit"
LEFT = "move", "your move", "best", "player", "bot"  # columns
SOLUTION, HUMAN = "solution", "you"
INTEGER = re.compile("0|-?[1-9][0-9]{0,17}")
SPACES = re.compile(r"\s*([(),])\s*")


# gametheory play


def add_play(commands: Commands, name: str) -> None:
    """Add the command to the parser."""
    play = commands.add_parser(
        name,
        description="Play a game against its solution: you, a bot, or two bots. Afterwards it prints what each move "
        "cost. The GAME and its ARGUMENTS are those of `solve`.",
        epilog="example:\n  gametheory play tic-tac-toe --seed 1",
    )
    add_rules(play, "GAME", "a game as for `solve`: NAME, FILE.py[:CLASS], FILE.efg ...")
    add = play.add_argument
    add("--player", metavar="NAME", help="the player that you are (default: the first)")
    add(
        "--bot",
        metavar="FILE.py[:FUNCTION]|solution",
        action="append",
        default=[],
        help="a function that plays against you in place of the solution: (position, player, moves) -> a move, or the "
        "probability of each move; once for each player: no human plays",
    )
    add("--games", metavar="N", type=whole_number, help="number of games between bots (default 1)")
    help_text = "random seed (default: a different game each time)"
    add("--seed", metavar="S", type=whole_number_or_zero, help=help_text)
    add("--odds", action="store_true", help="show what each move is expected to pay before every move")
    add("--exact", action="store_true", help="print fractions, such as 7/258, in place of decimals")
    html_file = partial(output_file, endings=(".html",))
    help_text = "write a page that plays the game against its solution, without a network, in place of playing here; "
    help_text += f"with {WITH_A_PAGE} only"
    add("--html", metavar="FILE.html", type=html_file, help=help_text)
    help_text = f"maximum number of positions (default {DEFAULT_MAX_POSITIONS:,})"
    add("--limit", metavar="N", type=whole_number, default=DEFAULT_MAX_POSITIONS, help=help_text)
    add_json(play)
    play.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from gametheory.solvers.playing import solve_to_play

    if args.html:
        _refuse_options_of_a_game_here(args)
    loaded = load_game(COMMAND, args.game, args.arguments)
    rules = _rules_in_words(args.game, loaded.game)
    with solving_errors(COMMAND, loaded):
        # solving can take a minute: a human reads the rules meanwhile, and a wrong name is refused before
        if _has_names(loaded.game) and not args.html:
            seats = _seats(loaded.game.players, args)
            if HUMAN in seats.values() and sys.stdout.isatty() and not args.json:
                _say_rules(sys.stdout, rules)
                print("Solving the game ...", flush=True)
                rules = ""
        with unfolding_line() as watch:
            solved = replace(solve_to_play(loaded.game, args.limit, watch), exact=args.exact)
        if args.html:
            return _write_page(solved, args, rules)
        document = {"game": args.game, "arguments": args.arguments}
        return play_games(solved, _seats(solved.game.players, args), args, document, rules)


def _has_names(game: object) -> bool:
    """Return whether a game has the names of its players; of wrong rules, the solver says what is wrong."""
    players = getattr(game, "players", None)
    if not isinstance(players, tuple) or not players:
        return False
    return all(isinstance(name, str) for name in players)


def _say_rules(output: TextIO, rules: str) -> None:
    if rules:
        print(visible(f"{rules}\n"), file=output, flush=True)


def _rules_in_words(name: str, game: Any) -> str:
    """Return the rules as the catalogue says them, or as the docstring of the class does; empty if there is none."""
    if catalogue.is_game(name):
        return catalogue.entry(name).rules.replace("`", "")
    from inspect import cleandoc  # here, because it takes long to import

    own = type(game)
    text = own.__dict__.get("__doc__") or ""
    # a class of these packages says how it reads a game; a dataclass without a docstring has its signature as one
    if own.__module__.startswith(("gametheory.model.", "gametheory.formats.")) or text.startswith(f"{own.__name__}("):
        return ""
    return cleandoc(text)


def _refuse_options_of_a_game_here(args: argparse.Namespace) -> None:
    """Refuse the options that say how to play here: the reader of a page plays, against the solution alone."""
    given = {"bot": args.bot, "games": args.games, "seed": args.seed is not None, "odds": args.odds, "json": args.json}
    for option, value in given.items():
        if value:
            rule = f"not allowed with --html, which takes {WITH_A_PAGE} only: a page plays against the solution"
            raise InputError(f"{COMMAND}: argument --{option}: {rule}")


def _write_page(solved: SolvedGame, args: argparse.Namespace, rules: str) -> int:
    from gametheory.render.pages import MAX_STATES, play_page

    try:
        page = play_page(
            solved, _player(solved.game.players, args.player), " ".join([args.game, *args.arguments]), rules
        )
    except PositionLimitExceeded as error:
        many = f"a player can come to more than {MAX_STATES:,} positions, the maximum of a page"
        raise InputError(f"{COMMAND}: argument --html: {many}") from error
    write_output(args.html, page)
    print(f"wrote {args.html}")
    return 0


def _player(players: Sequence[str], name: str | None) -> str:
    """Return the player that the human is."""
    if name is not None and name not in players:
        allowed = ", ".join(players)
        raise InputError(f"{COMMAND}: argument --player: {name!r} is none of {allowed}")
    return name or players[0]


def _seats(players: Sequence[str], args: argparse.Namespace) -> dict[str, str]:
    """Return who plays for each player: the human, the solution, or the file of a bot."""
    bots = args.bot
    if len(bots) == len(players):
        if args.player:
            raise InputError(f"{COMMAND}: argument --player: there is a bot for each player, so no human plays")
        return dict(zip(players, bots, strict=True))
    if len(bots) > 1:
        one_each = f"{len(players)}, one for each of {', '.join(players)}"
        raise InputError(f"{COMMAND}: argument --bot: {len(bots)} given; allowed: 1, for the others, or {one_each}")
    if args.games:
        raise InputError(f"{COMMAND}: argument --games: only if there is a --bot for each of {', '.join(players)}")
    # one bot plays for all others
    opponent = bots[0] if bots else SOLUTION
    seats = dict.fromkeys(players, opponent)
    seats[_player(players, args.player)] = HUMAN
    return seats


@dataclass
class _Played:
    """A play so far: its turns, each with what all moves of a player that is no solution cost, and the outcome."""

    turns: list[tuple[Turn, dict[str, Mapping[Move, object]]]] = field(default_factory=list)
    outcome: Outcome | None = None

    def costs(self, player: str) -> list[object]:
        """Return what each move of a player cost; None if that is unknown."""
        return [costs[player].get(turn.moves[player]) for turn, costs in self.turns if player in costs]

    def total(self, player: str) -> Any:
        """Return the sum of the known costs of a player."""
        total: Any = Fraction(0)
        for cost in self.costs(player):
            if cost is not None:
                total += cost
        return total


def play_games(
    solved: SolvedGame, seats: Mapping[str, str], args: argparse.Namespace, document: Any, rules: str = ""
) -> int:
    """Play games between seats, and print them; with --json, the record alone on standard output."""
    # it is printed, so that a game can be played again
    if args.seed is None:
        seed = Random().randrange(SEEDS)
    else:
        seed = args.seed
    if isinstance(sys.stdin, io.TextIOWrapper):
        # bytes that are no text are a wrong answer, and no error
        sys.stdin.reconfigure(errors="replace")
    output = sys.stderr if args.json else sys.stdout  # the document alone is on standard output
    table = _Table(solved, seats, Random(seed), args.odds, output)
    count = getattr(args, "games", None) or 1
    if args.json and count > MAX_RECORDED:
        most = f"at most {MAX_RECORDED:,} with --json, which prints every play"
        raise InputError(f"{COMMAND}: argument --games: {count:,}; allowed: {most}")
    table.introduce(seed, rules)
    if args.json:
        games = [table.game_json(table.play()) for _ in range(count)]
        print_json(document | {"seed": seed, "players": dict(seats), "games": games})
    elif table.human:
        table.play()
    else:
        table.play_series(count)
    return 0


class _Table:
    """The players of a game, what they choose, and what the human reads."""

    def __init__(
        self, solved: SolvedGame, seats: Mapping[str, str], random: Random, odds: bool, output: TextIO
    ) -> None:
        from gametheory.solvers.playing import Decisions

        self.solved = solved
        self.seats = seats
        self.random = random
        self.odds = odds
        self.output = output
        self.choosers: dict[str, Choose] = {}
        self.decisions: dict[str, Decisions] = {}
        self.human: str | None = None
        for player, name in seats.items():
            self.choosers[player] = self._chooser(name)
            if name == HUMAN:
                self.human = player
            if name != SOLUTION:  # whose moves cost nothing
                self.decisions[player] = Decisions(solved, player)

    def say(self, line: str, end: str = "\n") -> None:
        """Print text; characters without a glyph are escaped."""
        print(visible(line), end=end, file=self.output, flush=True)

    def introduce(self, seed: int, rules: str) -> None:
        """Say the rules to a human, who plays, and how to enter a move."""
        if self.human:
            _say_rules(self.output, rules)
        who = ", ".join(f"{player}: {name}" for player, name in self.seats.items())
        line = f"{who}. Seed {seed}."
        if self.solved.goal:
            line += f" The goal is the outcome {self.solved.goal}."
        self.say(line)
        if self.human:
            self.say(f"Enter a move, or ? for the {self.solved.unit} of each move.")

    def play(self) -> _Played:
        """Play one game; print it if a human plays. The end of the input ends it."""
        from gametheory.solvers.playing import MAX_TURNS, turns

        played = _Played()
        last = self.solved.game.start()
        # what a move cost is asked before it is made, with what the player knew
        try:
            for turn in turns(self.solved.game, self._choose, self.random):
                costs: dict[str, Mapping[Move, object]] = {}
                for player, decisions in self.decisions.items():
                    if player in turn.moves:
                        costs[player] = decisions.costs(turn.position)
                played.turns.append((turn, costs))
                self._say_moves(turn)
                last = turn.after
        except EOFError:
            self.say("\nYou left the game.")
        else:
            played.outcome = self.solved.game.outcome(last)
            if self.human:
                end = f"No end after {MAX_TURNS:,} turns."
                if played.outcome:
                    end = self.solved.end_text(played.outcome, last)
                self.say(f"\n{self.solved.picture(last)}\n{end}")
        if self.human and played.costs(self.human):
            self._review(played, self.human)
        return played

    def _choose(self, position: Position, player: str, moves: tuple[Move, ...]) -> Move:
        return self.choosers[player](position, player, moves)

    def _chooser(self, name: str) -> Choose:
        """Return the function that chooses the moves of the human, of the solution, or of the bot in a file."""
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
        request = _request(labels, allowed)
        if self.odds:
            self._say_payoffs(position, player, labels)
        while True:
            self.say(f"{player}, your move. {request}, or ?: ", end="")
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            answer = line.strip()
            if not sys.stdin.isatty():
                self.say(answer[:99])  # a terminal shows it already
            if answer == "?":
                self._say_payoffs(position, player, labels)
                continue
            # case and spaces matter only between moves that differ in nothing else
            for form in (str, _squeezed):
                matching = [move for move, label in labels.items() if form(label) == form(answer)]
                if len(matching) == 1:
                    return matching[0]
            # the next line asks again, and says what is allowed
            if answer:
                self.say(f"{answer[:40]!r} is not a move here.")

    def _say_payoffs(self, position: Position, player: str, labels: Mapping[Move, str]) -> None:
        """Print what each move is expected to pay, and how often the solution makes it."""
        payoffs = self.decisions[player].payoffs(position)
        mixed = self.solved.mixed(position, player)
        rows = []
        for move, label in labels.items():
            if move in payoffs:
                expected = self.solved.payoff_text(payoffs[move])
            else:
                expected = None
            rows.append((label, expected, self.solved.number_text(mixed.get(move, 0))))
        self._say_table(["move", self.solved.unit, "solution"], rows)

    def _say_table(self, headings: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        self.say(text([Table(headings, rows, left=LEFT)]))

    def _say_moves(self, turn: Turn) -> None:
        """Print the moves that the human sees: with hidden information the own ones."""
        if not self.human:
            return
        sentences = []
        for player, move in turn.moves.items():
            if not self.solved.hidden or player == self.human:
                name = "You" if player == self.human else player
                sentences.append(f"{name}: {self.solved.labels.move(turn.position, move)}.")
        if sentences:
            self.say(" ".join(sentences))

    def _review(self, played: _Played, human: str) -> None:
        """Print what each move of the human cost, and the best moves."""
        rows = []
        is_unknown = False
        for turn, costs in played.turns:
            if human not in costs:  # another player's turn
                continue
            label = partial(self.solved.labels.move, turn.position)
            best = [label(move) for move, cost in costs[human].items() if not cost]
            cost = costs[human].get(turn.moves[human])
            is_unknown |= cost is None
            if cost is None:
                cost_text = None
            else:
                cost_text = self.solved.cost_text(cost)
            rows.append((label(turn.moves[human]), cost_text, ", ".join(best) or None))
        self._say_table(["your move", "costs", "best"], rows)
        if is_unknown:
            self.say("–: the solution never comes there, so the cost against it is not known.")
        total = played.total(human)
        if total:
            self.say(f"In all, your moves cost {self.solved.cost_text(total)}.")
        else:
            self.say("No move of yours cost anything.")

    def play_series(self, count: int) -> None:
        """Play games between bots; print the average payoff of each player, and what the moves cost on average."""
        payoffs: dict[str, Any] = dict.fromkeys(self.seats, Fraction(0))
        costs: dict[str, Any] = dict.fromkeys(self.seats, Fraction(0))
        for _ in range(count):  # no play is stored, so that a million of them need no memory
            played = self.play()
            if played.outcome:
                for player, payoff in self.solved.by_player(played.outcome).items():
                    payoffs[player] += payoff
            for player in self.seats:
                costs[player] += played.total(player)
        rows = []
        for player, name in self.seats.items():
            mean_payoff = payoffs[player] / count
            mean_cost = costs[player] / count
            decimals = self.solved.decimal_text(mean_payoff), self.solved.decimal_text(mean_cost)
            rows.append((player, name, *decimals))
        self._say_table(["player", "bot", "mean payoff", "mean cost"], rows)

    def game_json(self, played: _Played) -> dict[str, object]:
        """Return the record of a play."""
        from gametheory.model.classes import json_value

        turns = []
        for turn, all_costs in played.turns:
            moves = {player: json_value(move) for player, move in turn.moves.items()}
            costs = {player: _number_json(costs.get(turn.moves[player])) for player, costs in all_costs.items()}
            turns.append({"position": json_value(turn.position), "moves": moves, "costs": costs})
        if played.outcome is None:
            return {"turns": turns, "outcome": None, "payoffs": {}}
        payoffs = self.solved.by_player(played.outcome)
        numbers = {player: _number_json(payoff) for player, payoff in payoffs.items()}
        return {"turns": turns, "outcome": played.outcome.name, "payoffs": numbers}


def _number_json(number: Any) -> str | float | None:
    """Return an exact number as text, another as it is; infinity as text, since JSON has none."""
    from gametheory.numbers.rationals import exact_text

    if isinstance(number, Fraction | int):
        return exact_text(number)
    return str(number) if number == inf else number


def _squeezed(label: str) -> str:
    return SPACES.sub(r"\1", label).casefold()


def _request(labels: Mapping[Any, str], allowed: str) -> str:
    """Return the sentence that asks for a move."""
    if len(labels) == 1:
        return f"Type {allowed}"
    if not _are_integers(labels):
        return f"Type a move ({allowed})"
    if "," in allowed:
        return f"Type a number ({allowed})"
    return f"Type a number from {allowed}"


def _are_integers(labels: Mapping[Any, str]) -> bool:
    # a range must not hide a label that says more than its number
    return all(INTEGER.fullmatch(label) for label in labels.values())


def _allowed(labels: Mapping[Any, str]) -> str:
    """Return moves as text: integers as ranges, and not more than 20 others."""
    if _are_integers(labels):
        texts = integer_ranges(map(int, labels.values()))
    else:
        texts = list(labels.values())
    line = ", ".join(texts[:MAX_LISTED])
    if len(texts) > MAX_LISTED:
        line += f" and {len(texts) - MAX_LISTED:,} more"
    return line


# gametheory games


def add_games(commands: Commands, name: str) -> None:
    """Add the command to the parser."""
    games = commands.add_parser(
        name,
        description="List the games of the catalogue, or show one: its rules, its source, its known value, and the "
        "commands that solve it. Other commands take its NAME in place of a file.",
        epilog="example:\n  gametheory games nim\n  gametheory solve nim",
    )
    games.add_argument("name", metavar="NAME", nargs="?", help="a game of the catalogue")
    add_json(games)
    games.set_defaults(run=_run_games)


def _run_games(args: argparse.Namespace) -> int:
    if not args.name:
        if args.json:
            print_json({"games": [_entry_json(each) for each in catalogue.ENTRIES]})
        else:
            print_view(_list_view(catalogue.ENTRIES))
        return 0
    try:
        chosen = catalogue.entry(args.name)
    except KeyError as error:
        raise InputError(f"gametheory games: argument NAME: {error.args[0]}") from error
    if args.json:
        print_json(_entry_json(chosen))
    else:
        print_view(_entry_view(chosen))
    return 0


def _list_view(entries: Sequence[Entry]) -> list[Block]:
    rows = [(entry.name, len(entry.maker().players), entry.kind, entry.value) for entry in entries]
    headings = ("name", "players", "class", "known value")
    footer = "gametheory games NAME shows rules and source, and gametheory solve NAME solves the game"
    return [Table(headings, rows, left={"name", "class", "known value"}), footer]


def _entry_view(entry: Entry) -> list[Block]:
    game = entry.maker()
    view: list[Block] = [entry.rules]
    if hasattr(game, "picture"):
        view.append(game.picture(game.start()))
    if hasattr(game, "payoff_table"):
        view.append(game.payoff_table())
    rows = [
        ("players", ", ".join(game.players) or "none"),
        ("class", entry.kind),
        ("code", entry.code),
        ("source", entry.source),
        ("known value", entry.value),
    ]
    if entry.arguments:
        rows.append(("arguments", entry.arguments))
    return [*view, Table(("", ""), rows, left=("",)), *_commands(entry).values()]


def _entry_json(entry: Entry) -> JsonObject:
    return {
        "name": entry.name,
        "players": list(entry.maker().players),
        "class": entry.kind,
        "code": entry.code,
        "rules": entry.rules,
        "arguments": entry.arguments.split(),
        "source": entry.source,
        "value": entry.value,
        "commands": _commands(entry),
    }


def _commands(entry: Entry) -> dict[str, str]:
    """Return the commands for a game, by what they do."""
    from gametheory.claims.declare import textbooks_folder

    commands = {"solve": f"gametheory {entry.command} {entry.name}"}
    if entry.see:
        commands["see"] = entry.see
    if entry.command == "solve":
        commands["draw"] = f"gametheory solve {entry.name} --draw {entry.name}.svg"
    if entry.maker().players:
        commands["play"] = f"gametheory play {entry.name}"
    commands["check"] = f"gametheory check {quote(str(textbooks_folder()))} -k {entry.name}"
    return commands
