"""The code of the rules is the relations of the proofs for all numbers; every planted rule is noticed."""

import inspect
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from sympy import And, Eq, Max, Or

from gametheory.games.battle import Battle
from gametheory.games.castle import Castle
from gametheory.games.wargame import Wargame
from gametheory.prove.proof import failures
from gametheory.prove.symbolic import UnsupportedOperation

sys.path.insert(0, str(Path(__file__).parents[2] / "proofs"))
import _rules_on_symbols as castle
import battle.relations as battle
import wargame.relations as wargame


def legal(soldiers, defenders, strength, alive, left):
    """State the rule of CD1 in words of its own: no shot is wasted before every defender is shot."""
    shot = defenders - alive
    no_waste = Or(soldiers - shot <= strength, Eq(alive, 0))
    return And(shot >= 0, alive >= 0, shot <= soldiers, no_waste, Eq(left, Max(strength - soldiers + shot, 0)))


def planted(kind, method, old, new, tmp_path):
    """Return the class with one line of a method changed; the text is in a file, since its source is read."""
    member = vars(kind)[method]
    source = dedent(inspect.getsource(getattr(member, "func", member)))
    assert source.count(old) >= 1, "the text to change is in the rules"
    path = tmp_path / "planted_rules.py"
    path.write_text(source.replace(old, new, 1), encoding="utf-8")
    scope = dict(vars(sys.modules[kind.__module__]))
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), scope)
    return type(
        kind.__name__, (), {**vars(kind), method: scope[method], "__dataclass_fields__": kind.__dataclass_fields__}
    )


def reasons(steps):
    return [reason for step in steps for reason in failures(step.statement)]


STATEMENTS = {
    "castle moves": lambda kind: castle.castle_moves(legal, kind),
    "castle outcome": castle.castle_outcome,
    "castle after": castle.castle_after,
    "castle start": castle.castle_start,
    "wargame survivors": wargame.wargame_survivors,
    "wargame after": wargame.wargame_after,
    "wargame outcome": wargame.wargame_outcome,
    "wargame moves": wargame.wargame_moves,
    "wargame start": wargame.wargame_start,
    "battle start": battle.battle_start,
    "battle outcome": battle.battle_outcome,
    "battle turns": lambda kind: battle.battle_turns(2, kind),
}
KINDS = {"castle": Castle, "wargame": Wargame, "battle": Battle}


@pytest.mark.parametrize("name", STATEMENTS)
def test_the_code_is_the_relations(name):
    assert not reasons(STATEMENTS[name](KINDS[name.split()[0]]))


LIES = [
    ("castle moves", "moves", "min(soldiers, defenders) + 1", "min(soldiers, defenders) + 1 + (soldiers > 200)"),
    ("castle moves", "moves", "min(soldiers, defenders) + 1", "min(soldiers, defenders)"),
    ("castle moves", "moves", "max(soldiers - strength, 0)", "max(soldiers - strength, 1)"),
    ("castle moves", "moves", "max(soldiers - strength, 0)", "max(soldiers - strength - 1, 0)"),
    ("castle moves", "moves", "range(fewest,", "range(fewest - (strength == 1000),"),
    ("castle moves", "moves", "range(fewest,", "range(fewest + (strength == 1000),"),
    ("castle moves", "moves", "at_defenders, at_defenders)", "at_defenders, at_defenders + (defenders == 777))"),
    ("castle outcome", "outcome", "soldiers <= 0", "soldiers < 0"),
    ("castle outcome", "outcome", "soldiers <= 0", "soldiers <= 0 or position.soldiers == 555"),
    ("castle outcome", "outcome", "position.defenders == 0", "position.defenders <= 0"),
    ("castle outcome", "outcome", "position.strength == 0", "position.strength <= 1"),
    ("castle after", "after", "soldiers > 0 and", "soldiers >= 0 and"),
    ("castle after", "after", "strength > 0:", "strength > 1:"),
    ("castle after", "after", "+= self.defenders_per_wave", "+= self.defenders_per_wave + (defenders > 200)"),
    ("castle after", "after", "at_castle, 0)", "at_castle, 1)"),
    ("castle after", "after", "volley.at_defenders", "volley.at_castle"),
    ("castle start", "start", "self.soldiers, 0", "self.soldiers, 1"),
    ("castle start", "start", "0, self.strength", "0, self.strength + (self.strength > 200)"),
    ("castle start", "start", "0, self.strength", "0, self.strength + (self.soldiers > 200)"),
    ("wargame start", "start", "Position(1, ", "Position(2, "),
    ("wargame start", "start", "0, self.soldiers, 0", "0, self.soldiers, self.soldiers // 300"),
    ("battle start", "start", "self.attackers,", "self.attackers + (self.defenders == 99),"),
    ("wargame survivors", "survivors", "field *", "(field + (field == 500)) *"),
    ("wargame survivors", "survivors", "soldiers + 1", "soldiers"),
    ("wargame survivors", "survivors", "// share.denominator", "// share.denominator + (field > 200)"),
    ("wargame after", "after", "number + 1", "number + 2"),
    ("wargame after", "after", "survivors[field_b]", "survivors[field_a]"),
    ("wargame after", "after", "field_a += a", "field_a += a + (a > 200)"),
    ("wargame after", "after", "{battle: p, successor: q}", "{battle: q, successor: p}"),
    ("wargame after", "after", "if not q:", "if p:"),
    ("wargame after", "after", "if p else", "if 2 * p > 1 else"),
    ("wargame outcome", "outcome", "field_a > position.field_b", "field_a >= position.field_b"),
    ("wargame outcome", "outcome", "(win, -win)", "(loss, -loss)"),
    ("wargame outcome", "outcome", "(loss, -loss)", "(loss, loss)"),
    ("wargame moves", "moves", "camp + 1", "camp"),
    ("wargame moves", "moves", "camp + 1", "camp + 1 + (camp == 300)"),
    ("wargame moves", "moves", "position.camp_b", "position.camp_a"),
    ("battle outcome", "outcome", "attackers > self", "attackers >= self"),
    ("battle outcome", "outcome", "<= position.defenders", "< position.defenders"),
    ("battle outcome", "outcome", "position.defenders == 0", "position.defenders <= 0"),
    ("battle outcome", "outcome", "if self.stop", "if position.attackers != 300 and self.stop"),
    ("battle turns", "after", "self.defender_hits", "self.attacker_hits"),
    ("battle turns", "after", "x * y", "y * y"),
]


@pytest.mark.parametrize(("name", "method", "old", "new"), LIES)
def test_a_planted_rule_is_noticed(name, method, old, new, tmp_path):
    kind = planted(KINDS[name.split()[0]], method, old, new, tmp_path)
    try:
        found = reasons(STATEMENTS[name](kind))
    except (UnsupportedOperation, ValueError) as error:
        found = [str(error)]
    assert found


@pytest.mark.parametrize(("name", "method"), [("castle moves", "moves"), ("wargame survivors", "survivors")])
def test_the_same_rule_planted_is_accepted(name, method, tmp_path):
    """The tests above fail for the change, not for the planting."""
    assert not reasons(STATEMENTS[name](planted(KINDS[name.split()[0]], method, "soldiers", "soldiers", tmp_path)))
