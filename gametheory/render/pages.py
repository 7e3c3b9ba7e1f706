"""Pages other than the report: texts as PDF, a page that plays a game without a network, and that of a data set.

A text can be a stranger's. What pdflatex reads is below the folder of the text or belongs to TeX, and what it
writes is in a folder that is deleted.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from markupsafe import Markup

from gametheory.model.unfolding import unfold
from gametheory.numbers.format import json_text
from gametheory.parallel.extras import ends_with_parent, find_on_path
from gametheory.render.page import (
    FIRST_SCRIPT,
    PAGE,
    POLICY,
    content_security_policy,
    page_environment,
    page_style,
    script,
)
from gametheory.solvers.playing import Decisions, SolvedGame, State

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SECONDS = 300
# Letters, digits and a few signs: others mean something to TeX, which reads the name as a part of a text.
PLAIN_NAME = re.compile(r"\w[\w.+ -]*")
OPTIONS = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "-no-parse-first-line", "-recorder")
SOURCE, STYLE, HOME = "source", "style", "home"  # in the folder in which pdflatex runs
MAX_STATES = 20_000  # of a page
MAX_EQUILIBRIA = 12  # of a game, which its row shows
SIGNS = {  # of verdicts on other programs
    "right": "✓",
    "wrong": "✗",
    "missed": "−",
    "failed": "!",
    "missed, as documented": "d",
    "approximate, as documented": "a",
    "unclear": "?",
    "refused": "·",
    "not installed": "·",
}
PLAY_SCRIPTS = ("play/play.js", "play/table_play.js")


# Texts as PDF


class NoPdf(Exception):
    """A PDF cannot be made: a program is missing, or refuses its input."""


def pdf_of_latex(text: Path, verdicts: str) -> bytes:
    """Typeset a LaTeX text twice, with its verdicts and the style file of this package, and return the PDF."""
    if not PLAIN_NAME.fullmatch(text.stem):
        raise NoPdf(f"the name {text.name} has signs that mean something to TeX")
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        # with -output-directory, pdflatex reads ../FILE from there whatever openin_any says
        (folder / SOURCE).symlink_to(text.parent.resolve())
        (folder / STYLE).symlink_to(PAGE)
        (folder / HOME).mkdir()
        (folder / f"{text.stem}.verdicts").write_text(verdicts, encoding="utf-8")
        for _ in range(2):  # references are right in the second run
            _run(("pdflatex",), [*OPTIONS, f"{SOURCE}/{text.name}"], folder, _environment(folder))
        _refuse_others(folder, text)
        return (folder / f"{text.stem}.pdf").read_bytes()


def _environment(folder: Path) -> dict[str, str]:
    """Return the variables by which TeX reads no file of a parent folder, and no settings of a user."""
    home = str(folder / HOME)
    # what is below TEXMFOUTPUT may be read
    variables = dict.fromkeys(("HOME", "TEXMFHOME", "TEXMFVAR", "TEXMFCONFIG", "TEXMFOUTPUT"), home)
    variables |= {"openin_any": "p", "openout_any": "p"}  # paranoid
    return variables | {"TEXINPUTS": f".:./{SOURCE}:./{STYLE}:"}


def _refuse_others(folder: Path, text: Path) -> None:
    r"""Refuse a PDF for which a file was read that is neither the text's nor TeX's.

    openin_any does not hold for `\pdfobj`, nor for a link in the folder of the text that leads out of it.
    """
    trees = _run(("kpsewhich",), ["-expand-path=$TEXMF"], folder, _environment(folder)).strip().split(":")
    allowed = [folder, PAGE.resolve(), text.parent.resolve()]
    for name in dict.fromkeys(_files_read(folder / f"{text.stem}.fls")):
        path = folder / name
        in_tree = ".." not in path.parts and any(path.is_relative_to(tree) for tree in trees if tree)
        if in_tree or path.name == "texmf.cnf":
            continue
        if not any(path.resolve().is_relative_to(place) for place in allowed):
            raise NoPdf(f"the text reads {name.removeprefix(f'{SOURCE}/')}, which is not below its folder")


def _files_read(record: Path) -> Iterator[str]:
    for line in record.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        kind, _, name = line.partition(" ")
        if kind == "INPUT":
            yield name


def pdf_of_html(page: str) -> bytes:
    """Print a page in a browser without a window, and return the PDF."""
    with TemporaryDirectory() as folder:
        Path(folder, "page.html").write_text(page, encoding="utf-8")
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--print-to-pdf=page.pdf"]
        _run(BROWSERS, [*options, f"--user-data-dir={folder}/profile", "page.html"], Path(folder), {})
        return Path(folder, "page.pdf").read_bytes()


def _run(names: tuple[str, ...], arguments: list[str], folder: Path, variables: dict[str, str]) -> str:
    """Run the first of some programs that is installed, and return its output."""
    program = next(filter(None, map(find_on_path, names)), None)
    if program is None:
        raise NoPdf(f"{names[0]} is not installed")
    command = ends_with_parent([program, *arguments])
    environment = os.environ | variables
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        raise NoPdf(f"{names[0]} did not end within {SECONDS} seconds") from error
    output = done.stdout.decode(errors="replace")
    if done.returncode:
        message = f"{names[0]} ended with an error"
        for line in output.splitlines():
            if line.startswith("!"):  # as TeX begins an error
                message += f": {line}"
                break
        raise NoPdf(message)
    return output


# A game to play


def play_page(solved: SolvedGame, player: str, title: str, rules: str = "") -> str:
    """Return a page that says the rules; the reader is one player, and the page plays the solution for the others.

    Raises PositionLimitExceeded if the reader can come to more than 20,000 positions against the solution.
    """
    decisions = Decisions(solved, player)
    # what the reader decides is a graph of its own: the state of the reader, and not the position
    graph: Any = unfold(decisions, MAX_STATES)
    states = [_state(decisions, state, graph.index) for state in graph]
    environment = page_environment()
    scripts = [FIRST_SCRIPT, *map(script, PLAY_SCRIPTS)]
    style = page_style(environment)
    page = environment.get_template("play/play_page.html.j2").render(
        policy=POLICY,
        style=style,
        scripts=scripts,
        title=title,
        rules=rules.split("\n\n") if rules else [],
        player=player,
        solved=solved,
        states=states,
    )
    return page.replace(POLICY, content_security_policy(scripts, [style]), 1)


def _state(decisions: Decisions, state: State, index: Mapping[State, int]) -> dict[str, object]:
    """Return what the player sees in a state, and where each move leads; a move of others has no label."""
    solved, player = decisions.solved, decisions.player
    position = next(iter(state))[0]
    outcome = decisions.outcome(state)
    if outcome is not None:
        return {"text": solved.picture(position), "end": solved.end_text(outcome, position)}
    moves = decisions.moves(state, player)
    if not moves:
        text = "" if solved.hidden else solved.picture(position)
        return {"text": text, "moves": [{"after": _after(decisions, state, (), index)}]}
    payoffs = decisions.payoffs(position)
    costs = decisions.costs(position)
    labels = {move: solved.labels.move(position, move) for move in moves}
    best = " or ".join(label for move, label in labels.items() if not costs[move])
    options = []
    for move, label in labels.items():
        cost, remark = costs[move], ""
        if cost:
            remark = f"This move costs {solved.cost_text(cost)}; best: {best}."
        options.append(
            {
                "label": label,
                "payoff": solved.payoff_text(payoffs[move]),
                "cost": None if cost == inf else float(cost),  # JSON has no infinity
                "remark": remark,
                "after": _after(decisions, state, (move,), index),
            }
        )
    return {"text": solved.shown(position, player), "moves": options}


def _after(
    decisions: Decisions, state: State, chosen: tuple[object, ...], index: Mapping[State, int]
) -> list[tuple[int, float, str]]:
    """Return each next state with its probability, and with what the others did if the player sees it."""
    if decisions.solved.hidden:
        notes = {}
    else:
        notes = _notes(decisions, state, chosen)
    after = []
    for following, weight in decisions.spread(state, chosen).items():
        different = notes.get(following, set())
        # if several moves of the others lead to one state, the player does not know which was made
        note = min(different) if len(different) == 1 else ""
        after.append((index[following], float(weight), note))
    return after


def _notes(decisions: Decisions, state: State, chosen: tuple[object, ...]) -> dict[State, set[str]]:
    """Return for each next state the sentences that say which moves of the others lead to it."""
    notes: dict[Any, set[str]] = {}
    [(position, weight)] = state  # without hidden information, the player knows the position
    for moves, following, _ in decisions.steps(position, weight, chosen):
        sentences = []
        for player, move in moves.items():
            if player != decisions.player:
                sentences.append(f"{player}: {decisions.solved.labels.move(position, move)}.")
        notes.setdefault(frozenset({(following, 1)}), set()).add(" ".join(sentences))
    return notes


# A data set


def dataset_row(record: Mapping[str, Any], programs: Iterable[str]) -> dict[str, object]:
    """Return the row of a game in the table, with the verdict on each program."""
    listed, exact = record["list"], record["exact"]
    row = {key: record[key] for key in ("game", "kind", "players", "size", "source")}
    row["equilibria"] = None if listed is None else len(listed["equilibria"])
    row["complete"] = None if listed is None else listed["complete"]
    row["certificate"] = record["certificate"]
    row["payoffs"] = "; ".join(_dataset_payoffs(listed, exact))
    row["refused"] = record["refused"]
    for ending, prover in ((".v", "Rocq"), (".lisp", "ACL2")):
        row[prover] = next((name for name in record["theorems"] if name.endswith(ending)), "")
    for name in programs:
        row[name] = record["programs"].get(name, {}).get("verdict", "")
    return row


def _dataset_payoffs(listed: Mapping[str, Any] | None, exact: Mapping[str, Any] | None) -> Iterator[str]:
    """Yield the payoffs of each player by `solve`, or those of the first equilibrium of a list."""
    if exact is not None:
        payoffs = exact["payoffs"].items()
    elif listed is not None and listed["equilibria"]:
        payoffs = zip(listed["players"], listed["equilibria"][0]["payoffs"], strict=True)
    else:
        payoffs = ()
    for player, payoff in payoffs:
        # a bracket of `solve` has names for its ends, and an interval of a list has none
        ends = payoff.values() if isinstance(payoff, dict) else payoff
        yield f"{player} {payoff if isinstance(payoff, str) else ' to '.join(ends)}"


def dataset_page(
    header: Mapping[str, Any],
    records: Sequence[Mapping[str, Any]],
    rows: Sequence[Mapping[str, object]],
    programs: Sequence[Mapping[str, object]],
    verdicts: Mapping[str, str],
) -> str:
    """Return a page with the games of a data set in a table to search and sort, and the verdicts on programs."""
    environment = page_environment()
    scripts = [FIRST_SCRIPT, script("dataset/dataset.js")]
    styles = [page_style(environment), script("dataset/dataset.css")]
    page = environment.get_template("dataset/dataset.html.j2").render(
        policy=POLICY,
        styles=styles,
        scripts=scripts,
        header=header,
        records=records,
        rows=rows,
        equilibria=[list(_equilibrium_lines(record["list"])) for record in records],
        programs=programs,
        verdicts=verdicts,
        symbol=_sign,
    )
    return page.replace(POLICY, content_security_policy(scripts, styles), 1)


def _sign(verdict: str) -> Markup:
    """Return the sign of a verdict, whose color is that of its first word."""
    classes = verdict if verdict in ("right", "wrong", "missed", "failed") else ""
    return Markup('<span class="sign {}" aria-hidden="true">{}</span>').format(classes, SIGNS[verdict])


def _equilibrium_lines(document: Mapping[str, Any] | None) -> Iterator[str]:
    """Yield the first equilibria of a list, each as one line."""
    if document is None:
        return
    equilibria = document["equilibria"]
    for number, equilibrium in enumerate(equilibria[:MAX_EQUILIBRIA], 1):
        plans = equilibrium.get("behavior") or equilibrium.get("strategies")
        yield f"{number}. {json_text(plans)}".replace('"', "")
    if len(equilibria) > MAX_EQUILIBRIA:
        yield f"and {len(equilibria) - MAX_EQUILIBRIA:,} more, which dataset.jsonl has"
