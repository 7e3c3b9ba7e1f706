"""The report on proofs/ for readers with other eyes: contrast, names of controls, order of reading and of the focus."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from conftest import BROWSER

pytestmark = pytest.mark.skipif(not BROWSER, reason="needs Chromium")

# The ratio of WCAG 2, between the color of each visible text and the first opaque ground below it.
POOR_CONTRAST = """
const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
const luminance = ([r, g, b]) => [r, g, b].map((v) => v / 255)
  .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
  .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
const over = (top, below) => { const a = top[3] ?? 1; return [0, 1, 2].map((k) => a * top[k] + (1 - a) * below[k]); };
const ground = (element) => {
  if (!element) return [255, 255, 255];
  const own = channels(getComputedStyle(element).backgroundColor);
  return (own[3] ?? 1) === 1 ? own : over(own, ground(element.parentElement));
};
const poor = new Map();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const element = node.parentElement, style = getComputedStyle(element);
  if (!node.data.trim() || element.closest("svg, script, style, [aria-hidden=true], :disabled") ||
    !element.checkVisibility()) continue;
  const below = ground(element), text = over(channels(style.color), below);
  const [high, low] = [luminance(text), luminance(below)].sort((a, b) => b - a), ratio = (high + 0.05) / (low + 0.05);
  const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
  if (ratio < (large ? 3 : 4.5))
    poor.set(`${element.tagName} ${element.className} ${ratio.toFixed(2)}`, node.data.trim().slice(0, 40));
}
return Object.fromEntries(poor);
"""
CONTROLS = {"button", "link", "textbox", "searchbox", "combobox", "slider", "spinbutton", "image", "img", "radio"}


@pytest.mark.parametrize("dark", [False, True])
def test_every_text_can_be_read_on_its_ground(shown: Callable[..., Any], dark: bool) -> None:
    driver = shown(dark=dark, script=SHORTEN)
    assert driver.execute_script(POOR_CONTRAST) == {}
    driver.execute_script("document.querySelectorAll('main p').forEach(each => (each.style.color = '#777'))")
    assert "P " in " ".join(driver.execute_script(POOR_CONTRAST)), "a text that is hard to read is found"
    driver.execute_script("document.querySelector('main p').removeAttribute('style')")


# Cards are made alike, and formulas have no controls: without most of them Chromium needs a second and not twenty.
SHORTEN = """
for (const source of document.querySelectorAll(".source"))
  [...source.querySelectorAll("article[data-claim]")].slice(4).forEach((card) => card.remove());
for (const formula of document.querySelectorAll("math")) formula.replaceWith("formula");
"""


def nodes(driver: Any) -> list[tuple[str, str, int]]:
    """Return role, name and level (of headings) of what a screen reader says, in its order."""
    driver.execute_cdp_cmd("Accessibility.enable", {})
    tree = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    driver.execute_cdp_cmd("Accessibility.disable", {})
    by_id = {node["nodeId"]: node for node in tree}

    def walk(node: dict[str, Any]) -> Any:
        if not node["ignored"]:
            level = next((each["value"]["value"] for each in node["properties"] if each["name"] == "level"), 0)
            yield node["role"]["value"], node.get("name", {}).get("value", ""), level
        for child in node.get("childIds", ()):
            yield from walk(by_id[child])

    return list(walk(tree[0]))


def test_a_screen_reader_reads_in_order_and_names_every_control(shown: Callable[..., Any]) -> None:
    driver = shown(script=SHORTEN)
    found = nodes(driver)
    assert [entry for entry in found if entry[0] in CONTROLS and not entry[1].strip()] == []
    headings = [(name, level) for role, name, level in found if role == "heading"]
    assert headings[0] == ("Which of the claims are true?", 1)
    assert [name for name, level in headings if level == 1] == [headings[0][0]]
    levels = [level for _, level in headings]
    assert all(after <= before + 1 for before, after in pairwise(levels)), "no level is skipped"
    names = [name for name, level in headings if level == 2]
    first = ["The findings that matter most", "All false statements in the sources", "Statements of our own"]
    assert [name for name in names if name in first] == first
    assert [role for role, _, _ in found if role in ("navigation", "main")] == ["navigation", "main"]


def test_what_is_read_and_focused_in_order_stands_in_order(opened: Callable[..., Any]) -> None:
    driver = opened(width=360)
    script = "return [...document.querySelectorAll('h1, main h2')].filter(h => h.checkVisibility())"
    tops = driver.execute_script(script + ".map(h => h.getBoundingClientRect().top)")
    assert tops == sorted(tops)
    assert len(tops) > 8
    jumps = "[tabindex]:not([tabindex='0'], [tabindex='-1'])"
    assert driver.find_elements("css selector", jumps) == [], "the focus moves in the order of the page"
    assert driver.execute_script("return document.documentElement.lang") == "en"
