"""Gambit's .agg and .bagg formats: action graph games (Jiang, Leyton-Brown and Bhat 2011), read as tables or trees.

From the description of the formats in Gambit's manual (gambitproject.readthedocs.io, Game representation formats).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from itertools import product
from math import prod
from typing import TypeAlias

from gametheory.formats.gambit.efg import is_distribution
from gametheory.formats.gambit.lexer import Lexer
from gametheory.model.extensive_form import CHANCE, ExtensiveForm, InformationSet, Node
from gametheory.model.game import Outcome
from gametheory.model.normal_form import NormalForm

MAX_PROFILES = 100_000
MAX_NODES = 10_000
COMMENT = re.compile(r"^\s*#.*", re.MULTILINE)

Profile: TypeAlias = tuple[int, ...]  # the action node of each player
Configuration: TypeAlias = tuple[Fraction, ...]  # the counts of the neighbors of a node, in their order
Function: TypeAlias = Callable[[dict[int, Fraction]], Fraction]  # of the counts of the neighbors with players


def read_agg(text: str) -> NormalForm | ExtensiveForm:
    """Parse an action graph game as a table; a Bayesian one as a tree, in which chance first draws the types.

    A payoff depends on a player's own action and on how many players choose each of its neighbors in a graph, also
    through functions of these counts. Cost: the number of profiles times the nodes of the graph.

    Raises
    ------
    FormatError
        With line and column, if the text is not in the format, or has more than 100,000 profiles of actions.

    Examples
    --------
    >>> table = read_agg('''#AGG
    ... 2  2  0   2 2   0 1  0 1
    ... 2 0 1   2 0 1
    ... 0 3 5   0 7 9''')
    >>> [tuple(map(int, outcome.payoffs)) for outcome in table.outcomes]
    [(5, 5), (9, 3), (3, 9), (7, 7)]
    """
    # as long as before, so that the places in messages are those of the file
    plain = COMMENT.sub(lambda comment: " " * len(comment[0]), text).replace("[", "{").replace("]", "}")
    return _Reader(Lexer(plain), bayesian=text.lstrip().startswith("#BAGG")).read()


class _Reader:
    """Parser state: the sections of the text in their order."""

    def __init__(self, lexer: Lexer, bayesian: bool) -> None:
        self.lexer, self.bayesian = lexer, bayesian
        players, self.actions, functions = (self._count(f"the number of {what}", least) for what, least in (
            ("players", 1), ("action nodes", 1), ("function nodes", 0)))  # fmt: skip
        self.size = self.actions + functions
        counts = [self._count("a number of types", 1) if bayesian else 1 for _ in range(players)]
        self.chances = [self._distribution(count) if bayesian else [Fraction(1)] for count in counts]
        sizes = [[self._count("the size of an action set", 1) for _ in range(count)] for count in counts]
        self.sets = [[self._indices(size, self.actions) for size in own] for own in sizes]
        unions = [sorted(set().union(*own)) for own in self.sets]
        if prod(map(len, unions)) > MAX_PROFILES:
            lexer.fail_limit(f"{' x '.join(str(len(each)) for each in unions)} actions are more than {MAX_PROFILES:,}")
        self.neighbors = [self._indices(self._count("a number of neighbors", 0), self.size) for _ in range(self.size)]
        self.order = self._function_order()
        self.functions = {node: self._function(node) for node in range(self.actions, self.size)}
        self.counts = {profile: self._configurations(profile) for profile in product(*unions)}
        possible: list[set[Configuration]] = [set() for _ in range(self.actions)]
        for profile, configurations in self.counts.items():
            for node, configuration in zip(profile, configurations, strict=True):
                possible[node].add(configuration)
        self.payoffs = list(map(self._payoff_function, possible))
        if not lexer.at_end:
            lexer.fail_expected("the end of the file")

    def _count(self, what: str, least: int) -> int:
        return self.lexer.parse_int(what, least, MAX_NODES)

    def _indices(self, size: int, most: int) -> list[int]:
        return [self.lexer.parse_int("the index of a node", 0, most - 1) for _ in range(size)]

    def _distribution(self, count: int) -> list[Fraction]:
        start = self.lexer.start
        chances = [self.lexer.parse_number() for _ in range(count)]
        if not is_distribution(chances):
            self.lexer.fail("the probabilities of types must not be negative, and must add up to 1", start)
        return chances

    def _function_order(self) -> list[int]:
        """Return the function nodes, each after those on which it depends."""
        graph = {node: [each for each in self.neighbors[node] if each >= self.actions]
                 for node in range(self.actions, self.size)}  # fmt: skip
        try:
            return [*TopologicalSorter(graph).static_order()]
        except CycleError:
            self.lexer.fail("a function node depends on itself")

    def _function(self, node: int) -> Function:
        """Parse the signature of a function: a type, and from 10 on a default and the weights of action nodes."""
        kind = self.lexer.parse_int("the type of a function", 0, 13)
        if 3 < kind < 10:
            self.lexer.fail(f"unknown type {kind} of a function; 0 to 3 and 10 to 13 are known")
        if kind < 10:
            default, weights = Fraction(self.size if kind > 1 else 0), [*map(Fraction, range(self.size))]
        else:
            default, start = self.lexer.parse_number(), self.lexer.start
            weights = self.lexer.parse_list("weights", self.lexer.parse_number)
            if len(weights) != self.actions or any(each >= self.actions for each in self.neighbors[node]):
                self.lexer.fail(f"weights are for {self.actions} action nodes, and only these can be neighbors", start)
        if kind % 10 > 1:
            choose = max if kind % 10 == 2 else min
            return lambda counts: weights[choose(counts)] if counts else default

        def total(counts: dict[int, Fraction]) -> Fraction:
            return default + sum(count * (weights[node] if kind > 3 else 1) for node, count in counts.items())

        return total if kind % 10 == 0 else lambda counts: Fraction(total(counts) > 0)

    def _configurations(self, profile: Profile) -> list[Configuration]:
        """Return the counts of the neighbors of each player's action node."""
        counts = [Fraction(profile.count(node)) for node in range(self.actions)] + [Fraction(0)] * len(self.functions)
        for node in self.order:
            counts[node] = self.functions[node]({each: counts[each] for each in self.neighbors[node] if counts[each]})
        return [tuple(counts[each] for each in self.neighbors[node]) for node in profile]

    def _payoff_function(self, configurations: set[Configuration]) -> dict[Configuration, Fraction]:
        """Parse the payoffs of an action node: of all possible configurations in order, or each after its own."""
        lexer = self.lexer
        if not lexer.parse_int("the type of a payoff function", 0, 1):
            return {each: lexer.parse_number() for each in sorted(configurations)}
        payoffs = {}
        for _ in range(self._count("the number of configurations", 0)):
            configuration = tuple(lexer.parse_list("counts", lexer.parse_number))
            payoffs[configuration] = lexer.parse_number()
        if missing := configurations - payoffs.keys():
            lexer.fail(f"before this, configuration [{' '.join(map(str, min(missing)))}] has no payoff")
        return payoffs

    def _outcome(self, profile: Profile) -> Outcome:
        pairs = zip(profile, self.counts[profile], strict=True)
        return Outcome("", tuple(self.payoffs[node][configuration] for node, configuration in pairs))

    def read(self) -> NormalForm | ExtensiveForm:
        """Return the game."""
        players = tuple(f"player {number}" for number in range(1, len(self.sets) + 1))
        if self.bayesian:
            return self._tree(players)
        options = [types[0] for types in self.sets]
        names = tuple(tuple(map(str, own)) for own in options)
        # the first player's strategy changes fastest in the list of outcomes
        outcomes = tuple(self._outcome(profile[::-1]) for profile in product(*reversed(options)))
        return NormalForm(players, names, outcomes)

    def _tree(self, players: tuple[str, ...]) -> ExtensiveForm:
        """Return the tree: chance draws the type of each player in turn, and each sees only its own."""
        nodes: list[Node] = []
        outcomes: dict[int, Outcome] = {}

        def add(types: Sequence[int], profile: Profile) -> None:
            if len(profile) == len(players):
                outcomes[len(outcomes) + 1] = self._outcome(profile)
                nodes.append(Node("", None, 0, len(outcomes)))
            elif len(types) < len(players):
                nodes.append(Node("", CHANCE, len(types) + 1, 0))
                for kind in range(len(self.sets[len(types)])):
                    add((*types, kind), profile)
            else:
                own = types[len(profile)]
                nodes.append(Node("", len(profile) + 1, own + 1, 0))
                for action in self.sets[len(profile)][own]:
                    add(types, (*profile, action))

        add((), ())
        sets = {(CHANCE, number): InformationSet(f"type of {name}", tuple(map(str, range(1, len(own) + 1))), tuple(own))
                for number, (name, own) in enumerate(zip(players, self.chances, strict=True), 1)}  # fmt: skip
        sets |= {(number, kind): InformationSet(f"type {kind}", tuple(map(str, actions)))
                 for number, types in enumerate(self.sets, 1) for kind, actions in enumerate(types, 1)}  # fmt: skip
        return ExtensiveForm(players, tuple(nodes), sets, outcomes)
