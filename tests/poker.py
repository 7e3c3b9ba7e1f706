"""Games in extensive form for tests: poker, and random trees."""

from fractions import Fraction

from bench.poker import kuhn_poker, leduc_poker
from gametheory.model.extensive_form import ExtensiveForm, InformationSet, Node
from gametheory.model.game import Outcome

__all__ = ["kuhn_poker", "leduc_poker", "random_tree"]


def random_tree(rng, depth=4, payoffs=range(-3, 4), zero_sum=False, perfect_information=False, players=2):
    """A random tree with perfect recall, in which a set joins nodes that its player cannot tell apart."""
    nodes, sets, outcomes, joined = [], {}, {}, {}

    def grow(left, last):
        owner = rng.choice([0, *range(1, players + 1), *range(1, players + 1)]) if left else None
        if owner is None or (left < depth and rng.random() < 0.2):
            number = len(outcomes) + 1
            values = [Fraction(rng.choice(payoffs)) for _ in range(players)]
            outcomes[number] = Outcome("", (values[0], -values[0]) if zero_sum else tuple(values))
            nodes.append(Node("", None, 0, number))
            return
        actions = rng.choice([2, 2, 3])
        place = len(nodes) if owner == 0 or perfect_information else rng.randrange(2)
        key = owner, last.get(owner), actions, place
        number = joined.setdefault(key, len(joined) + 1)
        weights = [rng.randint(1, 3) for _ in range(actions)]
        chances = tuple(Fraction(weight, sum(weights)) for weight in weights) if owner == 0 else ()
        sets.setdefault((owner, number), InformationSet("", tuple("abc"[:actions]), chances))
        nodes.append(Node("", owner, number, 0))
        for action in range(actions):
            grow(left - 1, last | ({owner: (number, action)} if owner else {}))

    grow(depth, {})
    return ExtensiveForm(tuple("ABCD"[:players]), tuple(nodes), sets, outcomes)
