"""`gametheory wargame play`: the user, as A, plays against the equilibrium."""

from __future__ import annotations

import argparse
import io
import re
import sys
from random import Random
from typing import TYPE_CHECKING

from gametheory.cli.wargame.rules import game_from

if TYPE_CHECKING:
    from gametheory.games.wargame import Position, WargameEquilibrium

SEEDS = 2**32
NUMBER = re.compile(r"\d{1,9}", re.ASCII)
ENDINGS = {"A wins": "You win", "draw": "A draw", "B wins": "You lose"}


def play(args: argparse.Namespace) -> int:
    """Play one game; the end of the input ends it."""
    from gametheory.cli.wargame.solution_files import solve

    game = game_from(args)
    seed = Random().randrange(SEEDS) if args.seed is None else args.seed
    solution = solve(args, game)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    print(f"You are A and B plays the equilibrium; each of you has {game.soldiers} soldiers. Seed {seed}.")
    print("Enter how many soldiers to send from camp to field, or ? to see your equilibrium strategy.")
    try:
        _play(solution, Random(seed), args.odds)
    except EOFError:
        print("\nYou left the game.")
    return 0


def _play(solution: WargameEquilibrium, random: Random, odds: bool) -> None:
    game = solution.game
    position, end = game.start(), None
    while end is None:
        position = _play_round(solution, random, position, odds)
        end = game.outcome(position)
    fields = f"{position.field_a} in your field, {position.field_b} in theirs"
    print(f"The battle begins: {fields}. {ENDINGS[end.name]}; your payoff is {end.payoffs[0]}.")


def _play_round(solution: WargameEquilibrium, random: Random, position: Position, odds: bool) -> Position:
    """Play one round: print the board, ask for the user's move, draw B's move, and draw what follows."""
    from gametheory.cli.wargame.output import board, round_heading
    from gametheory.games.wargame.arena import sample

    game = solution.game
    _, camp_a, field_a, camp_b, field_b, _ = position
    print(f"\n{round_heading(game, position)}\n{board(position)}")
    if odds:
        _print_strategy(solution, position)
    a = _ask_move(solution, position)
    b = sample(solution.mixed_strategies(position)[1], random)
    sent = position._replace(camp_a=camp_a - a, field_a=field_a + a, camp_b=camp_b - b, field_b=field_b + b)
    print(f"You send {a}, B sends {b}.\n{board(sent)}")
    successor = sample(game.after(position, a, b), random)
    if not successor.battle:
        killed = sent.field_a - successor.field_a, sent.field_b - successor.field_b
        print(f"No battle yet. In the fields, {killed[0]} of your soldiers and {killed[1]} of theirs are killed.")
    return successor


def _ask_move(solution: WargameEquilibrium, position: Position) -> int:
    """Ask until the answer is a number that can be sent, and return it."""
    while True:
        answer = input(f"Send how many, 0 to {position.camp_a}? ").strip()
        if not sys.stdin.isatty():
            print(answer)  # a terminal shows it already
        if answer == "?":
            _print_strategy(solution, position)
            continue
        if NUMBER.fullmatch(answer) and int(answer) <= position.camp_a:
            return int(answer)
        print(f"{answer[:40]!r} is not a whole number from 0 to {position.camp_a} or ?.")


def _print_strategy(solution: WargameEquilibrium, position: Position) -> None:
    from gametheory.cli.wargame.output import number_text, print_distributions

    value, (strategy, _) = solution.value(position), solution.mixed_strategies(position)
    print(f"Value to you: {number_text(value)}. The equilibrium sends")
    print_distributions({"you": strategy})
