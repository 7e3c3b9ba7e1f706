"""`--memory` refuses commands that need more memory; the estimates are not too low."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gametheory.cli import main
from gametheory.games.battle import Battle
from gametheory.games.battle.memory_estimate import bytes_for_table
from gametheory.games.castle import Castle
from gametheory.games.castle.memory_estimate import bytes_for_count
from gametheory.games.wargame import Wargame
from gametheory.games.wargame.armies import army_graph
from gametheory.games.wargame.memory_estimate import bytes_for_solution, round_sizes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory peaks are measured differently there")

# A separate process starts the command, because the memory of the starting process counts in the peak.
MEASURED = """
import resource, subprocess, sys
assert subprocess.run([sys.argv[1], "-m", "gametheory", *sys.argv[2:]], stdout=subprocess.DEVNULL).returncode == 0
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def peak(arguments: list[str], folder: Path) -> float:
    """Return the peak memory of a command in bytes."""
    run = [sys.executable, "-S", "-c", MEASURED, sys.executable, *arguments]
    return 1024 * float(subprocess.run(run, cwd=folder, capture_output=True, text=True, check=True).stdout)


COMPILED = (
    ["wargame", "solve", "--soldiers", "4", "--rounds", "3"],
    ["wargame", "solve", "--exact", "--soldiers", "4", "--rounds", "3"],
    ["battle", "table", "150", "150", "-o", "small.npz"],
)

ESTIMATED = {
    "wargame solve --soldiers 30 --rounds 6": bytes_for_solution(Wargame(30, 6)),
    "wargame solve --soldiers 30 --rounds 6 -o game": bytes_for_solution(Wargame(30, 6), file=True),
    "wargame solve --soldiers 18 --rounds 7 --exact -o game": bytes_for_solution(Wargame(18, 7), True, True),
    "wargame solve --soldiers 40 --rounds 4 --payoffs=1,1,0": bytes_for_solution(
        Wargame(40, 4, payoffs=(Fraction(1), Fraction(1), Fraction(0)))
    ),
    "battle table 1800 900 -o table.npz": bytes_for_table(Battle(1800, 900)),
    "battle table 900 900 -o table.csv": bytes_for_table(Battle(900, 900), text=True),
    "battle table 700 700 -o table.npz --plot map.svg": bytes_for_table(Battle(700, 700), plot=True),
    "castle count 40 400 10": bytes_for_count(Castle(40, 400, 10)),
    "castle count 100 150 3": bytes_for_count(Castle(100, 150, 3)),
    "castle count 5 9 3": bytes_for_count(Castle(5, 9, 3)),
}


@pytest.fixture(scope="module", autouse=True)
def _compiled(tmp_path_factory: Any) -> None:
    """Compile the kernels first, because compilation needs more memory."""
    for arguments in COMPILED:
        peak(arguments, tmp_path_factory.mktemp("compiled"))


@pytest.mark.parametrize("command", ESTIMATED)
def test_no_command_needs_more_memory_than_estimated(tmp_path: Path, command: str) -> None:
    measured = peak(command.split(), tmp_path)
    assert measured <= ESTIMATED[command] <= 1.5 * measured, f"{measured / 1e6:.0f} MB"


def test_estimated_sizes_are_those_of_the_graph() -> None:
    game = Wargame(9, 5, killed=Fraction(1, 3))
    graph = army_graph(game).graph["rounds"]
    assert [size.armies for size in round_sizes(game)] == [len(armies) for armies in graph]
    assert [size.moves for size in round_sizes(game)] == [sum(army.camp + 1 for army in armies) for armies in graph]


@pytest.mark.parametrize(
    ("command", "needs", "allows"),
    [
        ("wargame solve --soldiers 100 --workers 2 --memory 2G -o game", "7.2 GB", "2 GB"),
        ("wargame solve --soldiers 100 --rounds 3 --workers 1 --memory 0.5G", "590 MB", "500 MB"),
        ("wargame solve --exact --memory 200M", "400 MB", "200 MB"),
        ("battle table 2000 2000 -o table.npz --memory 400000k", "510 MB", "400 MB"),
        ("castle count 60 600 40 --memory 100m", "220 MB", "100 MB"),
    ],
)
def test_commands_above_the_limit_are_refused(wrong: Any, command: str, needs: str, allows: str) -> None:
    name = " ".join(command.split()[:2])
    wrong(command.split(), f"gametheory {name}: needs about {needs}, --memory allows {allows}\n")


def test_commands_below_the_limit_run(capsys: Any) -> None:
    assert main(["castle", "count", "4", "5", "6", "--memory", "64 MB"]) == 0
    assert "total" in capsys.readouterr().out


@pytest.mark.parametrize("size", ["", "2 apples", "-1G", "0", "0.0001", "1e9", "G", "9" * 20, "²G", "٣G"])
def test_invalid_sizes_are_refused(wrong: Any, size: str) -> None:
    wrong(["castle", "count", "4", "5", "6", f"--memory={size}"], "argument --memory")


@pytest.mark.parametrize(
    ("megabytes", "command", "status", "error"),
    [
        # OpenBLAS waited without end for the memory of its threads. The command takes up to 660 MB if it gets them, and
        # 560 MB are enough. Near 600 MB it depends on the order of its threads whether memory ends.
        (700, "wargame solve --soldiers 4 --rounds 3 --workers 2", 0, ""),
        (
            400,
            "battle odds 20 15",
            2,
            "gametheory: the system allows 400 MB of address space (ulimit -v), 550 MB are needed\n",
        ),
        (400, "castle solve 10 43 8", 0, ""),
    ],
)
def test_a_limited_address_space_is_enough_or_refused(megabytes: int, command: str, status: int, error: str) -> None:
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({megabytes} * 10**6,) * 2)"
    run = f"from gametheory.cli import main; import sys; status = main({command.split()!r}); sys.exit(status)"
    done = subprocess.run([sys.executable, "-c", f"{limit}; {run}"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (status, error)
