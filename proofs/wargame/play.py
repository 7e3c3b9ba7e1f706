"""How to play: soldiers moved too quickly, the opening, and certain wins."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain

from _game_claim import game_claim

from gametheory.claims import Verdict, Witness, appendix, check_all, claim, refuted
from gametheory.claims.evidence import Interactive, LookupTable, Table, Text
from gametheory.games.wargame import Position
from gametheory.games.wargame.solution_file import pack_values
from gametheory.numbers.rationals import to_float

from . import figures, shared, theory
from .certain import certain_wins
from .explorer import explorer
from .shared import OWN, PAGE, published


@claim(
    "WG.5",
    "Soldiers that are moved too quickly are killed very soon.",
    PAGE,
    uses=["WG.1", "WG.4"],
)
def too_quickly() -> Verdict:
    game, kinds = published().game, shared.losses()
    survivors = [game.soldiers]
    while survivors[-1]:
        survivors.append(game.survivors[survivors[-1]])
    field_sizes = {player: min(sizes) for player, sizes in shared.field_sizes_in_example().items() if len(sizes) == 1}
    best = max(kinds["all"], key=lambda loss: loss.equilibrium)
    draws = sum(round.battle_probability * float(round.outcome_probabilities[1]) for round in shared.optimal_play())
    rounds = range(1, kinds["all"].index(best) + 1)
    return check_all(
        rounds,
        lambda r: (
            kinds["all"][r - 1].equilibrium < kinds["all"][r].equilibrium - published().exploitability
            and kinds["all"][r - 1].best == Fraction(2 - game.rounds, game.rounds)
        ),
        f"all soldiers sent in one round, from round 1 to the best one, {best.name}",
        lambda r: f"sending all soldiers in round {r} is no worse than one round later",
        figures.losses_plot(kinds),
        figures.losses_table(kinds),
        figures.by_round(),
        figures.round_table(),
        figures.sent_map(),
        Text(
            f"If {game.soldiers} soldiers are sent in one round, the numbers left after each check are "
            f"{', '.join(map(str, survivors[1:]))}. They win at most the battle of that round; the best response "
            f"concedes it and wins the other {game.rounds - 1} of {game.rounds}. Against a player who does not know "
            f"the policy and plays the equilibrium, sending all is worse the earlier it is done, up to {best.name}; "
            "but too late is bad as well, since all rounds are equally likely to be the last (WG.2)."
        ),
        Text(
            "Optimal play has about four soldiers in the field in most rounds. This costs two soldiers a round, "
            "which the camp can pay for nearly all of the game. In the example A has a field of "
            f"{field_sizes.get('A')} and B of {field_sizes.get('B')} in both rounds shown. The policy of B, "
            "continued as long as there are soldiers, loses almost nothing against the equilibrium, but more "
            "against an opponent who knows it. An odd size is a bad bargain: 3 cost as much a round as 4."
        ),
        Text(
            "The payoffs of policies against the best response are exact and do not depend on the equilibrium. All "
            "other numbers here belong to the one computed equilibrium: after the opening many positions have more "
            "than one optimal mixed strategy, above all if the battle is nearly decided. In this equilibrium "
            f"{100 * draws:.0f} % of plays end in a draw."
        ),
    )


@game_claim(
    "WG.5.camp",
    "One more soldier is never worse, in camp or in the field, and his value in camp is at least that in the field; "
    "this program's own claim.",
    OWN,
    uses=["WG.4"],
    theorems=["wargame/Soldiers.WG_5_camp"],
)
def camp() -> Verdict:
    changes = {name: theory.steps(published(), change) for name, change in theory.CHANGES.items()}
    bound = 2 * published().exploitability
    pairs = sum(step.pairs for steps in changes.values() for step in steps)
    for name, steps in changes.items():
        for step in steps:
            if step.least < -bound:
                return refuted("the published game", pairs, Witness(f"round {step.round}", f"{name}: {step.least}"))
    numbers = {name: {step.round: f"{step.mean:.4f}" for step in steps} for name, steps in changes.items()}
    rounds = range(2, published().game.rounds + 1)
    return theory.copying(
        Table(
            ("round", *changes),
            [(number, *(means.get(number, "-") for means in numbers.values())) for number in rounds],
            f"The average increase of the value, over all pairs of armies to which the change applies, {pairs:,} in "
            "total; in none of them does the value fall by more than its error bound.",
        ),
        Text(
            "Proof by copying. The army with at least as many soldiers in camp and in the field sends the number that "
            "the other would send: it can, and then still has at least as many in both places (first step), also "
            "after half of each field is killed (second). So, by induction over the rounds, it wins every battle that "
            "the other wins, and loses none that the other does not lose (third). With a soldier in camp instead of "
            "the field it sends one more than the other would, once, and is then the same army (fourth). So it can "
            "guarantee every payoff that the other army can guarantee. The further steps say that the code of the "
            "rules has these moves, positions and payoffs. This is why moving soldiers early is bad: a soldier in "
            "camp can still be moved."
        ),
        *figures.maps(),
    )


@claim(
    "WG.5.opening",
    "There is only one optimal opening: none, two or four soldiers, two most often (a claim of this program).",
    OWN,
    uses=["WG.1.exchange"],
)
def one_opening() -> Verdict:
    opening = theory.opening(published())
    closest = min(opening.losses, key=lambda sent: float(opening.losses[sent].mid()))
    table = Table(
        ("soldiers sent", "probability", "proved to within"),
        [
            (sent, f"{float(probability.mid()):.9f}", f"{float(probability.rad()):.0e}")
            for sent, probability in opening.probabilities.items()
        ],
        f"All other numbers lose against this mixture; the least, {closest}, loses "
        f"{float(opening.losses[closest].mid()):.6f}.",
    )
    why = Text(
        "The first round is a matrix game $M$ of 21 by 21 with $M^T = -M$, so its value is 0. Its entries are known "
        "as intervals, from the values of the second round and their error bound; the sweep decides for every such "
        "matrix with entries in them. For the three moves $M$ is skew-symmetric of order 3 and not 0, so it has "
        "rank 2, and only one mixed strategy $x$ makes them indifferent. All its probabilities are positive, and "
        "the other moves lose against it: $x$ is optimal. Let $y$ be optimal too. Then $x^T M y = 0$, so $y$ has "
        "only these three moves. None of them gains against $y$, and since $x$ uses all of them, none loses. So $y = "
        "x$. A strategy for the whole game guarantees in later rounds no more than their values, so its opening is "
        "optimal in $M$ too."
    )
    return check_all(
        range(published().game.soldiers + 1),
        opening.is_certain,
        "the soldiers sent, each with a positive probability or a loss, whatever the entries are in their intervals",
        lambda sent: f"the intervals do not prove that sending {sent} is played, or loses",
        figures.opening_bars(),
        table,
        why,
    )


@game_claim(
    "WG.5.certain",
    "The positions whose value is that of a win are those from which A can force a win; this program's own claim.",
    OWN,
    theorems=["wargame/Certain.WG_5_certain"],
)
def certain() -> Verdict:
    won = certain_wins(published().game)
    bound = published().exploitability
    rounds = shared.optimal_play()
    table_rows = []
    for number, (wins, round) in enumerate(zip(won, rounds, strict=True), 1):
        size = len(published().armies[number - 1]) ** 2
        frequency = sum(float(probability) for position, probability in round.positions.items() if position in wins)
        table_rows.append(
            (number, len(wins), f"{100 * len(wins) / size:.1f} %", f"{100 * frequency:.2f} %", _closest(wins))
        )
    everywhere = set(chain.from_iterable(won))
    return check_all(
        published().positions(),
        lambda position: (to_float(published().value(position)) >= 1 - bound) == (position in everywhere),
        f"all {published().position_count:,} joint positions of the published game",
        lambda position: f"the value is {published().value(position)}",
        Table(
            ("round", "certain wins", "of all positions", "frequency in optimal play", "least lead"),
            table_rows,
            "Positions from which A can force a win; and the one with the least lead, camp + field.",
        ),
        Text(
            "Computed in two ways: by the values, which are numbers, and by the rules, as moves that lead against "
            "every reply to a battle won and on to such positions. In the last round the player with more soldiers "
            "wins for certain; earlier, a lead must last for all the remaining rounds. In general a strategy that "
            "guarantees a win has only moves of certain wins, since no payoff is greater than that of a win."
        ),
    )


@appendix("WG.play", "Play the Wargame")
def game_to_play() -> list[Interactive]:
    game, data = published().game, pack_values(published())
    caption = (
        f"The published game: {game.soldiers} soldiers each, {game.rounds} rounds. You are A. The page is B and plays "
        "the equilibrium, using your computer's random numbers: it solves each round exactly, from the values of all "
        f"positions rounded to 23 bits. Because of this rounding, an opponent can gain at most {data['bound']:.1e}. "
        "After the game the page says what each of your choices cost against the equilibrium, on average."
    )
    return [Interactive("wargame", caption, data)]


@appendix("WG.positions", "Look up a position of the Wargame")
def positions() -> list[LookupTable]:
    return [explorer()]


def _closest(won: set[Position]) -> str:
    """Return the certain win with the least lead in soldiers."""
    leads = {p: p.camp_a + p.field_a - p.camp_b - p.field_b for p in won}
    if not leads:
        return "-"
    least = min(leads.values())
    case = min(position for position, lead in leads.items() if lead == least)
    return f"{least}: {case.camp_a} + {case.field_a} against {case.camp_b} + {case.field_b}"
