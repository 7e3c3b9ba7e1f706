"""Castle Defense III: exact mathematics.

First the theorems, which are not in the post, and then the claims of the post in the order of its text.
"""

__all__ = [
    "rules",
    "battle",
    "theorem_a",
    "theorem_b",
    "boxes",
    "try_it",
    "case_1",
    "case_2a",
    "battle_days",
    "castle_days",
    "case_2b",
    "soldiers_table",
    "castle_side",
    "final_table",
    "closing_examples",
    "exercises",
]
