"""The castle game to play."""

from dataclasses import asdict

from _castle_on_page import castle_rules

from gametheory.claims import appendix
from gametheory.claims.evidence import Interactive

CAPTION = (
    "You command the soldiers. Choose which side should win, and make it win in as few waves as you can. In each "
    "wave all soldiers fire, and waste no shot while a defender is alive; then each defender left alive shoots "
    "one soldier, then new defenders come out. Nothing is left to chance, and the castle has no choice. After the "
    "game the page searches all positions, and says how many waves you lost, and where."
)


@appendix("CD1.play", "Play the castle game")
def play() -> list[Interactive]:
    rules = {name: asdict(function) for name, function in castle_rules().items()}
    return [Interactive("castle", CAPTION, {"start": [10, 20, 8], "rules": rules})]
