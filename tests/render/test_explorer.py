"""Lookup tables and their explorers: validation, display without a script, and the answers of those in proofs/."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from gzip import decompress
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from castle_3 import explorer as castle_explorer
from wargame import explorer as wargame_explorer

from gametheory import Castle, state_graph
from gametheory.claims import appendix, check_all, claim, open_, run
from gametheory.claims.evidence import LookupTable, evidence_from_json
from gametheory.claims.results import AppendixSection
from gametheory.cli import main
from gametheory.games.castle import Volley
from gametheory.render.manifest import build_manifest
from gametheory.render.page import html_page
from gametheory.solvers.shortest_paths import cycle_edges, distance_to_outcome

SMALL: dict[str, Any] = {
    "caption": "Where $n^2$ is <small>",
    "inputs": ["color", "size $n$"],
    "answers": {
        "red": {"-2": [None, "$x$ <b>", []], "10": [-0.5, True, [[1, 0.25], [2, None]]]},
        "a <b>": {"3": [1.0, "$5", [[7, 0]]]},
    },
    "start": ["red", "10"],
    "facts": ["value", "$k$ is prime"],
    "headings": ["sent", "probability"],
    "probabilities": ["probability"],
    "numbering": "line",
    "note": "all of $3$",
}


@pytest.fixture(scope="module")
def wargame() -> LookupTable:
    return wargame_explorer.explorer()


@pytest.fixture(scope="module")
def castle() -> LookupTable:
    return castle_explorer.explorer()


def test_json_round_trip() -> None:
    small = LookupTable(**SMALL)
    again = evidence_from_json(json.loads(json.dumps(small.as_json())))
    assert again == small
    assert small.as_json() == {"kind": "lookup_table", **SMALL}
    tuples = LookupTable("", ("n",), {"1": (2, ((3,),))}, ("1",), ("f",), ("h",))
    assert tuples.as_json()["answers"] == {"1": [2, [[3]]]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"start": ["red", "3"]}, "start: ['red', '3'] has no answer"),
        ({"start": ["red"]}, "start"),
        ({"probabilities": ["luck"]}, "probabilities: ['luck']"),
        ({"inputs": ["color"], "start": ["red"]}, "answers: the answer at ['red']"),
        ({"answers": {"red": {"10": [1, True, [[1]]]}}}, "answers: the answer at ['red', '10']"),
        ({"answers": {"red": {"10": [1, True, [[1, 2.5]]]}}}, "answers: the answer at ['red', '10']"),
        ({"answers": {"red": {"10": [1, [[1, 0.5]]]}}}, "answers: the answer at ['red', '10']"),
        ({"answers": {"red": {"10": 3}}}, "answers: the answer at ['red', '10']"),
        (
            {"answers": {"red": {10: [1, True, []]}}},
            "answers: the entry at ['red'] is not a mapping from text, for 'size $n$'",
        ),
        ({"answers": {"red": {}}}, "answers: the entry at ['red']"),
        ({"answers": []}, "answers: [] is not allowed; it must be a mapping"),
    ],
)
def test_malformed_answers_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=re.escape(message)):
        LookupTable(**SMALL | change)


def test_a_notebook_shows_the_initial_answer() -> None:
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", LookupTable(**SMALL)._repr_html_())
    assert cells[:8] == ["color", "red", "size $n$", "10", "value", "-0.5", "$k$ is prime", "yes"]
    assert cells[8:] == ["1", "1", "0.25", "2", "2", "–"]


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    """The manifest of a report with a lookup table in an appendix, and the same one in two claims."""
    small = LookupTable(**SMALL)
    true = claim("A", "It is true.", "p. 1")(lambda: check_all([1], bool, "all", None, small))
    unknown = claim("B", "It may be true.", "p. 2")(lambda: open_("unknown", small))
    section = AppendixSection("S", appendix("D", "Look it up")(lambda: [small]), [small])
    return build_manifest(run([("S", true), ("S", unknown)]), Path("proofs"), appendices=[section])


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def test_the_page_shows_the_initial_answer_without_a_script(manifest: dict[str, Any]) -> None:
    figures = re.findall(r'<figure class="explorer".*?</figure>', html_page(manifest), re.DOTALL)
    assert len(figures) == 3
    for html in figures:
        assert "<fieldset disabled>" in html
        assert "<noscript>" in html
        assert re.findall(r"<dd>(.*?)</dd>", html) == ["−0.5", "yes"]
        body = re.search(r"<tbody>(.*)</tbody>", html, re.DOTALL)
        assert body is not None
        assert text(body[1]) == "1 1 25.00 % 2 2 –"
        assert 'style="--share: 0.25"' in html
        assert re.findall(r"<option[^>]*>[^<]*</option>", html) == [
            "<option selected>red</option>",
            "<option>a &lt;b&gt;</option>",
        ]
        [slider] = re.findall(r"<input[^>]*>", html)
        assert 'min="0" max="1" value="1" aria-valuetext="10"' in slider
        assert "<b>" not in html
        assert "$" not in text(html).replace("a <b>", "")
    labels = [re.findall(r'<label for="([^"]*)"', html) for html in figures]
    controls = [re.findall(r'<(?:input|select)[^>]* id="([^"]*)"', html) for html in figures]
    assert labels == controls
    assert len({name for names in labels for name in names}) == 6


def test_the_address_of_an_explorer_leads_to_its_answers(manifest: dict[str, Any]) -> None:
    html = html_page(manifest)
    [packed] = re.findall(r'id="manifest" [^>]* href="data:application/gzip;base64,([^"]*)"', html)
    document = decompress(b64decode(packed)).decode()
    addresses = re.findall(r'data-address="([^"]*)"', html)
    assert sorted(addresses) == ["appendices/0/evidence/0", "claims/0/evidence/0", "claims/1/evidence/1"]
    for address in addresses:
        part = json.loads(document)
        for key in address.split("/"):
            part = part[int(key) if isinstance(part, list) else key]
        assert part == {"kind": "lookup_table", **SMALL}
    assert document.count('"answers":') == 3
    assert '"10":[-0.5,true,[[1,0.25],[2,null]]]' in document


def leaves(answers: Any, depth: int) -> list[tuple[str, ...]]:
    if depth == 0:
        return [()]
    return [(key, *rest) for key, entry in answers.items() for rest in leaves(entry, depth - 1)]


def test_the_wargame_explorer_has_the_positions_of_its_note(wargame: LookupTable) -> None:
    positions = leaves(wargame.answers, 5)
    # how many it has depends on which of several optimal strategies the solver finds
    assert wargame.note.startswith(f"The table has {len(positions):,} of the 103,488 positions")
    assert 4_000 < len(positions) < 8_000
    by_round = [[position[1:] for position in positions if position[0] == str(number)] for number in range(1, 11)]
    assert [len(group) for group in by_round[:2]] == [1, 21**2]
    for group in by_round:
        armies = {position[:2] for position in group}
        assert set(group) == {a + b for a, b in product(armies, repeat=2)}


@pytest.mark.parametrize("position", ["1 20 0 20 0", "2 18 1 16 2", "2 3 8 20 0", "5 12 2 11 2", "9 2 2 3 1"])
def test_the_wargame_explorer_agrees_with_the_command(wargame: LookupTable, position: str, capsys: Any) -> None:
    assert main(["wargame", "state", *position.split(), "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    value, battle, _, rows = wargame.answer(*position.split())
    assert value == pytest.approx(float(output["value"]), abs=5.1e-5)
    assert battle == output["battle_chances"][int(position.split()[0]) - 1]
    for player, column in (("a", 1), ("b", 2)):
        strategy = {sent: float(probability) for sent, probability in output[player].items()}
        rounded = {str(row[0]): row[column] for row in rows}
        assert rounded == pytest.approx({sent: strategy.get(sent, 0) for sent in rounded}, abs=5.1e-5)
        assert sum(weight for sent, weight in strategy.items() if sent not in rounded) < 1e-3


def test_no_player_gains_by_deviating_in_the_last_round(wargame: LookupTable) -> None:
    """From the rules: the battle is certain, and the player with more soldiers in the field wins."""
    last = [inputs for inputs in leaves(wargame.answers, 5) if inputs[0] == "10"]
    assert len(last) > 200
    for inputs in last:
        camp_a, field_a, camp_b, field_b = map(int, inputs[1:])
        value, battle, _, rows = wargame.answer(*inputs)
        assert battle == "1"

        def payoff(a: int, b: int, ahead: int = field_a - field_b) -> int:
            return (ahead + a - b > 0) - (ahead + a - b < 0)

        by_a = [sum(row[2] * payoff(sent, row[0]) for row in rows) for sent in range(camp_a + 1)]
        by_b = [sum(row[1] * payoff(row[0], sent) for row in rows) for sent in range(camp_b + 1)]
        assert max(by_a) == pytest.approx(value, abs=1e-3)
        assert min(by_b) == pytest.approx(value, abs=1e-3)


@pytest.mark.parametrize(
    "numbers",
    [*product((1, 2, 3, 5), (1, 4, 7, 11), (1, 2, 3, 5, 8)), (10, 43, 8), (10, 11, 12), (9, 43, 7), (6, 50, 6)],
)
def test_the_castle_explorer_agrees_with_a_search_of_all_positions(
    castle: LookupTable, numbers: tuple[int, int, int]
) -> None:
    game = Castle(*numbers)
    graph = state_graph(game)
    fewest = {side: distance_to_outcome(graph, side).get(game.start()) for side in ("soldiers", "castle")}
    winners, soldiers, fort, tie, _, play = castle.answer(*map(str, numbers))
    assert [soldiers, fort] == [fewest[side] or "never" for side in ("soldiers", "castle")]
    assert winners == {(True, True): "both", (True, False): "soldiers", (False, True): "castle"}[
        fewest["soldiers"] is not None, fewest["castle"] is not None
    ]  # fmt: skip
    assert tie == bool(cycle_edges(graph))
    winner = "castle" if fewest["soldiers"] is None else "soldiers"
    assert len(play) == fewest[winner]
    position = game.start()
    for at_castle, at_defenders, *following in play:
        assert Volley(at_castle, at_defenders) in list(game.moves(position))
        position = game.after(position, Volley(at_castle, at_defenders))
        assert list(position) == following
    end = game.outcome(position)
    assert end is not None
    assert end.name == winner
