"""Gambit's file formats: .nfg for games in normal form and .efg for games in extensive form."""
