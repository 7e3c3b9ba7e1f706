# Pig: roll a die as often as you like, but a 1 loses the points
# of the turn. When do you stop, if 10 points win?
from gametheory import solve
from gametheory.games.catalogue import game

solve(game("pig", 10))
