"""Games of one mover, of chance alone, and of both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametheory.certify import check_best, check_fewest, check_law
from gametheory.cli.solved.answer import Answer, both, moves_told, outcome_names, payoffs_of_ends, shown
from gametheory.core import movers
from gametheory.solve.kinds import Kind

if TYPE_CHECKING:
    import networkx as nx


def by_chance(graph: nx.MultiDiGraph, kind: Kind) -> Answer:
    """Chance alone: the chance of each outcome, and how long play lasts."""
    from gametheory.solve.chain import absorption, absorption_labels, expected_steps

    answer = Answer(kind, "absorption of a Markov chain, exactly", checked="every chance, by certify.check_law")
    law, steps = absorption(graph), expected_steps(graph)
    for name in outcome_names(graph):
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


def by_one(graph: nx.MultiDiGraph, kind: Kind) -> Answer:
    """One mover: the fewest moves to each outcome, and a way."""
    from gametheory.solve.paths import count_shortest_ways, fewest_moves, shortest_ways

    answer = Answer(kind, "shortest paths", checked="every fewest number of moves, by certify.check_fewest")
    outcomes: dict[str, Any] = {}
    for name in outcome_names(graph):
        fewest = fewest_moves(graph, name)
        number, ways = check_fewest(graph, name, fewest), count_shortest_ways(graph, name)
        way = next(shortest_ways(graph, name)) if number else ()
        play = [shown(step.moves[0]) for step in way]
        outcomes[name] = {"fewest_moves": number, "shortest_ways": ways, "play": play}
        many = "one way" if ways == 1 else f"{ways:,} ways"
        answer.sentences.append(
            f"{name} in {moves_told(number or 0)} at the fewest, {many}: {', '.join(play[:12])}"
            + (", ..." if len(play) > 12 else "")
        )
        answer.best |= {(step.position, step.moves) for step in way}
    if kind.cyclic:
        answer.sentences.append("Play can go on for ever.")
    answer.facts = {"outcomes": outcomes}
    _add_best_payoff(graph, answer)
    return answer


def by_one_and_chance(graph: nx.MultiDiGraph, kind: Kind) -> Answer:
    """One mover and chance: the best chance of each outcome."""
    from gametheory.solve.decisions import best_worth, outcome_worth

    how = "policy iteration in rationals" if kind.cyclic else "backward induction"
    answer = Answer(kind, f"a Markov decision process by {how}", checked="every value, by certify.check_best")
    outcomes: dict[str, Any] = {}
    start = graph.graph["start"]
    for name in outcome_names(graph):
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
    worth = {node: values[index] for node, values in payoffs_of_ends(graph).items()}
    found = best_worth(graph, worth)
    value = check_best(graph, worth, found.values, found.choice)
    answer.best = set(found.choice.items())
    answer.strategy = {node: ", ".join(map(shown, moves)) for node, moves in found.choice.items() if moves}
    answer.facts |= {"payoffs": {player: str(value)}}
    answer.sentences.append(f"{player} gets {both(value)} at best on average; endless play counts as 0.")
    answer.checked += "; the payoff, by certify.check_best"
