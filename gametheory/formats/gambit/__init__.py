"""Files of Gambit: games in normal form (`nfg`) and in extensive form (`efg`)."""
