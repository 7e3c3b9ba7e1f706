"""The values of all positions in few bytes, from which a page computes the equilibrium strategy of any position."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import numpy as np

from gametheory.games.wargame.equilibrium import WargameEquilibrium
from gametheory.games.wargame.solution_file import rules_as_json
from gametheory.solvers.matrix_game.simplex_kernel import Floats
from gametheory.solvers.product_game.floats import RoundSolution

SCALE = 2**23 - 1  # the page divides by it, too


def pack_values(solution: WargameEquilibrium) -> dict[str, Any]:
    """Return the rules and the values of a symmetric game with payoffs from -1 to 1, as JSON values for a page.

    Only one of two mirrored positions is packed: in the order of rounds from the second, of the army of A and of that
    of B, with A's army before B's. A value v becomes the integer nearest to v (2^23 - 1).

    The bound is rigorous. Let e be the largest distance of a packed value from the value of its position: from the
    computed one, plus the exploitability bound of the solution. The page solves the stage of the packed values exactly,
    so what it concedes there exceeds the value of the position by at most e for the stage, and by e more for the values
    after it. Over R rounds its opponent gains at most 2 e R.
    """
    game = solution.game
    if not game.symmetric or game.payoffs[0] > 1:
        raise ValueError(f"payoffs: {', '.join(map(str, game.payoffs))} are not symmetric and from -1 to 1")
    packed, farthest = b"", 0.0
    for stage in solution.rounds[1:]:
        if not isinstance(stage, RoundSolution):
            raise ValueError("solution: it is exact; values are packed from a solution in floats")
        values: Floats = stage.values[np.triu_indices(len(stage.values), 1)]
        integers = np.rint(values * SCALE).astype("<i4")
        farthest = max(farthest, float(np.abs(integers / SCALE - values).max(initial=0.0)))
        packed += integers.view(np.uint8).reshape(-1, 4)[:, :3].tobytes()
    # The page draws from probabilities rounded to doubles: 2^-50 is more than all roundings of a round.
    bound = 2 * game.rounds * (farthest + solution.exploitability + 2.0**-50)
    return rules_as_json(game) | {"values": b64encode(packed).decode(), "bound": bound}
