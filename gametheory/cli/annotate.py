"""`gametheory annotate`: write a text of Markdown or LaTeX with its verdicts in place."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from gametheory.cli.arguments import Commands, InputError, add_workers, output_file, whole_number_or_zero
from gametheory.cli.check import (
    add_text_options,
    claims_errors,
    manifest_of,
    margin_path,
    print_texts,
    recorded_texts,
    text_runs,
    texts_status,
)
from gametheory.cli.output import progress_line, write_output
from gametheory.numbers.format import json_text

if TYPE_CHECKING:
    from gametheory.claims.results import CheckRun
    from gametheory.claims.text_run import TextRun

COMMAND = "gametheory annotate"
EXAMPLE = """example:
  printf -- '---\\nimport: math\\n---\\nOf 5, choose 2: 10.<!-- claim: two check="math.comb(5, 2) == 10" -->' > post.md
  gametheory annotate post.md -o post.html"""
ENDINGS = {
    ".md": (".html", ".md", ".pdf", ".svg", ".claims"),
    ".qmd": (".html", ".pdf", ".svg", ".claims"),
    ".ipynb": (".svg", ".claims"),
    ".rst": (".svg", ".claims"),
    ".tex": (".pdf", ".verdicts", ".sty", ".svg", ".claims"),
}


def add_annotate(commands: Commands, name: str) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        name,
        description="Check a text of Markdown or LaTeX, and write it with the verdicts in place.",
        epilog=EXAMPLE,
    )
    parser.add_argument("text", metavar="TEXT", type=Path, help="text with marks of claims, .md .qmd .ipynb .rst .tex")
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
    from gametheory.claims.session import Options, check_with

    _check_outputs(args.text, args.outputs)
    if args.places is None:
        path = args.text
    else:
        path = _write_marked(args.text, args.places)
    # one text, so that its own claims and those of its folder are checked, and no others
    with claims_errors(), progress_line() as progress:
        options = Options(fresh=args.fresh, timeout=args.timeout, progress=progress, run=args.run_code)
        recorded = recorded_texts([path], record=False)
        run = check_with(options, [path])
        (text,) = text_runs(recorded, run, args.run_code, record=False)
    outputs = list(args.outputs)
    if path.suffix == ".tex" and any(output.suffix == ".pdf" for output in outputs):
        outputs.append(margin_path(path))  # so that pdflatex shows the verdicts without this program
    # nothing is written unless every file can be rendered
    contents = {output: _render(output, text, run) for output in outputs}
    for output, content in contents.items():
        write_output(output, content)
        print(f"wrote {output}")
    print_texts([text])
    return texts_status([text], args.strict)


def _check_outputs(text: Path, outputs: list[Path]) -> None:
    """Refuse a text or an output with another ending, and the text itself as an output."""
    endings = ENDINGS.get(text.suffix)
    if endings is None:
        raise InputError(f"{COMMAND}: {text}: a text ends in {', '.join(ENDINGS)}")
    for path in outputs:
        if path.suffix not in endings:
            allowed = f"of a text {text.suffix} the output ends in {', '.join(endings)}"
            raise InputError(f"{COMMAND}: argument -o: {path}: {allowed}")
        if path.resolve() == text.resolve():
            raise InputError(f"{COMMAND}: argument -o: {path} is the text itself")


def _write_marked(text: Path, folder: Path) -> Path:
    """Write a copy of a saved text with marks for the claims of a folder, and return its path."""
    from gametheory.claims.declare import example_folder
    from gametheory.texts.text import decoded, is_marked_copy, read_places, with_marks

    if folder == Path():  # --places without a folder
        folder = example_folder()
    marked = text.with_suffix(".marked.md")
    try:
        places = read_places(folder)
        content, marks = with_marks(decoded(text.read_bytes()), places, os.path.relpath(folder, text.parent))
    except (OSError, ValueError) as error:
        raise InputError(f"{COMMAND}: argument --places: {error}") from error
    if not marks:
        raise InputError(f"{COMMAND}: argument --places: no words of {folder} are in {text}")
    # a file of the author with this name is not replaced
    if marked.is_symlink() or (marked.exists() and not is_marked_copy(marked)):
        raise InputError(f"{COMMAND}: argument --places: {marked} exists, and is no copy of this program")
    write_output(marked, content)
    print(f"wrote {marked}: {len(marks)} of {len(places)} claims found")
    return marked


def _render(output: Path, text: TextRun, run: CheckRun) -> str | bytes:
    """Return the content of an output file."""
    from gametheory.render.annotate import annotated_html, annotated_markdown, badge, margin_file
    from gametheory.render.page import PAGE
    from gametheory.render.pages import NoPdf, pdf_of_html, pdf_of_latex

    data = text.as_json(run)
    content = text.text.content
    path = text.text.path
    match output.suffix:
        case ".md":
            return annotated_markdown(data, content)
        case ".svg":
            return badge(text.counts)
        case ".verdicts":
            return margin_file(data)
        case ".sty":
            return (PAGE / "gametheory-claims.sty").read_text(encoding="utf-8")
        case ".claims":
            folder = text.text.claims_folder or str(path.parent)
            document = manifest_of(run) | {"folder": folder, "texts": [data]}
            return json_text(document, indent=1, default=str) + "\n"
    try:
        if path.suffix == ".tex":
            return pdf_of_latex(path, margin_file(data))
        page = annotated_html(data, content, path.parent)
        return page if output.suffix == ".html" else pdf_of_html(page)
    except NoPdf as error:
        raise InputError(f"{COMMAND}: {output}: {error}") from error
