"""UMB: the file has the states, choices and branches of the rules, other programs agree, and damage is refused."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import struct
import tarfile
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from small_games import RandomGame, RandomPayoffs

from gametheory import Castle, Distribution, Outcome, solve, unfold
from gametheory.cli import main
from gametheory.formats.gambit import read_efg
from gametheory.formats.umb import UmbGame, to_umb
from gametheory.games.catalogue import game as textbook_game
from gametheory.games.towers import Towers
from gametheory.model.extensive_form import TreeGame
from gametheory.solvers.dispatch import NoSolver

DATA = Path(__file__).parents[1] / "data" / "games"
INDEX = "index.json"
THIRD = Fraction(1, 3)


class Wager:
    """Ann takes a safe gamble again and again, or a risky one; payoffs can be negative, and numbers long."""

    players = ("Ann",)
    long = Fraction(1, 2**70 + 1)

    def start(self) -> str:
        return "start"

    def outcome(self, at: str) -> Outcome | None:
        return {"won": Outcome("won", (Fraction(7, 3),)), "lost": Outcome("lost", (Fraction(-5, 2),))}.get(at)

    def moves(self, at: str, player: str) -> tuple[str, ...]:
        return ("safe", "risky") if at == "start" else ()

    def after(self, at: str, *moves: str) -> Distribution[str]:
        if at == "pause":
            return Distribution({"start": Fraction(1, 2), "lost": Fraction(1, 2)})
        if moves[0] == "safe":
            return Distribution({"won": THIRD, "pause": 1 - THIRD})
        return Distribution({"won": Fraction(3, 8) + self.long, "lost": Fraction(5, 8) - self.long})


class Shots:
    """Five shots, each of which hits with probability 1/5: a chain without players."""

    players = ()

    def start(self) -> int:
        return 5

    def outcome(self, left: int) -> Outcome | None:
        return {0: Outcome("missed"), -1: Outcome("hit")}.get(left)

    def moves(self, left: int, player: str) -> tuple[str, ...]:
        return ()

    def after(self, left: int) -> Distribution[int]:
        return Distribution({-1: Fraction(1, 5), left - 1: Fraction(4, 5)})


TREE = """EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
p "" 2 1 "" { "fight" "share" } 0 t "" 1 "war" { -1 -1 } t "" 2 "peace" { 1 1 } t "" 3 "" { 0 2 }"""
GAMES: dict[str, Callable[[], Any]] = {
    "wager": Wager,
    "shots": Shots,
    "towers": lambda: Towers(2, 2, hits=1, kills=1),
    "castle": lambda: Castle(3, 5, 2),
    "tree": lambda: TreeGame(read_efg(TREE)),
}
NAMES = (
    "gamblers-ruin",
    "pig",
    "truel",
    "duel",
    "nim",
    "dawson",
    "chomp",
    "centipede",
    "entry",
    "chain-store",
    "bargaining",
)
GAMES |= {name: lambda name=name: textbook_game(name) for name in NAMES}


def rules_of(name: str) -> Any:
    game = GAMES[name]()
    return TreeGame(game) if hasattr(game, "nodes") else game


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., UmbGame]:
    """A function that reads a file of the given bytes."""

    def written(content: bytes, **choices: Any) -> UmbGame:
        (tmp_path / "model.umb").write_bytes(content)
        return UmbGame(tmp_path / "model.umb", **choices)

    return written


def unpacked(content: bytes) -> dict[str, bytes]:
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        return {member.name: archive.extractfile(member).read() for member in archive}  # type: ignore[union-attr]


def packed(files: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return content.getvalue()


def changed(content: bytes, **system: Any) -> dict[str, bytes]:
    """Return the files of an archive, with another index."""
    files = unpacked(content)
    index = json.loads(files[INDEX])
    index["transition-system"].update({name.replace("_", "-"): value for name, value in system.items()})
    return {**files, INDEX: json.dumps(index).encode()}


@pytest.mark.parametrize("name", GAMES)
def test_the_file_has_the_positions_moves_and_outcomes_of_the_rules(name: str, read: Any) -> None:
    """State i is position i: the rules are asked for its outcome, its moves and what follows, and the file agrees."""
    rules = rules_of(name)
    graph = unfold(rules)
    model = read(to_umb(graph))
    number = {position: state for state, position in enumerate(graph.positions)}
    assert model.start() == number[rules.start()]
    for position, state in number.items():
        outcome = rules.outcome(position)
        if outcome is not None:
            found = model.outcome(state)
            paid = dict(zip(model.players, found.payoffs, strict=True)) if found.payoffs else {}
            assert found.name == (outcome.name or "end")
            assert paid == (dict(zip(rules.players, outcome.payoffs, strict=True)) if outcome.payoffs else {})
            continue
        assert model.outcome(state) is None
        choices = [(player, move) for player in rules.players for move in rules.moves(position, player)]
        found_choices = [(player, move) for player in model.players for move in model.moves(state, player)]
        assert len(found_choices) == len(choices)
        assert [player for player, _ in found_choices] == [player for player, _ in choices]
        for (_, move), (_, action) in zip(choices or [("", None)], found_choices or [("", None)], strict=True):
            after = rules.after(position, move) if choices else rules.after(position)
            after = after if isinstance(after, Distribution) else {after: Fraction(1)}
            got = model.after(state, action) if choices else model.after(state)
            assert got == {number[following]: chance for following, chance in after.items()}


@pytest.mark.parametrize("name", GAMES)
def test_the_value_is_the_same(name: str, read: Any) -> None:
    rules = rules_of(name)
    expected, found = solve(rules), solve(read(to_umb(unfold(rules))))
    assert found.payoffs == expected.payoffs
    facts = [
        {key: getattr(each, "probability", None) for key, each in one.outcomes.items()} for one in (expected, found)
    ]
    if expected.outcomes and "" not in expected.outcomes:
        assert facts[0].keys() == facts[1].keys()
    if expected.game_class.chance:
        assert facts[0] == facts[1]


def test_the_bytes_are_those_of_the_specification() -> None:
    files = unpacked(to_umb(unfold(Shots())))
    assert next(iter(files)) == INDEX
    system = json.loads(files[INDEX])["transition-system"]
    assert (system["#states"], system["#choices"], system["#branches"], system["#players"]) == (7, 7, 12, 0)
    assert system["branch-probability-type"] == {"type": "rational", "size": 128}
    assert files["state-is-initial.bin"] == (1).to_bytes(8, "little")
    # position 1 is the hit, and the last one the miss: each end has one branch, to itself
    assert struct.unpack("<8Q", files["choice-to-branches.bin"]) == (0, 2, 3, 5, 7, 9, 11, 12)
    assert struct.unpack("<12Q", files["branch-to-target.bin"]) == (1, 2, 1, 1, 3, 1, 4, 1, 5, 1, 6, 6)
    pairs = struct.unpack("<24Q", files["branch-to-probability.bin"])
    assert list(zip(pairs[::2], pairs[1::2], strict=True))[:3] == [(1, 5), (4, 5), (1, 1)]
    assert files["annotations/aps/outcome-0/states/values.bin"] == (1 << 1).to_bytes(8, "little")
    wide = unpacked(to_umb(unfold(Wager())))
    kind = json.loads(wide[INDEX])["transition-system"]["branch-probability-type"]
    assert kind == {"type": "rational", "size": 256}  # the denominator 8 (2^70 + 1) has 74 bits


def test_a_file_is_written_the_same_again_and_read_however_it_is_packed(read: Any) -> None:
    content = to_umb(unfold(Shots()))
    assert to_umb(unfold(Shots())) == content
    plain = gzip.decompress(content)
    for each in (content, plain, lzma.compress(plain)):
        # 1 - (4/5)^5
        assert solve(read(each)).outcomes["hit"].probability == Fraction(2101, 3125)


def test_files_that_storm_has_written() -> None:
    """Knuth and Yao's die from coins (1976), and bold play, which is best for p < 1/2 (Dubins and Savage 1965).

    Of 8 dollars a gambler has 3. Bold play wins 1/4 of 6 dollars, and there 1/4 + 3/4 1/4.
    """
    die = solve(UmbGame(DATA / "storm-die.umb"))
    assert [die.outcomes[name].probability for name in ("one", "six", "end")] == [Fraction(1, 6)] * 2 + [Fraction(2, 3)]
    assert die.expected_duration == Fraction(11, 3)
    bold = solve(UmbGame(DATA / "storm-bold-play.umb", goal="rich"))
    assert bold.payoffs == {"player 0": Fraction(7, 64)}
    assert bold.strategy[0]["player 0"] == {"bold": 1}


def test_a_goal_ends_play_and_pays_the_first_player(read: Any) -> None:
    pig = solve(read(to_umb(unfold(textbook_game("pig"))), goal="first"))
    # the chance to win, where a win pays 1 to -1
    assert pig.payoffs["first"] == (1 + Fraction(4591, 10961)) / 2
    assert pig.payoffs["second"] == -pig.payoffs["first"]
    shots = to_umb(unfold(Shots()))
    assert solve(read(shots, goal="hit")).outcomes["hit"].probability == Fraction(2101, 3125)
    wager = to_umb(unfold(Wager()))
    assert solve(read(wager, reward="Ann")).payoffs == solve(Wager()).payoffs


def test_doubles_are_exact_or_refused(read: Any) -> None:
    """1/4 is a double; the doubles of 0.1 and 0.9 have the sum 1 + 1/2^55."""

    def doubles(hit: float, miss: float) -> bytes:
        files = changed(to_umb(unfold(Shots())), branch_probability_type={"type": "double"})
        pairs = [1.0 if pair == (1, 1) else hit if pair == (1, 5) else miss for pair in branches]
        return packed({**files, "branch-to-probability.bin": struct.pack("<12d", *pairs)})

    numbers = struct.unpack("<24Q", unpacked(to_umb(unfold(Shots())))["branch-to-probability.bin"])
    branches = list(zip(numbers[::2], numbers[1::2], strict=True))
    assert solve(read(doubles(0.25, 0.75))).outcomes["hit"].probability == 1 - Fraction(3, 4) ** 5
    with pytest.raises(ValueError, match=r"choice 0 sum to 1\.0, and not exactly to 1; max_denominator=1000000 reads"):
        read(doubles(0.1, 0.9))
    nearest = solve(read(doubles(0.1, 0.9), max_denominator=10**6))
    assert nearest.outcomes["hit"].probability == 1 - Fraction(9, 10) ** 5
    with pytest.raises(ValueError, match="entry 0 is no number: cannot convert NaN to integer ratio"):
        read(doubles(float("nan"), 0.5))
    with pytest.raises(ValueError, match="entry 0 is no number: 1e-09 is nearest to 0"):
        read(doubles(1e-9, 1 - 1e-9), max_denominator=10**6)
    with pytest.raises(ValueError, match="max_denominator is -1; allowed: whole numbers of at least 0"):
        read(SHOTS, max_denominator=-1)


def rational(numerator: int, denominator: int) -> bytes:
    return numerator.to_bytes(8, "little", signed=True) + denominator.to_bytes(8, "little")


SHOTS = to_umb(unfold(Shots()))
FILES = unpacked(SHOTS)
CHANCES = FILES["branch-to-probability.bin"]
TARGETS = FILES["branch-to-target.bin"]


def with_file(name: str, content: bytes | None) -> bytes:
    files = {key: data for key, data in FILES.items() if key != name}
    return packed(files if content is None else {**files, name: content})


def with_system(**system: Any) -> bytes:
    return packed(changed(SHOTS, **system))


def sparse_file() -> bytes:
    """A file of GNU tar that claims a terabyte of zeros."""
    header = bytearray(with_file(INDEX, None)[:512])
    header[156:157] = b"S"
    header[257:265] = b"ustar  \0"
    header[483:495] = b"\x80" + (10**12).to_bytes(11, "big")
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header) + bytes(1024)


DAMAGED: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "it is no tar archive"),
    "text": (b"dtmc\n", "it is no tar archive"),
    "zip": (b"PK\3\4" + bytes(600), "it is no tar archive"),
    "half of it": (SHOTS[:200], "it ends too soon"),
    "damaged gzip": (SHOTS[:100] + bytes(8) + SHOTS[108:], "it is no tar archive"),
    "half of the archive": (packed(FILES)[:3000], "the archive does not end after state-is-initial.bin"),
    "sparse": (sparse_file(), "index.json is missing"),
    "no index": (with_file(INDEX, None), "index.json is missing"),
    "index no JSON": (with_file(INDEX, b"{"), "index.json is missing, or describes no transition system"),
    "deep index": (with_file(INDEX, b"[" * 100_000), "index.json is missing, or describes no transition system"),
    "index a list": (with_file(INDEX, b"[]"), "index.json is missing, or describes no transition system"),
    "system a list": (
        with_file(INDEX, b'{"transition-system": [1]}'),
        "index.json is missing, or describes no transition",
    ),
    "no version": (with_file(INDEX, b'{"transition-system": {}}'), "index.json: format-version None; allowed: 1"),
    "continuous time": (with_system(time="stochastic"), "time is 'stochastic'; only discrete time is read"),
    "observations": (with_system(**{"#observations": 2}), "a model with observations, such as a POMDP, is not read"),
    "absurd size": (with_system(**{"#states": 10**18}), "#states is 1000000000000000000; allowed: 0 to 20,000,000"),
    "negative size": (with_system(**{"#states": -1}), "#states is -1; allowed: 0 to 20,000,000"),
    "size no number": (with_system(**{"#branches": "12"}), "#branches is '12'; allowed: 0 to 20,000,000"),
    "size true": (with_system(**{"#choices": True}), "#choices is True; allowed"),
    "many players": (with_system(**{"#players": 2**32 - 1}), "#players is 4294967295; allowed: 0 to 100"),
    "names": (with_system(**{"#players": 2, "player-names": ["a", "a"]}), "not 2 different names"),
    "more states": (with_system(**{"#states": 65}), "state-is-initial.bin has 8 bytes; by index.json it has 16"),
    "no start": (with_file("state-is-initial.bin", bytes(8)), "has 0 initial states; a game has one start"),
    "two starts": (with_file("state-is-initial.bin", b"\3" + bytes(7)), "has 2 initial states; a game has one start"),
    "state without file": (with_file("state-is-initial.bin", None), "state-is-initial.bin is missing"),
    "label without file": (
        with_file("annotations/aps/outcome-0/states/values.bin", None),
        "annotations/aps/outcome-0/states/values.bin is missing",
    ),
    "short rows": (with_file("choice-to-branches.bin", bytes(8)), "has 8 bytes; by index.json it has 64"),
    "no rows": (with_file("choice-to-branches.bin", None), "choice-to-branches.bin is missing, and 12 entries"),
    "falling rows": (
        with_file("choice-to-branches.bin", struct.pack("<8Q", 0, 2, 3, 5, 4, 9, 11, 12)),
        "choice-to-branches.bin does not rise from 0 to 12",
    ),
    "empty row": (
        with_file("choice-to-branches.bin", struct.pack("<8Q", 0, 2, 2, 5, 7, 9, 11, 12)),
        "choice 1 has no branch",
    ),
    "negative target": (
        with_file("branch-to-target.bin", b"\xff" * 8 + TARGETS[8:]),
        "branch-to-target.bin: entry 0 is 18446744073709551615; allowed: 0 to 6",
    ),
    "no probabilities": (with_file("branch-to-probability.bin", None), "branch-to-probability.bin is missing"),
    "sum": (
        with_file("branch-to-probability.bin", rational(2, 5) + CHANCES[16:]),
        r"choice 0 sum to 1\.2\d*, and not exactly to 1$",
    ),
    "sum by one unit": (
        with_file("branch-to-probability.bin", rational(2**60 + 1, 5 * 2**60) + CHANCES[16:]),
        r"choice 0 sum to 1\.0, and not exactly to 1$",
    ),
    "negative": (
        with_file("branch-to-probability.bin", rational(-1, 5) + rational(6, 5) + CHANCES[32:]),
        "a branch of choice 0 has the probability -0.2",
    ),
    "division": (with_file("branch-to-probability.bin", rational(1, 0) + CHANCES[16:]), "entry 0 is no number"),
    "intervals": (
        with_system(**{"branch-probability-type": {"type": "rational-interval", "size": 256}}),
        "has the type rational-interval of 256 bits; allowed: double, or rational",
    ),
    "odd size": (
        with_system(**{"branch-probability-type": {"type": "rational", "size": 100}}),
        "has the type rational of 100 bits; allowed",
    ),
    "huge size": (
        with_system(**{"branch-probability-type": {"type": "rational", "size": 2**31}}),
        "has the type rational of 2147483648 bits; allowed",
    ),
    "type no object": (with_system(**{"branch-probability-type": 7}), "has the type None of None bits; allowed"),
    "choices without a player": (
        packed(changed(to_umb(unfold(Wager())), **{"#players": 0, "player-names": []})),
        "state-to-choices.bin: state 0 has several choices, and there is no player",
    ),
    "two parts": (SHOTS + SHOTS, "it ends too soon, or something follows its end"),
    "damaged header": (
        gzip.decompress(SHOTS).replace(b"branch-to-target.bin", b"branch-to-torget.bin"),
        "the archive does not end after choice-to-branches.bin",
    ),
    "one name twice": (
        packed(
            {
                **FILES,
                INDEX: FILES[INDEX].replace(b'"alias": "missed",\n    "description": "missed"', b'"alias": "hit"'),
            }
        ),
        "two annotations among the aps have one name",
    ),
    "annotations": (
        packed({**FILES, INDEX: FILES[INDEX].replace(b'"alias": "hit"', b'"alias": ["hit"], "alias": 3')}),
        "",
    ),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_what_is_damaged_is_refused_in_one_line(name: str, tmp_path: Path, capsys: Any) -> None:
    content, message = DAMAGED[name]
    path = tmp_path / "model.umb"
    path.write_bytes(content)
    if not message:  # an alias that is no text becomes one
        assert main(["solve", str(path)]) == 0
        return
    with pytest.raises(ValueError, match=message):
        UmbGame(path)
    assert main(["solve", str(path)]) == 2
    printed, error = capsys.readouterr()
    assert not printed
    assert error.startswith(f"gametheory solve: cannot read {path}: ")
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_a_bomb_is_refused_before_it_is_unpacked(pack: Any, read: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gametheory.formats.umb.MAX_BYTES", 10**7)
    with pytest.raises(ValueError, match="it unpacks to more than 10,000,000 bytes"):
        read(pack(bytes(10**7 + 1)))
    assert read(pack(packed(FILES))).start() == 0


def test_the_file_that_is_damaged_is_read_without_damage(tmp_path: Path) -> None:
    (tmp_path / "model.umb").write_bytes(packed(FILES))
    assert main(["solve", str(tmp_path / "model.umb")]) == 0


def test_what_has_no_place_in_the_format_is_refused(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "game.umb"
    for name, problem in {
        "chicken": "row and column move at the same time, and UMB has one player for each state",
        "kuhn": "a game with hidden information is not written as UMB; see docs/reference/what-it-does-not-do.md",
    }.items():
        assert main(["solve", name, "--umb", str(path)]) == 2
        assert capsys.readouterr() == ("", f"gametheory solve: argument --umb: {problem}\n")
    (tmp_path / "sum.efg").write_text('EFG 2 R "" { "A" } t "" 1 "only" { 5 }')
    assert main(["solve", str(tmp_path / "sum.efg"), "--umb", str(path)]) == 2
    assert "play is over at the start" in capsys.readouterr().err
    assert not path.exists()


def test_the_command_writes_a_file_that_it_solves(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "pig.umb"
    assert main(["solve", "pig", "--umb", str(path), "--json"]) == 0
    written = json.loads(capsys.readouterr().out)
    assert written["umb"] == str(path)
    assert main(["solve", str(path), "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["payoffs"] == written["payoffs"]
    assert main(["solve", str(path), "goal=frst"]) == 2
    assert "there is no label 'frst'; there are first, second; did you mean first?" in capsys.readouterr().err
    assert solve(str(path)).payoffs["first"] == Fraction(4591, 10961)


def test_a_branch_of_probability_0_does_not_leave_an_end(read: Any) -> None:
    """Else play would seem to cycle in the end, and its outcome would be lost."""
    files = changed(SHOTS, **{"#branches": 13})
    rows = struct.pack("<8Q", 0, 2, 4, 6, 8, 10, 12, 13)
    targets = struct.unpack("<12Q", TARGETS)
    files["choice-to-branches.bin"] = rows
    files["branch-to-target.bin"] = struct.pack("<13Q", *targets[:3], 0, *targets[3:])
    files["branch-to-probability.bin"] = CHANCES[:48] + rational(0, 1) + CHANCES[48:]
    assert solve(read(packed(files))).outcomes["hit"].probability == Fraction(2101, 3125)


@pytest.mark.parametrize("players", [("Ann",), ("a b", "c d"), ("1", "2", "3")])
def test_random_games_have_the_same_payoffs(players: tuple[str, ...], read: Any) -> None:
    """Also where one player alone ever moves, and where play never ends."""
    solved = 0
    for seed, cyclic, chance in product(range(8), (False, True), (False, True)):
        game = RandomPayoffs(seed, players, cyclic=cyclic, chance=chance, inner=4)
        try:
            expected = solve(game)
        except NoSolver:
            continue
        found = solve(read(to_umb(expected.arrays)))
        assert found.payoffs == expected.payoffs, (seed, cyclic, chance)
        solved += 1
    assert solved > 16


def test_names_that_storm_writes_alike_are_refused(read: Any) -> None:
    """Else the payoff of one player could be read as that of the other."""
    with pytest.raises(ValueError, match="of the players a b, a_b, two have one name without blanks and signs"):
        to_umb(unfold(RandomGame(3, ("a b", "a_b"))))
    game = RandomGame(24, ("a b", "c"))  # only the first player moves
    files = unpacked(to_umb(unfold(game)))
    files[INDEX] = (
        files[INDEX].replace(b'"alias": "c"', b'"alias": "a_b"').replace(b'"description": "c"', b'"description": ""')
    )
    with pytest.raises(ValueError, match="two rewards have the name of a b"):
        read(packed(files))


def test_rewards_on_the_way_are_no_payoffs(read: Any) -> None:
    """Each of the flips of Knuth and Yao's die pays 1; the reward is ignored, and refused where it is asked for."""
    assert solve(UmbGame(DATA / "storm-die.umb")).payoffs == {"points": 0}
    with pytest.raises(ValueError, match="reward 'flips' is paid in state 0, from which play goes on"):
        UmbGame(DATA / "storm-die.umb", reward="flips")
    players = packed(changed(to_umb(unfold(Wager())), **{"#players": 2, "player-names": ["Bob", "Eve"]}))
    with pytest.raises(ValueError, match="2 players without payoffs; name goal=LABEL or reward=NAME: the labels are"):
        read(players)


@pytest.mark.parametrize("name", ["wager", "pig", "shots", "entry"])
def test_umbi_reads_the_same_file(name: str, tmp_path: Path) -> None:
    """The library of the authors of the format has the same numbers, and what it writes is read here."""
    umbi = pytest.importorskip("umbi.umb")
    graph = unfold(rules_of(name))
    path = tmp_path / "game.umb"
    path.write_bytes(to_umb(graph))
    theirs, game = umbi.read(path, strict=True), UmbGame(path)
    assert [state for state, first in enumerate(theirs.state_is_initial[: len(graph)]) if first] == [game.start()]
    choices = []
    for state in range(len(graph)):
        moves = [(move,) for player in game.players for move in game.moves(state, player)]
        choices += [dict(game.after(state, *move)) for move in moves or [()]]
    starts = theirs.choice_to_branches
    for choice, expected in enumerate(choices):
        branches = range(starts[choice], starts[choice + 1])
        assert {theirs.branch_to_target[b]: theirs.branch_to_probability[b] for b in branches} == expected
    umbi.write(theirs, tmp_path / "again.umb")
    assert solve(UmbGame(tmp_path / "again.umb")).payoffs == solve(game).payoffs


class Lottery:
    """A chance event leads to one of the outcomes with equal probability, or the last player takes one."""

    def __init__(self, *names: str, players: tuple[str, ...] = (), chance: bool = True) -> None:
        self.names, self.players, self.chance = names, players, chance

    def start(self) -> int:
        return -1

    def outcome(self, at: int) -> Outcome | None:
        return Outcome(self.names[at]) if at >= 0 else None

    def moves(self, at: int, player: str) -> tuple[int, ...]:
        return tuple(range(len(self.names))) if player == self.players[-1] and not self.chance else ()

    def after(self, at: int, *moves: int) -> int | Distribution[int]:
        share = Fraction(1, len(self.names))
        return moves[0] if moves else Distribution(dict.fromkeys(range(len(self.names)), share))


def chances(game: Any) -> dict[str, Fraction]:
    return {name: facts.probability for name, facts in solve(game).outcomes.items()}


def test_ends_with_other_labels_are_other_outcomes(read: Any) -> None:
    """The label "end" is not the absence of labels, and the label "a, b" is not both a and b."""
    index = json.loads(FILES[INDEX].replace(b'"hit"', b'"end"'))
    del index["annotations"]["aps"]["outcome-1"]
    file = packed({**FILES, INDEX: json.dumps(index).encode()})
    expected = {"end": Fraction(2101, 3125), "#end": Fraction(1024, 3125)}
    assert chances(read(file)) == chances(read(file, goal="end")) == expected
    files = unpacked(to_umb(unfold(Lottery("a, b", "a", "b"))))
    files["annotations/aps/outcome-2/states/values.bin"] = files["annotations/aps/outcome-1/states/values.bin"]
    assert chances(read(packed(files))) == {"a, b": THIRD, "#a, b": THIRD, "end": THIRD}
    for names in (("", "end"), ("end", "#end", "")):
        assert len(chances(read(to_umb(unfold(Lottery(*names)))))) == len(names)


@pytest.mark.parametrize("players", [("Ann", "Bob"), ("end", "Bob"), ("Ann", "Bob", "Cy")])
@pytest.mark.parametrize("chance", [True, False])
def test_a_player_who_never_moves_wins_and_loses(players: tuple[str, ...], chance: bool, read: Any) -> None:
    game = Lottery(players[0], players[-1], "", "draw", players=players, chance=chance)
    assert solve(read(to_umb(unfold(game)))).payoffs == solve(game).payoffs != {}


def test_a_reward_of_a_player_is_his_payoff_or_the_model_is_refused(read: Any) -> None:
    files = changed(to_umb(unfold(Wager())), player_names=["A B"])
    index = json.loads(files[INDEX])
    payoff = {key: value for key, value in index["annotations"]["rewards"]["payoff-0"].items() if key != "description"}
    index["annotations"]["rewards"] = {"payoff-0": {**payoff, "alias": "A_B"}}
    once = packed({**files, INDEX: json.dumps(index).encode()})
    assert solve(read(once)).payoffs["A B"] == solve(Wager()).payoffs["Ann"]
    index["annotations"]["rewards"]["payoff-1"] = {**payoff, "alias": "A B"}
    content = files["annotations/rewards/payoff-0/branches/values.bin"]
    twice = {**files, INDEX: json.dumps(index).encode(), "annotations/rewards/payoff-1/branches/values.bin": content}
    with pytest.raises(ValueError, match="two rewards have the name of A B; name goal=LABEL or reward=NAME"):
        read(packed(twice))
    # a label of the same name would count as a win, and nothing else
    entry = unpacked(to_umb(unfold(Lottery("Ann", "Bob", players=("Ann", "Bob"), chance=False))))
    index = json.loads(entry[INDEX])
    assert [index["annotations"]["rewards"][key]["alias"] for key in ("payoff-0", "payoff-1")] == ["Ann", "Bob"]
    amounts = bytearray(entry["annotations/rewards/payoff-1/branches/values.bin"])
    amounts[-16:] = rational(7, 1)  # paid in an end, without end
    entry["annotations/rewards/payoff-1/branches/values.bin"] = bytes(amounts)
    with pytest.raises(ValueError, match="reward 'Bob' is paid again and again in state 2, and labels name winners"):
        read(packed(entry))


def test_labels_of_bytes_are_not_read_as_bits(read: Any) -> None:
    wide = FILES[INDEX].replace(b'"size": 1\n', b'"size": 8\n')
    assert wide != FILES[INDEX]
    with pytest.raises(ValueError, match=r"label 'hit' has the type .*8.*; allowed: .*1"):
        read(packed({**FILES, INDEX: wide}))
