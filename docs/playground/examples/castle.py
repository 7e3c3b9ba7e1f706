# Three soldiers attack a castle of strength 5, which sends two
# defenders in each wave. All positions, a fastest win in blue.
from gametheory import Castle, state_graph
from gametheory.games.castle import fastest_win
from gametheory.render.graphs import draw_state_graph

game = Castle(3, 5, 2)
position = game.start()
best = set()
for wave in fastest_win(game, "soldiers").waves:
    best.add((position, (wave.volley,)))
    position = wave.position

draw_state_graph(state_graph(game), best, f"The castle game {game}")
