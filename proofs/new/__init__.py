"""What is new: statements about the same games that the posts do not make.

First the castle, then the battle and random soldiers, then the Wargame; conjectures say how far they were tried.
"""

__all__ = ["staircase", "growth", "ways", "battle_line", "battle_shape", "random_soldiers", "wargame_rounds"]
