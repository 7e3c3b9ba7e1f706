"""A browser, and the report on proofs/ opened in it from disk."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gametheory.render.pdf import find_browser

OPTIONS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update "
    "--disable-sync"
)


@pytest.fixture(scope="module")
def report(checked: Path) -> Path:
    return checked / "report.html"


@pytest.fixture(scope="module")
def driver() -> Iterator[Any]:
    webdriver = pytest.importorskip("selenium.webdriver")
    program = shutil.which("chromedriver")
    if not (program and find_browser()):
        pytest.skip("needs Chromium and its driver")
    options = webdriver.ChromeOptions()
    options.binary_location = str(find_browser())
    for option in OPTIONS.split():
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(program))
    yield driver
    driver.quit()


@pytest.fixture
def opened(driver: Any, report: Path) -> Callable[..., Any]:
    """Return a function that opens the report with empty logs, by default on a wide and light screen."""

    def open_report(address: str = "", width: int = 1280, dark: bool = False) -> Any:
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 800}
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        driver.get("about:blank")
        driver.get_log("browser")
        driver.get_log("performance")
        driver.get(report.as_uri() + address)
        return driver

    return open_report
