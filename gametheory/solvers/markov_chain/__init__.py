"""Markov chains: distribution after n steps, absorption probabilities, expected duration."""
