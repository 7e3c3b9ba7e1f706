"""Poker as trees: Kuhn's game with any number of cards, and Leduc poker."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

from gametheory.model.extensive_form import ExtensiveForm, InformationSet, Node
from gametheory.model.game import Outcome

Pair = tuple[int, int]

PAYOFFS = (1, -1, 2, -2)  # to the first player, by the number of the outcome


def kuhn_poker(cards: int) -> ExtensiveForm:
    """Kuhn poker (1950): each player antes 1 and gets one of the cards, and may bet 1."""
    deals = list(permutations(range(cards), 2))
    names = [f"{first} {second}" for first, second in deals]
    sets = {(0, 1): InformationSet("deal", tuple(names), (Fraction(1, len(deals)),) * len(deals))}
    for card in range(cards):
        sets[1, 1 + card] = InformationSet(f"{card}", ("check", "bet"))
        sets[1, 1 + cards + card] = InformationSet(f"{card} after bet", ("fold", "call"))
        sets[2, 1 + card] = InformationSet(f"{card} after check", ("check", "bet"))
        sets[2, 1 + cards + card] = InformationSet(f"{card} after bet", ("fold", "call"))
    nodes = [Node("", 0, 1, 0)]
    for first, second in deals:
        won = 1 if first > second else 2
        check_bet = [Node("", 1, 1 + cards + first, 0), _end(2), _end(won + 2)]
        check = [Node("", 2, 1 + second, 0), _end(won), *check_bet]
        bet = [Node("", 2, 1 + cards + second, 0), _end(1), _end(won + 2)]
        nodes += [Node("", 1, 1 + first, 0), *check, *bet]
    outcomes = {n: Outcome("", (Fraction(payoff), Fraction(-payoff))) for n, payoff in enumerate(PAYOFFS, 1)}
    return ExtensiveForm(("first", "second"), tuple(nodes), sets, outcomes, f"Kuhn poker, {cards} cards")


def _end(outcome: int) -> Node:
    return Node("", None, 0, outcome)


def leduc_poker(ranks: int = 3) -> ExtensiveForm:
    """Leduc poker (Southey and others 2005), suits merged: two cards of each of the ranks, and a public card."""
    tree = _Leduc(ranks)
    tree.deal()
    outcomes = {n: Outcome("", (Fraction(won), Fraction(-won))) for won, n in tree.outcomes.items()}
    title = "Leduc poker" if ranks == 3 else f"Leduc poker, {ranks} ranks"
    return ExtensiveForm(("first", "second"), tuple(tree.nodes), tree.sets, outcomes, title)


class _Leduc:
    """Both ante 1; at most two raises in each round, of 2 and then of 4; a pair beats the higher card."""

    def __init__(self, ranks: int) -> None:
        self.ranks = ranks
        self.nodes: list[Node] = []
        self.sets: dict[tuple[int, int], InformationSet] = {}
        self.numbers: dict[tuple[int, str], int] = {}
        self.outcomes: dict[int, int] = {}

    def deal(self) -> None:
        deals, ranks = 2 * self.ranks * (2 * self.ranks - 1), range(self.ranks)
        cards = [(a, b, Fraction(4 if a != b else 2, deals)) for a in ranks for b in ranks]
        self.chance([(f"{a} {b}", p) for a, b, p in cards])
        for a, b, _ in cards:
            self.bet((a, b), None, (1, 1), "", "")

    def chance(self, events: list[tuple[str, Fraction]]) -> None:
        number = 1 + sum(player == 0 for player, _ in self.sets)
        self.sets[0, number] = InformationSet("", tuple(name for name, _ in events), tuple(p for _, p in events))
        self.nodes.append(Node("", 0, number, 0))

    def bet(self, cards: Pair, public: int | None, bets: Pair, before: str, round_: str) -> None:
        active = len(round_) % 2
        actions = ("f",) * round_.endswith("r") + ("c",) + ("r",) * (round_.count("r") < 2)
        key = active + 1, f"{cards[active]} {public} {before}/{round_}"
        if key not in self.numbers:
            self.numbers[key] = len(self.numbers) + 1
            self.sets[active + 1, self.numbers[key]] = InformationSet(key[1], actions)
        self.nodes.append(Node("", active + 1, self.numbers[key], 0))
        for action in actions:
            self.after(action, cards, public, bets, before, round_)

    def after(self, action: str, cards: Pair, public: int | None, bets: Pair, before: str, round_: str) -> None:
        active, highest = len(round_) % 2, max(bets)
        if action == "f":
            self.end(bets[0] * (-1 if active == 0 else 0) + bets[1] * active)
            return
        raised = {"c": 0, "r": 2 if public is None else 4}[action]
        bets = (highest + raised, bets[1]) if active == 0 else (bets[0], highest + raised)
        if action == "r" or not round_:
            self.bet(cards, public, bets, before, round_ + action)
        elif public is None:
            left = [(card, 2 - cards.count(card)) for card in range(self.ranks) if cards.count(card) < 2]
            self.chance([(f"{card}", Fraction(count, 2 * self.ranks - 2)) for card, count in left])
            for card, _ in left:
                self.bet(cards, card, bets, before + round_ + action, "")
        else:
            hands = [self.ranks if card == public else card for card in cards]
            self.end(bets[0] * ((hands[0] > hands[1]) - (hands[0] < hands[1])))

    def end(self, won: int) -> None:
        number = self.outcomes.setdefault(won, len(self.outcomes) + 1)
        self.nodes.append(Node("", None, 0, number))
