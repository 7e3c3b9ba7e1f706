# Rock, paper, scissors, where paper beats rock twice as well.
# What is the value, and how should one play?
from gametheory import nash

payoffs = [
    [0, -2, 1],  # rock
    [2, 0, -1],  # paper
    [-1, 1, 0],  # scissors
]
nash(payoffs)
