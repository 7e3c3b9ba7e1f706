"""Tables, simultaneous moves, and repeated moves."""

from fractions import Fraction
from itertools import product
from math import comb

from _known import HALF, THIRD, equilibrium_payoffs, known_value, payoffs

from gametheory import Text, check_all, nash, solve
from gametheory.claims import Verdict
from gametheory.games.catalogue import game
from gametheory.games.catalogue.tables import Dilemma, Goofspiel, Inspection, cournot, el_farol
from gametheory.model.normal_form import NormalForm

Profile = tuple[tuple[Fraction | int, ...], ...]


def only_equilibrium(name: str, profile: Profile) -> Verdict:
    """Check that a table has one equilibrium, this one."""
    return check_all([name], lambda name: equilibria(name) == [profile], "all equilibria of the table")


def equilibria(name: str) -> list[Profile]:
    """Return all equilibria of a table with finitely many."""
    found = nash(game(name)).as_json()["equilibria"]
    return [tuple(tuple(map(Fraction, own)) for own in each["strategies"]) for each in found]


def pure_equilibria(form: NormalForm) -> set[tuple[int, ...]]:
    """Return the pure equilibria by comparing each profile with every deviation of one player."""
    cells = form.cells()

    def deviations(profile: tuple[int, ...], player: int) -> list[Fraction]:
        moves = range(len(form.strategies[player]))
        return [cells[*profile[:player], move, *profile[player + 1 :]][player] for move in moves]

    players = range(len(form.players))
    return {profile for profile in cells if all(cells[profile][i] == max(deviations(profile, i)) for i in players)}


@known_value("matching-pennies")
def matching_pennies() -> Verdict:
    return only_equilibrium("matching-pennies", ((HALF, HALF), (HALF, HALF)))


@known_value("matching-pennies-3")
def matching_pennies_of_three() -> Verdict:
    return only_equilibrium("matching-pennies-3", ((HALF, HALF),) * 3)


@known_value("prisoners-dilemma")
def prisoners_dilemma() -> Verdict:
    return only_equilibrium("prisoners-dilemma", ((0, 1), (0, 1)))


@known_value("repeated-dilemma")
def repeated_dilemma() -> Verdict:
    return check_all(
        range(1, 7),
        lambda rounds: (
            payoffs(Dilemma(rounds)) == (rounds, rounds)
            and (rounds > 2 or equilibrium_payoffs(Dilemma(rounds)) == {(rounds, rounds)})
        ),
        "the number of rounds: the subgame-perfect equilibrium, and all equilibria up to two rounds",
    )


@known_value("battle-of-the-sexes")
def battle_of_the_sexes() -> Verdict:
    expected = {(1, 2), (2, 1), (2 * THIRD, 2 * THIRD)}
    return check_all([2 * THIRD], lambda _: equilibrium_payoffs(game("battle-of-the-sexes")) == expected, "the payoff")


@known_value("chicken")
def chicken() -> Verdict:
    """Aumann's mediator draws each profile without the disaster with probability 1/3."""
    form: NormalForm = game("chicken")
    cells = form.cells()
    drawn = [(0, 0), (0, 1), (1, 0)]

    def obeys(player: int, recommended: int) -> bool:
        """Return whether the player does not gain by the other move after this recommendation."""
        others = [profile[1 - player] for profile in drawn if profile[player] == recommended]
        gain = sum(payoff(player, recommended, other) - payoff(player, 1 - recommended, other) for other in others)
        return gain >= 0

    def payoff(player: int, own: int, other: int) -> Fraction:
        return cells[(own, other) if player == 0 else (other, own)][player]

    return check_all(
        product((0, 1), (0, 1)),
        lambda case: (
            obeys(*case)
            and sum(cells[profile][case[0]] for profile in drawn) == 3 * 5
            and all(min(equilibrium.payoffs) <= Fraction(14, 3) for equilibrium in nash(game("chicken")).equilibria)
        ),
        "a player and a recommendation",
    )


@known_value("stag-hunt")
def stag_hunt() -> Verdict:
    form = game("stag-hunt")
    stag, hare = form.payoff_matrix(0)
    return check_all(
        [form.strategies[0]],
        lambda _: (
            pure_equilibria(form) == {(0, 0), (1, 1)}
            and stag[0] > hare[0]
            and hare[1] > stag[1]
            and stag[0] > hare[1]
            and sum(hare) > sum(stag)
        ),
        "both moves",
    )


@known_value("shapley-cycle")
def shapley_cycle() -> Verdict:
    return only_equilibrium("shapley-cycle", ((THIRD,) * 3, (THIRD,) * 3))


@known_value("blotto")
def blotto() -> Verdict:
    return check_all(["blotto"], lambda name: nash(game(name)).value == Fraction(14, 9), "the value")


@known_value("cournot")
def cournot_duopoly() -> Verdict:
    return check_all(
        range(3, 31, 3),
        lambda demand: pure_equilibria(cournot(demand)) > {(demand // 3, demand // 3)},
        "the demand at the price 0",
        None,
        Text(
            "In any real amounts this equilibrium is the only one. In whole units it is not: with a demand of 12, one "
            "firm can sell 3 units and the other 5, since 4 and 5 units are equally good replies to 3."
        ),
    )


@known_value("el-farol")
def bar() -> Verdict:
    sizes = [(people, seats) for people in range(2, 7) for seats in range(1, people)]
    return check_all(sizes, lambda size: pure_equilibria(el_farol(*size)) == full(*size), "people and seats")


def full(people: int, seats: int) -> set[tuple[int, ...]]:
    """Return the profiles in which all seats are taken and no one stands; 0 means go."""
    return {profile for profile in product((0, 1), repeat=people) if profile.count(0) == seats}


@known_value("voting")
def voting() -> Verdict:
    return check_all([game("voting").title], lambda _: sophisticated(game("voting")) == {"c"}, "sophisticated voting")


def sophisticated(form: NormalForm) -> set[str]:
    """Return which alternatives can win after votes that are dominated, also weakly, are deleted again and again."""
    cells = form.cells()
    left = [{0, 1, 2} for _ in form.players]
    while True:
        dominated = [
            (player, vote)
            for player, votes in enumerate(left)
            for vote in votes
            if any(dominates(cells, left, player, other, vote) for other in votes)
        ]
        if not dominated:
            best = {2: 0, 1: 1, 0: 2}  # the rank of the winner for the chair, by the payoff of the chair
            return {"abc"[best[int(cells[profile][0])]] for profile in product(*left)}
        for player, vote in dominated:
            left[player].discard(vote)


def dominates(
    cells: dict[tuple[int, ...], tuple[Fraction, ...]], left: list[set[int]], player: int, one: int, other: int
) -> bool:
    """Return whether a vote is never worse than another for the player, and once better."""
    rest = product(*(votes if k != player else [0] for k, votes in enumerate(left)))
    gains = [
        cells[*votes[:player], one, *votes[player + 1 :]][player]
        - cells[*votes[:player], other, *votes[player + 1 :]][player]
        for votes in rest
    ]
    return min(gains) >= 0 and max(gains) > 0


@known_value("inspection")
def inspection() -> Verdict:
    def value(n: int, m: int) -> Fraction:
        return Fraction(comb(n - 1, m), sum(comb(n, i) for i in range(m + 1)))

    games = [(n, m) for n in range(1, 9) for m in range(n + 1)]
    return check_all(
        games,
        lambda size: solve(Inspection(*size)).payoffs["inspectee"] == value(*size),
        "periods and inspections",
    )


@known_value("goofspiel")
def goofspiel() -> Verdict:
    return check_all([2, 3], lambda cards: solve(Goofspiel(cards)).payoffs["left"] == 0, "the number of cards")
