"""Every example of README.md and docs/ is run, and must print what the page says.

In a ```console block a line that begins with `$ ` is a command, and the lines below it are the whole of what it
prints; a line `...` stands for any lines. Seconds may differ. Commands that need a shell are run by one; others run in
forks of a process that has imported the package. A ```python block after `<!-- file: NAME -->` is
written to that file; one with `>>>` is a doctest, and the blocks of a page share their names. Each page has an empty
folder of its own; a page with `<!-- at: the repository -->` has a copy of proofs/ in it, with the verdicts of an
earlier run.
"""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import NamedTuple

import pytest
from affected import PAGES, needs_proofs, takes_long
from conftest import SHARED_CACHE
from program import call_fork

from gametheory.storage.files import VARIABLE

ROOT = Path(__file__).parents[2]
NOT_RUN = ("make", "git", "cd")  # set-up, which a test of the page cannot repeat

BLOCK = re.compile(r"(?:^<!-- file: (?P<file>\S+) -->\n+)?^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.M | re.S)
SECONDS = re.compile(r'(?<="seconds": )[\d.]+|(?<=time=")[\d.]+(?=")|\d[\d.]*(?= s\b| seconds?\b)')
CACHED = re.compile(r"^\d+ verdicts? from an earlier run.*\n?", re.M)  # a reader who follows a page has no earlier run
LINK = re.compile(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)")


class Block(NamedTuple):
    """One fenced block of a page: its kind, the file it is written to, the line it begins on, and its text."""

    kind: str
    file: str | None
    line: int
    text: str


class Example(NamedTuple):
    """A command of a console block, and the lines it should print."""

    command: str
    expected: list[str]


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page in order."""
    for found in BLOCK.finditer(page):
        yield Block(found["kind"], found["file"], page.count("\n", 0, found.start("text")) + 1, found["text"])


def examples(console: str) -> list[Example]:
    """The commands of a console block, each with its output; a command ends with its line."""
    parts = re.split(r"^\$ (.*)\n", console, flags=re.M)
    assert not parts[0], f"output without a command: {parts[0]!r}"
    return [Example(command, lines(output)) for command, output in zip(parts[1::2], parts[2::2], strict=True)]


def lines(output: str) -> list[str]:
    """Lines of output, without spaces and empty lines at their ends, and with one sign for any number of seconds.

    A busy machine prints more: after half a minute, how long a check has taken so far.
    """
    printed = [line.rstrip() for line in SECONDS.sub("#", output.rstrip()).split("\n")]
    return [line for line in printed if not line.endswith(" s so far")]


def matches(printed: list[str], expected: list[str]) -> bool:
    """Whether printed lines are the expected ones, where `...` stands for any number of lines.

    >>> matches(["a", "b", "c"], ["a", "...", "c"]), matches(["a", "b"], ["a"])
    (True, False)
    """
    pattern = "".join("(?:.*\n)*?" if line == "..." else f"{re.escape(line)}\n" for line in expected)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


def run(command: str, page: Path, folder: Path, status: int) -> tuple[str, int]:
    """Run a command; `$?` is the status of the one before, and the programs are those of this Python."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    if words := words_of(command):
        return run_fork(words, folder, environment)
    done = subprocess.run(
        ["sh", "-c", f"(exit {status})\n{command}"],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    return done.stdout, done.returncode


def words_of(command: str) -> list[str]:
    """Return the words after `gametheory`, or none if a shell has to read the command.

    >>> words_of("gametheory check -k 'A or B'"), words_of("gametheory check > out.txt"), words_of("echo $?")
    (['check', '-k', 'A or B'], [], [])
    """
    program, *words = shlex.split(command)
    unquoted = re.sub(r"'[^']*'|\"[^\"$`]*\"", "", command)
    return words if program == "gametheory" and not re.search(r"[|<>;&$`*?()#~\\]", unquoted) else []


def run_fork(words: list[str], folder: Path, environment: dict[str, str]) -> tuple[str, int]:
    """Run `gametheory` without the second that each process needs for imports."""
    with NamedTemporaryFile("r", encoding="utf-8") as output:
        status = call_fork(words, folder, environment, Path(output.name))
        return output.read(), status


def check_console(block: Block, page: Path, folder: Path) -> None:
    """Run the commands of a block in the folder and compare what they print."""
    status = 0
    for command, expected in examples(block.text):
        if command.split()[0] in NOT_RUN:
            continue
        output, status = run(command, page, folder, status)
        if not any(CACHED.match(line) for line in expected):
            output = CACHED.sub("", output)
        wanted = "\n".join(expected)
        assert matches(lines(output), expected), (
            f"{page}, line {block.line}: $ {command}\nshould print\n{wanted}\nbut prints\n{output}"
        )


def check_doctest(block: Block, page: Path, names: dict[str, object]) -> None:
    """Run the examples of a block with the names of the page, and keep the names they make."""
    test = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line - 1)
    failures: list[str] = []
    doctest.DocTestRunner().run(test, out=failures.append, clear_globs=False)
    names |= test.globs
    assert not failures, "".join(failures)


@pytest.mark.page
@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=[pytest.mark.slow] if takes_long(path) else []) for path in PAGES],
    ids=[str(path.relative_to(ROOT)) for path in PAGES],
)
def test_examples_of_a_page(path, tmp_path, monkeypatch, request):
    page = path.read_text(encoding="utf-8")
    if needs_proofs(path):
        shutil.copytree(request.getfixturevalue("checked") / "proofs", tmp_path / "proofs")
        monkeypatch.setenv(VARIABLE, str(SHARED_CACHE))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    loaded, names = set(sys.modules), {}
    try:
        for block in blocks(page):
            if block.file:
                (tmp_path / block.file).parent.mkdir(parents=True, exist_ok=True)
                (tmp_path / block.file).write_text(block.text, encoding="utf-8")
            elif block.kind == "console":
                check_console(block, path, tmp_path)
            elif block.kind == "python" and ">>>" in block.text:
                check_doctest(block, path, names)
    finally:
        for name in set(sys.modules) - loaded:
            if is_from(sys.modules[name], tmp_path):
                del sys.modules[name]


def is_from(module: object, folder: Path) -> bool:
    """Whether a module, or a folder taken for one, lies in the folder of a page."""
    places = [getattr(module, "__file__", None), *getattr(module, "__path__", ())]
    return any(Path(place).is_relative_to(folder) for place in places if place)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_of_a_page_lead_somewhere(path):
    targets = LINK.findall(path.read_text(encoding="utf-8"))
    assert not [target for target in targets if not (path.parent / target).exists()]


def test_every_page_is_in_the_index():
    index = ROOT / "docs" / "index.md"
    linked = {(index.parent / target).resolve() for target in LINK.findall(index.read_text(encoding="utf-8"))}
    assert not [page for page in PAGES[1:] if page != index and page not in linked]
