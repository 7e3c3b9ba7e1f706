"""Graphs, games, chains, claims, and results that are one field after the other, in a notebook."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from gametheory.numbers.format import format_number, pluralize
from gametheory.numbers.short_repr import shorten
from gametheory.render.notebook.markup import MAX_ROWS, image_html, table_html

if TYPE_CHECKING:
    from gametheory.claims.declare import Claim
    from gametheory.model.array_graph import StateGraph
    from gametheory.model.extensive_form import ExtensiveForm, InformationSet
    from gametheory.model.normal_form import NormalForm
    from gametheory.solvers.markov_chain.transition import MarkovChain

MAX_DRAWN = 30  # positions of a graph that is drawn
MAX_LISTED = 10
MAX_STRATEGIES = 20
MAX_LETTERS = 300  # of one field


def state_graph_html(graph: StateGraph) -> str:
    """Render a small graph as a drawing, and a large one as its size and its first positions.

    >>> from gametheory.games.castle import Castle
    >>> from gametheory.model.state_graph import state_graph
    >>> "State graph with" in state_graph_html(state_graph(Castle(2, 3, 1)))
    True
    """
    positions, moves = graph.number_of_nodes(), graph.number_of_edges()
    caption = f"State graph with {positions:,} positions and {moves:,} moves"
    if 0 < positions <= MAX_DRAWN and "start" in graph.graph:
        from gametheory.render.svg.state_graph import draw_state_graph  # here, because drawings load slowly

        return image_html(draw_state_graph(graph, set(), caption), caption)
    rows = [(_cut(node), _cut(list(islice(graph.successors(node), 5)))) for node in islice(graph, MAX_LISTED)]
    left = f"; the first {MAX_LISTED} positions" if positions > MAX_LISTED else ""
    return table_html(("position", "next positions"), rows, caption + left)


def claim_html(item: Claim) -> str:
    """Render what a claim says, before it is checked.

    >>> from gametheory.claims import claim, verified
    >>> item = claim("A.1", "two is even", "p. 1")(lambda: verified("one case", 1))
    >>> "two is even" in claim_html(item)
    True
    """
    rows = [("statement", item.statement), ("where", item.where)]
    rows += [("expected", item.expected.value)] if item.expected else []
    rows += [("depends on", ", ".join(item.uses))] if item.uses else []
    return table_html(("", ""), rows, f"Claim {item.id}, not checked yet: {item.id}.check() computes its verdict")


def normal_form_html(game: NormalForm) -> str:
    """Render the payoffs of a game of two players as a table, and those of more players as a list.

    >>> from gametheory.formats.gambit.nfg import read_nfg
    >>> game = read_nfg('NFG 1 R "Pennies" { "A" "B" } { 2 2 } 1 -1 -1 1 -1 1 1 -1')
    >>> "1, -1" in normal_form_html(game)
    True
    """
    caption = game.title or f"{' against '.join(game.players)}: payoffs in this order"
    if len(game.players) == 2:
        rows, columns = game.strategies
        payoffs = [outcome.payoffs for outcome in game.outcomes]
        cells = [
            (name, *(_payoffs(payoffs[i + len(rows) * j]) for j in range(min(len(columns), MAX_STRATEGIES))))
            for i, name in enumerate(rows)
        ]
        return table_html(("", *columns[:MAX_STRATEGIES]), cells, caption)
    players = zip(game.players, game.strategies, strict=True)
    counts = [(player, len(names), ", ".join(names[:MAX_STRATEGIES])) for player, names in players]
    return table_html(("player", "strategies", "names"), counts, caption)


def extensive_form_html(game: ExtensiveForm) -> str:
    """Render the information sets of a game tree, with the actions of each.

    >>> from gametheory.formats.gambit.efg import read_efg
    >>> "stay, go" in extensive_form_html(read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 t "" 0'))
    True
    """
    names, sets = ("chance", *game.players), game.information_sets.items()
    counts = Counter(node.set_key for node in game.nodes if node.player is not None)
    rows = [(names[key[0]], key[1], each.name, counts[key], _actions(each)) for key, each in islice(sets, MAX_ROWS)]
    shown = f"; the first {MAX_ROWS} of {len(sets)} information sets" if len(sets) > MAX_ROWS else ""
    size = f"{game.title or 'a tree'}: {pluralize(len(game.nodes), 'node')}{shown}"
    return table_html(("player", "information set", "name", "nodes", "actions"), rows, size)


def _actions(found: InformationSet) -> str:
    """Return the actions of an information set, with the probabilities of a chance event."""
    chances = zip(found.actions, found.probabilities, strict=False)
    return ", ".join([f"{action}: {p}" for action, p in chances] or found.actions)


def markov_chain_html(chain: MarkovChain[Any]) -> str:
    """Render the transitions of the first positions.

    >>> from gametheory.games.battle import Battle
    >>> from gametheory.model.state_graph import state_graph
    >>> from gametheory.solvers.markov_chain.transition import MarkovChain
    >>> "Markov chain with" in markov_chain_html(MarkovChain(state_graph(Battle(1, 1)), float))
    True
    """
    positions, terminal = chain.arrays.positions, set(chain.terminal)
    rows = [
        (_cut(positions[number]), _cut([(positions[after], weight) for after, weight in islice(chain[number], 5)]))
        for number in islice((number for number in range(len(positions)) if number not in terminal), MAX_LISTED)
    ]
    caption = f"Markov chain with {len(positions):,} positions, {len(terminal):,} of them terminal"
    return table_html(("position", "next positions with probabilities"), rows, f"{caption}; the first transitions")


def fields_html(value: Any) -> str:
    """Render the fields of a value, each cut to a few hundred characters.

    >>> from typing import NamedTuple
    >>> "Point" in fields_html(NamedTuple("Point", [("x", int)])(7))
    True
    """
    names = [field.name for field in fields(value)] if is_dataclass(value) else value._fields
    return table_html(("", ""), [(name, _cut(getattr(value, name))) for name in names], type(value).__name__)


def _payoffs(payoffs: Any) -> str:
    return ", ".join(map(format_number, payoffs))


def _cut(value: object) -> str:
    text = value if isinstance(value, str) else shorten(value)
    return text if len(text) <= MAX_LETTERS else f"{text[:MAX_LETTERS]} ...{len(text) - MAX_LETTERS:,} more characters"
