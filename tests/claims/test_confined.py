"""Code of claims cannot write in the cache, which later runs believe, nor reach the process of the command."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from gametheory.claims.cache import VerdictCache
from gametheory.claims.check import check
from gametheory.claims.collect import collect_file
from gametheory.parallel.checkpoint import SweepCheckpoint
from gametheory.parallel.confined import can_confine
from gametheory.parallel.function_hash import function_hash
from gametheory.storage.store import digest

pytestmark = pytest.mark.skipif(not can_confine(), reason="this system cannot confine processes")

HONEST = "from gametheory import *; claim('A', '', '')(lambda: verified('a', 1))"
STRANGER = '''"""Attempts to change the cache or the process of the command, all when the file is read."""
import ctypes, json, os, subprocess, sys, tempfile
from pathlib import Path
from gametheory import claim, verified

HERE, CACHE, COMMAND = Path(__file__).parent, Path(os.environ["GAMETHEORY_CACHE_DIR"]), int(sys.argv[-1])
FOREIGN = HERE.parent / "foreign"
entry = next((CACHE / "verdicts").glob("??/*.jsonl"), CACHE)
libc = ctypes.CDLL(None, use_errno=True)

def shell(line):
    subprocess.run(["sh", "-c", line], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

def system(call, *arguments):
    if getattr(libc, call)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), call)

ATTEMPTS = {
    "a new entry": lambda: (CACHE / "verdicts" / "new").write_text("{}"),
    "a new folder": lambda: (CACHE / "new").mkdir(),
    "another key": lambda: (CACHE / "key").write_bytes(bytes(32)),
    "an entry written over": lambda: entry.open("r+").close(),
    "an entry cut off": lambda: os.truncate(entry, 5),
    "an entry removed": lambda: entry.unlink(),
    "an entry replaced": lambda: os.replace(__file__, entry),
    "an entry linked": lambda: os.link(__file__, CACHE / "verdicts" / "linked"),
    "the cache moved": lambda: CACHE.rename(CACHE.with_name("moved")),
    "a link next to the cache": lambda: CACHE.with_name(CACHE.name + "-link").joinpath("new").touch(),
    "a link to the cache": lambda: (os.symlink(CACHE, HERE / "link"), (HERE / "link" / "new").touch()),
    "the root of the command": lambda: Path(f"/proc/{COMMAND}/root/{CACHE}/new").touch(),
    "another program": lambda: shell(f"touch {CACHE}/new"),
    "a program of its own session": lambda: shell(f"setsid sh -c 'touch {CACHE}/new'"),
    "checkpoints of other folders": lambda: (CACHE / "verdicts" / "parts" / "other").mkdir(),
    "memory of the command": lambda: open(f"/proc/{COMMAND}/mem", "r+b").close(),
    "a tracer": lambda: system("ptrace", 0x4206, COMMAND, None, None),
}
done = {}
for name, attempt in ATTEMPTS.items():
    try:
        attempt()
        done[name] = "done"
    except (OSError, subprocess.CalledProcessError) as error:
        done[name] = "refused"
(HERE / "done.json").write_text(json.dumps(done))
tempfile.NamedTemporaryFile().close()

@claim("A", "true", "p. 1")
def a():
    return verified("one case", 1)
'''


def test_code_of_claims_changes_neither_the_cache_nor_the_command(
    tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["gametheory", str(os.getpid())])
    own_cache.parent.mkdir(exist_ok=True)
    own_cache.with_name(f"{own_cache.name}-link").symlink_to(own_cache)
    before = dict[Path, bytes]()
    for name, text in (("foreign", HONEST), ("own", STRANGER)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "claims.py").write_text(text)
        assert check(tmp_path / name)["A"].verdict.status.value == "verified"
        before = before or content(own_cache)
    done = json.loads((tmp_path / "own" / "done.json").read_text())
    assert {name: how for name, how in done.items() if how != "refused"} == {}
    assert len(done) == 17
    assert before.items() <= content(own_cache).items()


def content(cache: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in [cache / "key", *(cache / "verdicts").rglob("*.json*")]}


TRACER = """import os
from pathlib import Path
from gametheory import claim, verified
def attempt(name):
    try:
        os.close(os.open(f"/proc/{os.getppid()}/mem", os.O_RDWR))
        (Path(__file__).parent / name).touch()
    except OSError:
        pass
attempt("while collected")
@claim("A", "true", "p. 1")
def a():
    attempt("while checked")
    return verified("one case", 1)
"""


def test_a_file_cannot_trace_the_process_that_starts_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(TRACER)
    assert check(tmp_path)["A"].verdict.status.value == "verified"
    assert not list(tmp_path.glob("while*"))


FORGER = """import gc
from pathlib import Path
import gametheory.claims.hosted as hosted
from gametheory import claim, check_all
from gametheory.claims.collect import collect_file
from gametheory.parallel.checkpoint import SweepCheckpoint
from gametheory.parallel.function_hash import function_hash
from gametheory.storage.store import digest
def forge():
    gc.unfreeze()  # objects of the process that started this one
    cache = next(one for one in gc.get_objects() if isinstance(one, hosted.Hosted)).cache
    ((_, item),) = collect_file(Path(__file__).parent, "victim.py").claims
    check, key = function_hash(item.check.__globals__["chunk"]), cache.key(item)
    forged = SweepCheckpoint(cache._checkpoints(item), key)
    for chunk in (0, 5):
        part = forged.next_name(check + function_hash(chunk))
        forged._waiting[digest(key, part)] = [5, 0, None, None]
    forged.write()
@claim("A", "true", "p. 1")
def a():
    forge()
    return check_all(range(3), lambda n: True)
"""
SWEEP = """from gametheory import claim
from gametheory.claims import swept
from gametheory.prove.sweep import check_cases, sweep
def chunk(first):
    return check_cases(lambda n: n < 5, range(first, first + 5))
@claim("V", "every number below 10 is below 5", "p. 1")
def v():
    return swept(sweep(chunk, [0, 5]))
"""


def test_a_file_cannot_forge_what_a_sweep_of_another_file_has_found(tmp_path: Path) -> None:
    """An interrupted sweep resumes from what its chunks have found, which its own file only can write."""
    (tmp_path / "a.py").write_text(FORGER)
    (tmp_path / "victim.py").write_text(SWEEP)
    found = {result.claim.id: result.verdict.status.value for result in check(tmp_path, workers=1)}
    assert found == {"A": "verified", "V": "refuted"}


OTHER_TEXT = """import json
from pathlib import Path
from gametheory import claim, verified
from gametheory.storage.store import DiskStore
HERE = Path(__file__).parent
folder, secret, key, names = json.loads((HERE.parent / "forged.json").read_text())
DiskStore(Path(folder), bytes.fromhex(secret)).put(key, {"results": names, "opened": {}, "folder": ""})
@claim("W", "true", "p. 1")
def w():
    return verified("one case", 1)
"""


def test_a_text_cannot_forge_what_a_sweep_of_a_later_text_of_its_file_has_found(tmp_path: Path) -> None:
    """Whoever sends a changed file knows the text that it replaces, and that will be checked again."""
    folder = tmp_path / "claims"
    folder.mkdir()
    file = folder / "a.py"
    file.write_text(SWEEP)
    cache = VerdictCache(folder)
    ((_, item),) = collect_file(folder, "a.py").claims
    key, store = cache.key(item), cache._checkpoints(item)
    checkpoint, chunk = SweepCheckpoint(store, key), item.check.__globals__["chunk"]
    names = [checkpoint.next_name(f"{function_hash(chunk)}{function_hash(first)}") for first in (0, 5)]
    forged = [str(store.folder), store._secret.hex(), "aa", {digest(key, name): [5, 0, None, None] for name in names}]
    (tmp_path / "forged.json").write_text(json.dumps(forged))
    file.write_text(OTHER_TEXT)
    check(folder)
    file.write_text(SWEEP)
    assert check(folder)["V"].verdict.status.value == "refuted"
