"""`gametheory check` and `gametheory report`: claims in, verdicts out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import InputError, add_json, add_workers, output_file, print_json, write_output

if TYPE_CHECKING:
    from gametheory.claims import Appendix, Claim, Result
    from gametheory.claims.cache import VerdictCache
    from gametheory.claims.collect import Collection
    from gametheory.render.manifest import Manifest, EvaluatedAppendix

REPORT_EXAMPLE = "example:\n  gametheory report -o castle.html -o castle.md"
CHECK_EXAMPLE = "example:\n  gametheory check -k CD2.9 --json"


def add_commands(commands: Any) -> None:
    """Declare the two commands."""
    report = commands.add_parser(
        "report",
        description="Check every claim of a folder and write one HTML file that opens without a network.",
        epilog=REPORT_EXAMPLE,
    )
    _add_folder(report)
    report.add_argument(
        "-o",
        dest="outputs",
        metavar="FILE",
        action="append",
        type=_report_file,
        help="report.html unless given; .md, .pdf, .xml (JUnit) and .json are written too; may be given several times",
    )
    report.set_defaults(run=_report)

    check = commands.add_parser(
        "check",
        description="Check the claims of a folder. Status 1 when a verdict is not the one on record.",
        epilog=CHECK_EXAMPLE,
    )
    _add_folder(check)
    check.add_argument("-k", dest="text", metavar="TEXT", help="only this id, or claims that contain this text")
    add_json(check)
    check.add_argument("--junit", metavar="FILE", type=output_file, help="also write JUnit XML")
    check.set_defaults(run=_check)


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", nargs="?", default="proofs", type=Path)
    parser.add_argument("--deep", action="store_true", help="sweep the larger boxes")
    parser.add_argument(
        "--fresh", action="store_true", help="check all anew, also what has not changed since the last run"
    )
    either = parser.add_mutually_exclusive_group()
    add_workers(either)
    either.add_argument("--scheduler", metavar="ADDRESS", help="check on a Dask cluster, such as tcp://10.0.0.1:8786")


def _report_file(text: str) -> Path:
    from gametheory.render.output_formats import EXTENSIONS

    path = output_file(text)
    if path.suffix not in EXTENSIONS and path.suffix:
        raise argparse.ArgumentTypeError(f"{text}: a report is written as {', '.join(EXTENSIONS)}")
    return path


def _report(chosen: argparse.Namespace) -> int:
    from gametheory.render.manifest import build_manifest
    from gametheory.render.output_formats import render_as

    outputs = chosen.outputs or [output_file("report.html")]
    collection, memory = _collected(chosen.folder), _memory(chosen, outputs)
    results = _results(collection.claims, chosen, memory, outputs)
    document = build_manifest(results, chosen.folder, chosen.deep, _shown(collection.displays, memory))
    try:
        files = [(path, render_as(document, path.suffix)) for path in outputs]
    except ValueError as error:  # a formula of the folder cannot be typeset, or there is no browser for a PDF
        raise InputError(f"gametheory report: {chosen.folder}: {error}") from error
    for path, content in files:
        write_output(path, content)
    _print(document, results)
    for path in outputs:
        print(f"wrote {path}")
    return _status(document)


def _shown(displays: Sequence[tuple[str, Appendix]], memory: VerdictCache) -> list[EvaluatedAppendix]:
    from gametheory.claims import ClaimsError

    try:
        return [(source, item, memory.exhibits(item)) for source, item in _named(displays)]
    except ClaimsError as error:
        raise InputError(f"gametheory: {error}") from error


def _check(chosen: argparse.Namespace) -> int:
    from gametheory.render.junit import junit_xml
    from gametheory.render.manifest import build_manifest

    claims: Sequence[tuple[str, Claim]] = _collected(chosen.folder).claims
    if chosen.text is not None:
        claims = _selected(claims, chosen)
    outputs = [chosen.junit] if chosen.junit else []
    results = _results(claims, chosen, _memory(chosen, outputs), outputs)
    document = build_manifest(results, chosen.folder, chosen.deep)
    if chosen.junit:
        write_output(chosen.junit, junit_xml(document))
    if chosen.json:
        print_json(document)
    else:
        _print(document, results)
    return _status(document)


def _collected(folder: Path) -> Collection:
    from gametheory.claims import ClaimsError
    from gametheory.claims.collect import collect_all

    try:
        return collect_all(folder)
    except ClaimsError as error:
        raise InputError(f"gametheory: {error}") from error


def _selected(claims: Sequence[tuple[str, Claim]], chosen: argparse.Namespace) -> Sequence[tuple[str, Claim]]:
    from gametheory.claims import select

    if found := select(claims, chosen.text):
        return found
    raise InputError(f"gametheory: -k {chosen.text}: no claim in {chosen.folder} has that id or contains that text")


def _memory(chosen: argparse.Namespace, outputs: Sequence[Path]) -> VerdictCache:
    from gametheory.claims.cache import VerdictCache

    return VerdictCache(chosen.folder, chosen.deep, outputs, chosen.fresh)


def _results(
    claims: Sequence[tuple[str, Claim]], chosen: argparse.Namespace, memory: VerdictCache, outputs: Sequence[Path]
) -> list[Result]:
    """The results in the order of the claims.

    Files are spread over the workers; with --deep, where single sweeps take longest, it is their chunks that are.
    """
    from gametheory.claims import ClaimsError, run, topological_order
    from gametheory.claims.parallel import check_by_file
    from gametheory.parallel.executor import WorkerCrashed

    check_all = None if chosen.deep else check_by_file(chosen.folder, chosen.fresh, outputs, memory)
    with _executor(chosen):
        try:
            with closing(run(claims, chosen.deep, memory, check_all)) as results:
                done = {item.id: next(results) for _, item in _named(topological_order(claims))}
        except (ClaimsError, WorkerCrashed) as error:
            raise InputError(f"gametheory: {error}") from error
    return [done[item.id] for _, item in claims]


@contextmanager
def _executor(chosen: argparse.Namespace) -> Iterator[None]:
    """Within it the cluster that was chosen is in use; else it is the processes of this machine, as `main` sees to."""
    if chosen.scheduler is None:
        yield
        return
    import logging

    from gametheory.parallel.dask import SECONDS, ClusterUnreachable, DaskCluster
    from gametheory.parallel.executor import use_executor

    try:
        cluster = DaskCluster(chosen.scheduler, SECONDS)
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # that it is lost is told by the verdict
    except ClusterUnreachable as error:
        raise InputError(f"gametheory: argument --scheduler: {error}") from error
    with cluster, use_executor(cluster):
        yield


def _named(items: Sequence[Any]) -> Iterator[Any]:
    """Name the claim or display under way on a terminal; say nothing in a pipe."""
    if not sys.stderr.isatty():
        yield from items
        return
    for number, (source, item) in enumerate(items, 1):
        print(f"\r\033[K[{number}/{len(items)}] {item.id}", end="", file=sys.stderr, flush=True)
        yield source, item
    print("\r\033[K", end="", file=sys.stderr, flush=True)


def _print(document: Manifest, results: Iterable[Result]) -> None:
    from gametheory.render.terminal import print_results

    print_results(document)
    kept = sum(result.kept for result in results)
    if kept:
        print(f"{kept} as found before: nothing they depend on has changed; --fresh checks all anew")


def _status(document: Manifest) -> int:
    return 0 if all(item["matches_expected"] for item in document["claims"]) else 1
