"""Figures and tables of the equilibrium of the Wargame."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gametheory.claims.evidence import Figure, Table
from gametheory.games.wargame import Army
from gametheory.games.wargame.equilibrium import armies_of, position_of
from gametheory.numbers.rationals import to_float
from gametheory.render.charts import BLUE, GREEN, VERMILION, Axis, Panel, Series, axis, contour, heat_map, plot
from gametheory.render.figures import draw_opening

from .shared import Loss, optimal_play, published

MAPPED_ROUND = 5


def opening_bars() -> Figure:
    """Draw the first move of either player."""
    game = published().game
    mixture = published().mixed_strategies(game.start())[0]
    numbers = ", ".join(f"{sent} with {100 * probability:.2f} %" for sent, probability in mixture.items())
    caption = f"The opening of either player: {numbers}. No other number is sent."
    return Figure(draw_opening(mixture, caption), caption)


def by_round() -> Figure:
    """Draw the average armies of optimal play."""
    rounds = optimal_play()
    lines = {
        "in camp before sending": (BLUE, "", "circle", "camp"),
        "in the field when the battle may begin": (VERMILION, "7 4", "square", "in_field"),
        "sent": (GREEN, "2 4", "triangle", "mean_sent"),
    }
    series = [
        Series(name, [(round.number, float(getattr(round.a, average))) for round in rounds], color, dashes, shape)
        for name, (color, dashes, shape, average) in lines.items()
    ]
    fewest = sorted(sorted(rounds, key=lambda round: round.a.mean_sent)[:2], key=lambda round: round.number)
    caption = (
        "The average army of optimal play. The camp is emptied evenly, and the field remains near four in most "
        "rounds; the fewest are sent in rounds {} and {}.".format(*(round.number for round in fewest))
    )
    panel = Panel("", axis("round", 0.7, 10.3, 10), axis("soldiers", 0, 20.5), series)
    return Figure(plot("Soldiers by round", [panel], caption), caption)


def round_table() -> Table:
    """Return the same in numbers, with the outcomes of battles."""
    rows = [
        (
            round.number,
            len(round.positions),
            *(f"{float(number):.2f}" for number in (round.a.camp, round.a.mean_sent, round.a.in_field)),
            *(f"{100 * float(probability):.1f} %" for probability in round.outcome_probabilities),
        )
        for round in optimal_play()
    ]
    return Table(
        ("round", "positions reached", "in camp", "sent", "in the field", "A wins", "draw", "B wins"),
        rows,
        "Optimal play, round by round: A's average soldiers, and the outcome of a battle in that round.",
    )


def sent_map() -> Figure:
    """Draw how often each number is sent in each round."""
    rounds, most = optimal_play(), 7
    values = [[float(round.a.sent.get(sent, 0)) for round in rounds] for sent in range(most + 1)]
    rest = max(float(sum(probability for sent, probability in round.a.sent.items() if sent > most)) for round in rounds)
    caption = (
        f"How often each number is sent, round by round; more than {most} in at most {100 * rest:.2f} % of plays. "
        "Two or three are most frequent; where 0 is bright, soldiers are saved for later."
    )
    svg = heat_map(
        "What is sent", values, "round", "soldiers sent", scale="probability", description=caption, origin=(1, 0)
    )
    return Figure(svg, caption)


def maps() -> tuple[Figure, Figure]:
    """Draw the value and the mean move over A's army, against the most frequent army of B."""
    positions = optimal_play()[MAPPED_ROUND - 1].positions
    opponent = armies_of(max(positions, key=positions.__getitem__))[1]
    context = f"in round {MAPPED_ROUND}, against {opponent.camp} in camp and {opponent.field} in the field"
    value = Axis("value to A", -1, 1, {-1: "−1", -0.5: "−0.5", 0: "0", 0.5: "0.5", 1: "1"})
    first = (
        f"The value of A's army {context}. Colors change faster from left to right than upwards: a soldier in camp "
        "has a higher value than one in the field. On the dashed line the two armies are even. Unreachable armies "
        "are empty."
    )
    second = (
        f"The average number of soldiers that A sends {context}: the more are in the field already, the fewer. "
        "Unreachable armies are empty; if the battle is nearly decided, all numbers can be equally good."
    )
    values, sends = _values(opponent), _means(opponent)
    top = max(sends.values())
    return (
        _map("The value of an army", values, value, first, [contour("even", _even(values), "6 4")]),
        _map("The number to send", sends, axis("soldiers sent on average", 0, top), second),
    )


def _values(opponent: Army) -> dict[Army, float]:
    return {
        army: to_float(published().value(position_of(army, opponent))) for army in published().armies[MAPPED_ROUND - 1]
    }


def _means(opponent: Army) -> dict[Army, float]:
    mixtures = {
        a: published().mixed_strategies(position_of(a, opponent))[0] for a in published().armies[MAPPED_ROUND - 1]
    }
    return {
        army: sum(sent * probability for sent, probability in distribution.items())
        for army, distribution in mixtures.items()
    }


def _even(values: dict[Army, float]) -> list[tuple[float, float]]:
    """Return, for each field, the camp at which the value changes its sign, interpolated between two armies."""
    points = []
    for army, value in sorted(values.items(), key=lambda item: item[0].field):
        more = values.get(army._replace(camp=army.camp + 1))
        if more is not None and value < 0 <= more:
            points.append((army.camp - value / (more - value), float(army.field)))
    return points


def _map(title: str, numbers: dict[Army, float], scale: Axis, caption: str, curves: Sequence[Series] = ()) -> Figure:
    camps, fields = (range(max(getattr(army, place) for army in numbers) + 1) for place in ("camp", "field"))
    values = [[numbers.get(Army(MAPPED_ROUND, camp, field)) for camp in camps] for field in fields]
    axes = "in camp", "in the field, before sending"
    return Figure(heat_map(title, values, *axes, curves, scale, description=caption, origin=(0, 0)), caption)


def losses_plot(kinds: Mapping[str, Sequence[Loss]]) -> Figure:
    """Draw the payoffs of fixed policies against the equilibrium and against the best response."""
    shown = {"all": ("all soldiers in one round", "round"), "field": ("a field of constant size", "size of the field")}
    panels = [
        Panel(title, axis(across, 0.6, 10.4, 10), axis("mean payoff", -1.05, 0.05, 6), _both(kinds[kind]))
        for kind, (title, across) in shown.items()
    ]
    best = {kind: max(losses, key=lambda loss: loss.equilibrium).name for kind, losses in kinds.items()}
    caption = (
        "The mean payoff of a policy; optimal play has 0. Left: all soldiers in one round; too early and too late are "
        f"worse than {best['all']}. Right: a field of constant size; the best is a {best['field']}, which loses almost "
        "nothing unless B knows the policy."
    )
    return Figure(plot("Payoffs of fixed policies", panels, caption), caption)


def _both(losses: Sequence[Loss]) -> list[Series]:
    looks: dict[str, tuple[str, str, str, Callable[[Loss], float]]] = {
        "against the equilibrium": (BLUE, "", "circle", lambda loss: loss.equilibrium),
        "against the best response": (VERMILION, "7 4", "square", lambda loss: float(loss.best)),
    }
    return [
        Series(name, [(place, of(loss)) for place, loss in enumerate(losses, 1)], color, dashes, shape)
        for name, (color, dashes, shape, of) in looks.items()
    ]


def losses_table(kinds: Mapping[str, Sequence[Loss]]) -> Table:
    """Return the same in numbers."""
    rows = [(loss.name, f"{loss.equilibrium:.3f}", str(loss.best)) for kind in kinds.values() for loss in kind]
    return Table(
        ("policy of A", "against the equilibrium", "against the best response, exactly"),
        rows,
        "The payoffs of policies that use only the own army. The best response knows the policy.",
    )
