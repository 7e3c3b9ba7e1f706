"""Files whose size, or what they say of it, is the attack; each is read in a process whose memory is limited.

`python hostile_sizes.py` prints a line for each name: the seconds of a core that it took, and what it was refused with,
"read" if it was not.
"""

import gzip
import json
import resource
import signal
import time
from hashlib import sha256

from gametheory.formats.gambit import read_efg, read_nfg
from gametheory.games.wargame.solution_file import read_solution

MEGABYTES, SECONDS = 1_000, 30
HEAD = 'EFG 2 R "" { "A" "B" }\n'


def solution(line, **rules):
    head = {"format": "gametheory wargame solution 1", "soldiers": 100, "rounds": 200, "killed": "1", "exact": True}
    head |= {"battle_chances": ["0"] * 199 + ["1"], "payoffs": ["1", "0", "-1"], "sha256": sha256(line).hexdigest()}
    return gzip.compress(json.dumps(head | rules).encode() + b"\n" + line, compresslevel=9, mtime=0)


CASES = {
    "gzip bomb without a line": lambda: read_solution(gzip.compress(bytes(1 << 26))),
    "gzip bomb with lines": lambda: read_solution(gzip.compress(b"[]\n" * (1 << 24), 1)),
    "gzip bomb of one long number": lambda: read_solution(solution(b"0/" + b"f" * (1 << 26))),
    "few lines for many positions": lambda: read_solution(solution(b"")),
    "many rounds": lambda: read_solution(solution(b"", rounds=10**9)),
    "long name": lambda: read_nfg('NFG 1 R "' + '\\"' * 9_000_000),
    "long word": lambda: read_nfg("NFG 1 R " + "x" * 19_000_000),
    "long number": lambda: read_nfg('NFG 1 R "" { "A" } { 1 } ' + "9" * 19_000_000),
    "short numbers of many digits": lambda: read_nfg(
        'NFG 1 R "" { "A" "B" } { 500 900 } ' + " ".join(f"{n}e1990" for n in range(100_000))
    ),
    "strategies without a player": lambda: read_nfg('NFG 1 R "" { "A" "B" } { { } ' + "1000000 " * 2_000_000 + "}"),
    "deep tree": lambda: read_efg(HEAD + 'p "" 1 1 "" { "s" "g" } 0 t "" 0\n' * 50_000 + 't "" 0'),
}


def main():
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
    for name, read in CASES.items():
        signal.setitimer(signal.ITIMER_PROF, SECONDS)  # its signal ends the process, and so also what runs in C
        begun = time.process_time()
        try:
            read()
            said = "read"
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
        print(f"{name}\t{time.process_time() - begun:.1f}\t{said:.150}", flush=True)


if __name__ == "__main__":
    main()
