# Three neighbors vote at the same time for a road, 1, or not, 0.
# Two votes are enough. The road gives 3 to each; a vote costs 1.
from gametheory import nash


def payoffs(*votes):
    road = 3 if sum(votes) >= 2 else 0
    return tuple(road - vote for vote in votes)


table = {}
for ann in (0, 1):
    for bob in (0, 1):
        for cid in (0, 1):
            table[ann, bob, cid] = payoffs(ann, bob, cid)

nash(table)
