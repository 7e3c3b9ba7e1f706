"""Games with hidden information: each player moves by `observation`, which leaves out what that player cannot see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

from gametheory.model.game import Distribution, Outcome, PositionT

Moves = tuple[str, ...]


def _uniform(positions: Sequence[PositionT]) -> Distribution[PositionT]:
    """Return the distribution of one of several positions; equal ones, as of two equal cards, count together."""
    return Distribution({position: Fraction(count, len(positions)) for position, count in Counter(positions).items()})


MontyHallPosition = tuple[int | str, ...]
DOORS = (1, 2, 3)


class MontyHall:
    """A host hides a car behind one of three doors, and a contestant picks a door.

    The host opens another door, without the car. The contestant stays, or switches to the door that is still closed.
    """

    # A position is the door of the car, the door picked, the door opened, and the last move.

    players = ("contestant", "host")

    def start(self) -> MontyHallPosition:
        """Return the position before the car is hidden."""
        return ()

    def outcome(self, position: MontyHallPosition) -> Outcome | None:
        """Return who wins: the contestant, if the door chosen last hides the car."""
        if len(position) < 4:
            return None
        car, picked, _, move = position
        # Switching wins exactly if the first choice was wrong.
        wins = (car == picked) == (move == "stay")
        return Outcome("contestant" if wins else "host")

    def moves(self, position: MontyHallPosition, player: str) -> tuple[int | str, ...]:
        """Return the doors, or whether to stay or switch."""
        turns = len(position)
        if player != ("host", "contestant")[turns % 2]:
            return ()
        if turns == 2:
            return tuple(door for door in DOORS if door not in position)
        if turns == 3:
            return ("stay", "switch")
        return DOORS

    def after(self, position: MontyHallPosition, move: int | str) -> MontyHallPosition:
        """Return the position with one more move."""
        return (*position, move)

    def observation(self, position: MontyHallPosition, player: str) -> str:
        """Return what a player sees: everything but the door of the car, which only the host sees."""
        hidden = player == "contestant"
        doors = [f"{name} {door}" for name, door in zip(("car", "picked", "opened"), position, strict=False)]
        if hidden:
            return ", ".join(doors[1:]) or "no door picked"
        return ", ".join(doors) or "no car hidden"

    def picture(self, position: MontyHallPosition) -> str:
        """Return all doors, and the last move."""
        doors = self.observation(position, "host")
        return ", ".join([doors, *map(str, position[3:])])


KuhnPosition = tuple[tuple[int, ...], str]


@dataclass(frozen=True)
class Kuhn:
    """Two players put one chip into the pot, and each gets one of three cards that only this player sees.

    In turn, each passes or bets one chip. After a bet, a player who passes gives up the pot. After two passes or two
    bets the higher card wins it.
    """

    # A position is the two cards and the first letters of the actions so far.

    cards: int = 3
    players = ("first", "second")

    def start(self) -> KuhnPosition:
        """Return the position before the deal."""
        return (), ""

    def outcome(self, position: KuhnPosition) -> Outcome | None:
        """Return what the first player wins, if the betting is over."""
        cards, bets = position
        if bets == "bp":
            won = 1
        elif bets == "pbp":
            won = -1
        elif bets in ("pp", "bb", "pbb"):
            stake = 2 if bets.endswith("bb") else 1
            won = stake if cards[0] > cards[1] else -stake
        else:
            return None
        result = "wins" if won > 0 else "loses"
        return Outcome(f"first {result} {abs(won)}", (Fraction(won), Fraction(-won)))

    def moves(self, position: KuhnPosition, player: str) -> Moves:
        """Return that the player whose turn it is passes or bets."""
        cards, bets = position
        if not cards or player != self.players[len(bets) % 2]:
            return ()
        return "pass", "bet"

    def after(self, position: KuhnPosition, *moves: str) -> KuhnPosition | Distribution[KuhnPosition]:
        """Return the betting so far, or the distribution of the deal."""
        cards, bets = position
        if cards:
            [move] = moves
            return cards, bets + move[0]
        deals = permutations(range(1, self.cards + 1), 2)
        return _uniform([(deal, "") for deal in deals])

    def observation(self, position: KuhnPosition, player: str) -> tuple[int, str]:
        """Return the own card and the betting so far."""
        cards, bets = position
        return cards[self.players.index(player)], bets

    def label_observation(self, seen: tuple[int, str], player: str) -> str:  # noqa: ARG002 - of the protocol
        """Return the own card and the betting so far as text."""
        card, bets = seen
        return f"your card: [{card}] of 1 to {self.cards}; so far: {self.betting(bets)}"

    def picture(self, position: KuhnPosition) -> str:
        """Return both cards and the betting."""
        cards, bets = position
        return f"{_of_players(cards)}; so far: {self.betting(bets)}"

    def betting(self, bets: str) -> str:
        """Return the actions in words."""
        return _in_words(bets, {"p": "pass", "b": "bet"})


def _of_players(things: Sequence[int]) -> str:
    """Return the cards or the dice of the first and the second player."""
    texts = [f"{player}: [{thing}]" for player, thing in zip(("first", "second"), things, strict=False)]
    return ", ".join(texts) or "before the deal"


def _in_words(letters: str, words: Mapping[str, str]) -> str:
    return ", ".join(words[letter] for letter in letters) or "nothing"


class OneCardPoker:
    """Two players put one chip each into the pot, and only the first sees a card, an ace or a king.

    The first folds or bets one more chip. The second passes or calls. After a call the ace wins and the king loses.
    """

    # A position is the card, the move of the first and the move of the second.

    players = ("first", "second")

    def start(self) -> Moves:
        """Return the position before the deal."""
        return ()

    def outcome(self, position: Moves) -> Outcome | None:
        """Return what the first player wins."""
        match position:
            case (_, "fold"):
                won = -1
            case (_, _, "pass"):
                won = 1
            case (card, _, "call"):
                won = 2 if card == "ace" else -2
            case _:
                return None
        return Outcome(f"first wins {won}", (Fraction(won), Fraction(-won)))

    def moves(self, position: Moves, player: str) -> Moves:
        """Return fold or bet for the first player, and pass or call for the second."""
        turns = len(position)
        if not turns or player != self.players[turns - 1]:
            return ()
        if player == "first":
            return ("fold", "bet")
        return ("pass", "call")

    def after(self, position: Moves, *moves: str) -> Moves | Distribution[Moves]:
        """Return the position with one more move, or the distribution of the card."""
        if position:
            return (*position, *moves)
        return _uniform([("ace",), ("king",)])

    def observation(self, position: Moves, player: str) -> str:
        """Return the card to the first player, and only that there was a bet to the second."""
        if player == "first":
            return position[0]
        return "bet"

    def label_observation(self, seen: str, player: str) -> str:
        """Return what the player sees as text."""
        if player == "first":
            return f"your card: {seen}"
        return "the first has bet"

    def picture(self, position: Moves) -> str:
        """Return the card and the moves."""
        return ", ".join(position) or "before the deal"


class LeducPosition(NamedTuple):
    """The two private cards, the public card if it is open, and the actions of the two rounds.

    The actions are letters: c for check and call, r for raise, f for fold.
    """

    cards: tuple[int, ...]
    public: int | None
    rounds: tuple[str, ...]


@dataclass(frozen=True)
class Leduc:
    """Two players put one chip each into the pot, and each gets a card of a deck with two cards of each rank.

    After a round of bets a public card is opened, and a second round follows. A raise is 2 chips in the first round and
    4 in the second, and a round has at most two. A pair with the public card wins, and otherwise the higher card.
    """

    ranks: int = 3
    players = ("first", "second")

    def start(self) -> LeducPosition:
        """Return the position before the deal."""
        return LeducPosition((), None, ("",))

    def outcome(self, position: LeducPosition) -> Outcome | None:
        """Return what the first player wins, after a fold or two rounds."""
        actions = position.rounds[-1]
        first_paid, second_paid = self.paid(position.rounds)
        if actions.endswith("f"):
            # The first player acts first in both rounds, so that after an even number of actions the second folded.
            won = second_paid if len(actions) % 2 == 0 else -first_paid
        elif len(position.rounds) == 2 and self.is_over(actions):
            won = first_paid * self.showdown(position)
        else:
            return None
        return Outcome(f"first wins {won}", (Fraction(won), Fraction(-won)))

    def paid(self, rounds: tuple[str, ...]) -> list[int]:
        """Return the chips that each player has put into the pot."""
        chips = [1, 1]
        for actions, raised in zip(rounds, (2, 4), strict=False):
            for turn, action in enumerate(actions):
                if action == "r":
                    chips[turn % 2] = max(chips) + raised
                elif action == "c":
                    chips[turn % 2] = max(chips)
        return chips

    def is_over(self, actions: str) -> bool:
        """Return whether a round ended without a fold: with a call, or with two checks."""
        return len(actions) > 1 and actions.endswith("c")

    def showdown(self, position: LeducPosition) -> int:
        """Return 1 if the first player has the better card, -1 if the second has, and 0 if they are equal."""
        first, second = position.cards
        if first == second:
            return 0
        if position.public in position.cards:
            if first == position.public:
                return 1
            return -1
        return 1 if first > second else -1

    def moves(self, position: LeducPosition, player: str) -> Moves:
        """Return fold after a raise, check or call, and raise if there were fewer than two."""
        actions = position.rounds[-1]
        if not position.cards or self.is_over(actions):
            return ()
        if player != self.players[len(actions) % 2]:
            return ()
        moves = ("f", "c") if actions.endswith("r") else ("c",)
        if actions.count("r") == 2:
            return moves
        return (*moves, "r")

    def after(self, position: LeducPosition, *moves: str) -> LeducPosition | Distribution[LeducPosition]:
        """Return the actions so far, or the distribution of the cards that are dealt."""
        cards, public, rounds = position
        if moves:
            actions = rounds[-1] + moves[0]
            return LeducPosition(cards, public, (*rounds[:-1], actions))
        deck = sorted(2 * [*range(self.ranks)])
        for card in cards:
            deck.remove(card)
        if cards:
            return _uniform([LeducPosition(cards, card, (*rounds, "")) for card in deck])
        return _uniform([LeducPosition(pair, None, rounds) for pair in permutations(deck, 2)])

    def observation(self, position: LeducPosition, player: str) -> tuple[int, int | None, tuple[str, ...]]:
        """Return the own card, the public card and all actions."""
        card = position.cards[self.players.index(player)]
        return card, position.public, position.rounds

    def label_move(self, position: LeducPosition, move: str) -> str:
        """Return a move in words."""
        if move == "c":
            return "call" if position.rounds[-1].endswith("r") else "check"
        return {"f": "fold", "r": "raise"}[move]

    def label_observation(self, seen: tuple[int, int | None, tuple[str, ...]], player: str) -> str:  # noqa: ARG002
        """Return the own card and what both see as text."""
        card, public, rounds = seen
        return f"your card: [{card}] of 0 to {self.ranks - 1}\n{self.table(public, rounds)}"

    def picture(self, position: LeducPosition) -> str:
        """Return all cards and the betting."""
        return f"{_of_players(position.cards)}\n{self.table(position.public, position.rounds)}"

    def table(self, public: int | None, rounds: tuple[str, ...]) -> str:
        """Return the public card, the betting and the chips in the pot as text."""
        card = "closed" if public is None else f"[{public}]"
        words = {"c": "check", "r": "raise", "f": "fold"}
        betting = []
        for number, actions in enumerate(rounds, 1):
            # after a raise, c is a call; only a check can come before it
            in_words = _in_words(actions, words).replace("raise, check", "raise, call")
            betting.append(f"round {number}: {in_words}")
        first, second = self.paid(rounds)
        return f"public card: {card}; {'; '.join(betting)}\npaid into the pot: first {first}, second {second}"


Bid = tuple[int, int]
Bids = tuple[Bid, ...]


class LiarsDicePosition(NamedTuple):
    """The two dice, the bids so far, and whether the last one was doubted."""

    dice: tuple[int, ...]
    bids: Bids = ()
    doubted: bool = False


@dataclass(frozen=True)
class LiarsDice:
    """Two players roll a die each, and see their own only. In turn they bid how many dice show a face, or doubt.

    A 1 counts as every face. A bid is higher with more dice, or with the same number and a higher face; the face 1 is
    the highest. After a doubt the last bid wins if it is true, and otherwise the doubt wins. To solve the game with six
    sides takes minutes; with three sides, a second.
    """

    sides: int = 6
    players = ("first", "second")

    def start(self) -> LiarsDicePosition:
        """Return the position before the dice are rolled."""
        return LiarsDicePosition(())

    def all_bids(self) -> list[Bid]:
        """Return all bids as number of dice and face, lowest first."""
        faces = [*range(2, self.sides + 1), 1]
        return [*product((1, 2), faces)]

    def outcome(self, position: LiarsDicePosition) -> Outcome | None:
        """Return who wins after a doubt."""
        dice, bids, doubted = position
        if not doubted:
            return None
        number, face = bids[-1]
        matching = [die for die in dice if die in (1, face)]
        is_true = len(matching) >= number
        # The last bid is that of the first player if the number of bids is odd.
        return Outcome(self.players[(len(bids) - is_true) % 2])

    def moves(self, position: LiarsDicePosition, player: str) -> list[Bid | str]:
        """Return all higher bids, and doubt if there is a bid."""
        dice, bids, _ = position
        turn = len(bids)
        if not dice or player != self.players[turn % 2]:
            return []
        everything = self.all_bids()
        if not bids:
            return [*everything]
        higher = everything.index(bids[-1]) + 1
        return [*everything[higher:], "doubt"]

    def after(
        self, position: LiarsDicePosition, *moves: Bid | str
    ) -> LiarsDicePosition | Distribution[LiarsDicePosition]:
        """Return the position after a bid or a doubt, or the distribution of the dice."""
        if not position.dice:
            rolls = product(range(1, self.sides + 1), repeat=2)
            return _uniform([LiarsDicePosition(roll) for roll in rolls])
        [move] = moves
        if isinstance(move, str):
            return position._replace(doubted=True)
        return position._replace(bids=(*position.bids, move))

    def observation(self, position: LiarsDicePosition, player: str) -> tuple[int, Bids]:
        """Return the own die and the bids."""
        return position.dice[self.players.index(player)], position.bids

    def label_move(self, position: LiarsDicePosition, move: Bid | str) -> str:  # noqa: ARG002 - of the protocol
        """Return a bid as text, such as 2x3 for two dice that show a 3."""
        if isinstance(move, str):
            return move
        return _bid_text(move)

    def label_observation(self, seen: tuple[int, Bids], player: str) -> str:  # noqa: ARG002 - of the protocol
        """Return the own die and the bids as text."""
        die, bids = seen
        return f"your die: [{die}] of 1 to {self.sides}; bids (2x3: two dice show a 3): {_bids_text(bids)}"

    def picture(self, position: LiarsDicePosition) -> str:
        """Return both dice and the bids."""
        doubted = ", doubted" if position.doubted else ""
        return f"{_of_players(position.dice)}; bids: {_bids_text(position.bids)}{doubted}"


def _bid_text(bid: Bid) -> str:
    number, face = bid
    return f"{number}x{face}"


def _bids_text(bids: Bids) -> str:
    return ", ".join(map(_bid_text, bids)) or "none"


TYPES = {"strong": Fraction(9, 10), "weak": Fraction(1, 10)}
LIKES = {"strong": "beer", "weak": "quiche"}


class BeerQuiche:
    """A sender, who is strong with probability 9/10, has beer or quiche for breakfast, and a receiver sees only that.

    The receiver fights or leaves, and gets 1 for a fight with a weak sender or for leaving a strong one. The sender
    gets 2 without a fight, and 1 for the breakfast that this type likes: the strong one beer, the weak one quiche.
    """

    # A position is the type, the breakfast and what the receiver does.

    players = ("sender", "receiver")

    def start(self) -> Moves:
        """Return the position before the type is drawn."""
        return ()

    def outcome(self, position: Moves) -> Outcome | None:
        """Return both payoffs after the move of the receiver."""
        if len(position) < 3:
            return None
        kind, breakfast, answer = position
        fights = answer == "fight"
        sender = Fraction(breakfast == LIKES[kind])
        if not fights:
            sender += 2
        receiver = Fraction(fights == (kind == "weak"))
        return Outcome(" ".join(position), (sender, receiver))

    def moves(self, position: Moves, player: str) -> Moves:
        """Return the breakfasts of the sender, and then the answers of the receiver."""
        turns = len(position)
        if not turns or player != self.players[turns - 1]:
            return ()
        if player == "sender":
            return ("beer", "quiche")
        return ("fight", "leave")

    def after(self, position: Moves, *moves: str) -> Moves | Distribution[Moves]:
        """Return the position after one more move, or the distribution of the type."""
        if position:
            return (*position, *moves)
        return Distribution({(kind,): share for kind, share in TYPES.items()})

    def observation(self, position: Moves, player: str) -> str:
        """Return the type to the sender, and the breakfast to the receiver."""
        if player == "sender":
            return position[0]
        return position[1]

    def label_observation(self, seen: str, player: str) -> str:
        """Return the type or the breakfast as text."""
        return f"you are {seen}" if player == "sender" else f"the sender has {seen}"

    def picture(self, position: Moves) -> str:
        """Return the type and the moves."""
        return ", ".join(position) or "before the type is drawn"


HORSE_PAYOFFS = {
    ("across", "across"): (1, 1, 1),
    ("across", "down", "left"): (4, 4, 0),
    ("across", "down", "right"): (0, 0, 1),
    ("down", "left"): (3, 3, 2),
    ("down", "right"): (0, 0, 0),
}


class SeltensHorse:
    """Players 1 and 2 go across or down in turn. After both go across, all three get 1.

    If one of them goes down, player 3 chooses left or right without knowing which. Player 1 down and 3 left pays 3, 3
    and 2, and right nothing. Player 2 down and 3 left pays 4, 4 and 0, and right 0, 0 and 1.
    """

    # A position is the moves so far.

    players = ("1", "2", "3")

    def start(self) -> Moves:
        """Return the position before the first move."""
        return ()

    def active(self, position: Moves) -> str:
        """Return player 3 after a move down, and otherwise player 1 and then player 2."""
        if "down" in position:
            return "3"
        return self.players[len(position)]

    def outcome(self, position: Moves) -> Outcome | None:
        """Return the payoffs of a finished play."""
        if position not in HORSE_PAYOFFS:
            return None
        payoffs = map(Fraction, HORSE_PAYOFFS[position])
        return Outcome(" ".join(position), tuple(payoffs))

    def moves(self, position: Moves, player: str) -> Moves:
        """Return the moves of the active player."""
        if player != self.active(position):
            return ()
        if player == "3":
            return ("left", "right")
        return ("across", "down")

    def after(self, position: Moves, move: str) -> Moves:
        """Return the position with one more move."""
        return (*position, move)

    def observation(self, position: Moves, player: str) -> str:  # noqa: ARG002 - of the protocol
        """Return only that it is the player's turn: players 1 and 2 have one position each, and player 3 has two."""
        return player

    def label_observation(self, seen: str, player: str) -> str:  # noqa: ARG002 - of the protocol
        """Return what the player knows from the turn as text."""
        known = {"1": "the first move", "2": "player 1 went across", "3": "player 1 or player 2 went down"}
        return known[seen]

    def picture(self, position: Moves) -> str:
        """Return the moves of the players."""
        moves = []
        for move, player in zip(position, ("1", "3" if position[:1] == ("down",) else "2", "3"), strict=False):
            moves.append(f"{player}: {move}")
        return ", ".join(moves) or "the first move"


AuctionPosition = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class FirstPrice:
    """Two bidders bid for one good. Each value of a bidder has the same probability, and the other does not know it.

    The higher bid wins and is paid; a coin decides between equal bids.
    """

    # A position is the two values and the two bids.

    values: tuple[int, ...] = (0, 2, 4)
    players = ("left", "right")

    def start(self) -> AuctionPosition:
        """Return the position before the values are drawn."""
        return (), ()

    def price(self, bids: tuple[int, ...]) -> int:
        """Return what the winner pays: the higher bid."""
        return max(bids)

    def outcome(self, position: AuctionPosition) -> Outcome | None:
        """Return the expected gain of each bidder, if both have bid."""
        values, bids = position
        if not bids:
            return None
        price = self.price(bids)
        highest = max(bids)
        gains = []
        for value, bid in zip(values, bids, strict=True):
            # Of equal bids each wins with probability 1/2.
            share = Fraction(bid == highest, bids.count(bid))
            gains.append(share * (value - price))
        return Outcome(f"values {values}, bids {bids}", tuple(gains))

    def moves(self, position: AuctionPosition, player: str) -> range:  # noqa: ARG002 - of the protocol
        """Return the bids, the same for both and all values."""
        values, _ = position
        return range(max(self.values) + 1 if values else 0)

    def after(self, position: AuctionPosition, *bids: int) -> AuctionPosition | Distribution[AuctionPosition]:
        """Return the position with both bids, or the distribution of the values."""
        values, _ = position
        if values:
            return values, bids
        return _uniform([(pair, ()) for pair in product(self.values, repeat=2)])

    def observation(self, position: AuctionPosition, player: str) -> int:
        """Return the own value."""
        values, _ = position
        return values[self.players.index(player)]

    def label_observation(self, seen: int, player: str) -> str:  # noqa: ARG002 - of the protocol
        """Return the own value as text."""
        return f"your value: {seen}; possible values of the other: {', '.join(map(str, self.values))}"

    def picture(self, position: AuctionPosition) -> str:
        """Return the values and the bids."""
        values, bids = position
        texts = []
        for player, value, bid in zip(self.players, values, bids, strict=False):
            texts.append(f"{player}: value {value}, bid {bid}")
        return "; ".join(texts) or "before the bids"


@dataclass(frozen=True)
class SecondPrice(FirstPrice):
    """The higher of two sealed bids wins, and the winner pays the other bid.

    The two bidders and their values are those of the first-price auction.
    """

    def price(self, bids: tuple[int, ...]) -> int:
        """Return what the winner pays: the lower bid."""
        return min(bids)
