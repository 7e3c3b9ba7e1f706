"""The example that closes the mathematics: 3819 and 3820 soldiers."""

from gametheory.claims import Verdict, claim

from .steps import text
from .worked_examples import example, facts_3819, facts_3820

CLOSING = "the example that closes the mathematics"
A, B = "CD3.theorem.A", "CD3.theorem.B"


@claim(
    "CD3.ex3819",
    "3819/5000/5000: the soldiers cannot win; the castle can win in 3 and not in 2; and every printed number of both "
    "plays.",
    CLOSING,
    uses=[A, B],
)
def worked_3819() -> Verdict:
    return example(
        3819,
        facts_3819(),
        text(
            "All numbers are right. One sentence is imprecise: on day 3 “all” 2,638 soldiers attack a castle of 1,181 "
            "points while defenders are alive; under the rules 1,457 of them must fire at defenders, and the castle "
            "still wins that day.",
        ),
    )


@claim(
    "CD3.ex3820",
    "3820/5000/5000: $k = 5$ and 7 waves for the soldiers, and every printed number; the castle can still win in 3.",
    CLOSING,
    uses=[A, B],
)
def worked_3820() -> Verdict:
    return example(3820, facts_3820(), text("The castle's win in 3 has the same imprecise third day as that of 3819."))
