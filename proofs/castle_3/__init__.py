"""Castle Defense III: exact mathematics.

The files in the order of the post, after the theorems that decide its statements.
"""

__all__ = ["case_2a", "case_2b", "castle_side", "theorems"]
