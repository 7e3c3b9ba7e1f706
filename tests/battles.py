"""Battles to test with, and their law once more, from the rules alone."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb

from hypothesis import strategies as st

from gametheory.games.battle import Battle

CHANCES = st.one_of(
    st.sampled_from([Fraction(0), Fraction(1), Fraction(3, 5), Fraction(7, 10), Fraction(1, 10**9), Fraction(99, 100)]),
    st.fractions(0, 1, max_denominator=50),
)


@st.composite
def battles(draw, most=8):
    """A battle of any rules, up to most v most."""
    attackers, defenders = draw(st.integers(0, most)), draw(st.integers(0, most))
    return Battle(
        attackers,
        defenders,
        draw(CHANCES),
        draw(CHANCES),
        draw(st.sampled_from(["attacker", "defender"])),
        draw(st.integers(0, max(attackers - 1, 0))),
        draw(st.booleans()),
    )


def with_reserve(battle):
    """The same battle with attackers enough for its reserve."""
    return battle if battle.attackers else replace(battle, reserve=0)


def hits(shooters, chance):
    """The law of the hits of so many shooters."""
    return [comb(shooters, k) * chance**k * (1 - chance) ** (shooters - k) for k in range(shooters + 1)]


def over(battle, fighting, defenders):
    """How the battle has ended, or None."""
    if defenders == 0:
        return "win" if fighting or battle.both_dead == "attacker" else "lose"
    if fighting == 0:
        return "lose"
    return "stopped" if battle.stop_when_outnumbered and fighting + battle.reserve <= defenders else None


def plainly(battle, turns):
    """{(fighting, defenders): probability} after so many turns, or at the end for None: a plain recursion."""
    law = {(battle.attackers - battle.reserve, battle.defenders): Fraction(1)}
    while any(over(battle, *position) is None for position in law) and turns != 0:
        later = {}
        for (a, d), chance in law.items():
            follow(battle, a, d, chance, later, to_the_end=turns is None)
        law, turns = later, turns and turns - 1
    return law


def follow(battle, a, d, chance, later, to_the_end):
    """Add what follows a position; where the end is asked for, given that somebody is hit."""
    if over(battle, a, d):
        later[a, d] = later.get((a, d), 0) + chance
        return
    defence, attack = hits(d, battle.defender_hits), hits(a, battle.attacker_hits)
    leave = 1 - defence[0] * attack[0] if to_the_end else 1
    for x, y in product(range(d + 1), range(a + 1)):
        share = chance * defence[x] * attack[y] / leave
        if share and (x or y or not to_the_end):
            place = max(a - x, 0), max(d - y, 0)
            later[place] = later.get(place, 0) + share


def chance_of(battle, law, outcome):
    """The probability of an outcome in such a law."""
    return sum((chance for place, chance in law.items() if over(battle, *place) == outcome), Fraction(0))
