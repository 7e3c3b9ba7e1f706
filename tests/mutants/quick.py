"""A plugin of pytest for runs with a planted fault: the same examples each time, and none made smaller."""

from __future__ import annotations

from typing import Any

from hypothesis import Phase, settings


def pytest_configure(config: Any) -> None:
    """Shrinking an example takes minutes, and a fault must not be found by luck."""
    settings.register_profile("mutants", derandomize=True, database=None, phases=(Phase.explicit, Phase.generate))
    settings.load_profile("mutants")
