"""The rules of the page, and its example."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from _game_claim import game_claim
from _published import rows

from gametheory.claims import Verdict, Witness, check_all, claim, refuted
from gametheory.claims.evidence import Table, Text
from gametheory.games.wargame import Wargame, solve_wargame
from gametheory.games.wargame.equilibrium import army_graph, stages
from gametheory.games.wargame.rules import SentDistribution
from gametheory.model.game import active_players
from gametheory.numbers.rationals import to_float
from gametheory.solvers.simultaneous import RoundSolution, solve_backward

from . import shared, theory
from .shared import EXAMPLE, OWN, PAGE, printed, published


@claim(
    "WG.1",
    "Two armies of 20 soldiers in camp; in each of at most ten rounds both simultaneously send soldiers to the field, "
    "then the battle begins or half of each field is killed.",
    PAGE,
)
def rules(deep: bool = False) -> Verdict:
    game = published().game
    start = game.start()
    if active_players(game, start) != game.players or start.field_a or start.field_b:
        return refuted("the first position", 1, Witness(str(start), "not two armies in camp that are both active"))
    games = shared.small_games(deep)
    sizes = [len(armies) for armies in published().armies]
    counts = [
        (number, size, size**2, size * (size + 1) // 2, size * (size - 1) // 2) for number, size in enumerate(sizes, 1)
    ]
    return check_all(
        games,
        shared.same_game,
        f"all games of up to {games[-1].soldiers} soldiers and {games[-1].rounds} rounds, in which half or a third of "
        "a field is killed",
        lambda _: "the joint state graph and two graphs of one army each differ",
        Table(
            ("round", "armies", "joint positions", "up to exchange", "of two different armies"),
            [*counts, ("all", *(sum(column) for column in list(zip(*counts, strict=True))[1:]))],
            "The size of the published game: positions in which both move.",
        ),
        Text(
            "A draw pays 0, which is this program's reading: the page does not say. The two armies never meet "
            "before the battle, so the game is two copies of a small graph. The comparison with the joint state "
            "graph is exact: the same positions, the same distribution of successors after each pair of moves, "
            "and the same value in each position, by backward induction on either graph. Two positions that "
            "differ by the exchange of the players need to be solved only once; the value of two equal armies is "
            "0."
        ),
    )


@game_claim(
    "WG.1.exchange",
    "Exchanging the players changes the sign of the value (a claim of this program).",
    OWN,
    theorems=["wargame/Soldiers.WG_1_exchange_value"],
)
def exchange(deep: bool = False) -> Verdict:
    games = [Wargame(10, 5), Wargame(6, 6)] if deep else [Wargame(6, 3), Wargame(3, 4)]
    cases = ((game, case) for game in games for case, _ in shared.transitions(game))
    by_rules = check_all(cases, lambda pair: shared.is_symmetric(*pair), "rules")
    if by_rules.witness:
        return by_rules
    rounds = _solve_without_exchange()
    bound = 2 * rounds[0].error + published().exploitability
    sums = [abs(solution.values + solution.values.T) for solution in rounds]
    positions = (
        Pair(number, first, second)
        for number, of_round in enumerate(sums, 1)
        for first, second in product(range(len(of_round)), repeat=2)
    )
    worst = max(float(of_round.max()) for of_round in sums)
    of_rules = (
        "the published game" if deep else " and ".join(f"{g.soldiers} soldiers, {g.rounds} rounds" for g in games)
    )
    return check_all(
        positions,
        lambda pair: bool(sums[pair.round - 1][pair.first, pair.second] <= bound),
        "joint positions of the published game, by the numbers of the armies, each solved without using the symmetry",
        lambda pair: f"the values of the position and of its mirror image sum to {sums[pair.round - 1].max()}",
        Text(
            f"The values of a position and of its mirror image sum to at most {worst:.0e}; the error bound allows "
            f"{bound:.0e}. By the rules themselves: in {by_rules.cases:,} cases, every position with every pair of "
            f"moves ({of_rules}), the mirror image has the mirrored distribution and payoffs. So the value of two "
            "equal armies, and of the start, is exactly 0."
        ),
    )


class Pair(NamedTuple):
    """A round, and the numbers of both armies in it."""

    round: int
    first: int
    second: int


GUARANTEED = Fraction(1, 100_000)


@game_claim(
    "WG.1.bracket",
    "From the start of the published game, 20 soldiers and ten rounds, each player can guarantee the value 0 up to "
    "1/100,000 (a claim of this program).",
    OWN,
    uses=["WG.1.exchange"],
    theorems=["wargame/Published.start_is_bracketed"],
)
def bracket() -> Verdict:
    solution = published()
    value, error = to_float(solution.value(solution.game.start())), solution.exploitability
    return check_all(
        ["the start"],
        lambda _: abs(value) + error <= GUARANTEED,
        "in floats with an error bound",
        None,
        Text(
            f"In floats, the computed strategies guarantee the value up to {error:.0e}. The theorem is about "
            "strategies rounded to 16 binary digits, which are stored in rocq/wargame/Published.v. A checker in Rocq "
            "computes in integers what they guarantee by the rules; its soundness theorem says that both "
            "players can guarantee the result."
        ),
    )


def _solve_without_exchange() -> list[RoundSolution]:
    """Solve the published game without using that the players are interchangeable."""
    game = published().game
    all_stages = stages(game, army_graph(game))
    apart = [replace(stage, column=replace(stage.column)) for stage in all_stages]
    return list(solve_backward(apart))[::-1]


@game_claim(
    "WG.2",
    "The probability of the battle is 1/10, 1/9, ..., 1/1 in rounds 1 to 10, certain in the last; so every round is "
    "equally likely to be the one of the battle.",
    PAGE,
    theorems=["wargame/Rounds.default_nth", "wargame/Rounds.WG_2"],
)
def probabilities() -> Verdict:
    printed_by_round = {int(number): Fraction(text) for number, text in printed("WG.2").items()}
    by_rules = dict(enumerate(published().game.battle_chances, 1))
    wrong = [number for number in printed_by_round if printed_by_round[number] != by_rules.get(number)]
    if wrong or len(printed_by_round) != len(by_rules):
        return refuted(
            "the printed probabilities", len(printed_by_round), Witness(f"round {wrong}", f"the rules have {by_rules}")
        )
    return theory.equal_rounds(
        Text(
            "Let there be $n$ rounds, with a battle in round $r$ with probability $1/(n - r + 1)$. Play reaches "
            "round 1 with probability $1 = (n - 1 + 1)/n$. If it reaches round $r$ with probability $(n - r + 1)/n$, "
            "then the battle is in round $r$ with probability $1/n$ (first step), and play reaches round $r + "
            "1$ with probability $(n - r)/n$ (second). Third: no other probabilities make all rounds equally likely. "
            "The ten printed probabilities are those of $n = 10$; in the code of the rules they are the chance of a "
            "battle (fourth). The page does not say that all rounds are equally likely; it means that a late round "
            "counts as much as an early one."
        ),
    )


@claim(
    "WG.3",
    "The example: A sends 2 and 1, B sends 4 and 2, without a battle; and the seven positions shown.",
    EXAMPLE,
    uses=["WG.1"],
)
def example() -> Verdict:
    lines = rows("wargame_example.tsv")
    replayed = _replay(lines)
    wrong = [
        (row, place)
        for row, line in enumerate(lines)
        for place, name in enumerate(PLACES)
        if int(line[name]) != replayed[row][place]
    ]
    table = Table(
        ("round", "line", "sent", *PLACES),
        [(line["round"], line["line"], line["sent"], *numbers) for line, numbers in zip(lines, replayed, strict=True)],
        "The example replayed by the rules; a marked cell differs from the page.",
        [(row, place + 3) for row, place in wrong],
    )
    if wrong:
        row, place = wrong[0]
        return refuted("the example", len(lines), Witness(f"line {row + 1}, {PLACES[place]}", "differs"), table)
    return check_all(
        zip(lines, replayed, strict=True),
        lambda pair: all(int(pair[0][name]) == number for name, number in zip(PLACES, pair[1], strict=True)),
        "the seven lines of the example",
        None,
        table,
    )


PLACES = ("camp A", "field A", "field B", "camp B")


def _replay(lines: list[dict[str, str]]) -> list[tuple[int, int, int, int]]:
    """Return every line of the example by the rules: A's move is shown before B's, but they are simultaneous."""
    game = published().game
    position, replayed, sent = game.start(), [], [0, 0]
    for line in lines:
        if line["line"] in game.players:
            player = game.players.index(line["line"])
            sent[player] = int(line["sent"])
            if sent[player] not in game.moves(position, line["line"]):
                raise ValueError(f"{sent[player]} cannot be sent in {position}")
        elif line["line"] == "check":
            (position,) = (after for after in game.after(position, *sent) if not after.battle)
            sent = [0, 0]
        camp_a, field_a, camp_b, field_b = position[1:5]
        replayed.append((camp_a - sent[0], field_a + sent[0], field_b + sent[1], camp_b - sent[1]))
    return replayed


class AnySize(Wargame):
    """The Wargame without the limits of its size, for the survivors of large fields."""

    def __post_init__(self) -> None:
        """Accept any number of soldiers."""


@game_claim(
    "WG.4",
    "Half of a field is killed, and an odd number is rounded down: of 3 soldiers, 1 is left.",
    PAGE,
    theorems=["wargame/Halving.WG_4"],
)
def halving(deep: bool = False) -> Verdict:
    left_by_field = {int(before): int(left) for before, left in printed("WG.4").items()}
    most = 100_000 if deep else 1_000
    left = AnySize(most, 1).survivors
    other = solve_wargame(shared.RoundedUp(published().game.soldiers, published().game.rounds))
    openings = {"left": published(), "killed": other}
    return check_all(
        range(most + 1),
        lambda field: (
            2 * left[field] <= field < 2 * (left[field] + 1) and left_by_field.get(field, left[field]) == left[field]
        ),
        f"fields of 0 to {most} soldiers",
        lambda field: f"{left[field]} are left",
        Table(
            ("rounded down is the number", "left of 3", "joint positions", "opening: soldiers sent, with probability"),
            [
                (
                    name,
                    e.game.survivors[3],
                    f"{e.position_count:,}",
                    _strategy_text(e.mixed_strategies(e.game.start())[0]),
                )
                for name, e in openings.items()
            ],
            "The effect of the reading.",
        ),
        Text(
            "The words do not say whether the number killed or the number left is rounded down, and the example has "
            "no odd field to halve. That 3/2 is given as 1 is consistent with both. The rules here round the number "
            "left, so a lone soldier does not survive. In the other reading he survives forever, and every number of "
            "the opening is odd."
        ),
    )


def _strategy_text(mixture: SentDistribution) -> str:
    return ", ".join(f"{sent} with {probability:.4f}" for sent, probability in mixture.items())
