"""Claims that theorems of Rocq about the code of a game establish.

The theorems are about definitions of Rocq. If these are no longer those of the Python code, the theorems say nothing
about the code, and the claims are open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps

from _write_generated import is_current

from gametheory.claims import Verdict, claim, open_
from gametheory.claims.declare import Claim


def game_claim(
    id: str, statement: str, where: str, uses: Sequence[str] = (), *, theorems: Sequence[str]
) -> Callable[[Callable[..., Verdict]], Claim]:
    """Declare a claim; it is *open* if the definitions of its theorems are not those of the code of the game."""
    [library] = {theorem.partition("/")[0] for theorem in theorems}
    declare = claim(id, statement, where, uses=uses, theorems=theorems)

    def decorated(check: Callable[..., Verdict]) -> Claim:
        @wraps(check)
        def of_the_code(*arguments: bool, **options: bool) -> Verdict:
            if is_current(library):
                return check(*arguments, **options)
            return open_(f"the definitions in rocq/{library}/Generated.v are not those that the code of the game gives")

        return declare(of_the_code)

    return decorated
