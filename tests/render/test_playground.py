"""The page that runs the package in a browser: its programs and links, and the page itself in Chromium.

`make playground` has to download what the page loads; without a network the tests of the page are skipped.
"""

import base64
import functools
import html
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from fractions import Fraction
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from conftest import BROWSER, ROOT
from program import call

from gametheory import state_graph
from gametheory.games.catalogue import game
from gametheory.render.graphs import draw_state_graph

PAGE = ROOT / "docs" / "playground"
SITE = ROOT / "site" / "playground"
DICE = """
import numpy as np
from gametheory import Outcome
from gametheory.model.layered import Distributions, Layer, LayeredGame

class Dice(LayeredGame):
    players, chance = ("roller",), True
    outcomes = tuple(Outcome(f"{n} points", (n,)) for n in range(21))

    def start(self):
        return 0

    def expand(self, positions):
        ended = np.maximum(positions - 1000, -1)
        points = positions[ended < 0]
        rolled = points[:, None] + np.arange(1, 7)
        rolled = np.where(rolled > 20, 1000, rolled)
        after = np.column_stack([1000 + points, rolled]).ravel()
        size, one = np.tile([1, 6], len(points)), np.ones(len(after), int)
        moves = np.tile([0, 1], len(points))
        return Layer(ended, 0 * positions, 2 * (ended < 0), moves, after, Distributions(size, one, size))
"""  # rules over arrays, of which some have 64 bits also in a browser


def imported(name: str) -> ModuleType:
    """Import a file of the page; its folder is on no path, since pygraphviz.py there is a stand-in."""
    spec = importlib.util.spec_from_file_location(f"playground_{name}", PAGE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


runner = imported("runner")

EXAMPLES = sorted((PAGE / "examples").glob("*.py"))
# what a reader sees of an example, by an independent source: the catalogue's known values, and counting by hand
SEEN = {
    "battle": "in the end",
    "castle": "The castle game 3/5/2",
    "claim": "verified",
    "counterexample": "the heaps (1, 2, 3) are lost",
    "kuhn": "first -1/18",
    "matrix": "1 1/4, 2 1/4, 3 1/2",
    "nim": "Play Nim",
    "pig": "first: probability 7776/10961",
    "stones": "Best first moves of Ann: 1, 3.",
    "three-players": "5/3",
}
COMMANDS = [
    "nash chicken",
    "nash matching-pennies",
    "nash seltens-horse",
    "nash stag-hunt",
    "correlated chicken",
    "stackelberg chicken",
    "dominance chicken",
    "maximin chicken",
    "ess chicken",
    "castle solve 10 43 8",
    "castle count 2 5 1",
    "battle odds 40 25",
    "towers odds 3 2 3 1",
    "wargame solve --soldiers 6 --rounds 4",
    "solve dice.py:Dice",
    *(
        f"solve {name}"
        for name in (
            "tic-tac-toe",
            "nim",
            "dawson",
            "hex",
            "chomp",
            "centipede",
            "kuhn",
            "one-card-poker",
            "beer-quiche",
            "monty-hall",
            "pig",
            "inspection",
            "goofspiel",
            "duel",
            "truel",
            "gamblers-ruin",
            "repeated-dilemma",
            "chain-store",
        )
    ),
]


def shown(program: str) -> list[tuple[str, str]]:
    """Return what a program shows, by kind."""
    parts: list[tuple[str, str]] = []
    runner.run(program, lambda kind, content: parts.append((kind, content)))
    return parts


def message(program: str) -> str:
    """Return the one line with which a program ends."""
    [*_, (kind, line)] = shown(program)
    assert kind == "error"
    assert "\n" not in line
    return line


def exercises() -> dict[str, str]:
    """Return the programs in the links of the page for teachers, by their names."""
    page = (ROOT / "docs" / "how-to" / "teach.md").read_text(encoding="utf-8")
    programs = {}
    for name, packed in re.findall(r"\[([^\]]+)\]\(\.\./playground/index\.html#program=([\w-]+)\)", page):
        padded = packed + "=" * (-len(packed) % 4)
        programs[name] = zlib.decompress(base64.urlsafe_b64decode(padded)).decode()
    return programs


def test_the_page_offers_all_examples() -> None:
    page = (PAGE / "index.html").read_text(encoding="utf-8")
    assert sorted(re.findall(r'<option value="([\w-]+)"', page)) == [path.stem for path in EXAMPLES] == sorted(SEEN)
    for path in EXAMPLES:
        compile(path.read_text(encoding="utf-8"), path.name, "exec")


def test_three_exercises_are_links_that_hold_programs() -> None:
    assert len(exercises()) == 3
    for name, program in exercises().items():
        assert program.startswith("# "), name
        compile(program, name, "exec")


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs_in_an_ordinary_python_too(path: Path) -> None:
    parts = shown(path.read_text(encoding="utf-8"))
    assert "error" not in dict(parts)
    assert SEEN[path.stem] in re.sub("<[^>]+>", "", html.unescape("".join(content for _, content in parts)))


@pytest.mark.slow
def test_the_exercises_run_and_are_open() -> None:
    """The first has a move that is never played, the second is false, and the mediator beats every mixture."""
    never, lost, mediator = ("".join(content for _, content in shown(program)) for program in exercises().values())
    assert "2 1/3, 3 1/3, 4 1/3" in never
    assert "refuted" in lost
    assert "14/3" in mediator
    assert "21/4" in mediator


def test_a_wrong_program_ends_with_one_line() -> None:
    assert message("x = 1\nif x:\nprint(x)\n") == "Line 3: expected an indented block after 'if' statement on line 2"
    assert message("from gametheory import nash\n\nnash([[1, 2], [3]])\n").startswith("Line 3: ")
    assert message("\nunknown") == "Line 2: NameError: name 'unknown' is not defined"
    assert message("raise SystemExit") == "Line 1: the program ended itself (SystemExit)"
    assert message("def f(): f()\nf()") == "Line 1: too many calls inside one another"
    assert message("raise MemoryError") == "Line 1: not enough memory"
    assert message("\ninput()") == "Line 2: input() cannot ask here: write the value into the program"
    assert message("#" * 1_000_000) == "The program has 1,000,000 characters; at most 200,000 are run."
    many = "The program prints more than 100,000 characters; the rest is left out."
    assert message("for _ in range(200_000): print(1)") == many
    assert shown("1 + 1") == [("text", "2\n")]


def test_a_typed_table_is_solved_or_named() -> None:
    parts: list[tuple[str, str]] = []
    show = lambda kind, content: parts.append((kind, content))  # noqa: E731
    assert runner.equilibria("\tleft\tright\nup\t1\t-1\ndown\t-1\t1", show)
    assert "left 1/2, right 1/2" in parts[-1][1]
    assert not runner.equilibria("\tleft\tright\nup\t1\tx\ndown\t-1\t1", show)
    assert parts[-1] == ("error", parts[-1][1])
    assert parts[-1][1].startswith("line 2, column 3: 'x' is no payoff")


@pytest.mark.parametrize("name", ["nim", "kuhn", "pig"])
def test_drawings_without_graphviz_have_all_boxes_apart(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = state_graph(game(name, *{"nim": [(2, 2)], "kuhn": [], "pig": [2, 2]}[name]))
    usual = draw_state_graph(graph, set(), name)
    monkeypatch.setitem(sys.modules, "pygraphviz", imported("pygraphviz"))
    drawing = draw_state_graph(graph, set(), name)
    words = [sorted(re.findall(r"<text[^>]*>([^<]*)</text>", each)) for each in (usual, drawing)]
    assert words[0] == words[1]
    box = r'<rect class="paper box" x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"'
    boxes = [tuple(map(float, found)) for found in re.findall(box, drawing)]
    assert len(boxes) == len(graph)
    for (x, y, width, height), (left, top, wide, high) in combinations(boxes, 2):
        assert x + width < left or left + wide < x or y + height < top or top + high < y


# In a browser, and in Node


@pytest.fixture(scope="module")
def library() -> Path:
    """Return the folder with what the page loads, after `make playground`."""
    command = [sys.executable, PAGE / "build.py", SITE]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode and not (SITE / "lib" / "index.json").exists():
        pytest.skip(f"what the page loads cannot be downloaded: {done.stderr[-300:]}")
    assert done.returncode == 0, done.stderr
    return SITE / "lib"


def numbers(value: Any) -> Any:
    """Return a value of JSON with its numbers comparable: exact ones as they are, floats to twelve digits."""
    if isinstance(value, dict):
        return {key: numbers(each) for key, each in value.items() if key != "seconds"}
    if isinstance(value, list):
        return [numbers(each) for each in value]
    if isinstance(value, float):
        return float(f"{value:.11e}") if abs(value) > 1e-12 else 0.0
    return value


@pytest.mark.slow
def test_thirty_commands_print_the_same_numbers_in_node(library: Path, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node")
    assert len(COMMANDS) >= 30
    commands = [f"{command} --json" for command in COMMANDS]
    (tmp_path / "dice.py").write_text(DICE, encoding="utf-8")
    script = Path(__file__).with_name("commands.mjs")
    words = [node, script, library, PAGE / "runner.py", tmp_path, json.dumps(commands)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    for command, (status, printed, errors) in zip(COMMANDS, answers, strict=True):
        usual = call(*command.split(), "--json", cwd=tmp_path)
        assert (status, errors) == (usual.returncode, ""), f"{command}: {status} {errors}"
        assert numbers(json.loads(printed)) == numbers(json.loads(usual.stdout)), command


class Quiet(SimpleHTTPRequestHandler):
    """A plain static server without a log."""

    def log_message(self, *_: object) -> None:
        """Print nothing."""


class Server(ThreadingHTTPServer):
    """A server for a page that stops what it loads when it stops Python."""

    def handle_error(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture(scope="module")
def address(library: Path) -> Iterator[str]:
    handler = functools.partial(Quiet, directory=str(library.parent.parent))
    with Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/playground/index.html"
        server.shutdown()


def wait(driver: Any, script: str, seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not driver.execute_script(f"return {script}"):
        state = driver.execute_script("return [state.textContent, result.textContent.slice(0, 500)]")
        assert time.monotonic() < until, f"{script}: {state} {driver.get_log('browser')}"
        time.sleep(0.05)


Open = Callable[..., Any]


@pytest.fixture
def page(driver: Any, address: str) -> Open:
    """Return a function that opens the page with an empty storage, and waits until it is ready."""

    def open_page(fragment: str = "", clear: bool = True, started: bool = True) -> Any:
        if clear:
            driver.get(address)
            driver.execute_script("localStorage.clear()")
        driver.get("about:blank")
        driver.get_log("browser")
        driver.get(address + fragment)
        if started:
            wait(driver, "/^Ready/.test(state.textContent)")
        return driver

    return open_page


def type_program(driver: Any, program: str) -> None:
    driver.execute_script("editor.value = arguments[0]; editor.dispatchEvent(new Event('input'))", program)


def run_program(driver: Any, program: str) -> str:
    """Type and run a program, and return the text of its result."""
    type_program(driver, program)
    driver.find_element("id", "run").click()
    wait(driver, "/^(Done|Ended)/.test(state.textContent)")
    return str(driver.find_element("id", "result").text)


@pytest.mark.skipif(not BROWSER, reason="needs Chromium")
def test_the_first_table_is_solved_in_the_page(page: Open) -> None:
    """And nothing is asked of any other address."""
    began = time.monotonic()
    driver = page()
    wait(driver, "document.querySelector('#equilibria table')")
    print(f"first equilibrium after {time.monotonic() - began:.1f} s: {driver.find_element('id', 'state').text}")
    assert "confess" in driver.find_element("id", "equilibria").text
    assert driver.get_log("browser") == []
    script = "return performance.getEntriesByType('resource').map((each) => each.name)"
    assert all(name.startswith(("http://127.0.0.1", "data:")) for name in driver.execute_script(script))


@pytest.mark.skipif(not BROWSER, reason="needs Chromium")
def test_all_examples_run_in_the_page(page: Open) -> None:
    driver = page()
    for path in EXAMPLES:
        text = run_program(driver, path.read_text(encoding="utf-8"))
        frames = driver.find_elements("css selector", "#result iframe")
        if frames:
            driver.switch_to.frame(frames[0])
            text = driver.find_element("tag name", "body").text
            driver.switch_to.default_content()
        assert SEEN[path.stem] in text, path.stem
    assert driver.get_log("browser") == []


@pytest.mark.skipif(not BROWSER, reason="needs Chromium")
def test_a_typed_matrix_is_solved_by_keyboard_alone(page: Open) -> None:
    driver = page()
    cells = driver.find_elements("css selector", "#table input:not(.name)")
    for cell, text in zip(cells, ["2", "-1", "-1", "1"], strict=True):
        cell.send_keys("\ue009a\ue000" + text)  # Ctrl+A
    wait(driver, "!equilibria.classList.contains('stale') && equilibria.textContent.includes('zero-sum')")
    value = Fraction(2 * 1 - (-1) * (-1), 2 + 1 - (-1) - (-1))  # of a 2 x 2 game without a saddle point
    assert f"Value {value} for row" in driver.find_element("id", "equilibria").text
    cells[0].send_keys("x")
    wait(driver, "document.querySelector('#equilibria .error')")
    assert "line 2, column 2: '2x' is no payoff" in driver.find_element("id", "equilibria").text
    assert [cell.get_attribute("aria-invalid") for cell in cells] == ["true", None, None, None]


@pytest.mark.skipif(not BROWSER, reason="needs Chromium")
def test_an_endless_program_is_stopped_and_stays_in_the_editor(page: Open) -> None:
    driver = page()
    program = "while True:\n    pass\n"
    type_program(driver, program)
    driver.find_element("id", "run").click()
    time.sleep(0.5)
    assert driver.find_element("id", "state").text.startswith("Running")
    driver.find_element("id", "stop").click()
    wait(driver, "/^Ready/.test(state.textContent)")
    assert driver.execute_script("return editor.value") == program
    assert driver.find_element("id", "result").text == "Stopped. The program is still in the editor."
    assert run_program(driver, "6 * 7") == "42"


@pytest.mark.skipif(not BROWSER, reason="needs Chromium")
def test_a_link_holds_the_program_and_half_a_link_is_refused(page: Open) -> None:
    driver = page()
    program = "# geteilt: ½ and ∀\nprint('shared')\n"
    type_program(driver, program)
    driver.find_element("id", "share").click()
    wait(driver, "location.hash.length > 20")
    fragment = driver.execute_script("return location.hash")
    driver = page(fragment)
    assert driver.execute_script("return editor.value") == program
    own = "print('mine')\n"
    type_program(driver, own)
    driver.execute_script("localStorage['gametheory table'] = '{broken'")  # as another page of this server could write
    driver = page(fragment[: len(fragment) // 2], clear=False)
    assert driver.find_element("id", "result").text == "This link is not complete: a part of its program is missing."
    assert driver.execute_script("return editor.value") == own


@pytest.mark.skipif(not BROWSER, reason="needs Chromium")
def test_bad_programs_end_with_one_line_and_are_not_lost(page: Open) -> None:
    driver = page()
    bad = {
        "x = (1\n": "Line 1: '(' was never closed",
        "#" * (1 << 20): "The program has 1,048,576 characters; at most 200,000 are run.",
        "a = [0]\nwhile True:\n    a = a * 2\n": "Line 3: not enough memory",
    }
    for program, line in bad.items():
        assert run_program(driver, program) == line
        assert driver.execute_script("return [editor.value, localStorage['gametheory program']]") == [program] * 2
    assert run_program(driver, "6 * 7") == "42"


@pytest.mark.skipif(not BROWSER, reason="needs Chromium")
def test_what_a_program_shows_runs_no_script_in_the_page(page: Open) -> None:
    driver = page()
    evil = "class Evil:\n    def _repr_html_(self):\n        return \"<p onclick='x' id=evil>hi</p>"
    evil += "<img src=x onerror='window.ran = 1'><script>window.ran = 1</script>\"\n\nEvil()\n"
    assert run_program(driver, evil) == "hi"
    assert driver.execute_script("return window.ran") is None
    assert driver.execute_script("return document.getElementById('evil').getAttribute('onclick')") is None


@pytest.mark.skipif(not BROWSER, reason="needs Chromium")
def test_a_page_without_python_or_a_server_says_what_it_needs(driver: Any) -> None:
    driver.get((PAGE / "index.html").as_uri())
    assert driver.find_element("id", "state").text == "This page needs a server: python3 -m http.server -d site"
    with Server(("127.0.0.1", 0), functools.partial(Quiet, directory=str(PAGE))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        driver.get(f"http://127.0.0.1:{server.server_address[1]}/index.html")
        wait(driver, "state.textContent.includes('make playground')")
        server.shutdown()


@pytest.mark.skipif(not BROWSER, reason="needs Chromium")
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("dark", [False, True])
def test_the_page_fits_its_screen(page: Open, driver: Any, width: int, dark: bool) -> None:
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 800}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    page(started=False)
    wait(driver, "sizes.textContent.includes('MB')")
    assert driver.execute_script("return document.documentElement.scrollWidth") <= width
    light = (
        driver.execute_script("return getComputedStyle(document.documentElement).backgroundColor")
        == "rgb(255, 255, 255)"
    )
    assert light is not dark
