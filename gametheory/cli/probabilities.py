"""Format probabilities and distributions of survivors as text and JSON."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

Probability = Fraction | float


def json_probability(value: Probability) -> str | float:
    """Convert a probability to a JSON value: a string if it is exact, otherwise a float."""
    return str(value) if isinstance(value, Fraction) else float(value)


def format_probability(value: Probability) -> str:
    """Format a probability with six decimals, or by its distance from 0 or 1 if that is below 1e-5."""
    if value in (0, 1):
        return str(int(value))
    if value < 1e-5:
        return f"{float(value):.1e}"
    return f"1 - {float(1 - value):.1e}" if 1 - value < 1e-5 else f"{float(value):.6f}"


def survivors_text(survivors: Mapping[int, Probability]) -> str:
    """Describe a distribution of survivors: the mean and the range from the 5 % to the 95 % quantile."""
    mean = float(sum(count * value for count, value in survivors.items()))
    low, high = _quantile(survivors, 0.05), _quantile(survivors, 0.95)
    return f"{mean:.1f} on average, from {low} to {high} in 90 % of battles"


def _quantile(distribution: Mapping[int, Probability], share: float) -> int:
    total = 0.0
    for count in sorted(distribution):
        total += float(distribution[count])
        if total >= share - 1e-9:
            return count
    return max(distribution)


def error_bound_text(bound: Probability) -> str:
    """Describe the error bound of the printed numbers."""
    return "Computed exactly, printed rounded." if bound == 0 else f"No probability is off by more than {bound:.1e}."
