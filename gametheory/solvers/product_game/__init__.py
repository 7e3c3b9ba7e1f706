"""Zero-sum games of finitely many rounds in which each player moves through a graph of their own.

The players interact in two ways only: in each round both choose a move simultaneously, and play then ends with a known
probability and a payoff that depends on both moves. Otherwise play continues from the pair of positions that follows.
So every pair of positions is a matrix game, whose entries are read from the values of the next round (Shapley 1953),
and the large joint state graph is never built.
"""
