# A Warlight battle of 40 attackers against 25 defenders.
# Who wins, and after how many turns?
from gametheory.games.battle import Battle
from gametheory.games.battle.distribution import battle_distribution

battle_distribution(Battle(40, 25), turns=3)
