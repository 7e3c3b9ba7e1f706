"""Both theorems against a search of all positions, and all games of a box to look up."""

from gametheory.claims import Verdict, appendix, claim, swept
from gametheory.claims.evidence import LookupTable

from .explorer import explorer
from .figures import winner_map
from .rules import THEOREM
from .sweeps import bound_on_n, closed_forms


@appendix("CD3.games", "Look up a castle game")
def games() -> list[LookupTable]:
    return [explorer()]


@claim(
    "CD3.theorem.box",
    "The closed forms of both theorems, and the threshold, agree with a search of all positions.",
    THEOREM,
    uses=["CD3.theorem.A", "CD3.theorem.B"],
)
def closed_forms_on_a_box(deep: bool = False) -> Verdict:
    result = closed_forms(bound_on_n(deep))
    note = f"all games with n ≤ {bound_on_n(deep)}, s ≤ 6n, dpw ≤ 3n, by the exact solver"
    return swept(result, note, lambda _: f"{result.failures} games differ", winner_map(12))
