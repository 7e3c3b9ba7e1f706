"""Sequential games with perfect information: boards, heaps, threats and bargaining."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from gametheory.model.game import Outcome
from gametheory.numbers.format import pluralize

OTHER = {"first": "second", "second": "first"}


class _Board:
    """X and O fill the squares of a board in turn, X first. A position is the text of the squares, row by row."""

    players = ("X", "O")

    def active(self, board: str) -> str:
        """Return whose turn it is."""
        if board.count("X") == board.count("O"):
            return "X"
        return "O"

    def moves(self, board: str, player: str) -> list[int]:
        """Return the squares that can be filled, counted from 0 in the top left corner."""
        if player != self.active(board):
            return []
        return self.free(board)

    def free(self, board: str) -> list[int]:
        """Return the empty squares."""
        return [square for square, mark in enumerate(board) if mark == "."]

    def after(self, board: str, square: int) -> str:
        """Return the board with one more mark."""
        return board[:square] + self.active(board) + board[square + 1 :]

    def rows_of_cells(self, board: str, columns: int) -> list[str]:
        """Return the board row by row; a square that can be filled has its number, as the move that fills it."""
        free = self.free(board)
        width = len(str(len(board) - 1))
        cells = []
        for square, mark in enumerate(board):
            text = str(square) if square in free else mark
            cells.append(text.rjust(width))
        return [" ".join(cells[left : left + columns]) for left in range(0, len(board), columns)]


@dataclass(frozen=True)
class TicTacToe(_Board):
    """Two players mark a square of a 3 x 3 board in turn. The first with three marks in a row wins."""

    rows: int = 3
    columns: int = 3

    def start(self) -> str:
        """Return the empty board."""
        return "." * (self.rows * self.columns)

    def outcome(self, board: str) -> Outcome | None:
        """Return who has three in a row, or a draw if the board is full."""
        for line in lines(self.rows, self.columns):
            marks = {board[square] for square in line}
            if len(marks) == 1 and marks != {"."}:
                return Outcome(marks.pop())
        if "." in board:
            return None
        return Outcome("draw")

    def picture(self, board: str) -> str:
        """Return the board as lines."""
        return "\n".join(self.rows_of_cells(board, self.columns))


@cache
def lines(rows: int, columns: int) -> list[list[int]]:
    """Return the squares of each line of three.

    >>> len(lines(3, 3)), lines(3, 3)[0]
    (8, [0, 1, 2])
    """
    squares = []
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row = row + 2 * down
                last_column = column + 2 * right
                if last_row < rows and 0 <= last_column < columns:
                    first = row * columns + column
                    step = down * columns + right
                    squares.append([first, first + step, first + 2 * step])
    return squares


@dataclass(frozen=True)
class Connect3(TicTacToe):
    """Two players drop a disc into a column of an upright board in turn. The first with three discs in a row wins."""

    rows: int = 3
    columns: int = 4

    def free(self, board: str) -> list[int]:
        """Return the lowest empty square of each column."""
        # A disc falls to the lowest square, under which no square is empty.
        lowest = []
        for square in super().free(board):
            below = board[square + self.columns :: self.columns]
            if "." not in below:
                lowest.append(square)
        return lowest


Heaps = tuple[int, ...]
HeapsPosition = tuple[Heaps, str]


@dataclass(frozen=True)
class Nim:
    """Two players take any number of stones from one of several heaps in turn. Whoever takes the last stone wins."""

    # A position is the heaps, largest first, so that equal heaps are one position, and the active player.

    heaps: Heaps = (3, 4, 5)
    players = ("first", "second")

    def start(self) -> HeapsPosition:
        """Return the heaps, with the first player active."""
        return tuple(sorted(self.heaps, reverse=True)), "first"

    def outcome(self, position: HeapsPosition) -> Outcome | None:
        """Return the other player as the winner if no move is left."""
        heaps, active = position
        if any(self.splits(heap) for heap in heaps):
            return None
        return Outcome(OTHER[active])

    def moves(self, position: HeapsPosition, player: str) -> list[tuple[int, Heaps]]:
        """Return pairs of a heap and what it becomes."""
        heaps, active = position
        if player != active:
            return []
        return [(heap, left) for heap in sorted({*heaps}) for left in self.splits(heap)]

    def after(self, position: HeapsPosition, move: tuple[int, Heaps]) -> HeapsPosition:
        """Return the heaps after one of them was replaced."""
        heaps, active = position
        heap, left = move
        remaining = list(heaps)
        remaining.remove(heap)
        remaining += left
        return tuple(sorted(remaining, reverse=True)), OTHER[active]

    def splits(self, heap: int) -> list[Heaps]:
        """Return the heaps that a move can leave of one heap."""
        return [(left,) if left else () for left in range(heap)]

    def label(self, position: HeapsPosition) -> str:
        """Return a position as text, such as 5 3 1, first."""
        heaps, active = position
        return f"{' '.join(map(str, heaps)) or 'nothing'}, {active}"

    def label_move(self, position: HeapsPosition, move: tuple[int, Heaps]) -> str:  # noqa: ARG002 - of the protocol
        """Return a move as text, such as 5 to 2 and 1."""
        heap, left = move
        return f"{heap} to {' and '.join(map(str, left)) or 'nothing'}"

    def picture(self, position: HeapsPosition) -> str:
        """Return a line for each heap."""
        heaps, _ = position
        lines_of_heaps = [f"{heap}: {'|' * heap}" for heap in heaps]
        return "\n".join(lines_of_heaps) or "nothing is left"


@dataclass(frozen=True)
class Kayles(Nim):
    """Two players knock down one pin or two neighboring pins of a row in turn. Whoever knocks down the last pin wins.

    A heap is a row of pins without a gap. `heaps` are the rows at the start.
    """

    heaps: Heaps = (11, 1)

    def splits(self, heap: int) -> list[Heaps]:
        """Return the rows that a move can leave of one row."""
        rows = [*_rows(heap - 1), *_rows(heap - 2)]
        return list(dict.fromkeys(rows))


@dataclass(frozen=True)
class Dawson(Nim):
    """Two players remove two neighboring pins of a row in turn. A player who cannot move loses (Dawson's Kayles).

    Dawson's chess with n files is this game with n + 1 pins.
    """

    heaps: Heaps = (10,)

    def splits(self, heap: int) -> list[Heaps]:
        """Return the rows that a move can leave of one row."""
        return list(_rows(heap - 2))


def _rows(pins: int) -> Iterator[Heaps]:
    """Yield the ways to leave a number of pins on both sides of a gap, longest row first."""
    for short in range(pins // 2 + 1):
        yield tuple(row for row in (pins - short, short) if row)


ChompPosition = tuple[tuple[int, ...], str]


@dataclass(frozen=True)
class Chomp:
    """Two players eat from a bar of chocolate in turn: a square, and all squares below it and to its right.

    The square in the top left corner, r1c1, is poisoned. Whoever eats it loses.
    """

    # A position is the squares left in each row, from the top, and the active player.

    rows: int = 3
    columns: int = 4
    players = ("first", "second")

    def start(self) -> ChompPosition:
        """Return the whole bar."""
        return (self.columns,) * self.rows, "first"

    def outcome(self, position: ChompPosition) -> Outcome | None:
        """Return the active player as the winner if the other has eaten the last square."""
        bar, active = position
        return None if bar else Outcome(active)

    def moves(self, position: ChompPosition, player: str) -> list[tuple[int, int]]:
        """Return squares as row and column, counted from 1."""
        bar, active = position
        squares: list[tuple[int, int]] = []
        if player != active:
            return squares
        for row, length in enumerate(bar, 1):
            squares += ((row, column) for column in range(1, length + 1))
        return squares

    def after(self, position: ChompPosition, square: tuple[int, int]) -> ChompPosition:
        """Return what is left of the bar."""
        bar, active = position
        row, column = square
        left = bar[: row - 1]
        # A row without squares is left out: no row below it has any.
        if column > 1:
            left += tuple(min(length, column - 1) for length in bar[row - 1 :])
        return left, OTHER[active]

    def picture(self, position: ChompPosition) -> str:
        """Return the bar as lines; the poisoned square is the first."""
        bar, _ = position
        rows = []
        for row, length in enumerate(bar, 1):
            rows.append(" ".join(_square_name(row, column) for column in range(1, length + 1)))
        return "\n".join(rows) or "nothing is left"

    def label(self, position: ChompPosition) -> str:
        """Return the squares left in each row and the active player, such as 4 2 2, first."""
        bar, active = position
        return f"{' '.join(map(str, bar)) or 'nothing'}, {active}"

    def label_move(self, position: ChompPosition, square: tuple[int, int]) -> str:  # noqa: ARG002 - of the protocol
        """Return a square as text, such as r2c3 for row 2 and column 3."""
        return _square_name(*square)


def _square_name(row: int, column: int) -> str:
    return f"r{row}c{column}"


NEIGHBORS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


@dataclass(frozen=True)
class Hex(_Board):
    """Two players put stones on a rhombus of hexagons in turn. A player wins by connecting their own two sides.

    X connects top and bottom, O connects left and right. The neighbors of a cell are the two in its row, the one above
    and the one above to the right, the one below and the one below to the left.
    """

    size: int = 3

    def start(self) -> str:
        """Return the empty board."""
        return "." * self.size**2

    def outcome(self, board: str) -> Outcome | None:
        """Return the player who has connected both sides."""
        for player in self.players:
            if self.connected(board, player):
                return Outcome(player)
        return None

    def connected(self, board: str, player: str) -> bool:
        """Return whether the stones of a player connect the two sides."""
        stones = {divmod(cell, self.size) for cell, stone in enumerate(board) if stone == player}
        across = self.players.index(player)  # X connects the first and the last row, O the columns
        reached = [cell for cell in stones if cell[across] == 0]
        stones.difference_update(reached)
        # A search from the first side: the list grows while it is read.
        for row, column in reached:
            neighbors = stones & {(row + down, column + right) for down, right in NEIGHBORS}
            stones -= neighbors
            reached += neighbors
        return any(cell[across] == self.size - 1 for cell in reached)

    def picture(self, board: str) -> str:
        """Return the rhombus as lines."""
        rows = self.rows_of_cells(board, self.size)
        return "\n".join(" " * indent + row for indent, row in enumerate(rows))


CentipedePosition = tuple[int, str]


@dataclass(frozen=True)
class Centipede:
    """Two heaps have 4 coins and 1 coin. In turn, a player takes the large heap and leaves the small one, or passes.

    Both heaps double after each pass. After the last pass the next player gets the large heap.
    """

    # A position is the number of passes, and whether the heap was taken.

    turns: int = 6
    players = ("first", "second")

    def start(self) -> CentipedePosition:
        """Return the position without passes."""
        return 0, ""

    def outcome(self, position: CentipedePosition) -> Outcome | None:
        """Return the heaps of both players, if one was taken or there is no turn left."""
        passes, taken = position
        if taken:
            name = f"taken after {passes} passes"
        elif passes == self.turns:
            name = "never taken"
        else:
            return None
        small = Fraction(2**passes)
        large = 4 * small
        # The player whose turn it is gets the large heap.
        payoffs = (small, large) if passes % 2 else (large, small)
        return Outcome(name, payoffs)

    def moves(self, position: CentipedePosition, player: str) -> tuple[str, ...]:
        """Return that the player whose turn it is takes or passes."""
        passes, _ = position
        if player != self.players[passes % 2]:
            return ()
        return "take", "pass"

    def after(self, position: CentipedePosition, move: str) -> CentipedePosition:
        """Return the position after one more turn."""
        passes, _ = position
        if move == "take":
            return passes, "taken"
        return passes + 1, ""

    def label(self, position: CentipedePosition) -> str:
        """Return a position as text, such as 3 passes, taken."""
        passes, taken = position
        text = pluralize(passes, "pass", "passes")
        return f"{text}, {taken}" if taken else text

    def picture(self, position: CentipedePosition) -> str:
        """Return both heaps."""
        passes, _ = position
        small = 2**passes
        return f"passes: {passes} of {self.turns}; the heaps: {4 * small} coins and {pluralize(small, 'coin')}"


Towns = tuple[str, ...]
TOWN_PAYOFFS = {"out": (5, 1), "shared": (2, 2), "fought": (0, 0)}


@dataclass(frozen=True)
class ChainStore:
    """A chain store meets one possible entrant in each town, one after another.

    An entrant stays out, or enters; then the store shares the market of the town, or fights. Staying out pays 5 to the
    store and 1 to the entrant. Sharing pays 2 to both, and a fight nothing.
    """

    # A position is what happened in each town.

    towns: int = 3

    @property
    def players(self) -> tuple[str, ...]:
        """The store, and one entrant for each town."""
        return ("store", *(f"entrant {town}" for town in range(1, self.towns + 1)))

    def start(self) -> Towns:
        """Return the position before the first town."""
        return ()

    def active(self, position: Towns) -> str:
        """Return the store after an entry, and otherwise the next entrant."""
        if position[-1:] == ("in",):
            return "store"
        return f"entrant {len(position) + 1}"

    def outcome(self, position: Towns) -> Outcome | None:
        """Return the payoffs if the last town is settled; the store gets the sum."""
        if len(position) < self.towns or position[-1] == "in":
            return None
        payoffs = [TOWN_PAYOFFS[town] for town in position]
        store = sum(payoff for payoff, _ in payoffs)
        entrants = [Fraction(payoff) for _, payoff in payoffs]
        return Outcome(", ".join(position), (Fraction(store), *entrants))

    def moves(self, position: Towns, player: str) -> tuple[str, ...]:
        """Return in or out for an entrant, and shared or fought for the store."""
        if player != self.active(position):
            return ()
        if player == "store":
            return ("shared", "fought")
        return ("out", "in")

    def after(self, position: Towns, move: str) -> Towns:
        """Return the position after one more move; the answer of the store replaces the entry."""
        if position[-1:] == ("in",):
            return (*position[:-1], move)
        return (*position, move)

    def label(self, position: Towns) -> str:
        """Return what happened in each town, such as fought, out, in."""
        return ", ".join(position) or "no town yet"

    def picture(self, position: Towns) -> str:
        """Return what happened in each town."""
        towns = [f"town {number}: {town}" for number, town in enumerate(position, 1)]
        return ", ".join(towns) or "no town is settled"


@dataclass(frozen=True)
class Entry(ChainStore):
    """A firm stays out of a market, or enters it; then the incumbent shares the market or fights.

    Staying out pays 1 to the firm (entrant 1) and 5 to the incumbent (store). Sharing pays 2 to both, and a fight
    nothing. It is the game of the chain store in one town.
    """

    towns: int = 1


class BargainingPosition(NamedTuple):
    """The refusals so far, the offer on the table, if any, and whether it was accepted."""

    refusals: int
    offer: int | None = None
    accepted: bool = False


@dataclass(frozen=True)
class Bargaining:
    """Two players share a pie of `size` pieces. In turn, one offers the other a number of pieces.

    The other accepts, or refuses and makes the next offer. Each refusal halves what a piece pays. After the last offer
    is refused both get nothing.
    """

    size: int = 8
    offers: int = 3
    players = ("first", "second")

    def start(self) -> BargainingPosition:
        """Return the position before the first offer."""
        return BargainingPosition(0)

    def active(self, position: BargainingPosition) -> str:
        """Return who makes the offer or answers it."""
        is_answer = position.offer is not None
        return self.players[(position.refusals + is_answer) % 2]

    def outcome(self, position: BargainingPosition) -> Outcome | None:
        """Return the shares after an offer is accepted, or nothing after the last refusal."""
        refusals, offer, accepted = position
        if refusals == self.offers:
            return Outcome("no agreement", (Fraction(0), Fraction(0)))
        if offer is None or not accepted:
            return None
        piece = Fraction(1, 2**refusals)
        proposer = (self.size - offer) * piece
        responder = offer * piece
        # The players propose in turn: the second after an odd number of refusals.
        shares = (responder, proposer) if refusals % 2 else (proposer, responder)
        return Outcome(f"offer {offer} after {refusals} refusals", shares)

    def moves(self, position: BargainingPosition, player: str) -> tuple[int | str, ...]:
        """Return all offers, or the two answers."""
        if player != self.active(position):
            return ()
        if position.offer is None:
            return tuple(range(self.size + 1))
        return "accept", "refuse"

    def after(self, position: BargainingPosition, move: int | str) -> BargainingPosition:
        """Return the position after an offer or an answer."""
        if isinstance(move, int):
            return position._replace(offer=move)
        if move == "accept":
            return position._replace(accepted=True)
        return BargainingPosition(position.refusals + 1)

    def label(self, position: BargainingPosition) -> str:
        """Return a position as text, such as 1 refused, 3 offered."""
        refusals, offer, accepted = position
        text = f"{refusals} refused"
        if offer is not None:
            text += f", {offer} offered"
        return f"{text}, accepted" if accepted else text

    def picture(self, position: BargainingPosition) -> str:
        """Return what a piece pays, and the offer on the table."""
        refusals, offer, _ = position
        text = f"{pluralize(self.size, 'piece')}, each pays {Fraction(1, 2**refusals)} now; refused: {refusals}"
        if offer is not None:
            text += f"; offered to the other: {offer}"
        return text
