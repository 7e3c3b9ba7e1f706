"""Wargame: one page of rules with an example."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import _wargame as shared
import _wargame_theory as theory
from _published import rows
from _wargame import EXAMPLE, OWN, PAGE, printed, published

from gametheory.claims import Verdict, Witness, check_all, claim, refuted, verified
from gametheory.claims.evidence import Table, Text
from gametheory.games.wargame import Wargame, solve_wargame
from gametheory.games.wargame.armies import army_graph, stages
from gametheory.model.game import active_players
from gametheory.prove.smt import prove
from gametheory.solvers.product_game.floats import solve_backward


@claim(
    "WG.1",
    "Two armies of 20 soldiers in camp; in each of at most ten rounds both send soldiers to the field at once, then "
    "the battle begins or half of each field is killed.",
    PAGE,
    expected="verified",
)
def rules(deep: bool = False) -> Verdict:
    game = published().game
    start = game.start()
    if active_players(game, start) != game.players or start.field_a or start.field_b:
        return refuted("the first position", 1, Witness(str(start), "not two armies in camp that both move"))
    games = shared.small_games(deep)
    sizes = [len(armies) for armies in published().armies]
    counts = [
        (number, size, size**2, size * (size + 1) // 2, size * (size - 1) // 2) for number, size in enumerate(sizes, 1)
    ]
    return check_all(
        games,
        shared.same_game,
        f"all games of up to {games[-1].soldiers} soldiers and {games[-1].rounds} rounds",
        lambda _: "the joint state graph and two graphs of one army each differ",
        Table(
            ("round", "armies", "joint positions", "up to exchange", "of two different armies"),
            [*counts, ("all", *(sum(column) for column in list(zip(*counts, strict=True))[1:]))],
            "The size of the published game: positions in which both move.",
        ),
        Text(
            "The two armies never touch before the battle, so that the game is two copies of a small graph. Compared "
            "with the joint state graph, exactly: the same positions, after each pair of moves the same distribution "
            "of what "
            "follows, and in each position the same value, found by backward induction over either. Positions that "
            "differ by the exchange of the players are one game to solve; those of two equal armies are worth 0 "
            "without being solved."
        ),
    )


@claim(
    "WG.1.exchange",
    "Exchanging the players changes the sign of the value; this program's own claim.",
    OWN,
    expected="verified",
)
def exchange(deep: bool = False) -> Verdict:
    games = [Wargame(10, 5), Wargame(6, 6)] if deep else [Wargame(6, 3), Wargame(3, 4)]
    cases = ((game, case) for game in games for case, _ in shared.transitions(game))
    by_rules = check_all(cases, lambda pair: shared.is_symmetric(*pair), "rules")
    if by_rules.witness:
        return by_rules
    solved = _without_exchange()
    bound = 2 * solved[0].error + published().exploitability
    worst = max(float(abs(one.values + one.values.T).max()) for one in solved)
    pairs = sum(one.values.size for one in solved)
    scope = f"all {pairs:,} joint positions of the published game, solved one by one without using it"
    if worst > bound:
        return refuted(scope, pairs, Witness("some position", f"the values add up to {worst}"))
    of_rules = (
        "the published game" if deep else " and ".join(f"{g.soldiers} soldiers, {g.rounds} rounds" for g in games)
    )
    return verified(
        scope,
        pairs,
        Text(
            f"The values of a position and of its mirror image add up to at most {worst:.0e}, where the bound on the "
            f"error allows {bound:.0e}. By the rules themselves: in {by_rules.cases:,} cases, every position with "
            f"every pair of moves ({of_rules}), the mirror image has the mirrored distribution and payoffs. So the "
            "value of "
            "two equal armies, and of the start, is exactly 0."
        ),
    )


def _without_exchange() -> list:
    """The published game solved as if the players were in different situations."""
    game = published().game
    told = stages(game, army_graph(game))
    apart = [replace(stage, column=replace(stage.column)) for stage in told]
    return list(solve_backward(apart))[::-1]


@claim(
    "WG.2",
    "The probability of the battle is 1/10, 1/9, ..., 1/1 in rounds 1 to 10, certain in the last; so every round is "
    "equally "
    "likely to be the one of the battle.",
    PAGE,
    expected="proved",
)
def probabilities() -> Verdict:
    told = {int(number): Fraction(text) for number, text in printed("WG.2").items()}
    found = dict(enumerate(published().game.battle_chances, 1))
    wrong = [number for number in told if told[number] != found.get(number)]
    if wrong or len(told) != len(found):
        return refuted("the printed probabilities", len(told), Witness(f"round {wrong}", f"the rules have {found}"))
    return prove(
        "all numbers of rounds",
        theory.EQUAL_ROUNDS,
        Text(
            "Let there be $n$ rounds, and a battle in round $r$ with probability $1/(n - r + 1)$. Play comes to "
            "round 1 "
            "with probability $1 = (n - 1 + 1)/n$. If it comes to round $r$ with probability $(n - r + 1)/n$, then "
            "the battle is "
            "in round $r$ with probability $1/n$ (first obligation), and play comes to round $r + 1$ with "
            "probability $(n - "
            "r)/n$ (second). Third: no other probabilities make all rounds equally likely. The ten printed "
            "probabilities are those "
            "of $n = 10$. That all are equally likely is not on the page; it means that a round late in the game "
            "counts as much as an early one."
        ),
    )


@claim(
    "WG.3",
    "The example: A sends 2 and 1, B sends 4 and 2, without a battle; and the seven positions that are shown.",
    EXAMPLE,
    uses=["WG.1"],
    expected="verified",
)
def example() -> Verdict:
    told = rows("wargame_example.tsv")
    found = _replayed(told)
    wrong = [
        (row, place)
        for row, line in enumerate(told)
        for place, name in enumerate(PLACES)
        if int(line[name]) != found[row][place]
    ]
    table = Table(
        ("round", "line", "sent", *PLACES),
        [(line["round"], line["line"], line["sent"], *here) for line, here in zip(told, found, strict=True)],
        "The example replayed by the rules; marked is what differs from the page.",
        [(row, place + 3) for row, place in wrong],
    )
    if wrong:
        row, place = wrong[0]
        return refuted("the example", len(told), Witness(f"line {row + 1}, {PLACES[place]}", "differs"), table)
    return verified("the seven lines of the example", len(told), table)


PLACES = ("camp A", "field A", "field B", "camp B")


def _replayed(told: list[dict[str, str]]) -> list[tuple[int, int, int, int]]:
    """Every line of the example by the rules: A's move is shown before B's, and they are played together."""
    game = published().game
    position, found, sent = game.start(), [], [0, 0]
    for line in told:
        if line["line"] in game.players:
            player = game.players.index(line["line"])
            sent[player] = int(line["sent"])
            if sent[player] not in game.moves(position, line["line"]):
                raise ValueError(f"{sent[player]} cannot be sent in {position}")
        elif line["line"] == "check":
            (position,) = (after for after in game.after(position, *sent) if not after.battle)
            sent = [0, 0]
        camp_a, field_a, camp_b, field_b = position[1:5]
        found.append((camp_a - sent[0], field_a + sent[0], field_b + sent[1], camp_b - sent[1]))
    return found


@claim(
    "WG.4",
    "Half of a field is killed, and of an odd number the result is rounded down: of 3 there is left 1.",
    PAGE,
    expected="verified",
)
def halving(deep: bool = False) -> Verdict:
    told = {int(before): int(left) for before, left in printed("WG.4").items()}
    most = 100_000 if deep else 1_000
    left = Wargame(most, 1).survivors
    other = solve_wargame(shared.RoundedUp(published().game.soldiers, published().game.rounds))
    openings = {"left": published(), "killed": other}
    return check_all(
        range(most + 1),
        lambda field: 2 * left[field] <= field < 2 * (left[field] + 1) and told.get(field, left[field]) == left[field],
        f"fields of 0 to {most} soldiers",
        lambda field: f"{left[field]} are left",
        Table(
            ("rounded down is the number", "left of 3", "joint positions", "the opening: sent, with which probability"),
            [
                (name, e.game.survivors[3], f"{e.position_count:,}", _told(e.mixed_strategies(e.game.start())[0]))
                for name, e in openings.items()
            ],
            "What the reading changes.",
        ),
        Text(
            "Whether the number killed or the number left is rounded down, the words leave open, and the example has "
            "no odd field to halve. That 3/2 is given as 1 fits either. The rules here take it for the number left, so "
            "that a lone soldier does not survive; in the other reading he stands for ever, and every number of the "
            "opening is odd."
        ),
    )


def _told(mixture: dict[int, float]) -> str:
    return ", ".join(f"{sent} with {probability:.4f}" for sent, probability in mixture.items())
