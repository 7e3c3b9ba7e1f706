"""Check the intuitive criterion for an equilibrium of a signalling game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from gametheory.model.extensive_form import CHANCE, ExtensiveForm
from gametheory.verify.choices import payoffs_times_chance
from gametheory.verify.errors import CertificateError, require
from gametheory.verify.mixed import is_distribution
from gametheory.verify.trees import Plan, check_tree_equilibrium, weight_in

Question: TypeAlias = tuple[int, frozenset[int], int]  # a set of the receiver, types, and an answer
Reason: TypeAlias = tuple[
    bool, Mapping[int, Fraction]
]  # whether the answer is a best one, and weights of types or answers


class Sent(NamedTuple):
    """A message of a type: its action there, and the payoffs for each answer, times the probability of the type."""

    action: int
    payoffs: list[tuple[Fraction, ...]]


class Signals(NamedTuple):
    """A signalling game: who sends, and what each type can send, by information sets: the receiver's, the sender's."""

    sender: int
    messages: dict[int, dict[int, Sent]]


def check_intuitive_criterion(
    tree: ExtensiveForm, plans: Sequence[Plan], reasons: Mapping[Question, Reason]
) -> tuple[int, int] | None:
    """Return who breaks an equilibrium of a signalling game by the intuitive criterion (Cho and Kreps 1987), or None.

    A message that no type sends is bad for a type that gets less by it than in the equilibrium, whatever the receiver
    believes and best answers. It breaks the equilibrium if another type gets more by every answer that is best for some
    belief in the types for which it is not bad. A reason shows that an answer is best: how often each type sends the
    message, up to a factor; or that it is not: a mixture of answers that is better for each type. Cost: for each
    message the types, times the square of the answers.

    Parameters
    ----------
    tree : ExtensiveForm
        A signalling game: chance draws a type, the sender sees it and sends a message, the receiver answers it.
    plans : sequence of mappings
        As in `check_tree_equilibrium`.
    reasons : mapping
        Whether an answer is a best one and the reason, by information set of the receiver, types and answer.

    Returns
    -------
    tuple of int, or None
        The information set of the type and its action, the message, which break the equilibrium; None if it passes.

    Raises
    ------
    CertificateError
        If the tree is no signalling game, the plans no equilibrium, or a reason none.

    References
    ----------
    I.-K. Cho and D. M. Kreps, Signaling games and stable equilibria, Quarterly Journal of Economics 102 (1987).

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> tree = read_efg('EFG 2 R "" { "A" "B" } p "" 1 1 "" { "stay" "go" } 0 t "" 1 "home" { 1 1 } t "" 2 "" { 2 2 }')
    >>> check_intuitive_criterion(tree, [{(1, 1): Fraction(1)}, {}], {})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the tree is no signalling game
    """
    sender, messages = signals(tree)
    check_tree_equilibrium(tree, plans)
    attained = _attained(sender, messages, plans)
    for number, sent in messages.items():
        if not any(plans[sender - 1].get((each, by.action)) for each, by in sent.items()):
            for each in _gainers(sender, number, sent, attained, reasons):
                return each, sent[each].action
    return None


def signals(tree: ExtensiveForm) -> Signals:
    """Return the messages of a signalling game, after checking that the tree is one.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> start = 'EFG 2 R "" { "A" "B" } c "" 1 "" { "one" 1 } 0 p "" 1 1 "" { "say" } 0 '
    >>> signals(read_efg(f'{start} p "" 2 1 "" {{ "do" }} 0 t "" 1 "" {{ 3 4 }}')).messages
    {1: {1: Sent(action=0, payoffs=[(Fraction(3, 1), Fraction(4, 1))])}}
    """
    parents, ways, messages = list(tree.parents()), set[tuple[int | None, ...]](), dict[int, dict[int, Sent]]()
    for end, payoffs in payoffs_times_chance(tree).items():
        way = _way(parents, end)
        ways.add(tuple(tree.nodes[node].player for node, _ in way))
        require(ways <= {(2, 1, CHANCE)} or ways <= {(1, 2, CHANCE)}, "the tree is no signalling game")
        answered, kind = (tree.nodes[node].information_set for node, _ in way[:2])
        sent = messages.setdefault(answered, {}).setdefault(kind, Sent(way[1][1], []))
        sent.payoffs.append(payoffs)
    sender = 1 if ways == {(2, 1, CHANCE)} else 2
    _check_types(tree, sender, messages)
    return Signals(sender, messages)


def _way(parents: Sequence[tuple[int, int] | None], end: int) -> list[tuple[int, int]]:
    """Return the nodes before a node, and the action at each, the last one first."""
    way, parent = list[tuple[int, int]](), parents[end]
    while parent:
        way.append(parent)
        parent = parents[parent[0]]
    return way


def _check_types(tree: ExtensiveForm, sender: int, messages: Mapping[int, Mapping[int, Sent]]) -> None:
    """Check that chance draws every type, and that the sender knows the type, the receiver the message."""
    nodes = [node.information_set for node in tree.nodes if node.player == sender]
    chances = tree.information_sets[tree.nodes[0].set_key].probabilities
    known = bool(nodes) and len(nodes) == len(set(nodes)) and min(chances) > 0
    for answered, sent in messages.items():
        count = len(tree.information_sets[3 - sender, answered].actions)
        known = known and all(len(each.payoffs) == count for each in sent.values())
    require(known, "the tree is no signalling game")


def _attained(sender: int, messages: Mapping[int, Mapping[int, Sent]], plans: Sequence[Plan]) -> dict[int, Fraction]:
    """Return what each type gets in the equilibrium, times its probability."""
    attained: dict[int, Fraction] = {}
    for answered, sent in messages.items():
        for kind, each in sent.items():
            weights = [weight_in(plans[2 - sender], (answered, answer)) for answer in range(len(each.payoffs))]
            gets = sum((p * payoffs[sender - 1] for p, payoffs in zip(weights, each.payoffs, strict=True)), Fraction(0))
            attained[kind] = attained.get(kind, Fraction(0)) + weight_in(plans[sender - 1], (kind, each.action)) * gets
    return attained


def _gainers(
    sender: int,
    answered: int,
    sent: Mapping[int, Sent],
    attained: Mapping[int, Fraction],
    reasons: Mapping[Question, Reason],
) -> list[int]:
    """Return the types that gain by a message, whatever the receiver believes in types for which it is not bad."""
    gets = {kind: [payoffs[sender - 1] for payoffs in each.payoffs] for kind, each in sent.items()}
    answers = _best_answers(sender, answered, sent, reasons)
    likely = {kind: sent[kind] for kind in sent if max(gets[kind][a] for a in answers) >= attained[kind]}
    answers = _best_answers(sender, answered, likely, reasons) if likely else []
    return [kind for kind in likely if min(gets[kind][a] for a in answers) > attained[kind]]


def _best_answers(
    sender: int, answered: int, sent: Mapping[int, Sent], reasons: Mapping[Question, Reason]
) -> list[int]:
    """Return the answers that are best for some belief in some types, after checking why."""
    lines = {kind: [payoffs[2 - sender] for payoffs in each.payoffs] for kind, each in sent.items()}
    best = []
    for answer in range(len(next(iter(lines.values())))):
        try:
            is_best, numbers = reasons[answered, frozenset(sent), answer]
        except KeyError:
            raise CertificateError(f"there is no reason for answer {answer + 1}") from None
        (_check_best if is_best else _check_dominated)(lines, answer, numbers)
        best += [answer] * is_best
    return best


def _check_best(lines: Mapping[int, Sequence[Fraction]], answer: int, belief: Mapping[int, Fraction]) -> None:
    require(is_distribution(belief.values()) and set(belief) <= set(lines), "{} is no belief in the types", belief)
    for other in range(len(next(iter(lines.values())))):
        gain = sum(p * (lines[kind][other] - lines[kind][answer]) for kind, p in belief.items())
        require(gain <= 0, "answer {} is not best", answer + 1)


def _check_dominated(lines: Mapping[int, Sequence[Fraction]], answer: int, mixture: Mapping[int, Fraction]) -> None:
    known = set(range(len(next(iter(lines.values())))))
    require(is_distribution(mixture.values()) and set(mixture) <= known, "{} is no mixture of answers", mixture)
    for line in lines.values():
        gain = sum(p * (line[other] - line[answer]) for other, p in mixture.items())
        require(gain > 0, "answer {} is not dominated", answer + 1)
