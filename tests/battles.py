"""Battles for tests, and their distribution by a recursion from the rules alone."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb

from hypothesis import strategies as st

from gametheory.games.battle import Battle

PROBABILITIES = st.one_of(
    st.sampled_from([Fraction(0), Fraction(1), Fraction(3, 5), Fraction(7, 10), Fraction(1, 10**9), Fraction(99, 100)]),
    st.fractions(0, 1, max_denominator=50),
)


@st.composite
def battles(draw, most=8):
    """Draw a battle with any rules, up to most v most."""
    attackers, defenders = draw(st.integers(0, most)), draw(st.integers(0, most))
    return Battle(
        attackers,
        defenders,
        draw(PROBABILITIES),
        draw(PROBABILITIES),
        draw(st.sampled_from(["attacker", "defender"])),
        draw(st.integers(0, max(attackers - 1, 0))),
        draw(st.booleans()),
    )


def with_reserve(battle):
    """Return the same battle with enough attackers for its reserve."""
    return battle if battle.attackers else replace(battle, reserve=0)


def hits(shooters, probability):
    """Return the distribution of the number of hits."""
    return [comb(shooters, k) * probability**k * (1 - probability) ** (shooters - k) for k in range(shooters + 1)]


def outcome_name(battle, fighting, defenders):
    """Return the outcome of a position, or None."""
    if defenders == 0:
        return "win" if fighting or battle.both_dead == "attacker" else "lose"
    if fighting == 0:
        return "lose"
    return "stopped" if battle.stop_when_outnumbered and fighting + battle.reserve <= defenders else None


def by_recursion(battle, turns):
    """Return {(fighting, defenders): probability} after some turns, or at the end for None."""
    distribution = {(battle.attackers - battle.reserve, battle.defenders): Fraction(1)}
    while any(outcome_name(battle, *position) is None for position in distribution) and turns != 0:
        later = {}
        for (a, d), probability in distribution.items():
            follow(battle, a, d, probability, later, to_the_end=turns is None)
        distribution, turns = later, turns and turns - 1
    return distribution


def follow(battle, a, d, probability, later, to_the_end):
    """Add the distribution after a turn; with `to_the_end`, given that an army is hit."""
    if outcome_name(battle, a, d):
        later[a, d] = later.get((a, d), 0) + probability
        return
    defence, attack = hits(d, battle.defender_hits), hits(a, battle.attacker_hits)
    leave = 1 - defence[0] * attack[0] if to_the_end else 1
    for x, y in product(range(d + 1), range(a + 1)):
        share = probability * defence[x] * attack[y] / leave
        if share and (x or y or not to_the_end):
            place = max(a - x, 0), max(d - y, 0)
            later[place] = later.get(place, 0) + share


def probability_of_outcome(battle, distribution, outcome):
    """Return the probability of an outcome."""
    return sum(
        (probability for place, probability in distribution.items() if outcome_name(battle, *place) == outcome),
        Fraction(0),
    )
