"""`gametheory wargame play`: a person, as A, against the equilibrium."""

from __future__ import annotations

import argparse
import io
import re
import sys
from random import Random
from typing import TYPE_CHECKING

from gametheory.cli.wargame.rules import chosen_game

if TYPE_CHECKING:
    from gametheory.cli.wargame.solution_files import LoadedSolution
    from gametheory.games.wargame import Position, Wargame

SEEDS = 2**32
NUMBER = re.compile(r"\d{1,9}", re.ASCII)
ENDINGS = {"A wins": "You win", "draw": "A draw", "B wins": "You lose"}


def play(chosen: argparse.Namespace) -> int:
    """Play one game, and leave it where the input ends."""
    from gametheory.cli.wargame.solution_files import solved

    game = chosen_game(chosen)
    seed = Random().randrange(SEEDS) if chosen.seed is None else chosen.seed
    found = solved(chosen, game)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    print(f"You are A, with {game.soldiers} soldiers against as many of B, who plays the equilibrium. Seed {seed}.")
    print("Say how many soldiers go from camp to field; ? shows how the equilibrium would play for you.")
    try:
        _play(game, found, Random(seed), chosen.odds)
    except EOFError:
        print("\nThe game is left.")
    return 0


def _play(game: Wargame, found: LoadedSolution, random: Random, odds: bool) -> None:
    position, end = game.start(), None
    while end is None:
        position = _round(game, found, random, position, odds)
        end = game.outcome(position)
    ahead = f"{position.field_a} in your field, {position.field_b} in theirs"
    print(f"The battle begins: {ahead}. {ENDINGS[end.name]}; you get {end.payoffs[0]}.")


def _round(game: Wargame, found: LoadedSolution, random: Random, position: Position, odds: bool) -> Position:
    """One round: the board, both moves at once, and what follows."""
    from gametheory.cli.wargame.output import board
    from gametheory.games.wargame.arena import drawn
    from gametheory.games.wargame.bots import EquilibriumBot, player_view

    number, camp_a, field_a, camp_b, field_b, _ = position
    chance = game.battle_chances[number - 1]
    print(f"\nRound {number} of {game.rounds}; the battle follows with chance {chance}.\n{board(position)}")
    if odds:
        _print_odds(found, position)
    a = _asked(found, position)
    b = drawn(EquilibriumBot(found.solution).law(player_view(position, "B")), random)
    sent = position._replace(camp_a=camp_a - a, field_a=field_a + a, camp_b=camp_b - b, field_b=field_b + b)
    print(f"You send {a}, B sends {b}.\n{board(sent)}")
    following = drawn(game.after(position, a, b), random)
    if not following.battle:
        killed = sent.field_a - following.field_a, sent.field_b - following.field_b
        print(f"No battle yet. In the fields {killed[0]} of yours and {killed[1]} of theirs are killed.")
    return following


def _asked(found: LoadedSolution, position: Position) -> int:
    """How many the person sends; asked again until the answer is a number that can be sent."""
    while True:
        answer = input(f"Send how many, 0 to {position.camp_a}? ").strip()
        if not sys.stdin.isatty():
            print(answer)
        if answer == "?":
            _print_odds(found, position)
            continue
        if NUMBER.fullmatch(answer) and int(answer) <= position.camp_a:
            return int(answer)
        print(f"{answer[:40]!r} is not a whole number from 0 to {position.camp_a}, nor a ? for the odds.")


def _print_odds(found: LoadedSolution, position: Position) -> None:
    from gametheory.cli.wargame.output import print_mixtures, shown

    value, mixture, _ = found.at(position)
    print(f"The position is worth {shown(value)} to you. The equilibrium sends")
    print_mixtures({"you": mixture})
