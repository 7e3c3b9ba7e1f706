"""Piecewise cubic Bezier curves, as lists of control points, in the units of the drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Curve: TypeAlias = list[Point]

ARROW = 8


def sample_points(control: Sequence[Point]) -> Iterator[Point]:
    """Yield 33 points along a cubic curve with four control points, both ends included (Bernstein form).

    >>> points = list(sample_points([(0, 0), (1, 1), (2, 1), (3, 0)]))
    >>> len(points), points[0], points[16], points[-1]
    (33, (0.0, 0.0), (1.5, 0.75), (3.0, 0.0))
    """
    for t in (step / 32 for step in range(33)):
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (sum(w * p[axis] for w, p in zip(weights, control, strict=True)) for axis in (0, 1))
        yield x, y


def parallel_curve(curve: Curve, offset: float) -> Curve:
    """Return a parallel curve at a distance, by moving each control point perpendicular to the line of its neighbors.

    The approximation of Tiller and Hanson (1984), which is close for curves with little bend.

    >>> parallel_curve([(0, 0), (1, 0), (2, 0), (3, 0)], 7)
    [(0.0, 7.0), (1.0, 7.0), (2.0, 7.0), (3.0, 7.0)]
    """
    moved = []
    for index, point in enumerate(curve):
        x, y = _unit(curve[max(index - 1, 0)], curve[min(index + 1, len(curve) - 1)])
        moved.append(_along(point, (-y, x), offset))
    return moved


def connect_to_boxes(curve: Curve, middle: Point, size: Point) -> Curve:
    """Return the curve extended below the box it leaves, and cut so that its arrowhead touches the box it enters.

    >>> connect_to_boxes([(0, 0), (0, 10), (0, 80), (0, 90)], middle=(0, 100), size=(40, 20))
    [(0.0, -10.0), (0, 10), (0, 80), (0.0, 82.0)]
    """
    start, end = _unit(curve[1], curve[0]), _unit(curve[-2], curve[-1])
    first = _along(curve[0], start, 10)
    entry = _entry(curve[-2], end, middle, size)
    last = curve[-1] if entry is None else _along(curve[-2], end, entry - ARROW)
    return [first, *curve[1:-1], last]


def _unit(start: Point, end: Point) -> Point:
    length = dist(start, end) or 1.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _along(start: Point, direction: Point, length: float) -> Point:
    return start[0] + length * direction[0], start[1] + length * direction[1]


def _entry(start: Point, direction: Point, middle: Point, size: Point) -> float | None:
    """Return the distance along a ray to a box; None if the ray misses the box."""
    spans = []
    for axis in (0, 1):
        if abs(direction[axis]) > 1e-9:
            half = size[axis] / 2
            sides = (middle[axis] - half - start[axis], middle[axis] + half - start[axis])
            spans.append(sorted(side / direction[axis] for side in sides))
        elif abs(start[axis] - middle[axis]) > size[axis] / 2:
            return None
    entry = max((span[0] for span in spans), default=0.0)
    leave = min((span[1] for span in spans), default=0.0)
    return entry if ARROW <= entry < leave else None
