"""One fuzzer in a process of its own, which ends when its time is over.

`python -m tests.fuzz.child NAME SECONDS FOLDER SEED` starts it.
"""

from __future__ import annotations

import json
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import atheris

from tests.fuzz.commands import TooLong, emptied, run, within, wrong_with
from tests.fuzz.readers import READERS
from tests.fuzz.texts import Try

SECONDS_AN_INPUT = 5.0
MAX_MEGABYTES = 3_000
PACKAGE = Path(__file__).parents[2] / "gametheory"
LONGEST = 8_192


class Record:
    """What came of all inputs, written down again and again, since the fuzzer ends its process without a word."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.counts, self.kinds = folder, Counter[str](), dict[str, str]()
        self._written = 0.0

    def attempt(self, one: Try, data: bytes) -> None:
        """Try one input, and keep it if something is found that was not found before."""
        try:
            with within(SECONDS_AN_INPUT):
                self.counts[one(data)] += 1
        except (Exception, TooLong) as error:
            self._found(error, data)
        if time.monotonic() > self._written + 1:
            self._written = time.monotonic()
            document = {"counts": self.counts, "findings": self.kinds}
            (self.folder / "record.json").write_text(json.dumps(document), encoding="utf-8")

    def _found(self, error: BaseException, data: bytes) -> None:
        self.counts["found"] += 1
        frames = traceback.extract_tb(error.__traceback__)
        place = next((frame for frame in reversed(frames) if "gametheory" in frame.filename), frames[-1])
        kind = f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}"
        if isinstance(error, AssertionError | TooLong):
            kind += f": {str(error).partition(':')[0]}"
        if kind not in self.kinds:
            name = sha256(data).hexdigest()[:12]
            said = " ".join([str(error), *getattr(error, "__notes__", ())])
            self.kinds[kind] = f"{name}: {said}"[:600]
            (self.folder / "findings" / name).write_bytes(data)


def commands(folder: Path) -> Try:
    """Argument lists made of the bytes by the grammar of the parser."""
    from gametheory.cli import _parser
    from tests.fuzz.grammar import argument_list, prepare

    prepare(folder)
    parser, here = _parser(), folder / "here"

    def attempt(data: bytes) -> str:
        chosen = atheris.FuzzedDataProvider(data)
        words = argument_list(parser, lambda below: chosen.ConsumeIntInRange(0, below - 1))
        try:
            ran = run(words, here, SECONDS_AN_INPUT)
        except BaseException as error:
            error.add_note(f"arguments: {words}")
            raise
        finally:
            left = emptied(here)
        wrong = wrong_with(ran, left)
        assert not wrong, f"{wrong}: {words}"
        return "refused" if ran.status == 2 else "read"

    return attempt


def compiled() -> Iterator[str]:
    """Return the modules of compiled functions, whose branches cannot be traced."""
    for path in PACKAGE.rglob("*.py"):
        if re.search("njit|@compiled", path.read_text(encoding="utf-8")):
            yield ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


def main(name: str, seconds: str, place: str, seed: str) -> None:
    folder = Path(place)
    for part in ("corpus", "findings"):
        (folder / part).mkdir()
    with atheris.instrument_imports(include=["gametheory", "latex2mathml"], exclude=list(compiled())):
        one = commands(folder) if name == "commands" else READERS[name].prepare()
    seeds = READERS[name].seeds() if name in READERS else (bytes(range(start, start + 100)) for start in range(150))
    for number, content in enumerate(seeds):
        (folder / "corpus" / f"seed{number}").write_bytes(content)
    record = Record(folder)
    options = [f"-max_total_time={seconds}", f"-rss_limit_mb={MAX_MEGABYTES}", "-timeout=60", f"-max_len={LONGEST}"]
    options += [f"-artifact_prefix={folder}/findings/", f"-seed={seed}", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], *options, str(folder / "corpus")], lambda data: record.attempt(one, data))
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
