"""One page that plays a game against its solution, without a network: the decisions of one player as a table."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any

from gametheory.model.unfolding import unfold
from gametheory.render.html import FIRST_SCRIPT, POLICY, content_security_policy, page_environment, page_style, script
from gametheory.solvers.playing.decisions import Decisions, State
from gametheory.solvers.playing.solved_game import SolvedGame

MAX_STATES = 20_000  # of a page
SCRIPTS = ("play/play.js", "play/table_play.js")


def play_page(solved: SolvedGame, player: str, title: str) -> str:
    """Return a page on which the reader is one player, and the page plays the solution for the others.

    Raises PositionLimitExceeded if the reader can come to more than 20,000 positions against the solution.
    """
    environment, scripts = page_environment(), [FIRST_SCRIPT, *map(script, SCRIPTS)]
    style = page_style(environment)
    page = environment.get_template("play/play_page.html.j2").render(
        policy=POLICY, style=style, scripts=scripts, title=title, player=player, solved=solved,
        states=_states(Decisions(solved, player)),
    )  # fmt: skip
    return page.replace(POLICY, content_security_policy(scripts, [style]), 1)


def _states(decisions: Decisions) -> list[dict[str, Any]]:
    """Return what the player sees in each state, and where each move leads; a move of others has no label."""
    graph: Any = unfold(decisions, MAX_STATES)
    return [_state(decisions, state, graph.index) for state in graph]


def _state(decisions: Decisions, state: State, index: Any) -> dict[str, Any]:
    solved, player, position = decisions.solved, decisions.player, next(iter(state))[0]
    if (outcome := decisions.outcome(state)) is not None:
        return {"text": solved.picture(position), "end": solved.end_text(outcome)}
    if not (own := decisions.moves(state, player)):
        text = "" if solved.hidden else solved.picture(position)
        return {"text": text, "moves": [{"after": _after(decisions, state, (), index)}]}
    label, payoffs, costs = (
        partial(solved.labels.move, position),
        decisions.payoffs(position),
        decisions.costs(position),
    )
    best = " or ".join(label(move) for move in own if not costs[move])
    moves = [
        {
            "label": label(move),
            "payoff": solved.payoff_text(payoffs[move]),
            "cost": None if costs[move] == inf else float(costs[move]),
            "remark": f"This move costs {solved.cost_text(costs[move])}; best: {best}." if costs[move] else "",
            "after": _after(decisions, state, (move,), index),
        }
        for move in own
    ]
    return {"text": solved.shown(position, player), "moves": moves}


def _after(decisions: Decisions, state: State, own: tuple[Any, ...], index: Any) -> list[tuple[int, float, str]]:
    """Return each next state with its probability, and with what the others did if the player sees it."""
    notes: dict[Any, set[str]] = {}
    if not decisions.solved.hidden:
        [(position, weight)] = state
        label = partial(decisions.solved.labels.move, position)
        for moves, after, _ in decisions.steps(position, weight, own):
            others = [f"{player}: {label(move)}." for player, move in moves.items() if player != decisions.player]
            notes.setdefault(frozenset({(after, 1)}), set()).add(" ".join(others))
    spread = decisions.spread(state, own).items()
    certain = {after: note for after, (note, *other) in notes.items() if not other}
    return [(index[after], float(weight), certain.get(after, "")) for after, weight in spread]
