"""Two players who each walk a graph of their own, coupled by payoff and chance: one matrix game for each pair of positions."""
