# Kuhn's poker (1950): three cards, one bet.
# When should the first player bluff?
from gametheory import solve
from gametheory.games.catalogue import entry, game

print(entry("kuhn").rules)
solve(game("kuhn"))
