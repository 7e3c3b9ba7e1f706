"""Wargame: one page of rules with an example."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain

import _wargame as shared
import _wargame_explorer
import _wargame_figures as figures
import _wargame_theory as theory
from _wargame import OWN, PAGE, published

from gametheory.claims import Verdict, Witness, appendix, check_all, claim, refuted, verified
from gametheory.claims.evidence import LookupTable, Table, Text
from gametheory.games.wargame import Position
from gametheory.games.wargame.analysis import certain_wins
from gametheory.prove.smt import prove


@claim(
    "WG.5",
    "Soldiers that are moved too quickly are killed very soon.",
    PAGE,
    uses=["WG.1", "WG.4"],
    expected="verified",
)
def too_quickly() -> Verdict:
    game, kinds = published().game, shared.losses()
    survivors = [game.soldiers]
    while survivors[-1]:
        survivors.append(game.survivors[survivors[-1]])
    kept = {player: min(sizes) for player, sizes in shared.field_sizes_in_example().items() if len(sizes) == 1}
    best = max(kinds["all"], key=lambda loss: loss.equilibrium)
    draws = sum(round.battle_probability * float(round.outcome_probabilities[1]) for round in shared.optimal_play())
    rounds = range(1, kinds["all"].index(best) + 1)
    return check_all(
        rounds,
        lambda r: (
            kinds["all"][r - 1].equilibrium < kinds["all"][r].equilibrium - published().exploitability
            and kinds["all"][r - 1].best == Fraction(2 - game.rounds, game.rounds)
        ),
        f"everybody sent in one round, from round 1 to the best one, {best.name}",
        lambda r: f"to send everybody in round {r} is no worse than one round later",
        figures.losses_plot(kinds),
        figures.losses_table(kinds),
        figures.by_round(),
        figures.round_table(),
        figures.sent_map(),
        Text(
            f"Of {game.soldiers} soldiers sent at once there are left, check after check, "
            f"{', '.join(map(str, survivors[1:]))}. Sent all in one round they win at most the battle of that round; "
            f"the best answer lets them, and wins the other {game.rounds - 1} of {game.rounds}. Against a player who "
            f"does not know the plan and plays the equilibrium, it is worse the sooner it is done, up to {best.name}; "
            "but too late is bad as well, as every round is equally likely to be the last."
        ),
        Text(
            "What optimal play does about it: in most rounds it has about four soldiers in the field, and pays for "
            "that with two a round, which the camp can pay for nearly all of the game. In the example A keeps the "
            f"field at {kept.get('A')} and B at {kept.get('B')} in both rounds shown. B's way, kept up as long as "
            "there are soldiers, hardly loses to the equilibrium; to an opponent who knows of it, it does. An odd size "
            "is a bad bargain: 3 cost as much a round as 4."
        ),
        Text(
            "What plans get from the best answer is exact, and the same whatever equilibrium is taken. All else here "
            "is of the one equilibrium that was found: after the opening many positions have more than one optimal "
            "mixture, most of all where the battle is as good as decided. In this one "
            f"{100 * draws:.0f} % of plays end in a draw."
        ),
    )


@claim(
    "WG.5.camp",
    "A soldier more is never worse, in camp or in the field, and in camp he is worth at least as much as in the field; "
    "this program's own claim.",
    OWN,
    uses=["WG.4"],
    expected="proved",
)
def camp() -> Verdict:
    found = {name: theory.steps(published(), change) for name, change in theory.CHANGES.items()}
    bound = 2 * published().exploitability
    pairs = sum(step.pairs for steps in found.values() for step in steps)
    for name, steps in found.items():
        for step in steps:
            if step.least < -bound:
                return refuted("the published game", pairs, Witness(f"round {step.round}", f"{name}: {step.least}"))
    numbers = {name: {step.round: f"{step.mean:.4f}" for step in steps} for name, steps in found.items()}
    rounds = range(2, published().game.rounds + 1)
    return prove(
        "all numbers of soldiers and rounds, all battle probabilities, half of a field killed",
        theory.COPYING,
        Table(
            ("round", *found),
            [(number, *(means.get(number, "-") for means in numbers.values())) for number in rounds],
            f"How much it adds to the value, on average over all pairs of armies for which there is one, {pairs:,} in "
            "all; in none of them does the value fall by more than the bound on its error.",
        ),
        Text(
            "By copying. The army that has as many or more in camp and in the field sends what the other would send: "
            "it can, and still has as many or more in both places (first obligation), after the check as well "
            "(second). So it wins every battle that the other wins, and loses none that the other does not lose. With "
            "a soldier in camp instead of the field it sends one more than the other would, once, and is then the same "
            "army (third). So whatever the other army's strategy guarantees is guaranteed. That is what is wrong with "
            "moving soldiers early: one in camp can still be moved."
        ),
        *figures.maps(),
    )


@claim(
    "WG.5.opening",
    "There is one optimal opening only: none, two or four soldiers, two most often; this program's own claim.",
    OWN,
    uses=["WG.1.exchange"],
    expected="verified",
)
def one_opening() -> Verdict:
    found = theory.opening(published())
    moves = len(found.probabilities) + len(found.losses)
    closest = min(found.losses, key=lambda sent: float(found.losses[sent].mid()))
    table = Table(
        ("soldiers sent", "probability", "proved to within"),
        [
            (sent, f"{float(probability.mid()):.9f}", f"{float(probability.rad()):.0e}")
            for sent, probability in found.probabilities.items()
        ],
        f"All other numbers lose against this mixture; the least, {closest}, loses "
        f"{float(found.losses[closest].mid()):.6f}.",
    )
    why = Text(
        "The first round is a matrix game $M$ of 21 by 21 with $M^T = -M$, so that its value is 0. Its entries are "
        "known as intervals, from the values of the second round and the bound on their error; what follows holds for "
        "every such matrix with entries in them. For the three moves $M$ is skew of order 3 and not 0, so that it has "
        "rank 2, and one mixture $x$ alone makes them indifferent. All its probabilities are positive, and every "
        "other move "
        "loses against it: $x$ is optimal. Let $y$ be optimal too. Then $x^T M y = 0$, so that $y$ has only these "
        "three moves; none of them gains against $y$, and as $x$ has all of them none loses. So $y = x$. A strategy "
        "for the whole game guarantees in later rounds no more than their values, so that its opening is optimal in "
        "$M$ too."
    )
    if not found.unique:
        return refuted("the opening", moves, Witness("0", "the intervals do not prove it"), table)
    return verified(f"the opening of the published game, all {moves} moves", moves, figures.opening_bars(), table, why)


@claim(
    "WG.5.certain",
    "The positions whose value is that of a win are those from which A can win whatever B does; "
    "this program's own claim.",
    OWN,
    expected="verified",
)
def certain() -> Verdict:
    won = certain_wins(published().game)
    bound = published().exploitability
    rounds = shared.optimal_play()
    told = []
    for number, (here, round) in enumerate(zip(won, rounds, strict=True), 1):
        size = len(published().armies[number - 1]) ** 2
        met = sum(float(probability) for position, probability in round.positions.items() if position in here)
        told.append((number, len(here), f"{100 * len(here) / size:.1f} %", f"{100 * met:.2f} %", _closest(here)))
    everywhere = set(chain.from_iterable(won))
    return check_all(
        published().positions(),
        lambda position: (published().value(position) >= 1 - bound) == (position in everywhere),
        f"all {published().position_count:,} joint positions of the published game",
        lambda position: f"the value is {published().value(position)}",
        Table(
            ("round", "certain wins", "of all positions", "met in optimal play", "the least lead"),
            told,
            "Positions from which A wins for certain, whatever B does; and the one with the least lead, camp + field.",
        ),
        Text(
            "Found twice: by the values, which are numbers, and by the rules, as moves that lead against every answer "
            "to a battle won and on to such positions. In the last round whoever has more soldiers wins for certain; "
            "before it, a lead must last for all the rounds to come."
        ),
    )


@appendix("WG.positions", "Look up a position of the Wargame")
def positions() -> list[LookupTable]:
    return [_wargame_explorer.explorer()]


def _closest(won: set[Position]) -> str:
    """The certain win with the least lead in soldiers."""
    leads = {p: p.camp_a + p.field_a - p.camp_b - p.field_b for p in won}
    if not leads:
        return "-"
    least = min(leads.values())
    case = min(position for position, lead in leads.items() if lead == least)
    return f"{least}: {case.camp_a} + {case.field_a} against {case.camp_b} + {case.field_b}"
