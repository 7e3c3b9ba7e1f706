"""Play a game against its solution: the solved game, what each move of a player costs, and the turns of a play."""
