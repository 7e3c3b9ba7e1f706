"""Games of several movers: in turn, in turn for ever, and at once."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gametheory.model.classify import GameClass
from gametheory.model.game import Outcome, active_players
from gametheory.model.state_graph import joint_moves
from gametheory.solvers.dispatch.result import (
    Answer,
    NoSolver,
    count_moves,
    fraction_and_decimal,
    label,
    payoffs_of_ends,
)
from gametheory.verify import check_simultaneous_equilibrium, check_strategy, check_subgame_perfect

if TYPE_CHECKING:
    import networkx as nx

    from gametheory.model.game import Move, Position
    from gametheory.solvers.dispatch.result import Choice


def in_turn(graph: nx.MultiDiGraph, kind: GameClass) -> Answer:
    """Movers in turn, with an end in sight."""
    from gametheory.model.payoffs import is_zero_sum
    from gametheory.solvers.backward_induction import backward_induction, best_moves

    worth = payoffs_of_ends(graph)
    found = backward_induction(graph, worth)
    answer = Answer(kind, "backward induction", checked="every value and move, by verify.check_subgame_perfect")
    values = check_subgame_perfect(graph, worth, found.payoffs, found.strategy)
    start = graph.graph["start"]
    _add_payoffs(answer, graph, values)
    if not kind.chance and is_zero_sum(worth):
        _add_strategies(answer, graph, worth, values[0], found.strategy)
    answer.best = {
        (node, (move,))
        for node, choice in found.strategy.items()
        if choice
        for move in best_moves(graph, node, found.payoffs)
    }
    _add_first_moves(answer, graph, start)
    _add_grundy(answer, graph, kind)
    return answer


def in_turn_for_ever(graph: nx.MultiDiGraph, kind: GameClass) -> Answer:
    """Two movers in turn, where play can go round."""
    from gametheory.model.payoffs import is_zero_sum
    from gametheory.solvers.retrograde import retrograde_analysis

    if kind.chance or len(graph.graph["game"].players) != 2:
        raise NoSolver(f"no solver fits {kind}; where play can go round, two players may move in turn without chance")
    worth = payoffs_of_ends(graph)
    if not is_zero_sum(worth):
        raise NoSolver("no solver fits: play can go round, and one player does not get what the other loses")
    found = retrograde_analysis(graph, worth)
    answer = Answer(kind, "retrograde analysis; endless play is a draw")
    start = graph.graph["start"]
    value = found.values[start]
    _add_payoffs(answer, graph, (value, -value))
    if value:
        answer.facts["forced_in"] = found.distance[start]
        answer.sentences.append(f"The end comes in {count_moves(found.distance[start])} when both play best.")
    _add_strategies(answer, graph, worth, value, found.strategy)
    answer.best = {
        (node, moves)
        for node, choice in found.strategy.items()
        for moves, law in joint_moves(graph, node).items()
        if _alike(found, joint_moves(graph, node)[choice], law)
    }
    _add_first_moves(answer, graph, start)
    return answer


def _alike(found: Any, one: Mapping[Position, Fraction], other: Mapping[Position, Fraction]) -> bool:
    (first,), (second,) = one, other
    return (found.values[first], found.distance.get(first)) == (found.values[second], found.distance.get(second))


def at_once(graph: nx.MultiDiGraph, kind: GameClass) -> Answer:
    """Two who move at once."""
    from gametheory.model.payoffs import is_zero_sum

    game, start = graph.graph["game"], graph.graph["start"]
    worth = payoffs_of_ends(graph)
    if kind.cyclic or not is_zero_sum(worth):
        why = "play can go round" if kind.cyclic else "one player does not get what the other loses"
        raise NoSolver(f"no solver fits two or more at once where {why}")
    from gametheory.solvers.simultaneous import solve_simultaneous

    found = solve_simultaneous(graph, worth)
    answer = Answer(kind, "backward induction, with one matrix game for each position, exactly")
    answer.checked = "every value and mixture, by verify.check_simultaneous_equilibrium"
    value = check_simultaneous_equilibrium(graph, worth, found.values, found.strategies)
    _add_payoffs(answer, graph, (value, -value))
    mixtures = found.strategies.get(start, {})
    for player, mixture in mixtures.items():
        told = ", ".join(
            f"{label(move)} with chance {fraction_and_decimal(chance)}" for move, chance in mixture.items()
        )
        answer.sentences.append(f"{player} begins with {told}.")
    answer.facts["mixtures"] = {
        player: {label(move): str(chance) for move, chance in mixture.items()} for player, mixture in mixtures.items()
    }
    answer.best = {
        (node, moves)
        for node, by_player in found.strategies.items()
        for moves in joint_moves(graph, node)
        if all(move in by_player[player] for player, move in zip(active_players(game, node), moves, strict=True))
    }
    return answer


def _add_payoffs(answer: Answer, graph: nx.MultiDiGraph, values: tuple[Fraction, ...]) -> None:
    players = graph.graph["game"].players
    answer.facts["payoffs"] = {player: str(value) for player, value in zip(players, values, strict=True)}
    told = ", ".join(f"{player} {fraction_and_decimal(value)}" for player, value in zip(players, values, strict=True))
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
        own = {node: moves[0] for node, moves in choice.items() if active_players(game, node) == (player,)}
        met = check_strategy(graph, player, own, good, allow_infinite_play=due <= 0)
        if due > 0:
            names = sorted({end.name for end in good})
            answer.facts |= {"winner": player, "outcomes": names}
            told = " or ".join(names)
            answer.sentences.append(f"{player} forces the outcome {told}; the strategy meets {met:,} positions.")
            answer.strategy = {node: label(move) for node, move in _met(graph, own).items()}
    if value == 0:
        answer.facts["winner"] = None
        answer.sentences.append("Neither player can force more than 0.")
    said = "both players' strategies, by verify.check_strategy"
    answer.checked = f"{answer.checked}; {said}" if answer.checked else said


def _met(graph: nx.MultiDiGraph, own: Mapping[Position, Move]) -> dict[Position, Move]:
    """The part of a strategy that its own moves leave possible, in the order of play."""
    seen, queue = {graph.graph["start"]}, [graph.graph["start"]]
    for position in queue:
        for moves, law in joint_moves(graph, position).items():
            if position not in own or moves == (own[position],):
                queue += [following for following in law if following not in seen]
                seen |= law.keys()
    return {position: own[position] for position in queue if position in own}


def _add_first_moves(answer: Answer, graph: nx.MultiDiGraph, start: Position) -> None:
    game = graph.graph["game"]
    names = active_players(game, start) if graph.nodes[start]["outcome"] is None else ()
    if names:
        first = [label(move) for move in game.moves(start, names[0]) if (start, (move,)) in answer.best]
        answer.facts["best_moves"] = first
        answer.sentences.append(f"Best first move{'' if len(first) == 1 else 's'} of {names[0]}: {', '.join(first)}.")


def _add_grundy(answer: Answer, graph: nx.MultiDiGraph, kind: GameClass) -> None:
    """Where both have the same moves and only the last move counts: the Grundy value of the first position."""
    from gametheory.solvers.impartial import grundy_values, is_impartial, last_mover_wins

    wins = None if kind.chance else last_mover_wins(graph)
    if wins is None or not is_impartial(graph):
        return
    number = grundy_values(graph, wins)[graph.graph["start"]]
    rule = "wins" if wins else "loses"
    answer.facts |= {"last_mover": rule, "misere_grundy" if not wins else "grundy": number}
    answer.sentences.append(f"Impartial, the last mover {rule}: {'' if wins else 'misère '}Grundy value {number}.")
