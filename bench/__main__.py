"""Run all benches, or some of them: `python -m bench [--quick] [NAME ...] [--markdown FILE]`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench import (
    battle,
    bimatrix,
    castle_counting,
    castle_theorem,
    checking,
    commands,
    connect_games,
    first_paint,
    goofspiel,
    graph_rates,
    growths,
    many_players,
    markov_chains,
    matrix_games,
    page,
    pig,
    state_graphs,
    trees,
    wargame,
)
from bench.page import Section
from bench.running import FULL, QUICK, Effort, grown, measured, rated
from bench.versions import setting
from bench.work import EmptyWork, Growth, Rate, Work
from bench.workers import Crew, crew
from gametheory.storage.files import check_writable, write_atomic

BENCHES: dict[str, Callable[[bool], Sequence[Any]]] = {
    **castle_counting.BENCHES,
    **castle_theorem.BENCHES,
    **battle.BENCHES,
    **markov_chains.BENCHES,
    **matrix_games.BENCHES,
    **bimatrix.BENCHES,
    **many_players.BENCHES,
    **pig.BENCHES,
    **goofspiel.BENCHES,
    **trees.BENCHES,
    **wargame.BENCHES,
    **state_graphs.BENCHES,
    **graph_rates.BENCHES,
    **connect_games.BENCHES,
    **growths.BENCHES,
    **commands.BENCHES,
    **checking.BENCHES,
    **first_paint.BENCHES,
}
EVERYWHERE = ("gametheory", "numpy", "numba", "python-flint")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the requested benches; exit with status 2 before the first one if the arguments are wrong."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"benches to run, of {', '.join(BENCHES)} (default: all)"
    )
    parser.add_argument("--quick", action="store_true", help="one run of a few small cases, as a test")
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="write the tables into a page, and all times into results.json"
    )
    args = parser.parse_args(arguments)
    names = list(dict.fromkeys(args.names)) or list(BENCHES)
    for name in names:
        if name not in BENCHES:
            parser.error(f"there is no bench {name}; there are {', '.join(BENCHES)}")
    if args.markdown:
        if args.quick:
            parser.error("--markdown: a quick run is not saved")
        try:
            check_writable(args.markdown)
            check_writable(page.RESULTS)
            page.filled(args.markdown.read_text(encoding="utf-8"), dict.fromkeys(names, Section("", "", [], [])))
        except (OSError, ValueError) as error:
            parser.error(f"--markdown {args.markdown}: {error}")
    try:
        items = {name: _items(name, args.quick) for name in names}
    except EmptyWork as error:
        parser.error(str(error))
    run(items, QUICK if args.quick else FULL, args.markdown)


def _items(name: str, quick: bool) -> Sequence[Any]:
    """Return what a bench measures."""
    if not (items := BENCHES[name](quick)):
        raise EmptyWork(f"{name}: there is nothing to measure")
    return items


def run(benches: Mapping[str, Sequence[Any]], effort: Effort, path: Path | None) -> None:
    """Run benches; print each result, and save it immediately if there is a page, so that no result is lost."""
    with crew() as workers:
        for name, items in benches.items():
            print(f"== {name}: {BENCHES[name].__doc__}\n", flush=True)
            result = section(BENCHES[name].__doc__ or "", items, workers, effort)
            print(result.text(), end="\n\n", flush=True)
            if path:
                save({name: result}, path)


def section(about: str, items: Sequence[Any], workers: Crew, effort: Effort) -> Section:
    """Run one bench."""
    works = [item for item in items if isinstance(item, Work)]
    tables = [measured(work, workers, effort) for work in works]
    fits = [grown(item, effort) for item in items if isinstance(item, Growth)]
    rates = [rated(item, effort) for item in items if isinstance(item, Rate)]
    needs = {need for work in works for program in work.programs for need in program.needs}
    return Section(about, setting(needs.union(EVERYWHERE)), tables, fits, rates)


def save(sections: dict[str, Section], path: Path) -> None:
    """Write the tables into the page, and add all measurements to results.json."""
    text = page.filled(path.read_text(encoding="utf-8"), sections)
    write_atomic(page.RESULTS, page.to_json(page.saved_sections(page.RESULTS) | sections))
    write_atomic(path, text)


if __name__ == "__main__":
    main()
