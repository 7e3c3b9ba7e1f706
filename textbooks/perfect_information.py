"""Games with perfect information: boards, heaps, and threats."""

from fractions import Fraction
from functools import cache, reduce
from itertools import combinations_with_replacement
from operator import xor

from _known import equilibrium_payoffs, known_value, payoffs, wins

from gametheory import check_all, solve, unfold
from gametheory.claims import Verdict
from gametheory.games.catalogue.chance import Duel
from gametheory.games.catalogue.perfect_information import (
    Bargaining,
    Centipede,
    ChainStore,
    Chomp,
    Connect3,
    Dawson,
    Entry,
    Hex,
    Kayles,
    Nim,
    TicTacToe,
)


@known_value("tic-tac-toe")
def tic_tac_toe() -> Verdict:
    return check_all(TicTacToe.players, lambda player: not wins(TicTacToe(), player), "both players")


@known_value("connect-3")
def connect_3() -> Verdict:
    boards = {(3, 3): 0, (3, 4): 1}
    return check_all(
        boards,
        lambda board: solve(Connect3(*board)).payoffs["X"] == boards[board] == searched(*board),
        "rows and columns; both by the solver and by a search with stacks of discs",
    )


def searched(rows: int, columns: int) -> int:
    """Return 1, 0 or -1 for Connect-3 by an exhaustive search: the value for the player who moves first."""

    @cache
    def value(stacks: tuple[str, ...]) -> int:
        """Return the value for the player who moves; a stack is the discs of a column from the bottom."""
        if sum(map(len, stacks)) == rows * columns:
            return 0
        disc = "XO"[sum(map(len, stacks)) % 2]
        results = []
        for column, stack in enumerate(stacks):
            if len(stack) < rows:
                after = (*stacks[:column], stack + disc, *stacks[column + 1 :])
                results.append(1 if has_three(after, disc) else -value(after))
        return max(results)

    return value(("",) * columns)


def has_three(stacks: tuple[str, ...], disc: str) -> bool:
    """Return whether three discs of one player are in a row."""
    own = {(column, height) for column, stack in enumerate(stacks) for height, each in enumerate(stack) if each == disc}
    steps = ((1, 0), (0, 1), (1, 1), (1, -1))
    return any({(x + dx, y + dy), (x + 2 * dx, y + 2 * dy)} <= own for x, y in own for dx, dy in steps)


@known_value("nim")
def nim() -> Verdict:
    heaps = combinations_with_replacement(range(1, 6), 3)
    return check_all(heaps, lambda sizes: wins(Nim(sizes), "second") == (reduce(xor, sizes) == 0), "three heaps")


@known_value("kayles")
def kayles() -> Verdict:
    return check_all(
        [(11, 1)],
        lambda rows: solve(Kayles(rows)).best_first_moves == ((11, (7, 3)),) and wins(Kayles(rows), "first"),
        "the winning first moves: a row, and what is left of it",
    )


@known_value("dawson")
def dawson() -> Verdict:
    lost = {0, 1, 5, 9, 15, 21, 25}
    return check_all(range(26), lambda pins: wins(Dawson((pins,)), "second") == (pins in lost), "one row of pins")


@known_value("chomp")
def chomp() -> Verdict:
    boards = [(rows, columns) for rows in range(1, 6) for columns in range(1, 6) if rows * columns > 1]
    return check_all(boards, lambda board: wins(Chomp(*board), "first"), "rows and columns")


@known_value("hex")
def hex_board() -> Verdict:
    return check_all(
        [1, 2, 3],
        lambda size: wins(Hex(size), "X") and {each.name for each in unfold(Hex(size)).outcomes} <= {"X", "O"},
        "the size of the board",
    )


@known_value("centipede")
def centipede() -> Verdict:
    return check_all(
        range(2, 21),
        lambda turns: payoffs(Centipede(turns)) == (4, 1) and solve(Centipede(turns)).best_first_moves == ("take",),
        "the number of turns",
    )


@known_value("entry")
def entry() -> Verdict:
    subgame_perfect, threat = (2, 2), (5, 1)
    return check_all(
        [Entry()],
        lambda game: (
            payoffs(game) == subgame_perfect
            and len(solve(game).optimal_moves) == len(("enter", "share"))
            and equilibrium_payoffs(game) == {subgame_perfect, threat}
        ),
        "the payoffs of incumbent and firm",
    )


@known_value("chain-store")
def chain_store() -> Verdict:
    return check_all(
        range(1, 6),
        lambda towns: payoffs(ChainStore(towns)) == (2 * towns,) + (2,) * towns,
        "the number of towns; sharing in every town pays 2 to the store in each, and 2 to each entrant",
    )


@known_value("bargaining")
def bargaining() -> Verdict:
    return check_all(
        [4, 8, 16, 32],
        lambda size: solve(Bargaining(size)).payoffs["first"] == Fraction(3, 4) * size,
        "the number of pieces",
    )


@known_value("duel")
def duel() -> Verdict:
    def shots(steps: int) -> list[int]:
        """Return after which steps the player whose turn it is fires, if both play on."""
        strategy = solve(Duel(steps)).strategy
        return [k for k in range(steps + 1) if "fire" in next(iter(strategy[k, ""].values()))]

    return check_all(
        range(2, 41, 2),  # with an odd number of steps the sum can be 1, and then both moves are best
        lambda steps: shots(steps) == [k for k in range(steps + 1) if k + k + 1 > steps],
        "the number of steps",
    )
