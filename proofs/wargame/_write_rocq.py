"""Write the Wargame's equilibrium as a certificate that Rocq checks: proofs/rocq/wargame/Published.v."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from gametheory.games.wargame import Position, Wargame, WargameEquilibrium, solve_wargame
from gametheory.games.wargame.equilibrium import Army, armies_by_round, position_of

PUBLISHED = Path(__file__).parents[1] / "rocq" / "wargame" / "Published.v"
WEIGHT_DIGITS = 16  # of a probability, as in Certificates.v
PRECISION = 2**34  # of a value
AVOIDED, MIXED = 30, 31  # marks in place of a number of soldiers sent
MOST = 29  # soldiers, since five digits are the number sent

Weights: TypeAlias = list[tuple[int, int]]  # soldiers sent, and whole numbers in proportion to the probabilities
HEAD = """\
(* Strategies for the Wargame of {soldiers} soldiers and {rounds} rounds, and what they guarantee: the value of the
   start is within {bound} of 0. Written by proofs/wargame/_write_rocq.py; the theorem is at the end. *)
Require Import QArith ZArith List Coq.Strings.Byte.
Import ListNotations.
From Wargame Require Import Game Rules Checker Integers Certificates.
Open Scope Z_scope.
Definition played : wargame := Wargame {soldiers} {rounds} (default_chances {rounds}) (1 # 2) 1 0 (-1).
Definition in_integers : numbers := default_numbers 32 {precision} {rounds}.
"""
TAIL = """\
Definition strategies : certificate (game_of played) :=
  {rounds}.

(* Both players can guarantee 0 up to {bound}, by the rules. *)
Theorem start_is_bracketed :
  guarantees (game_of played) (start played) (-{bound}) /\\ concedes (game_of played) (start played) {bound}.
Proof.
  apply (start_bracketed played in_integers strategies (-{bound})); [split; reflexivity|].
  vm_cast_no_check (eq_refl true).
Qed.
"""


def weights(mixture: Mapping[int, float]) -> Weights:
    """Return whole numbers in proportion to the probabilities, up to rounding."""
    rounded = {sent: round(probability * 2**WEIGHT_DIGITS) for sent, probability in mixture.items()}
    most_likely = max(rounded, key=rounded.__getitem__)
    rounded[most_likely] += 2**WEIGHT_DIGITS - sum(rounded.values())
    left = sorted((sent, weight) for sent, weight in rounded.items() if weight)
    return left if len(left) > 1 else [(left[0][0], 1)]


def strategies(solution: WargameEquilibrium) -> Iterator[dict[Position, Weights]]:
    """Yield A's strategy in each round, in the positions that play can reach if A uses it and B plays anything."""
    game, reached = solution.game, {solution.game.start()}
    while reached:
        played = {position: weights(solution.mixed_strategies(position)[0]) for position in reached}
        yield played
        reached = {
            successor
            for position, mixture in played.items()
            for sent, _ in mixture
            for reply in game.moves(position, "B")
            for successor in game.after(position, sent, reply)
            if not successor.battle
        }


def digits(army: Army, others: Iterable[Army], played: Mapping[Position, Weights]) -> Iterator[tuple[int, int]]:
    """Yield numbers and their binary digits: A's strategy against each army of B, as in Certificates.v."""
    for other in others:
        mixture = played.get(position_of(army, other))
        if mixture is None:
            yield AVOIDED, 5
        elif len(mixture) == 1:
            yield mixture[0][0], 5
        else:
            yield from ((MIXED, 5), (len(mixture), 5))
            for sent, weight in mixture:
                yield from ((sent, 5), (weight, WEIGHT_DIGITS))


def in_bytes(numbers: Iterable[tuple[int, int]]) -> str:
    """Return a term of type `bytes` of Certificates.v."""
    code = length = 0
    for number, size in numbers:
        code |= number << length
        length += size
    data = code.to_bytes(-(-length // 64) * 8, "little")
    words = [" ".join(f"x{byte:02x}" for byte in data[place : place + 8]) for place in range(0, len(data), 8)]
    return "".join(f"\n(B {word} " for word in words) + "E" + ")" * len(words)


def certificate(game: Wargame, bound: str) -> str:
    """Return a file for Rocq that proves that both players can guarantee 0 up to a bound.

    Raises
    ------
    ValueError
        If the armies are too large for the code of a number sent.
    """
    if game.soldiers > MOST:
        raise ValueError(f"more than {MOST} soldiers: {game.soldiers}")
    sizes = {"soldiers": game.soldiers, "rounds": game.rounds, "precision": PRECISION, "bound": bound}
    parts = [HEAD.format(**sizes)]
    for number, (others, played) in enumerate(
        zip(armies_by_round(game), strategies(solve_wargame(game)), strict=True), 1
    ):
        own = sorted({(position.camp_a, position.field_a) for position in played})
        rows = (
            f"({camp}, {field}, {in_bytes(digits(Army(number, camp, field), others, played))})" for camp, field in own
        )
        armies = "; ".join(f"({army.camp}, {army.field})" for army in others)
        parts.append(f"Definition others_{number} : list (Z * Z) := [{armies}].\n")
        parts.append(f"Definition round_{number} : list (Z * Z * bytes) := [\n" + ";\n".join(rows) + "].\n")
    last_first = " ++ ".join(f"read_round {r} others_{r} round_{r}" for r in range(game.rounds, 0, -1))
    return "".join((*parts, TAIL.format(rounds=last_first, bound=bound)))


if __name__ == "__main__":
    if sys.argv[1:]:
        soldiers, rounds = map(int, sys.argv[1:3])
        sys.stdout.write(certificate(Wargame(soldiers, rounds), sys.argv[3]))
    else:
        PUBLISHED.write_text(certificate(Wargame(), "(1 # 100000)"), encoding="utf-8")
