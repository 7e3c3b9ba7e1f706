"""A process with threads is not forked: a lock that another thread holds would stay locked in the child."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gametheory.parallel.start import can_fork

pytestmark = pytest.mark.skipif(not can_fork(), reason="this system never forks")

CLAIMS = '''
"""A source."""
from gametheory import claim, check_all

@claim("S.1", "Every number below 99 is below 100.", "p. 1")
def small():
    return check_all(range(99), lambda n: len(str(10 ** 5000)) > 0 and n < 100, "0 to 98", lambda n: "no")
'''
# A script without a guard, in which a thread runs, as in a notebook; it prints each fork.
SCRIPT = """
import sys, threading
sys.set_int_max_str_digits(0)
sys.addaudithook(lambda event, _: print("a fork") if event == "os.fork" else None)
end = threading.Event()
threading.Thread(target=end.wait).start()

from pathlib import Path
from gametheory import check
from gametheory.parallel.process_pool import ProcessPool

OWN = 3
class Own(tuple): pass

print(check("claims").counts["verified"])
print(sorted(ProcessPool(2).results(lambda number: Own([OWN * number]), [1, 2])))
print(type(next(ProcessPool(2).results(lambda number: Own(), [1, 2]))[1]) is Own)
print(sorted(ProcessPool(2).results(lambda number: number if end else 0, [1, 2])))  # what is not to be sent runs here
end.set()
"""


def test_a_process_with_threads_starts_new_interpreters(tmp_path: Path) -> None:
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "sums.py").write_text(CLAIMS, encoding="utf-8")
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf-8")
    options = ["-W", "always:This process:DeprecationWarning"]  # of a fork, from Python 3.12
    run = [sys.executable, *options, "script.py"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert (done.stdout.splitlines(), done.stderr) == (
        ["1", "[(0, (3,)), (1, (6,))]", "True", "[(0, 1), (1, 2)]"],
        "",
    )
