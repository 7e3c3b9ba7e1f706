"""Ask the solvers again for what cached verdicts say, on all cores.

The processes that ask are forked from that of the command, and no code of claims runs in them. Their answers are JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from gametheory.claims.verdict import verdict_from_json
from gametheory.parallel.cores import available_cores
from gametheory.parallel.isolated import isolated_results
from gametheory.parallel.start import is_fork_safe
from gametheory.prove.solvers import remember, remembered

GROUPS_PER_CORE = 16  # a process for each verdict would take longer than its answers; fewer groups take unequal times


def ask_again(verdicts: Sequence[Mapping[str, Any]]) -> None:
    """Ask the solvers for the records of verdicts, so that establishing these in this process asks them nothing more.

    Parameters
    ----------
    verdicts
        The JSON forms of verdicts. One that is not established stays so.

    Examples
    --------
    >>> from gametheory.claims import prove
    >>> from gametheory.prove.statement import Statement
    >>> data = prove(Statement("square", (("x", "Int"),), (), "(>= (* x x) x)")).as_json()
    >>> before = remembered()
    >>> ask_again([data, data | {"record": None}])
    >>> remembered() == before
    True
    """
    verdicts = [data for data in verdicts if _asks_solvers(data)]
    if available_cores() < 2 or not is_fork_safe():  # this process asks
        return

    def answers(number: int) -> dict[str, dict[str, str]]:
        before = remembered()
        with suppress(Exception):  # reading the verdict itself tells what is wrong
            verdict_from_json(dict(verdicts[number]))
        return {script: answer for script, answer in remembered().items() if script not in before}

    size = max(1, len(verdicts) // (GROUPS_PER_CORE * available_cores()))
    groups = [range(len(verdicts))[start : start + size] for start in range(0, len(verdicts), size)]
    for _, found, _ in isolated_results(answers, groups, available_cores()):
        if isinstance(found, dict):
            remember(found)


def _asks_solvers(data: Any) -> bool:
    """Return whether reading a verdict can ask a solver. A process takes longer than reading one that asks nothing."""
    if not isinstance(data, Mapping):
        return False
    record = data.get("record")
    return (isinstance(record, Mapping) and record.get("kind") != "sweep") or _asks_solvers(data.get("correction"))
