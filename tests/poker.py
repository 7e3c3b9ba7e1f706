"""Games in extensive form for tests: poker, and random trees."""

from bench.poker import kuhn_poker, leduc_poker
from tests.fuzz.random_trees import random_tree

__all__ = ["kuhn_poker", "leduc_poker", "random_tree"]
