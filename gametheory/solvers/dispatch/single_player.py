"""Games of one mover, of chance alone, and of both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametheory.model.classify import GameClass
from gametheory.model.game import active_players
from gametheory.solvers.dispatch.result import (
    Answer,
    count_moves,
    fraction_and_decimal,
    label,
    outcome_names,
    payoffs_of_ends,
)
from gametheory.verify import check_absorption_probability, check_distances, check_mdp_policy

if TYPE_CHECKING:
    import networkx as nx


def by_chance(graph: nx.MultiDiGraph, kind: GameClass) -> Answer:
    """Chance alone: the chance of each outcome, and how long play lasts."""
    from gametheory.solvers.markov_chain import absorption_probabilities, expected_duration, outcome_distribution

    answer = Answer(
        kind, "absorption of a Markov chain, exactly", checked="every chance, by verify.check_absorption_probability"
    )
    law, steps = outcome_distribution(graph), expected_duration(graph)
    for name in outcome_names(graph):
        check_absorption_probability(graph, absorption_probabilities(graph, name), name)
    answer.sentences = [
        f"{name} with chance {fraction_and_decimal(chance)}" for name, chance in law.items() if name is not None
    ]
    if law[None]:
        answer.sentences.append(f"never over with chance {fraction_and_decimal(law[None])}")
    answer.sentences.append(
        "Play need not end." if steps is None else f"{fraction_and_decimal(steps)} moves on average."
    )
    answer.facts = {
        "outcomes": {name: str(chance) for name, chance in law.items() if name is not None},
        "never": str(law[None]),
        "expected_moves": None if steps is None else str(steps),
    }
    return answer


def by_one(graph: nx.MultiDiGraph, kind: GameClass) -> Answer:
    """One mover: the fewest moves to each outcome, and a way."""
    from gametheory.solvers.shortest_paths import count_shortest_plays, distance_to_outcome, shortest_plays

    answer = Answer(kind, "shortest paths", checked="every fewest number of moves, by verify.check_distances")
    outcomes: dict[str, Any] = {}
    for name in outcome_names(graph):
        fewest = distance_to_outcome(graph, name)
        number, ways = check_distances(graph, name, fewest), count_shortest_plays(graph, name)
        way = next(shortest_plays(graph, name)) if number else ()
        play = [label(step.moves[0]) for step in way]
        outcomes[name] = {"distance_to_outcome": number, "shortest_plays": ways, "play": play}
        many = "one way" if ways == 1 else f"{ways:,} ways"
        answer.sentences.append(
            f"{name} in {count_moves(number or 0)} at the fewest, {many}: {', '.join(play[:12])}"
            + (", ..." if len(play) > 12 else "")
        )
        answer.best |= {(step.position, step.moves) for step in way}
    if kind.cyclic:
        answer.sentences.append("Play can go on for ever.")
    answer.facts = {"outcomes": outcomes}
    _add_best_payoff(graph, answer)
    return answer


def by_one_and_chance(graph: nx.MultiDiGraph, kind: GameClass) -> Answer:
    """One mover and chance: the best chance of each outcome."""
    from gametheory.solvers.markov_decision import indicator_payoff, solve_mdp

    how = "policy iteration in rationals" if kind.cyclic else "backward induction"
    answer = Answer(kind, f"a Markov decision process by {how}", checked="every value, by verify.check_mdp_policy")
    outcomes: dict[str, Any] = {}
    start = graph.graph["start"]
    for name in outcome_names(graph):
        worth = indicator_payoff(graph, name)
        found = solve_mdp(graph, worth)
        chance = check_mdp_policy(graph, worth, found.values, found.policy)
        first = [label(move) for move in found.policy.get(start, ())]
        outcomes[name] = {"best_chance": str(chance), "best_moves": first}
        begin = f", beginning with {first[0]}" if first else ""
        answer.sentences.append(f"{name} with chance {fraction_and_decimal(chance)} at best{begin}")
        answer.best |= set(found.policy.items())
    answer.facts = {"outcomes": outcomes}
    _add_best_payoff(graph, answer)
    return answer


def _add_best_payoff(graph: nx.MultiDiGraph, answer: Answer) -> None:
    """Where endings have payoffs: the most that the one mover can get on average."""
    from gametheory.solvers.markov_decision import solve_mdp

    game = graph.graph["game"]
    ends = [end for _, end in graph.nodes(data="outcome") if end is not None]
    if not ends or not all(end.payoffs for end in ends):
        return
    player = next(
        name for node, end in graph.nodes(data="outcome") if end is None for name in active_players(game, node)
    )
    index = game.players.index(player)
    worth = {node: values[index] for node, values in payoffs_of_ends(graph).items()}
    found = solve_mdp(graph, worth)
    value = check_mdp_policy(graph, worth, found.values, found.policy)
    answer.best = set(found.policy.items())
    answer.strategy = {node: ", ".join(map(label, moves)) for node, moves in found.policy.items() if moves}
    answer.facts |= {"payoffs": {player: str(value)}}
    answer.sentences.append(
        f"{player} gets {fraction_and_decimal(value)} at best on average; endless play counts as 0."
    )
    answer.checked += "; the payoff, by verify.check_mdp_policy"
