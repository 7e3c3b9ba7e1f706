"""Try the readers of binary files, as in `texts`; most inputs get a correct checksum."""

from __future__ import annotations

import gzip
import json
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz.texts import Try


def solution() -> Try:
    """Solution files of the Wargame; if the first byte is odd, the rest is packed with a correct checksum."""
    from gametheory.games.wargame.solution_file import SolutionFileError, exploitability_bound, read_solution

    def attempt(data: bytes) -> str:
        try:
            found = read_solution(packed(data[1:]) if data[:1] and data[0] % 2 else data[1:])
        except SolutionFileError:
            return "refused"
        assert set(found.values) == set(found.strategies)
        if found.game.soldiers * found.game.rounds < 50:
            assert exploitability_bound(found) >= 0
        return "read"

    return attempt


def packed(data: bytes) -> bytes:
    """Return a solution file with this text, with its checksum if the first line is a JSON object."""
    head, _, body = data.partition(b"\n")
    with suppress(ValueError, TypeError, RecursionError):
        head = json.dumps({**json.loads(head), "sha256": sha256(body).hexdigest()}).encode()
    return gzip.compress(head + b"\n" + body, compresslevel=1)


def cache() -> Try:
    """Verdicts as JSON, of workers and of earlier runs."""
    from gametheory.claims import verdict_from_json

    def attempt(data: bytes) -> str:
        try:
            verdict = verdict_from_json(json.loads(data[1:]))
        except (ValueError, RecursionError):
            return "refused"
        assert verdict_from_json(verdict.as_json()).status == verdict.status, (
            "it changes when it is written and read again"
        )
        return "read"

    return attempt


def umb() -> Try:
    """Models in UMB, whose archive is packed, or not; what is read is written and read again."""
    from gametheory.formats.umb import UmbGame, to_umb
    from gametheory.model.game import PositionLimitExceeded, RulesError
    from gametheory.model.unfolding import unfold

    folder = TemporaryDirectory()

    def attempt(data: bytes) -> str:
        path = Path(folder.name, "model.umb")
        path.write_bytes(data)
        try:
            graph = unfold(UmbGame(path), 1000)
            path.write_bytes(to_umb(graph))
        except (ValueError, PositionLimitExceeded, RulesError):
            return "refused"
        again = unfold(UmbGame(path), 1000)
        assert [end.name for end in again.outcomes] == [end.name for end in graph.outcomes]
        assert list(again.successor) == list(graph.successor)
        return "read"

    return attempt
