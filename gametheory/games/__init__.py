"""The games that come with the package, each in a folder whose `rules` are about one screen."""
