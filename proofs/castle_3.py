r"""Castle Defense III: exact mathematics."""

from collections.abc import Callable, Sequence
from itertools import product

import _castle_lines as lines
from _castle_box import (
    closed_forms,
    earliest_fall,
    false_row,
    fourth_days,
    games,
    hold_days,
    most,
    ceiling_is_least,
    printed_says_wait,
    rounding,
    survey,
    waves,
)
from _castle_defence import DEFENCE, GREEDY, LONE, PHASES, SIMULATION, THRESHOLD, TIES, TWO_DAYS
from _castle_map import winner_map
from _castle_rows import ROWS
from _castle_soldiers import ATTAINED, BEST_DAY, SOLDIERS, quadratic
from _castle_theorem import ALL_INTEGERS, BATTLE, DAY, RULES, Step, theorem
from _castle_told import example, facts_3819, facts_3820

from gametheory import Castle, Outcome
from gametheory.claims import Correction, Verdict, Witness, claim, refuted, verified
from gametheory.evidence import Exhibit, Text
from gametheory.games.castle import Position
from gametheory.games.castle.formulas import best_fall_day, castle_fewest_waves, soldiers_fewest_waves
from gametheory.games.castle.printed import (
    printed_castle_waves,
    printed_fall_day,
    printed_row,
    printed_soldiers_waves,
)
from gametheory.prove.symbolic import Line, chain, obligations
