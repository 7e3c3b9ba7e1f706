# Nim, to play here. Take stones from one heap in turn.
# Whoever takes the last one wins. You begin, against the solution.
from gametheory.games.catalogue import entry, game
from gametheory.render.pages import play_page
from gametheory.solvers.playing import solve_to_play

solved = solve_to_play(game("nim", (1, 2, 4)))
play_page(solved, "first", "Nim", entry("nim").rules)
