"""The command `gametheory annotate`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import InputError, add_workers, output_file, whole_number_or_zero, write_output
from gametheory.cli.check import manifest_of, plain_errors
from gametheory.cli.progress import progress_line
from gametheory.cli.texts import add_text_options, margin_path, print_texts, text_runs, texts_status
from gametheory.numbers.format import json_text

if TYPE_CHECKING:
    from gametheory.claims.results import CheckRun
    from gametheory.claims.text_run import TextRun

EXAMPLE = """example:
  printf -- '---\\nimport: math\\n---\\nOf 5, choose 2: 10.<!-- claim: two check="math.comb(5, 2) == 10" -->' > post.md
  gametheory annotate post.md -o post.html"""
ENDINGS = {".md": (".html", ".md", ".pdf", ".svg", ".claims"), ".tex": (".pdf", ".verdicts", ".sty", ".svg", ".claims")}


def add_command(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "annotate",
        description="Check a text of Markdown or LaTeX, and write it with the verdicts in place.",
        epilog=EXAMPLE,
    )
    parser.add_argument("text", metavar="TEXT.md|TEXT.tex", type=Path, help="text with marks of claims")
    parser.add_argument(
        "-o",
        dest="outputs",
        metavar="FILE",
        action="append",
        required=True,
        type=output_file,
        help="output file, by extension: .html .md .pdf of Markdown; .pdf, .verdicts for the margin and .sty of LaTeX; "
        ".svg a badge, .claims everything for `recheck`; repeatable",
    )
    parser.add_argument(
        "--places",
        metavar="FOLDER",
        nargs="?",
        type=Path,
        const=Path(),
        help="first write TEXT.marked.md, with a mark for each claim of the folder that is found by its words; without "
        "FOLDER, for the claims that come with this program",
    )
    parser.add_argument("--fresh", action="store_true", help="ignore cached verdicts")
    parser.add_argument("--timeout", metavar="SECONDS", type=whole_number_or_zero, help="stop a check after this time")
    add_text_options(parser)
    add_workers(parser)
    parser.set_defaults(run=_annotate)


def _annotate(args: argparse.Namespace) -> int:
    from gametheory.claims.check import check_with
    from gametheory.claims.session import Options

    endings = ENDINGS.get(args.text.suffix)
    if endings is None:
        raise InputError(f"gametheory annotate: {args.text}: a text ends in .md or .tex")
    for path in args.outputs:
        if path.suffix not in endings:
            of = f"of a text {args.text.suffix} the output ends in {', '.join(endings)}"
            raise InputError(f"gametheory annotate: argument -o: {path}: {of}")
        if path.resolve() == args.text.resolve():
            raise InputError(f"gametheory annotate: argument -o: {path} is the text itself")
    if args.places is not None:
        args.text = _marked(args.text, args.places)
    with plain_errors(), progress_line() as progress:
        options = Options(fresh=args.fresh, timeout=args.timeout, progress=progress, run=args.run_code)
        run = check_with(options, [args.text])
        (text,) = text_runs([args.text], run, args.run_code, record=False)
    outputs = list(args.outputs)
    if args.text.suffix == ".tex" and any(path.suffix == ".pdf" for path in outputs):
        outputs.append(margin_path(args.text))  # so that pdflatex shows the verdicts without this program
    files = [(path, _made(path, text, run)) for path in dict.fromkeys(outputs)]
    for path, content in files:
        write_output(path, content)
        print(f"wrote {path}")
    print_texts([text])
    return texts_status([text], args.strict)


def _marked(text: Path, folder: Path) -> Path:
    """Write a copy of a saved text with marks for the claims of a folder, and return its path."""
    from gametheory.claims.example import example_folder
    from gametheory.texts.places import is_marked_copy, read_places, with_marks
    from gametheory.texts.text import decoded

    folder = example_folder() if folder == Path() else folder
    marked = text.with_suffix(".marked.md")
    try:
        places = read_places(folder)
        content, found = with_marks(decoded(text.read_bytes()), places, os.path.relpath(folder, text.parent))
    except (OSError, ValueError) as error:
        raise InputError(f"gametheory annotate: argument --places: {error}") from error
    if not found:
        raise InputError(f"gametheory annotate: argument --places: no words of {folder} are in {text}")
    if marked.is_symlink() or (marked.exists() and not is_marked_copy(marked)):
        raise InputError(f"gametheory annotate: argument --places: {marked} exists, and is no copy of this program")
    write_output(marked, content)
    print(f"wrote {marked}: {len(found)} of {len(places)} claims found")
    return marked


def _made(path: Path, text: TextRun, run: CheckRun) -> str | bytes:
    """Return the content of an output file."""
    from gametheory.render.annotate import annotated_html, annotated_markdown, badge, margin_file
    from gametheory.render.page import PAGE
    from gametheory.render.pages import NoPdf, pdf_of_html, pdf_of_latex

    data, content = text.as_json(run), text.text.content
    folder = text.text.claims_folder or str(text.text.path.parent)
    kinds: dict[str, Callable[[], str | bytes]] = {
        ".html": lambda: annotated_html(data, content, text.text.path.parent),
        ".md": lambda: annotated_markdown(data, content),
        ".svg": lambda: badge(text.counts),
        ".verdicts": lambda: margin_file(data),
        ".sty": lambda: (PAGE / "gametheory-claims.sty").read_text(encoding="utf-8"),
        ".claims": lambda: (
            json_text(manifest_of(run) | {"folder": folder, "texts": [data]}, indent=1, default=str) + "\n"
        ),
    }
    try:
        if path.suffix != ".pdf":
            return kinds[path.suffix]()
        if text.text.path.suffix == ".md":
            return pdf_of_html(annotated_html(data, content, text.text.path.parent))
        return pdf_of_latex(text.text.path, margin_file(data))
    except NoPdf as error:
        raise InputError(f"gametheory annotate: {path}: {error}") from error
