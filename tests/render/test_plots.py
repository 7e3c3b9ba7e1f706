"""Plots: the drawing contains all data, and is valid standalone SVG."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from gametheory.render.charts import (
    BLUE,
    LEVELS,
    Frame,
    Panel,
    Series,
    _color,
    axis,
    contour,
    heat_map,
    legend,
    percent,
    plot,
)

SVG = "{http://www.w3.org/2000/svg}"
LINE = Series("won & more", [(0, 0.0), (1, 0.25), (2, 1.0)], BLUE, "6 4", "circle")
BARS = Series("left", [(0, 0.5), (1, 0.25), (2, 0.25)], BLUE, kind="bars")
VALUES = [[0.0, 0.5, 1.0], [0.0, 0.04, 0.51]]


def lines() -> str:
    return plot("By turn", [Panel("", axis("turns", 0, 2), percent(), [LINE])], "two turns")


def bars() -> str:
    return plot("Left", [Panel(name, axis("armies", -0.5, 2.5), percent(), [BARS]) for name in "ab"])


def heat() -> str:
    return heat_map("Map", VALUES, "attackers", "defenders", [contour("even", [(1, 1), (3, 2), (9, 9)], "6 4")])


DRAWINGS = pytest.mark.parametrize("svg", [lines(), bars(), heat()], ids=["lines", "bars", "map"])


def texts(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@DRAWINGS
def test_it_has_a_title_and_a_description_and_adapts_to_dark_pages(svg: str) -> None:
    root = ElementTree.fromstring(svg)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert set((root.get("aria-labelledby") or "").split()) <= set(ids)
    assert root.get("role") == "img"
    assert "prefers-color-scheme:dark" in svg


@DRAWINGS
def test_the_style_rules_apply_to_this_drawing_only(svg: str) -> None:
    root = ElementTree.fromstring(svg)
    rules = (root.findtext(f"{SVG}style") or "").replace("@media screen and (prefers-color-scheme:dark){", "")
    assert all(rule.startswith(f"#{root.get('id')} ") for rule in rules.split("}") if rule)


@DRAWINGS
def test_everything_is_inside_the_drawing(svg: str) -> None:
    root = ElementTree.fromstring(svg)
    _, _, width, height = map(float, (root.get("viewBox") or "").split())
    for text in root.iter(f"{SVG}text"):
        assert 0 <= float(text.get("x", 0)) <= width
        assert 0 <= float(text.get("y", 0)) <= height


def test_equal_data_give_equal_bytes_and_other_data_another_id() -> None:
    assert lines() == lines()
    assert len({re.search(r'id="(plot-\w+)"', svg)[1] for svg in (lines(), bars(), heat())}) == 3  # type: ignore[index]


def test_axes_and_names_are_written() -> None:
    words = texts(lines())
    assert {"By turn", "turns", "probability", "won & more", "0 %", "100 %", "0", "1", "2"} <= set(words)


def test_a_line_passes_through_its_points() -> None:
    frame = Frame(64, 66, 640, 460, axis("turns", 0, 2), percent())
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in (frame.at(*point) for point in LINE.points))
    assert f'd="M{path}"' in lines()
    assert frame.at(0, 0) == (64, 526)
    assert frame.at(2, 1) == (704, 66)


def test_a_bar_is_as_high_as_its_value() -> None:
    frame = Frame(0, 0, 100, 100, axis("armies", -0.5, 2.5), percent())
    svg = frame.render(BARS)
    assert [float(top) for top in re.findall(r"M[\d.]+ 100V([\d.]+)", svg)] == [50, 75, 75]


def test_series_with_one_name_share_an_entry_of_the_legend() -> None:
    assert texts(bars()).count("left") == 1


def test_a_legend_has_as_many_columns_as_fit() -> None:
    _, low = legend([Series("x" * 60, [], BLUE)] * 3, 640)
    _, high = legend([Series("x", [], BLUE)] * 3, 640)
    assert low - high == 2 * 18


def test_a_map_shows_each_value_in_its_color() -> None:
    svg = heat()
    cells = {color: path for path, color in re.findall(r'<path d="((?:M\d+ \d+h\d+v1h-\d+z)+)" fill="(#\w+)"', svg)}
    assert cells[_color(0)] == "M0 0h1v1h-1zM0 1h2v1h-2z"
    assert cells[_color(10)] == "M1 0h1v1h-1zM2 1h1v1h-1z"
    assert cells[_color(LEVELS - 1)] == "M2 0h1v1h-1z"


def test_colors_of_a_map_become_lighter_step_by_step() -> None:
    def brightness(color: str) -> float:
        red, green, blue = bytes.fromhex(color[1:])
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    shades = [brightness(_color(level)) for level in range(LEVELS)]
    assert all(after > before for before, after in pairwise(shades))


def test_a_curve_over_a_map_ends_at_its_frame() -> None:
    (curve,) = re.findall(r'<path class="curve" d="(M[^"]*)" stroke="#fff"', heat().split("crispEdges")[1])
    assert curve.count("L") == 1, "the point (9, 9) is outside"


def test_the_origin_of_a_map_moves_its_axes() -> None:
    svg = heat_map("Map", [[0.5] * 11] * 11, "defenders", "more attackers", origin=(20, -5))
    assert {"20", "30", "-4", "4"} <= set(texts(svg))


@pytest.mark.parametrize(
    ("low", "high", "max_ticks", "ticks"),
    [
        (0, 5, 8, ["0", "1", "2", "3", "4", "5"]),
        (0, 0.07, 5, ["0", "0.02", "0.04", "0.06"]),
        (0.5, 2000.5, 5, ["500", "1,000", "1,500", "2,000"]),
        (-0.5, 0.5, 5, ["-0.4", "-0.2", "0", "0.2", "0.4"]),
    ],
)
def test_ticks_are_round_numbers(low: float, high: float, max_ticks: int, ticks: list[str]) -> None:
    assert list(axis("x", low, high, max_ticks).ticks.values()) == ticks


def test_the_error_names_what_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="without a panel"):
        plot("Nothing", [])
    with pytest.raises(ValueError, match="no length"):
        axis("x", 1, 1)
    with pytest.raises(ValueError, match="rows of one length"):
        heat_map("Map", [[0.1], [0.1, 0.2]], "a", "d")
    with pytest.raises(ValueError, match="from 0 to 1"):
        heat_map("Map", [[1.5]], "a", "d")


def test_a_map_of_other_numbers_has_its_own_scale_and_gaps_for_missing_values() -> None:
    scale = axis("value", -1, 1, 4)
    svg = heat_map("Map", [[-1, None, 1], [0.0, 0.99, None]], "camp", "field", scale=scale, origin=(0, 0))
    cells = {color: path for path, color in re.findall(r'<path d="((?:M\d+ \d+h\d+v1h-\d+z)+)" fill="(#\w+)"', svg)}
    assert cells == {
        _color(0): "M0 0h1v1h-1z",
        _color(LEVELS // 2): "M0 1h1v1h-1z",
        _color(LEVELS - 1): "M2 0h1v1h-1zM1 1h1v1h-1z",
    }
    assert {"value", "-1", "-0.5", "0.5", "1"} <= set(texts(svg))
    with pytest.raises(ValueError, match="from -1 to 1"):
        heat_map("Map", [[1.5]], "camp", "field", scale=scale)
