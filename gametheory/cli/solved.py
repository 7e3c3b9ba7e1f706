"""Which solver fits a game, what it finds, and the check that re-establishes it: facts as JSON, and sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gametheory.certify import check_best, check_fewest, check_law, check_rounds, check_strategy, check_turns
from gametheory.core import Outcome, movers, options
from gametheory.solve.kinds import Kind, Movers, kind_of

if TYPE_CHECKING:
    import networkx as nx

    from gametheory.core import Move, Position

    Choice = Mapping[Position, tuple[Move, ...]]


class NoSolver(ValueError):
    """No solver of the package fits the game."""


@dataclass
class Answer:
    """What was found: the solver, facts for JSON, sentences, the moves to draw as best, and what was re-checked."""

    kind: Kind
    solver: str
    facts: dict[str, Any] = field(default_factory=dict)
    sentences: list[str] = field(default_factory=list)
    best: set[tuple[Position, tuple[Move, ...]]] = field(default_factory=set)
    strategy: dict[Position, str] = field(default_factory=dict)
    checked: str = ""


def solved(graph: nx.MultiDiGraph) -> Answer:
    """Solve the game of a graph by the solver that fits its kind, and check what it found.

    Raises NoSolver where none fits, and says why.
    """
    kind = kind_of(graph)
    if kind.movers is Movers.NOBODY:
        return _chance(graph, kind)
    if kind.movers is Movers.ONE:
        return _decisions(graph, kind) if kind.chance else _paths(graph, kind)
    if kind.movers is Movers.AT_ONCE:
        return _at_once(graph, kind)
    return _round(graph, kind) if kind.cyclic else _turns(graph, kind)


def shown(value: object) -> str:
    """A position or a move for a person: entries without the name of their class.

    >>> from gametheory.games.castle import Volley
    >>> shown(Volley(1, 0)), shown("heads")
    ('(1, 0)', 'heads')
    """
    return str(tuple(value)) if isinstance(value, tuple) else str(value)


def both(value: Fraction) -> str:
    """An exact number, with a decimal where that helps.

    >>> both(Fraction(3)), both(Fraction(1, 3))
    ('3', '1/3 (0.333333)')
    """
    if value.denominator == 1:
        return str(value)
    exact = str(value) if value.denominator < 10**12 else ""
    return f"{exact} ({float(value):.6f})" if exact else f"{float(value):.12f}"


def _names(graph: nx.MultiDiGraph) -> list[str]:
    return sorted({end.name for _, end in graph.nodes(data="outcome") if end is not None})


def _worth(graph: nx.MultiDiGraph) -> dict[Position, tuple[Fraction, ...]]:
    from gametheory.solve.payoffs import payoffs

    try:
        return payoffs(graph)
    except ValueError as error:
        raise NoSolver(str(error)) from error


def _chance(graph: nx.MultiDiGraph, kind: Kind) -> Answer:
    from gametheory.solve.chain import absorption, absorption_labels, expected_steps

    answer = Answer(kind, "absorption of a Markov chain, exactly", checked="every chance, by certify.check_law")
    law, steps = absorption(graph), expected_steps(graph)
    for name in _names(graph):
        check_law(graph, absorption_labels(graph, name), name)
    answer.sentences = [f"{name} with chance {both(chance)}" for name, chance in law.items() if name is not None]
    if law[None]:
        answer.sentences.append(f"never over with chance {both(law[None])}")
    answer.sentences.append("Play need not end." if steps is None else f"{both(steps)} moves on average.")
    answer.facts = {
        "outcomes": {name: str(chance) for name, chance in law.items() if name is not None},
        "never": str(law[None]),
        "expected_moves": None if steps is None else str(steps),
    }
    return answer


def _paths(graph: nx.MultiDiGraph, kind: Kind) -> Answer:
    from gametheory.solve.paths import count_shortest_ways, fewest_moves, shortest_ways

    answer = Answer(kind, "shortest paths", checked="every fewest number of moves, by certify.check_fewest")
    outcomes: dict[str, Any] = {}
    for name in _names(graph):
        fewest = fewest_moves(graph, name)
        number, ways = check_fewest(graph, name, fewest), count_shortest_ways(graph, name)
        way = next(shortest_ways(graph, name)) if number else ()
        play = [shown(step.moves[0]) for step in way]
        outcomes[name] = {"fewest_moves": number, "shortest_ways": ways, "play": play}
        many = "one way" if ways == 1 else f"{ways:,} ways"
        answer.sentences.append(
            f"{name} in {_moves(number or 0)} at the fewest, {many}: {', '.join(play[:12])}"
            + (", ..." if len(play) > 12 else "")
        )
        answer.best |= {(step.position, step.moves) for step in way}
    if kind.cyclic:
        answer.sentences.append("Play can go on for ever.")
    answer.facts = {"outcomes": outcomes}
    _add_best_payoff(graph, answer)
    return answer


def _decisions(graph: nx.MultiDiGraph, kind: Kind) -> Answer:
    from gametheory.solve.decisions import best_worth, outcome_worth

    how = "policy iteration in rationals" if kind.cyclic else "backward induction"
    answer = Answer(kind, f"a Markov decision process by {how}", checked="every value, by certify.check_best")
    outcomes: dict[str, Any] = {}
    start = graph.graph["start"]
    for name in _names(graph):
        worth = outcome_worth(graph, name)
        found = best_worth(graph, worth)
        chance = check_best(graph, worth, found.values, found.choice)
        first = [shown(move) for move in found.choice.get(start, ())]
        outcomes[name] = {"best_chance": str(chance), "best_moves": first}
        begin = f", beginning with {first[0]}" if first else ""
        answer.sentences.append(f"{name} with chance {both(chance)} at best{begin}")
        answer.best |= set(found.choice.items())
    answer.facts = {"outcomes": outcomes}
    _add_best_payoff(graph, answer)
    return answer


def _add_best_payoff(graph: nx.MultiDiGraph, answer: Answer) -> None:
    """Where endings have payoffs: the most that the one mover can get on average."""
    from gametheory.solve.decisions import best_worth

    game = graph.graph["game"]
    ends = [end for _, end in graph.nodes(data="outcome") if end is not None]
    if not ends or not all(end.payoffs for end in ends):
        return
    player = next(name for node, end in graph.nodes(data="outcome") if end is None for name in movers(game, node))
    index = game.players.index(player)
    worth = {node: values[index] for node, values in _worth(graph).items()}
    found = best_worth(graph, worth)
    value = check_best(graph, worth, found.values, found.choice)
    answer.best = set(found.choice.items())
    answer.strategy = {node: ", ".join(map(shown, moves)) for node, moves in found.choice.items() if moves}
    answer.facts |= {"payoffs": {player: str(value)}}
    answer.sentences.append(f"{player} gets {both(value)} at best on average; endless play counts as 0.")
    answer.checked += "; the payoff, by certify.check_best"


def _turns(graph: nx.MultiDiGraph, kind: Kind) -> Answer:
    from gametheory.solve.payoffs import zero_sum
    from gametheory.solve.turns import backward_induction, best_moves

    worth = _worth(graph)
    found = backward_induction(graph, worth)
    answer = Answer(kind, "backward induction", checked="every value and move, by certify.check_turns")
    values = check_turns(graph, worth, found.values, found.choice)
    start = graph.graph["start"]
    _add_payoffs(answer, graph, values)
    if not kind.chance and zero_sum(worth):
        _add_strategies(answer, graph, worth, values[0], found.choice)
    answer.best = {
        (node, (move,))
        for node, choice in found.choice.items()
        if choice
        for move in best_moves(graph, node, found.values)
    }
    _add_first_moves(answer, graph, start)
    _add_grundy(answer, graph, kind)
    return answer


def _round(graph: nx.MultiDiGraph, kind: Kind) -> Answer:
    from gametheory.solve.payoffs import zero_sum
    from gametheory.solve.retrograde import retrograde

    if kind.chance or len(graph.graph["game"].players) != 2:
        raise NoSolver(f"no solver fits {kind}; where play can go round, two players may move in turn without chance")
    worth = _worth(graph)
    if not zero_sum(worth):
        raise NoSolver("no solver fits: play can go round, and one player does not get what the other loses")
    found = retrograde(graph, worth)
    answer = Answer(kind, "retrograde analysis; endless play is a draw")
    start = graph.graph["start"]
    value = found.values[start]
    _add_payoffs(answer, graph, (value, -value))
    if value:
        answer.facts["forced_in"] = found.moves[start]
        answer.sentences.append(f"The end comes in {_moves(found.moves[start])} when both play best.")
    _add_strategies(answer, graph, worth, value, found.choice)
    answer.best = {
        (node, moves)
        for node, choice in found.choice.items()
        for moves, law in options(graph, node).items()
        if _alike(found, options(graph, node)[choice], law)
    }
    _add_first_moves(answer, graph, start)
    return answer


def _alike(found: Any, one: Mapping[Position, Fraction], other: Mapping[Position, Fraction]) -> bool:
    (first,), (second,) = one, other
    return (found.values[first], found.moves.get(first)) == (found.values[second], found.moves.get(second))


def _at_once(graph: nx.MultiDiGraph, kind: Kind) -> Answer:
    from gametheory.solve.payoffs import zero_sum

    game, start = graph.graph["game"], graph.graph["start"]
    worth = _worth(graph)
    if kind.cyclic or not zero_sum(worth):
        why = "play can go round" if kind.cyclic else "one player does not get what the other loses"
        raise NoSolver(f"no solver fits two or more at once where {why}")
    from gametheory.solve.at_once import backward_mixtures

    found = backward_mixtures(graph, worth)
    answer = Answer(kind, "backward induction, with one matrix game for each position, exactly")
    answer.checked = "every value and mixture, by certify.check_rounds"
    value = check_rounds(graph, worth, found.values, found.mixtures)
    _add_payoffs(answer, graph, (value, -value))
    mixtures = found.mixtures.get(start, {})
    for player, mixture in mixtures.items():
        told = ", ".join(f"{shown(move)} with chance {both(chance)}" for move, chance in mixture.items())
        answer.sentences.append(f"{player} begins with {told}.")
    answer.facts["mixtures"] = {
        player: {shown(move): str(chance) for move, chance in mixture.items()} for player, mixture in mixtures.items()
    }
    answer.best = {
        (node, moves)
        for node, by_player in found.mixtures.items()
        for moves in options(graph, node)
        if all(move in by_player[player] for player, move in zip(movers(game, node), moves, strict=True))
    }
    return answer


def _add_payoffs(answer: Answer, graph: nx.MultiDiGraph, values: tuple[Fraction, ...]) -> None:
    players = graph.graph["game"].players
    answer.facts["payoffs"] = {player: str(value) for player, value in zip(players, values, strict=True)}
    told = ", ".join(f"{player} {both(value)}" for player, value in zip(players, values, strict=True))
    answer.sentences.append(f"Payoffs under best play: {told}.")


def _add_strategies(
    answer: Answer,
    graph: nx.MultiDiGraph,
    worth: Mapping[Position, tuple[Fraction, ...]],
    value: Fraction,
    choice: Choice,
) -> None:
    """Check that each player can force what he is said to get; show the winner's strategy, and say who wins."""
    game = graph.graph["game"]
    for index, player in enumerate(game.players):
        due = (value, -value)[index]
        good: set[Outcome] = {graph.nodes[node]["outcome"] for node, payoffs in worth.items() if payoffs[index] >= due}
        own = {node: moves[0] for node, moves in choice.items() if movers(game, node) == (player,)}
        met = check_strategy(graph, player, own, good, endless=due <= 0)
        if due > 0:
            names = sorted({end.name for end in good})
            answer.facts |= {"winner": player, "outcomes": names}
            told = " or ".join(names)
            answer.sentences.append(f"{player} forces the outcome {told}; the strategy meets {met:,} positions.")
            answer.strategy = {node: shown(move) for node, move in _met(graph, own).items()}
    if value == 0:
        answer.facts["winner"] = None
        answer.sentences.append("Neither player can force more than 0.")
    said = "both players' strategies, by certify.check_strategy"
    answer.checked = f"{answer.checked}; {said}" if answer.checked else said


def _met(graph: nx.MultiDiGraph, own: Mapping[Position, Move]) -> dict[Position, Move]:
    """The part of a strategy that its own moves leave possible, in the order of play."""
    seen, queue = {graph.graph["start"]}, [graph.graph["start"]]
    for position in queue:
        for moves, law in options(graph, position).items():
            if position not in own or moves == (own[position],):
                queue += [following for following in law if following not in seen]
                seen |= law.keys()
    return {position: own[position] for position in queue if position in own}


def _add_first_moves(answer: Answer, graph: nx.MultiDiGraph, start: Position) -> None:
    game = graph.graph["game"]
    names = movers(game, start) if graph.nodes[start]["outcome"] is None else ()
    if names:
        first = [shown(move) for move in game.moves(start, names[0]) if (start, (move,)) in answer.best]
        answer.facts["best_moves"] = first
        answer.sentences.append(f"Best first move{'' if len(first) == 1 else 's'} of {names[0]}: {', '.join(first)}.")


def _add_grundy(answer: Answer, graph: nx.MultiDiGraph, kind: Kind) -> None:
    """Where both have the same moves and only the last move counts: the Grundy value of the first position."""
    from gametheory.solve.impartial import is_impartial, last_mover_wins, nim_values

    wins = None if kind.chance else last_mover_wins(graph)
    if wins is None or not is_impartial(graph):
        return
    number = nim_values(graph, wins)[graph.graph["start"]]
    rule = "wins" if wins else "loses"
    answer.facts |= {"last_mover": rule, "misere_grundy" if not wins else "grundy": number}
    answer.sentences.append(f"Impartial, the last mover {rule}: {'' if wins else 'misère '}Grundy value {number}.")


def _moves(number: int) -> str:
    return f"{number:,} move{'' if number == 1 else 's'}"
