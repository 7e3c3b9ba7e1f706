"""No process stays after a process that was killed, also if it is busy outside of Python's interpreter."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from multiprocessing.connection import Connection

import pytest

from gametheory.parallel.child import Child, ChildEnded, ends_with_parent
from gametheory.parallel.json_connection import send

POOL = r"""
from gametheory.parallel.process_pool import ProcessPool

def busy(number):
    print(f"{__import__('os').getpid()}\n", end="", flush=True)  # one write, also without a buffer
    return hash(3 ** (10 ** 9 + number))  # one long operation, during which no thread of this process runs

list(ProcessPool(2).results(busy, [1, 2]))
"""
CHILD = r"""
import os, time
from gametheory.parallel.isolated import isolated_results

def busy(number):
    print(f"{os.getpid()}\n", end="", flush=True)
    time.sleep(60)

list(isolated_results(busy, [[1], [2]], 2))
"""
PROGRAM = """
import subprocess
from gametheory.parallel.child import ends_with_parent

subprocess.run(ends_with_parent(["sh", "-c", "echo $$; echo $$; exec sleep 60"]))
"""
LEFT_BEHIND = """
from gametheory.parallel.child import Child

child = Child(lambda connection: connection.recv())
child.itself = child  # freed too late to end the connection
"""
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems have no signal for this")


def exists(process: int) -> bool:
    """Whether a process runs; one that has ended and that its new parent has not noticed does not."""
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@needs_linux
@pytest.mark.parametrize("program", [POOL, CHILD, PROGRAM], ids=["pool", "isolated", "program"])
def test_no_process_stays_after_a_kill(program: str) -> None:
    if program is PROGRAM and len(ends_with_parent(["sh"])) == 1:
        pytest.skip("needs setpriv of util-linux")
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    children = [int(parent.stdout.readline()) for _ in range(2)]
    assert all(map(exists, children))
    parent.kill()
    parent.wait()
    try:
        for _ in range(200):
            if not any(map(exists, children)):
                return
            time.sleep(0.05)
        raise AssertionError(f"{children} run on")
    finally:
        for child in filter(exists, children):
            os.kill(child, signal.SIGKILL)
        parent.stdout.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_process_that_a_child_leaves_behind_does_not_keep_its_parent_waiting() -> None:
    """It holds the child's end of the connection, so that the connection does not end with the child."""

    def leave(connection: Connection) -> None:
        if left := os.fork():
            send(connection, left)
            os._exit(3)
        time.sleep(60)

    child = Child(leave)
    left = child.receive()
    with pytest.raises(ChildEnded, match="exit status 3"):
        child.receive()
    assert exists(left)
    os.kill(left, signal.SIGKILL)
    child.kill()


def test_a_process_does_not_wait_for_one_left_behind() -> None:
    subprocess.run([sys.executable, "-c", LEFT_BEHIND], check=True, timeout=60)
