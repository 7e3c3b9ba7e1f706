"""The rules' code, run on symbols, against the relations that the proofs use: equivalent for all integers.

Each function returns statements: name, words, hypotheses and conclusion. A conclusion says of every branch of the code
that its facts imply the relation; the branches cover all cases. The other direction, where the code yields a set,
names the element that yields a given member. The rules are an argument, so that tests can plant other rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sympy import And, Eq, Expr, Implies, Max, Not, Or, symbols, sympify
from sympy.logic.boolalg import Boolean

from gametheory.games.battle import Battle
from gametheory.games.battle.rules import Position as BattlePosition
from gametheory.games.castle import Castle, Position, Volley
from gametheory.games.wargame import Wargame
from gametheory.games.wargame.rules import Position as Round
from gametheory.model.game import Distribution
from gametheory.prove.symbolic.values import Opaque
from gametheory.prove.symbolic_execution import Branch, instance_on_symbols, run_symbolically


class Statement(NamedTuple):
    """One statement for the solvers: name, words, hypotheses and conclusion."""

    name: str
    says: str
    given: tuple[Boolean, ...]
    show: Boolean


S, D, C, a, b, x, R, n, s, d = symbols("S D C a b x R n s dpw", integer=True)
PLACE = (S >= 1, D >= 0, C >= 0)


def same(left: Any, right: Any) -> Boolean:
    """Return an equation that sympy does not decide."""
    return Eq(sympify(left), sympify(right), evaluate=False)


def in_every(branches: Iterable[Branch], show: Callable[[Any], Boolean]) -> Boolean:
    """Return the statement that `show` is true of the value of every branch."""
    return And(*(Implies(And(*branch.facts), show(branch.value)) for branch in branches))


def yielded(branches: Iterable[Branch], member: Sequence[Expr], element: Expr) -> Boolean:
    """Return the statement that some branch yields the member, for this element of its range."""
    cases = []
    for branch in branches:
        assert not branch.definitions, "a described value cannot be introduced here"
        at = {entry.symbol: element for entry in branch.elements}
        for value in branch.value:
            equal = [same(part, wanted) for part, wanted in zip(value, member, strict=True)]
            cases.append(And(*branch.facts, *equal).xreplace(at))
    return Or(*cases)


Legal = Callable[[Expr, Expr, Expr, Expr, Expr], Boolean]


def castle_moves(legal: Legal, rules: type = Castle) -> list[Statement]:
    """Return that the volleys of the code are the legal ones; `legal(S, D, C, x, R)` states what a day leaves."""
    branches = list(run_symbolically(lambda *place: instance_on_symbols(rules).moves(Position(*place)), S, D, C))

    def each_is_legal(volleys: Any) -> Boolean:
        return And(
            *(And(same(at_castle + at_defenders, S), legal(S, D, C, D - at_defenders, Max(C - at_castle, 0)))
              for at_castle, at_defenders in volleys)
        )  # fmt: skip

    return [
        Statement("castle code, volleys are legal", "every volley of `moves` is legal", PLACE,
                  in_every(branches, each_is_legal)),
        Statement("castle code, legal volleys are moves", "every legal volley is one of `moves`",
                  (*PLACE, legal(S, D, C, x, R)), yielded(branches, (S - (D - x), D - x), D - x)),
    ]  # fmt: skip


def castle_outcome(rules: type = Castle) -> list[Statement]:
    """Return who has won, as relations: equivalent for all integers, since the three cases exclude each other."""
    soldiers_win, castle_wins = And(S >= 1, Eq(D, 0), Eq(C, 0)), S <= 0
    cases = {"soldiers": soldiers_win, "castle": castle_wins, None: And(Not(soldiers_win), Not(castle_wins))}
    branches = run_symbolically(lambda *place: instance_on_symbols(rules).outcome(Position(*place)), S, D, C)
    show = in_every(branches, lambda outcome: cases[outcome.name if outcome else None])
    return [Statement("castle code, outcome", "`outcome` is as the relations say", (), show)]


def castle_after(rules: type = Castle) -> list[Statement]:
    """Return the position after any volley: strength, soldiers, and defenders with the fresh ones of the next wave."""
    game = lambda fresh: instance_on_symbols(rules, defenders_per_wave=fresh)  # noqa: E731
    branches = list(
        run_symbolically(lambda S, D, C, a, b, d: game(d).after(Position(S, D, C), Volley(a, b)), S, D, C, a, b, d)
    )
    strength, soldiers = Max(C - a, 0), Max(S - (D - b), 0)
    goes_on = And(C - a > 0, S - (D - b) > 0)

    def result(position: Any) -> Boolean:
        found_soldiers, found_defenders, found_strength = position
        return And(
            same(found_soldiers, soldiers),
            same(found_strength, strength),
            Or(And(goes_on, same(found_defenders, D - b + d)), And(Not(goes_on), same(found_defenders, D - b))),
        )

    return [
        Statement("castle code, after", "`after` gives the position of the relations", (), in_every(branches, result))
    ]


def castle_start(legal: Legal, rules: type = Castle) -> list[Statement]:
    """Return that the play starts with n soldiers, no defender and strength s: the first volley is at the castle."""
    branches = run_symbolically(lambda n, s: instance_on_symbols(rules, soldiers=n, strength=s).start(), n, s)
    first_day = And(Eq(x, 0), Eq(R, Max(s - n, 0)))
    show = in_every(branches, lambda position: Implies(legal(*position, x, R), first_day))
    says = "the first day leaves no defender and max(s - n, 0) points of strength"
    return [Statement("castle code, start", says, (n >= 1, s >= 1), show)]


class _Share:
    """A share of the field that is killed, of which 1 - share is p/q."""

    def __init__(self, numerator: Any, denominator: Any) -> None:
        self.numerator, self.denominator = numerator, denominator

    def __rsub__(self, one: int) -> _Share:
        assert one == 1
        return self


class _Listed(Opaque):
    """A list with symbolic indices, of which an entry is described by a function; the index must be in range."""

    __slots__ = ("entry", "length")

    def __init__(self, entry: Callable[[Any], Any], length: Any) -> None:
        self.entry, self.length = entry, length

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < self.length:
            raise IndexError(index)
        return self.entry(index)


class _Key(Round):
    """A position of the Wargame as the key of a dictionary: all keys have one hash, so that they are compared."""

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        assert type(other) is _Key
        return tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other


p, q = symbols("p q", integer=True)
round_, camp_a, field_a, camp_b, field_b = ROUND = symbols("round_ camp_a field_a camp_b field_b", integer=True)
win, draw, loss, chance = symbols("win draw loss chance")
ARMIES = (round_ >= 1, n >= 1, camp_a >= 0, field_a >= 0, camp_b >= 0, field_b >= 0)
SENT = (a >= 0, a <= camp_a, b >= 0, b <= camp_b, camp_a + field_a <= n, camp_b + field_b <= n)


def wargame_survivors(rules: type = Wargame) -> list[Statement]:
    """Return how many of a field survive: half rounded down, and any share p/q rounded down."""

    def rounded(branches: Iterable[Branch], one: Expr, of: Expr) -> Boolean:
        """Return that the entry of each field from 0 to n is the share one/of of it, rounded down."""
        cases = []
        for branch in branches:
            [left], [field] = branch.value, branch.elements
            share = And(of * left <= one * field.symbol, one * field.symbol < of * left + of)
            cases.append(Implies(And(*branch.facts), And(share, same(field.lower, 0), same(field.upper, n + 1))))
        return And(*cases)

    general = list(
        run_symbolically(
            lambda n, p, q: instance_on_symbols(rules, soldiers=n, killed=_Share(p, q)).survivors,
            n, p, q, given=(n >= 1, p >= 0, q >= 1),
        )
    )  # fmt: skip
    half = list(run_symbolically(lambda n: instance_on_symbols(rules, soldiers=n, killed=Fraction(1, 2)).survivors, n))
    of_half = rounded(half, sympify(1), sympify(2))
    return [
        Statement("wargame code, survivors of a field, half", "`survivors` lists half of each field", (n >= 1,),
                  of_half),
        Statement("wargame code, survivors of a field, share", "`survivors` lists the share of each field",
                  (n >= 1, p >= 0, q >= 1), rounded(general, p, q)),
    ]  # fmt: skip


def wargame_after(rules: type = Wargame) -> list[Statement]:
    """Return the two next positions: the battle with its chance, and the next round with half of each field."""

    def after(round_, camp_a, field_a, camp_b, field_b, a, b, n, chance):  # type: ignore[no-untyped-def]
        game = instance_on_symbols(
            rules,
            {Round: _Key, Distribution: dict},
            survivors=_Listed(lambda field: field // 2, n + 1),
            _probabilities=_Listed(lambda _: (chance, 1 - chance), round_),
        )
        return game.after(_Key(round_, camp_a, field_a, camp_b, field_b), a, b)

    given = (*ARMIES, *SENT, chance >= 0, chance <= 1)
    branches = list(run_symbolically(after, *ROUND, a, b, n, chance, given=given))
    camps = (camp_a - a, camp_b - b)

    def battle_or_round(pairs: Any) -> Boolean:
        if not isinstance(pairs, tuple) or not pairs or isinstance(pairs[0], str):
            return Eq(n, 0)  # the code fails
        cases = []
        for (number, first_camp, first, second_camp, second, battle), probability in pairs:
            common = (same(first_camp, camps[0]), same(second_camp, camps[1]))
            if battle:
                here = (
                    same(number, round_),
                    same(first, field_a + a),
                    same(second, field_b + b),
                    same(probability, chance),
                )
            else:
                halves = [
                    And(2 * left <= size, size <= 2 * left + 1)
                    for left, size in ((first, field_a + a), (second, field_b + b))
                ]
                here = (same(number, round_ + 1), *halves, same(probability, 1 - chance))
            cases.append(And(*common, *here))
        kinds = {pair[0][5] for pair in pairs}
        missing = [Eq(chance, 0)] * (True not in kinds) + [Eq(chance, 1)] * (False not in kinds)
        return And(*cases, *missing)

    return [
        Statement("wargame code, after", "`after` gives the battle and the next round, with their chances", given,
                  in_every(branches, battle_or_round))
    ]  # fmt: skip


def wargame_outcome(rules: type = Wargame) -> list[Statement]:
    """Return A's payoff, that of the larger field; B's is the opposite; there is none before the battle."""

    def outcome(field_a, field_b, win, draw, loss):  # type: ignore[no-untyped-def]
        game = instance_on_symbols(rules, payoffs=(win, draw, loss))
        assert game.outcome(Round(1, 0, field_a, 0, field_b)) is None
        return game.outcome(Round(1, 0, field_a, 0, field_b, True))

    def payoff(outcome: Any) -> Boolean:
        to_a, to_b = outcome.payoffs
        return And(
            same(to_b, -to_a),
            Implies(field_a > field_b, same(to_a, win)),
            Implies(Eq(field_a, field_b), same(to_a, draw)),
            Implies(field_a < field_b, same(to_a, loss)),
        )

    branches = run_symbolically(outcome, field_a, field_b, win, draw, loss)
    return [Statement("wargame code, outcome", "`outcome` pays the larger field", (), in_every(branches, payoff))]


def wargame_moves(rules: type = Wargame) -> list[Statement]:
    """Return that a player can send 0 to all soldiers of the camp, and none at the battle."""
    statements = []
    for player, camp in (("A", camp_a), ("B", camp_b)):
        branches = run_symbolically(
            lambda *place, player=player: instance_on_symbols(rules).moves(Round(*place), player), *ROUND
        )
        show = in_every(branches, lambda bounds, camp=camp: And(*(
            Implies(And(bounds.lower <= a, a < bounds.upper), And(a >= 0, a <= camp)),
            Implies(And(a >= 0, a <= camp), And(bounds.lower <= a, a < bounds.upper)),
        )))  # fmt: skip
        statements.append(Statement(f"wargame code, moves of {player}", "`moves` are 0 to the camp", ARMIES, show))
    return statements


attackers, defenders, reserve = symbols("attackers defenders reserve", integer=True)
hit, hit_back = symbols("hit hit_back")


def battle_outcome(rules: type = Battle) -> list[Statement]:
    """Return the outcomes of a battle for both rules about the case that both are dead, and with the stop."""
    statements = []
    for both_dead in ("attacker", "defender"):
        for stop in (False, True):
            branches = run_symbolically(
                lambda A, D, r, both_dead=both_dead, stop=stop: instance_on_symbols(
                    rules, reserve=r, both_dead=both_dead, stop_when_outnumbered=stop
                ).outcome(BattlePosition(A, D)),
                attackers, defenders, reserve,
            )  # fmt: skip
            fights = attackers > reserve
            won = And(Eq(defenders, 0), Or(fights, both_dead == "attacker"))
            lost = Or(And(Eq(defenders, 0), Not(won)), And(Not(Eq(defenders, 0)), Not(fights)))
            stopped = And(Not(Eq(defenders, 0)), fights, attackers <= defenders) if stop else sympify(False)
            cases = {"win": won, "lose": lost, "stopped": stopped, None: And(Not(won), Not(lost), Not(stopped))}
            show = in_every(branches, lambda outcome, cases=cases: cases[outcome.name if outcome else None])
            name = f"battle code, outcome, both dead {both_dead}" + ", stop" * stop
            statements.append(Statement(name, "`outcome` is as the relations say", (), show))
    return statements


def _whole(number: int) -> int:
    """Return an int in place of a Fraction, which does not add itself to symbols."""
    return number


def battle_turns(most: int = 3, rules: type = Battle) -> list[Statement]:
    """Return the chances of a turn for small armies and every hit probability: the recurrences' coefficients.

    Against one defender, a attackers all miss with t = (1 - p)^a; then the position stays with t (1 - q) and loses one
    attacker with t q. One attacker against d: the same with the sides exchanged.
    """
    statements = []
    for armies in range(1, most + 1):
        for one_defender in (True, False):
            place = BattlePosition(armies, 1) if one_defender else BattlePosition(1, armies)
            fewer = BattlePosition(armies - 1, 1) if one_defender else BattlePosition(1, armies - 1)
            many, single = (hit, hit_back) if one_defender else (hit_back, hit)
            branches = run_symbolically(
                lambda p, q, place=place: instance_on_symbols(
                    rules, {Distribution: dict, Fraction: _whole}, attacker_hits=p, defender_hits=q, reserve=0
                ).after(place),
                hit, hit_back,
            )  # fmt: skip
            missed = (1 - many) ** armies

            def chances(pairs: Any, place=place, fewer=fewer, missed=missed, single=single) -> Boolean:  # type: ignore[no-untyped-def]
                found = {tuple(map(int, position)): probability for position, probability in pairs}
                stays, loses = (found.get(tuple(target), sympify(0)) for target in (place, fewer))
                return And(same(stays, missed * (1 - single)), same(loses, missed * single))

            against = f"{armies} against 1" if one_defender else f"1 against {armies}"
            given = (hit >= 0, hit <= 1, hit_back >= 0, hit_back <= 1)
            statements.append(
                Statement(f"battle code, a turn of {against}", "the chances of a turn without and with one hit", given,
                          in_every(branches, chances))
            )  # fmt: skip
    return statements
