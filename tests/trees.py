"""Small games in extensive form from publications, for tests of solvers and checkers."""

from fractions import Fraction

from gametheory.formats.gambit import read_efg

# Selten (1978), chain store: only entering and sharing is subgame perfect
ENTRY = read_efg("""EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
p "" 2 1 "answer" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }""")

# A stays out, or both play the battle of the sexes without seeing each other: the only proper subgame
BATTLE = read_efg("""EFG 2 R "" { "A" "B" } p "" 1 1 "go" { "out" "in" } 0 t "" 1 "" { 2 0 }
p "" 1 2 "A plays" { "opera" "fight" } 0 p "" 2 1 "B plays" { "opera" "fight" } 0 t "" 2 "" { 3 1 } t "" 3 "" { 0 0 }
p "" 2 1 0 t "" 3 t "" 4 "" { 1 3 }""")

HORSE = read_efg("""EFG 2 R "Selten (1975), figure 1" { "1" "2" "3" } p "" 1 1 "" { "across" "down" } 0
p "" 2 1 "" { "across" "down" } 0 t "" 1 "" { 1 1 1 }
p "far" 3 1 "" { "left" "right" } 0 t "" 2 "" { 4 4 0 } t "" 3 "" { 0 0 1 }
p "near" 3 1 0 t "" 4 "" { 3 3 2 } t "" 5 "" { 0 0 0 }""")

# In the horse, players 1 and 2 go across; player 2 errs more often than player 1, so player 3 believes to be far
ACROSS = [
    {(1, 0): [1, 0, -1], (1, 1): [0, 0, 1]},
    {(1, 0): [1, -1], (1, 1): [0, 1]},
    {(1, 0): [0, 1], (1, 1): [1, -1]},
]


def kuhn_plans(bluff=Fraction(1, 3)):
    """Return plans of Kuhn poker (1950): the first player never bets first; the second bluffs with card 0 like this."""
    third = Fraction(1, 3)
    first = {(1, 0): 1, (2, 0): 1, (3, 0): 1, (4, 0): 1, (5, 0): 2 * third, (5, 1): third, (6, 1): 1}
    second = {(1, 0): 1 - bluff, (1, 1): bluff, (2, 0): 1, (3, 1): 1, (4, 0): 1}
    return [first, second | {(5, 0): 2 * third, (5, 1): third, (6, 1): 1}]
