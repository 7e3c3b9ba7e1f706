"""Zero-sum matrix games: saddle points, dominance, the simplex method, and exact solutions."""
