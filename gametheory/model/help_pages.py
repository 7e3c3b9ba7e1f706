"""The pages of the documentation that refusals of a game name."""

LIMITS = "docs/reference/what-it-does-not-do.md"
RULES = "docs/how-to/your-own-game.md"
