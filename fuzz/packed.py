"""Try the readers of binary files, as in `texts`; most inputs get a correct checksum."""

from __future__ import annotations

import gzip
import json
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np

from fuzz.texts import Try


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


def strong() -> Try:
    """Files of strong solutions; if the first byte is odd, the rest is a text as in `strong_from`."""
    from fuzz.strongly_solved import STRONGLY_SOLVED
    from gametheory import solve
    from gametheory.model.game import RulesError
    from gametheory.solvers.saved.saved_solution import load_solution, save_solution
    from gametheory.solvers.saved.solution_file import SolutionFileError
    from gametheory.storage.array_files import write_array_file
    from gametheory.verify import CertificateError

    path = Path(mkdtemp(), "solution.npz")
    known = []
    for number, rules in enumerate(STRONGLY_SOLVED):
        solution = solve(rules)
        save_solution(solution, path.with_name(f"{number}.npz"))
        saved = load_solution(path.with_name(f"{number}.npz"), rules)
        known.append((rules, {position: saved.lookup(position) for position in solution.graph}))

    def attempt(data: bytes) -> str:
        kind = data[0] if data else 0
        try:
            if kind % 2:
                write_array_file(path, *strong_from(data[1:]))
            else:
                path.write_bytes(data[1:])
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError, SyntaxError):
            return "refused"  # by numpy or json, before there is a file
        rules, right = known[kind // 2 % len(known)]
        read = "refused"
        with suppress(SolutionFileError, RulesError, CertificateError):
            found = load_solution(path, rules)
            for position in right:
                with suppress(SolutionFileError):
                    found.lookup(position)
            found.verify()
            assert {position: found.lookup(position) for position in right} == right, "another solution"
            read = "read"
        return read

    return attempt


def strong_from(data: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the header and the arrays in a text: a line of JSON with both types and lengths, then all numbers."""
    head, _, body = data.partition(b"\n")
    header, kinds = json.loads(head)
    arrays = {}
    for name, (kind, length) in dict(kinds).items():
        size = np.dtype(str(kind)).itemsize * min(int(length), len(body))
        arrays[str(name)] = np.frombuffer(body[:size].ljust(size, b"\0"), str(kind))
        body = body[size:]
    return dict(header), arrays


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
