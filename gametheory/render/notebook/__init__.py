"""Rich display in notebooks: which function renders which class.

The classes of solvers, games and claims know nothing of HTML. This package maps the full name of a class, as a string,
to a function that renders its values, so that registering imports no solver and no game. IPython and Jupyter use the
table through their display formatters, see `register`. Other programs call `mimebundle` or `html`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gametheory.numbers.visible import visible
from gametheory.render.notebook import claims, games, graphs, plain_text, solution, solvers

HTML, LATEX, MARKDOWN, PLAIN, SVG = "text/html", "text/latex", "text/markdown", "text/plain", "image/svg+xml"

RENDERERS: dict[str, dict[str, Callable[[Any], str]]] = {
    "gametheory.claims.evidence.Figure": {SVG: claims.figure_svg},
    "gametheory.claims.evidence.Formula": {LATEX: claims.formula_latex},
    "gametheory.claims.evidence.LookupTable": {HTML: claims.lookup_table_html},
    "gametheory.claims.evidence.Table": {HTML: claims.evidence_table_html},
    "gametheory.claims.evidence.Text": {MARKDOWN: claims.text_markdown},
    "gametheory.claims.check.CheckRun": {HTML: claims.check_run_html},
    "gametheory.claims.runner.Result": {HTML: claims.result_html},
    "gametheory.claims.verdict.Verdict": {HTML: claims.verdict_html},
    "gametheory.games.battle.result.BattleDistribution": {HTML: games.battle_distribution_html},
    "gametheory.games.battle.result.OddsByTurn": {HTML: games.odds_by_turn_html},
    "gametheory.games.battle.table.OddsTable": {HTML: games.odds_table_html},
    "gametheory.games.castle.counting.PlayCounts": {HTML: games.play_counts_html},
    "gametheory.games.castle.solution.CastleSolution": {HTML: games.castle_solution_html},
    "gametheory.games.castle.strategies.CastlePlay": {HTML: games.castle_play_html},
    "gametheory.games.towers.distribution.TowersDistribution": {HTML: games.towers_distribution_html},
    "gametheory.games.wargame.equilibrium.WargameEquilibrium": {HTML: games.wargame_equilibrium_html},
    "gametheory.render.svg.primitives.Drawing": {SVG: str},
    "gametheory.solvers.bimatrix.nash_solution.NashSolution": {
        HTML: solvers.nash_solution_html,
        PLAIN: plain_text.equilibria_text,
    },
    "gametheory.solvers.bimatrix.vertex_enumeration.Equilibria": {HTML: solvers.equilibria_html},
    "gametheory.solvers.bimatrix.equilibrium.Equilibrium": {HTML: solvers.equilibrium_html},
    "gametheory.solvers.sequence_form.solution.TreeSolution": {
        HTML: solvers.tree_solution_html,
        PLAIN: plain_text.equilibria_text,
    },
    "gametheory.solvers.matrix_game.solution.MatrixSolution": {
        HTML: solvers.matrix_solution_html,
        PLAIN: plain_text.matrix_text,
    },
    "gametheory.solvers.product_game.exact.ExactRoundSolution": {HTML: solvers.exact_round_html},
    "gametheory.solvers.product_game.floats.RoundSolution": {HTML: solvers.round_html},
    "gametheory.solvers.solution.Solution": {HTML: solution.solution_html, PLAIN: plain_text.solution_text},
    "gametheory.claims.declare.Claim": {HTML: graphs.claim_html},
    "gametheory.games.battle.rules.Battle": {HTML: graphs.fields_html},
    "gametheory.games.castle.rules.Castle": {HTML: graphs.fields_html},
    "gametheory.games.towers.rules.Towers": {HTML: graphs.fields_html},
    "gametheory.games.wargame.rules.Wargame": {HTML: graphs.fields_html},
    "gametheory.claims.evidence.Certificate": {HTML: graphs.fields_html},
    "gametheory.model.array_graph.StateGraph": {HTML: graphs.state_graph_html},
    "gametheory.model.extensive_form.ExtensiveForm": {HTML: graphs.extensive_form_html},
    "gametheory.model.normal_form.NormalForm": {HTML: graphs.normal_form_html},
    "gametheory.solvers.backward_induction.SubgamePerfectSolution": {HTML: graphs.fields_html},
    "gametheory.solvers.markov_chain.interval.BoundedDistribution": {HTML: graphs.fields_html},
    "gametheory.solvers.markov_chain.transition.MarkovChain": {HTML: graphs.markov_chain_html},
    "gametheory.solvers.markov_decision.MDPSolution": {HTML: graphs.fields_html},
    "gametheory.solvers.retrograde.RetrogradeSolution": {HTML: graphs.fields_html},
    "gametheory.solvers.saved.best_play.PositionSolution": {PLAIN: plain_text.position_text},
    "gametheory.solvers.sequence_form.equilibrium.TreeEquilibrium": {HTML: graphs.fields_html},
    "gametheory.solvers.simultaneous.MixedSolution": {HTML: graphs.fields_html},
    "gametheory.solvers.stochastic.concurrent.Guarantee": {HTML: graphs.fields_html},
    "gametheory.solvers.stochastic.general_sum.EquilibriumSolution": {HTML: graphs.fields_html},
    "gametheory.solvers.stochastic.mean_payoff.MeanPayoffSolution": {HTML: graphs.fields_html},
    "gametheory.solvers.stochastic.mean_payoff_game.MeanPayoffGameSolution": {HTML: graphs.fields_html},
    "gametheory.solvers.stochastic.sequential.SequentialSolution": {HTML: graphs.fields_html},
}


def mimebundle(value: object) -> dict[str, str]:
    """Return the renderings of a value by MIME type, as in Jupyter's display messages. Hidden characters are escapes.

    Parameters
    ----------
    value
        A value of this package. A subclass of a registered class is rendered like its nearest base.

    Returns
    -------
    dict
        MIME type to text. Empty if the class is not registered.

    Examples
    --------
    >>> from gametheory import Formula
    >>> mimebundle(Formula("a < b")), mimebundle(3)
    ({'text/latex': '$$ a < b $$'}, {})
    """
    for kind in type(value).__mro__:
        if renderers := RENDERERS.get(f"{kind.__module__}.{kind.__qualname__}"):
            return {mime: visible(render(value)) for mime, render in renderers.items()}
    return {}


def html(value: object) -> str:
    """Return a value as HTML without scripts or colors of its own, in which all text is escaped.

    Parameters
    ----------
    value
        A value of a class with an HTML rendering in `RENDERERS`.

    Raises
    ------
    TypeError
        If the class has no HTML rendering.

    Examples
    --------
    >>> from gametheory import Table
    >>> html(Table(["n"], [[1]])).partition(" ")[0]
    '<table'
    """
    try:
        return mimebundle(value)[HTML]
    except KeyError as error:
        raise TypeError(f"{type(value).__name__} has no HTML rendering") from error


def text(value: object) -> str:
    """Return a value as plain text, which `print` shows: as a command prints it, otherwise as a notebook shows it.

    Parameters
    ----------
    value
        A value of a class with a plain text or HTML in `RENDERERS`, such as a `Solution`, what `nash` returns, or a
        verdict.

    Raises
    ------
    TypeError
        If the class has neither.

    Examples
    --------
    >>> from gametheory import nash
    >>> print(text(nash([[1, -1], [-1, 1]])))
          player   payoff   strategy
     ────────────────────────────────────
      1   row           0   1 1/2, 2 1/2
          column        0   1 1/2, 2 1/2
    <BLANKLINE>
    Value 0 for row (zero-sum).
    The only equilibrium, checked exactly.
    nashpy finds the same.
    """
    renderings = mimebundle(value)
    if PLAIN in renderings:
        return renderings[PLAIN]
    if HTML not in renderings:
        raise TypeError(f"{type(value).__name__} has no plain text; print shows it")
    return plain_text.table_text(renderings[HTML])


def register(formatters: Any) -> None:
    """Add all renderers to IPython's display formatters.

    Parameters
    ----------
    formatters
        IPython's formatters by MIME type: `get_ipython().display_formatter.formatters`.

    Examples
    --------
    >>> from collections import defaultdict
    >>> class Formatter:
    ...     names = []
    ...     def for_type_by_name(self, module, name, function): self.names.append(name)
    >>> register(defaultdict(Formatter))
    >>> "Verdict" in Formatter.names
    True
    """
    for name, renderers in RENDERERS.items():
        module, _, kind = name.rpartition(".")
        for mime, render in renderers.items():
            formatters[mime].for_type_by_name(module, kind, _pretty(render) if mime == PLAIN else render)


def _pretty(render: Callable[[Any], str]) -> Callable[[Any, Any, bool], None]:
    """Return a function as IPython calls it for plain text: it writes to a printer in place of returning the text."""

    def write(value: Any, printer: Any, cycle: bool) -> None:  # noqa: ARG001
        printer.text(visible(render(value)))

    return write
