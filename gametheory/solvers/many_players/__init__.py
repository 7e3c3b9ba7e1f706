"""All Nash equilibria of a game of any number of players, each with a certificate: support by support."""
