"""Check a Nash equilibrium of any number of players: exact strategies, or a box that contains irrational ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import inf, nextafter
from typing import NamedTuple, TypeAlias

from flint import arb, arb_mat, ctx

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.model.normal_form import NormalForm
from gametheory.model.sequence_form import SequenceForm
from gametheory.numbers.rationals import to_flint
from gametheory.verify.errors import is_distribution, require, require_exact
from gametheory.verify.trees import check_recall, last_choices, payoffs_times_chance

SetKey: TypeAlias = tuple[int, int]  # player and information set
Interval: TypeAlias = tuple[Fraction, Fraction]

BITS = 512


class Choice(NamedTuple):
    """An action of a player, counted from 0, at an information set."""

    player: int
    information_set: int
    action: int

    @property
    def key(self) -> SetKey:
        """The information set, with its player."""
        return self.player, self.information_set


Balls: TypeAlias = Mapping[Choice, arb]
Share: TypeAlias = tuple[tuple[Choice, ...], arb]  # the choices of a player in a play, and what it adds to the payoff


class Play(NamedTuple):
    """A play: its payoffs times the probability of chance, and the choices of the players on the way."""

    payoffs: tuple[Fraction, ...]
    choices: tuple[Choice, ...]


class BallPlay(NamedTuple):
    """A play whose actions are all used, with its payoffs as balls."""

    payoffs: tuple[arb, ...]
    choices: tuple[Choice, ...]


def check_mixed_profile(game: NormalForm, strategies: Sequence[Sequence[Fraction]]) -> tuple[Fraction, ...]:
    """Return the expected payoffs in a Nash equilibrium of a table of any number of players.

    The certificate is the mixed strategies. It suffices that no player gains by a pure strategy (Nash 1951). Cost: the
    cells of the table, for each player.

    Parameters
    ----------
    game : NormalForm
        The table.
    strategies : sequence of sequences
        For each player the probability of each strategy.

    Returns
    -------
    tuple of Fraction
        The expected payoff of each player.

    Raises
    ------
    CertificateError
        If a strategy is not a probability distribution, a payoff is not exact, or a player gains by a pure strategy.

    References
    ----------
    J. F. Nash, Non-cooperative games, Annals of Mathematics 54 (1951).

    Examples
    --------
    >>> half, pennies = Fraction(1, 2), NormalForm.from_payoffs([[1, -1], [-1, 1]])
    >>> check_mixed_profile(pennies, [(half, half), (half, half)])
    (Fraction(0, 1), Fraction(0, 1))
    >>> check_mixed_profile(pennies, [(half, half), (Fraction(1), Fraction(0))])
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: player 1 gets 1 by strategy 1, more than 0
    """
    players = len(game.players)
    require(len(strategies) == players, "{} strategies for {} players", len(strategies), players)
    for player, names in enumerate(game.strategies):
        mixed = strategies[player]
        sound = len(mixed) == len(names) and is_distribution(mixed)
        require(sound, "player {}: {} is no distribution on {} strategies", player + 1, mixed, len(names))
    for outcome in game.outcomes:
        require_exact(outcome.payoffs)
    cells = game.cells()
    attained = []
    for player in range(players):
        attained.append(_attained(cells, strategies, player))
    return tuple(attained)


def _attained(
    cells: Mapping[tuple[int, ...], Sequence[Fraction]], strategies: Sequence[Sequence[Fraction]], player: int
) -> Fraction:
    """Return the expected payoff of a player, after checking that no pure strategy gets more."""
    mixed = strategies[player]
    by_strategy = [Fraction(0)] * len(mixed)
    # profiles with a strategy that another player does not use have probability 0
    options: list[list[int]] = []
    for other, probabilities in enumerate(strategies):
        options.append([strategy for strategy, number in enumerate(probabilities) if number or other == player])
    for profile in product(*options):
        share = cells[profile][player]
        for other, strategy in enumerate(profile):
            if other != player:
                share *= strategies[other][strategy]
        by_strategy[profile[player]] += share
    payoff = Fraction(0)
    for probability, gets in zip(mixed, by_strategy, strict=True):
        payoff += probability * gets
    best = max(by_strategy)
    number = by_strategy.index(best) + 1
    require(best <= payoff, "player {} gets {} by strategy {}, more than {}", player + 1, best, number, payoff)
    return payoff


def check_equilibrium_box(
    game: NormalForm | ExtensiveForm | SequenceForm, box: Mapping[tuple[int, int, int], Interval]
) -> tuple[tuple[float, float], ...]:
    """Return bounds of the payoffs in the only Nash equilibrium of a game in a box with the used actions of the box.

    The certificate is an interval for the probability of each action that is used, at each information set that its
    player reaches. An equilibrium makes the used actions at a set equally good: as many equations as there are free
    probabilities. Krawczyk's test (1969) in interval arithmetic proves that the box has exactly one solution. In all of
    the box the probabilities are positive, and each unused action is worse, whatever its player does afterwards: so the
    solution is an equilibrium. Cost: the plays, for each pair of free probabilities.

    Parameters
    ----------
    game : NormalForm, ExtensiveForm or SequenceForm
        A table, a tree with perfect recall, or its sequence form.
    box : mapping
        For each used action the least and the greatest probability; the key is the player, counted from 0, the number
        of the information set, 0 in a table, and the action, counted from 0. In a sequence form they are the place of
        the set among those of the player, and the sequence that ends with the action.

    Returns
    -------
    tuple of pairs
        The least and the greatest expected payoff of each player, as floats that are rounded outwards.

    Raises
    ------
    CertificateError
        If the test fails, a probability can be 0, an unused action can be as good as a used one, or a player of a tree
        forgets something.

    References
    ----------
    R. Krawczyk, Newton-Algorithmen zur Bestimmung von Nullstellen mit Fehlerschranken, Computing 4 (1969).

    Examples
    --------
    >>> half, pennies = (Fraction(49, 100), Fraction(51, 100)), NormalForm.from_payoffs([[1, -1], [-1, 1]])
    >>> box = {(player, 0, action): half for player in (0, 1) for action in (0, 1)}
    >>> [low <= 0 <= high for low, high in check_equilibrium_box(pennies, box)]
    [True, True]
    >>> check_equilibrium_box(pennies, {**box, (0, 0, 0): (Fraction(51, 100), Fraction(52, 100))})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: Krawczyk's test does not prove that the box has an equilibrium
    """
    plays = _plays_of(game)
    for play in plays:
        require_exact(play.payoffs)
    for interval in box.values():
        require_exact(interval)
    with ctx.workprec(BITS):
        wide = {Choice(*key): _ball(interval) for key, interval in box.items()}
        balls = _solution(plays, wide)
        for choice, ball in balls.items():
            require(bool(ball > 0), "the probability of {} can be 0", tuple(choice))
            # the ball of an interval is greater than it: its radius is rounded up to 30 bits
            low, high = (arb(to_flint(end)) for end in box[choice])
            inside = bool(low <= ball) and bool(ball <= high)
            require(inside, "the probability of {} is not in its interval", tuple(choice))
        bounds = []
        for player in range(len(game.players)):
            payoff = _best_reply(_shares(plays, player, balls), (), balls)
            bounds.append(_float_bounds(payoff))
        return tuple(bounds)


def _float_bounds(ball: arb) -> tuple[float, float]:
    """Return floats around a ball: float() rounds to the nearest, which can be inside."""
    low = float(ball.lower())
    high = float(ball.upper())
    if not arb(low) <= ball.lower():
        low = nextafter(low, -inf)
    if not arb(high) >= ball.upper():
        high = nextafter(high, inf)
    return low, high


def _ball(interval: Interval) -> arb:
    low, high = map(to_flint, interval)
    return arb(low).union(arb(high))


def _plays_of(game: NormalForm | ExtensiveForm | SequenceForm) -> list[Play]:
    """Return the plays of a game; of a sequence form, those of its profiles.

    >>> [play.payoffs for play in _plays_of(NormalForm.from_payoffs([[3]]))]
    [(Fraction(3, 1), Fraction(-3, 1))]
    """
    if isinstance(game, NormalForm):
        return _plays_of_table(game)
    if isinstance(game, SequenceForm):
        return _plays_of_form(game)
    return _plays_of_tree(game)


def _plays_of_table(game: NormalForm) -> list[Play]:
    """Return the cells of a table: each player has one information set, with the number 0."""
    plays = []
    for profile, payoffs in game.cells().items():
        choices = [Choice(player, 0, action) for player, action in enumerate(profile)]
        plays.append(Play(payoffs, tuple(choices)))
    return plays


def _plays_of_form(form: SequenceForm) -> list[Play]:
    """Return a play for each profile of sequences: its choices are those of the sequences, by place of the set."""
    plays = []
    for sequences, payoffs in form.payoffs.items():
        choices = []
        for player, last in enumerate(sequences):
            own = form.players[player]
            way = []
            while last:
                place = own.set_of[last]
                way.append(Choice(player, place, last))
                last = own.sets[place].parent
            choices += way[::-1]
        plays.append(Play(payoffs, tuple(choices)))
    # an action that is in no play would be no deviation
    every = sum(len(own) - 1 for own in form.players)
    seen = set[Choice]().union(*(play.choices for play in plays))
    require(len(seen) == every, "{} of {} actions are in a play", len(seen), every)
    return plays


def _plays_of_tree(tree: ExtensiveForm) -> list[Play]:
    """Return the plays of a tree, after checking that no player forgets anything."""
    for player in range(1, len(tree.players) + 1):
        check_recall(tree, player, last_choices(tree, player))
    choices_to: list[tuple[Choice, ...]] = []  # on the way to each node
    for parent in tree.parents():
        if parent is None:
            choices_to.append(())
            continue
        index, action = parent
        node = tree.nodes[index]
        choices = choices_to[index]
        if node.player is not None and node.player != CHANCE:
            choices = (*choices, Choice(node.player - 1, node.information_set, action))
        choices_to.append(choices)
    return [Play(payoffs, choices_to[node]) for node, payoffs in payoffs_times_chance(tree).items()]


def _solution(plays: Sequence[Play], box: Balls) -> Balls:
    """Return a part of the box with the only solution of the equations, by Krawczyk's test.

    Let m be the middle of the box and Y an approximate inverse of the derivative. Then the image
    m - Y f(m) + (1 - Y f') (box - m) contains every solution in the box; if it is inside the box, there is exactly one.
    """
    balls = []
    for play in plays:
        # an action that is not used has probability 0
        if box.keys() >= set(play.choices):
            balls.append(BallPlay(tuple(map(arb, map(to_flint, play.payoffs))), play.choices))
    last = {choice.key: choice for choice in sorted(box)}
    # the probability of the last used action at a set is what the others leave
    free = [choice for choice in sorted(box) if choice != last[choice.key]]
    wide, middle = {}, {}
    for choice in free:
        wide[choice] = box[choice]
        middle[choice] = box[choice].mid()
    point = _completed(middle, last)
    gains = []
    for choice in free:
        by_choice = _derivative(balls, choice.player, point, [choice])
        by_last = _derivative(balls, choice.player, point, [last[choice.key]])
        gains.append(by_choice - by_last)
    slopes = _slopes(balls, free, last, _completed(wide, last))
    inverse = _inverse(slopes)
    contraction = _identity(len(free)) - inverse * slopes
    center = _column(list(middle.values()))
    spread = _column(list(wide.values())) - center
    image = (center - inverse * _column(gains) + contraction * spread).entries()
    inside = all(wide[choice].contains_interior(ball) for choice, ball in zip(free, image, strict=True))
    require(inside, "Krawczyk's test does not prove that the box has an equilibrium")
    return _completed(dict(zip(free, image, strict=True)), last)


def _column(numbers: list[arb]) -> arb_mat:
    return arb_mat(len(numbers), 1, numbers)


def _identity(size: int) -> arb_mat:
    matrix = arb_mat(size, size)
    for index in range(size):
        matrix[index, index] = 1
    return matrix


def _inverse(matrix: arb_mat) -> arb_mat:
    """Return an approximate inverse, without balls; any matrix would be sound."""
    try:
        return matrix.mid().inv().mid()
    except ZeroDivisionError:  # the test will fail
        return matrix.mid()


def _completed(free: Balls, last: Mapping[SetKey, Choice]) -> dict[Choice, arb]:
    """Return the free probabilities, and at each information set that of the last used action: the rest to 1."""
    rest = dict.fromkeys(last, arb(1))
    for choice, ball in free.items():
        rest[choice.key] -= ball
    completed = dict(free)
    for key, choice in last.items():
        completed[choice] = rest[key]
    return completed


def _slopes(plays: Sequence[BallPlay], free: Sequence[Choice], last: Mapping[SetKey, Choice], balls: Balls) -> arb_mat:
    """Return the derivative of each equation by each free probability.

    An equation is the difference of the payoffs by a choice and by the last one of its set, and a free probability
    lowers that of the last choice of its own set: four derivatives with two signs.
    """
    entries = []
    for one in free:
        for by in free:
            slope = arb(0)
            one_last = last[one.key]
            by_last = last[by.key]
            # the actions at a set exclude each other
            signs = ((one, 1), (one_last, -1)) if one.key != by.key else ()
            for choice, sign in signs:
                up = _derivative(plays, one.player, balls, [choice, by])
                down = _derivative(plays, one.player, balls, [choice, by_last])
                slope += sign * (up - down)
            entries.append(slope)
    return arb_mat(len(free), len(free), entries)


def _derivative(plays: Sequence[BallPlay], player: int, numbers: Balls, fixed: Sequence[Choice]) -> arb:
    """Return the derivative of a player's payoff by the probabilities of some actions at different sets.

    >>> plays = [BallPlay((arb(3),), (Choice(0, 0, 0), Choice(1, 0, 0))), BallPlay((arb(1),), (Choice(1, 0, 1),))]
    >>> _derivative(plays, 0, {(1, 0, 0): arb(1) / 4, (1, 0, 1): arb(3) / 4}, [Choice(0, 0, 0)])
    0.750000000000000
    """
    total = arb(0)
    for play in plays:
        # the payoff is a sum of products: those without one of the probabilities do not change with it
        if not all(choice in play.choices for choice in fixed):
            continue
        payoff = play.payoffs[player]
        for choice in play.choices:
            if choice not in fixed:
                payoff *= numbers[choice]
        total += payoff
    return total


def _shares(plays: Sequence[Play], player: int, balls: Balls) -> list[Share]:
    """Return for each play the player's choices, and the payoff times the others' probabilities."""
    shares = []
    for play in plays:
        own_choices = []
        share = arb(to_flint(play.payoffs[player]))
        for choice in play.choices:
            if choice.player == player:
                own_choices.append(choice)
            else:
                share *= balls.get(choice, arb(0))
        shares.append((tuple(own_choices), share))
    return shares


def _best_reply(shares: Sequence[Share], done: tuple[Choice, ...], balls: Balls) -> arb:
    """Return what a player gets after some choices, after checking that unused actions get less than used ones."""
    depth = len(done)
    total = arb(0)
    # of the plays that go on, those of each choice at each information set that can be next
    later: dict[SetKey, dict[Choice, list[Share]]] = defaultdict(lambda: defaultdict(list))
    for choices, share in shares:
        if len(choices) == depth:
            total += share
        else:
            following = choices[depth]
            later[following.key][following].append((choices, share))
    is_reached = balls.keys() >= set(done)
    for key, by_choice in later.items():
        gets = {choice: _best_reply(rest, (*done, choice), balls) for choice, rest in by_choice.items()}
        used = [payoff for choice, payoff in gets.items() if choice in balls]
        require(bool(used) or not is_reached, "player {} has no action at set {}", *key)
        if not used:  # the player's own choices before exclude this set: any continuation will do, so the best one
            total += _greatest(list(gets.values()))
            continue
        for choice, payoff in gets.items():
            worse = choice in balls or bool(payoff < used[0])
            require(worse, "{} can be as good as a used action", tuple(choice))
        total += used[0]  # all used actions get the same: the equations
    return total


def _greatest(balls: Sequence[arb]) -> arb:
    greatest = balls[0]
    for ball in balls[1:]:
        greatest = greatest.max(ball)
    return greatest
