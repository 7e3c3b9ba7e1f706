"""Fixtures and helpers of several tests."""

import gc
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from affected import needs_proofs
from hypothesis import HealthCheck, settings
from program import refused, start_server
from rocq import compile_once

from gametheory.claims import Claim, Result, Status
from gametheory.claims.collect import read_claims_file
from gametheory.claims.declare import with_unique_ids
from gametheory.claims.results import ask_kernel, read_expected
from gametheory.claims.session import check
from gametheory.claims.sources import claims_files, claims_folder
from gametheory.parallel import processes
from gametheory.storage.files import VARIABLE

ROOT = Path(__file__).parent.parent
PROOFS = ROOT / "proofs"
collect_ignore = ["data", "fuzz", "mutants"]  # claims of a paper there are no tests; the other two are programs
SHARED_CACHE = ROOT / ".test_cache"  # verdicts on proofs/ from earlier test runs; never those of the user
os.environ[VARIABLE] = str(SHARED_CACHE)
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
BROWSER_OPTIONS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update "
    "--disable-sync"
)
sys.path.insert(0, str(PROOFS))
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # a shell ignores it for processes in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)  # and programs that tests start would inherit that
# The threads of xdist, and those that a Dask cluster leaves, only wait. New interpreters would take minutes in all,
# and would lack what a test has changed in this process.
processes.is_fork_safe = lambda: True
# They compile almost all kernels. Otherwise the processes that check claims compile the same ones side by side.
COMPILING = ("battle odds 40 25", "battle table 60 60 -o table.npz", "wargame solve")
# Examples are the same in each run, with any time: `pytest --hypothesis-profile random --hypothesis-seed 7` has others.
settings.register_profile("random", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("tests", settings.get_profile("random"), derandomize=True)
settings.load_profile("tests")
PAGES_TEST = "tests/project/test_docs.py"
# All claims, files of Rocq and what its readers say of many, the pages, a browser.
SLOW_FIXTURES = {"checked", "results_of", "compiled", "cards", "said", "site", "driver"}


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the cache folder of this test, which does not exist yet: equal claims of another test are not cached.

    It is removed afterwards, because each process with claims looks at all that is next to its cache.
    """
    folder = tmp_path_factory.getbasetemp() / "caches" / uuid4().hex
    monkeypatch.setenv(VARIABLE, str(folder))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def forked_servers() -> Iterator[None]:
    """Let the processes of checks in this process be forks: a new interpreter takes a second for imports alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gametheory.claims.processes.start_server", start_server)
        yield


@pytest.fixture(scope="session", autouse=True)
def shared_theorems() -> Iterator[None]:
    """Compile each file of proofs/rocq once for all processes and, while no text changes, for later test runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gametheory.prove.kernel._compile", compile_once(SHARED_CACHE / "rocq"))
        yield


@pytest.fixture(autouse=True)
def process_as_before() -> Iterator[None]:
    """Restore what commands and libraries change for the whole process, and so for the tests that come next.

    Commands set Python's limit on digits and the threads of BLAS; a cluster of Dask sets variables and `sys.path`.
    """
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
    environment, path = _environment(), sys.path.copy()
    yield
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
    sys.path[:] = path
    for name in _environment().keys() - environment.keys():
        del os.environ[name]
    os.environ.update(environment)


def _environment() -> dict[str, str]:
    return {name: text for name, text in os.environ.items() if name != "PYTEST_CURRENT_TEST"}


@pytest.fixture
def wrong(tmp_path: Any) -> Any:
    """A function that runs a command, which must be refused in a line or two that name something, and leave no file."""

    def refuse(arguments: list[Any], named: str) -> None:
        assert named in refused(*arguments, cwd=tmp_path)
        assert list(tmp_path.iterdir()) == [], "nothing half-written"

    return refuse


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the processes of `-n auto`: one more than cores, because some tests wait."""
    return len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give whole files to a process, since their tests share fixtures, but single pages.

    The groups of `--dist loadgroup` would say this, but xdist 3.8 writes them where pytest 9.2 does not look.
    """
    from xdist.scheduler import LoadScopeScheduling

    class WholeFiles(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file, _, _ = nodeid.partition("::")
            return nodeid if file == PAGES_TEST else file

    return WholeFiles(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Collect tests without collecting garbage, and leave all that exists then out of later collections of garbage.

    These would visit each test, and so copy its memory if a process has been forked.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test with its folder: `pytest -m solvers` runs tests/solvers and the examples of the package."""
    for item in items:
        for base in (ROOT / "tests", ROOT / "gametheory"):
            if item.path.is_relative_to(base) and item.path.parent != base:
                item.add_marker(item.path.relative_to(base).parts[0])
        if SLOW_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("slow")
    items.sort(key=_turn)


def _is_page(item: pytest.Item) -> bool:
    return item.get_closest_marker("page") is not None


def _turn(item: pytest.Item) -> int:
    """Return when a test comes: those that take longest first, and last those that wait for the check of proofs/."""
    name, folder = item.path.name, item.path.parent.name
    if name in ("test_site.py", "test_proofs.py", "test_castle_3.py"):
        return 0
    if _is_page(item):
        return 2 if needs_proofs(item.callspec.params["path"]) else 0  # type: ignore[attr-defined]
    return 2 if folder in ("proofs", "render") and name != "test_theorems_of_rocq.py" else 1


def _once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder that the first process of a test run makes; a process that comes second waits."""
    shared = factory.getbasetemp()
    folder = (shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared) / name
    try:
        folder.mkdir()
    except FileExistsError:
        for _ in range(12_000):
            if (folder / "done").exists():
                assert not (folder / "failed").exists(), (folder / "failed").read_text(encoding="utf-8")
                return folder
            time.sleep(0.1)
        raise AssertionError(f"nothing in {folder}") from None
    try:
        make(folder)
    except BaseException as error:
        (folder / "failed").write_text(str(error), encoding="utf-8")
        raise
    finally:
        (folder / "done").touch()
    return folder


@pytest.fixture(scope="session")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with proofs/, its report.html and report.json, and the verdicts on all its claims.

    All processes of a test run share it. Verdicts of earlier test runs are used where no dependency has changed, as for
    everybody who runs `gametheory report` again.
    """

    def report(folder: Path) -> None:
        shutil.copytree(PROOFS, folder / "proofs", ignore=shutil.ignore_patterns("__pycache__"))
        environment = {**os.environ, VARIABLE: str(SHARED_CACHE)}
        for command in (*COMPILING, "report -o report.html -o report.json"):
            words = [sys.executable, "-m", "gametheory", *command.split()]
            done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
            assert done.returncode < 2, f"{command}: {done.stderr}"

    return _once(tmp_path_factory, "checked", report)


@pytest.fixture(scope="session")
def results_of(checked: Path) -> Callable[[str], dict[str, Result]]:
    """Return a function that gives the results of the claims whose ids begin with a text, by id."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(SHARED_CACHE))
        # `checked` has just asked the kernel, without any answer of an earlier run: its answers are taken here
        patch.setattr(
            "gametheory.claims.session.ask_kernel", lambda folder, claims, *_, **__: ask_kernel(folder, claims)
        )
        results = check(checked / "proofs").results
    return lambda prefix: {each.claim.id: each for each in results if each.claim.id.startswith(prefix)}


def live_claims() -> dict[str, Claim]:
    """Return the claims of proofs/ by id, with their functions, also if a test has imported their files before."""
    for name, module in [*sys.modules.items()]:
        if str(getattr(module, "__file__", None) or "").startswith(f"{PROOFS}{os.sep}"):
            del sys.modules[name]  # a file that is imported already would declare nothing
    files = [read_claims_file(PROOFS, name) for name in claims_files(claims_folder(PROOFS))]
    return {item.id: item for item in with_unique_ids([item for each in files for item in each.claims])}


def assert_recorded(results: Iterable[Result]) -> None:
    """Without the kernel, what its theorems prove can be less."""
    recorded = read_expected(PROOFS / "expected.tsv") or {}
    for result in results:
        name, expected = result.claim.id, recorded[result.claim.id].partition(" ")[0]
        if expected == Status.PROVED and result.claim.theorems:
            assert result.verdict.status in (Status.PROVED, Status.ARGUED, Status.VERIFIED), name
        else:
            assert result.verdict.status == expected, name
        assert result.dependencies_hold or expected == Status.REFUTED, name


def wait_for(pattern: str, folder: Path, process: subprocess.Popen[str]) -> None:
    """Wait until something is there, while the process lives."""
    for _ in range(6000):
        if list(folder.glob(pattern)):
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    raise AssertionError(f"no {pattern}")


@pytest.fixture(scope="module")
def report(checked: Path) -> Path:
    return checked / "report.html"


@pytest.fixture(scope="module")
def driver() -> Iterator[Any]:
    webdriver = pytest.importorskip("selenium.webdriver")
    program = shutil.which("chromedriver")
    if not (program and BROWSER):
        pytest.skip("needs Chromium and its driver")
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for option in BROWSER_OPTIONS.split():
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(program))
    yield driver
    driver.quit()


def load(driver: Any, page: Path, fragment: str = "") -> None:
    """Open a page from disk, and wait until all of it is there.

    `get` alone may return in the middle of a large page, because the driver can take the end of the page before for
    its end.
    """
    assert page.is_file(), "the browser would show a page of its own"
    driver.get(page.as_uri() + fragment)
    for _ in range(600):
        if driver.execute_script("return location.protocol === 'file:' && document.readyState === 'complete'"):
            return
        time.sleep(0.1)
    raise AssertionError(f"{page} is not loaded")


@pytest.fixture
def opened(driver: Any, report: Path) -> Callable[..., Any]:
    """Return a function that opens the report with empty logs, by default on a wide and light screen."""

    def open_report(address: str = "", width: int = 1280, dark: bool = False) -> Any:
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 800}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        _set_scheme(driver, dark)
        driver.get("about:blank")
        driver.get_log("browser")
        driver.get_log("performance")
        load(driver, report, address)
        return driver

    return open_report


def _set_scheme(driver: Any, dark: bool) -> None:
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})


# All that a test can change of a page, as one number: address, width, values of inputs, and elements.
STATE = """
const inputs = [...document.querySelectorAll("input, select, textarea")].map((each) => [each.value, each.checked]);
const text = JSON.stringify([location.href, innerWidth, inputs, document.documentElement.outerHTML]);
let hash = 0;
for (let k = 0; k < text.length; k++) hash = (31 * hash + text.charCodeAt(k)) | 0;
return hash;
"""


@pytest.fixture(scope="module")
def states() -> dict[tuple[int, str], int]:
    return {}


@pytest.fixture
def shown(driver: Any, opened: Callable[..., Any], states: dict[tuple[int, str], int]) -> Callable[..., Any]:
    """Return a function that shows the report, and loads it only if it is not there as no test has changed it."""

    def show_report(width: int = 1280, dark: bool = False, script: str = "") -> Any:
        if states.get((width, script)) == driver.execute_script(STATE):
            _set_scheme(driver, dark)
        else:
            opened(width=width, dark=dark).execute_script(script)
            states[width, script] = driver.execute_script(STATE)
        return driver

    return show_report
