"""Solvers, as functions of a state graph, of payoffs, or of one matrix; `docs/reference/python.md` lists them."""
