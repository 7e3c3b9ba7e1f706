"""Questions about a strategy: correlated play, regret, dominance, commitment and evolutionary stability, exactly."""
