"""Every game of the catalogue keeps the protocol, and every command finds it by its name."""

from time import process_time

import pytest
from program import call, document, refused

from gametheory import check, solve
from gametheory.claims.declare import textbooks_folder
from gametheory.claims.results import read_expected
from gametheory.games.catalogue import ENTRIES, entry, game
from gametheory.model.classes import classify
from gametheory.model.extensive_form import TableGame
from gametheory.model.normal_form import NormalForm
from gametheory.model.validation import validate_game

NAMES = [entry.name for entry in ENTRIES]
LONG = "liars-dice"  # 294,877 positions; fewer sides are the same rules


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_are_in_words_and_keep_the_protocol(name):
    assert entry(name).rules.endswith(".")
    assert entry(name).source[-1] not in ".,"
    made = game(name) if name != LONG else game(name, 2)
    rules = TableGame(made) if isinstance(made, NormalForm) else made
    hidden = ", hidden information" if hasattr(made, "observation") else ""
    assert entry(name).kind == f"{classify(validate_game(rules))}{hidden}", "the class is the one that `solve` prints"
    if hasattr(made, "picture"):
        assert made.picture(made.start())


def test_the_catalogue_has_thirty_games_of_every_class():
    assert len({*NAMES}) == len(NAMES) >= 30
    kinds = {entry.kind.partition(",")[0] for entry in ENTRIES}
    assert kinds == {"chance"} | {
        f"{order}{chance}" for order in ("sequential", "simultaneous") for chance in ("", " with chance moves")
    }


def test_each_game_has_one_claim_with_its_statement():
    folder = textbooks_folder()
    assert sorted(read_expected(folder / "expected.tsv")) == sorted(NAMES)


def test_the_commands_take_a_name_and_arguments(tmp_path):
    assert document("solve", "pig", 4, 2, cwd=tmp_path)["outcomes"]["first"] == "4/7"
    assert document("nash", "kuhn", cwd=tmp_path)["value"] == "-1/18"
    assert document("correlated", "chicken", cwd=tmp_path)["value"] == "21/2"
    profile = tmp_path / "profile.json"
    profile.write_text(call("nash", "stag-hunt", "--json", cwd=tmp_path).stdout, encoding="utf-8")
    asked = document("regret", "stag-hunt", profile, cwd=tmp_path)
    assert {each["gain"] for players in asked["profiles"] for each in players} == {"0"}


def test_the_solution_is_that_of_the_class(tmp_path):
    assert document("solve", "nim", cwd=tmp_path)["payoffs"] == {"first": "1", "second": "-1"}
    assert solve(game("nim", (1, 2, 3))).payoffs["first"] == -1


@pytest.mark.parametrize("command", ["solve", "nash"])
def test_a_name_that_is_also_a_file_is_refused(command, tmp_path):
    (tmp_path / "nim").write_text("", encoding="utf-8")
    assert refused(command, "nim", cwd=tmp_path) == (
        f"gametheory {command}: 'nim' is a game of the catalogue and a file in this folder; ./nim is the file\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["nim", "x"],
            "nim(x) cannot be made: ValueError: heaps: x is not a tuple of whole numbers, such as (3, 4, 5)",
        ),
        (["pig", 0], "pig(0) cannot be made: ValueError: goal: 0 is not a whole number of at least 1"),
        (["pig", "sides=x"], "pig(sides=x) cannot be made: ValueError: sides: x is not a whole number of at least 1"),
        (["truel", 3], "truel(3) cannot be made: ValueError: a: 3 is not an exact probability from 0 to 1"),
        (["hex", 3, 3], "hex(3, 3) cannot be made: argument 2, '3', is one too many; allowed: size"),
        (["hex", "n=3"], "hex(n=3) cannot be made: there is no argument 'n'; allowed: size"),
        (["nim", 3, "x"], "nim(3, x) cannot be made: heaps: 'x' is no number; allowed: numbers, such as 3 4 5"),
        (
            ["pig", "gaol=7"],
            "pig(gaol=7) cannot be made: there is no argument 'gaol'; allowed: goal, sides; did you mean goal?",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_what_is_allowed(words, message, tmp_path):
    assert refused("solve", *words, cwd=tmp_path) == f"gametheory solve: {message}\n"


def test_an_unknown_name_is_refused(tmp_path):
    assert "NAME of a game that `gametheory games` lists" in refused("solve", "kun", cwd=tmp_path)


@pytest.mark.slow
def test_every_known_value_is_right():
    run = check(textbooks_folder())
    found = {result.claim.id: str(result.verdict.status) for result in run.results}
    assert found == dict.fromkeys(NAMES, "verified")
    assert run.all_match_expected


def test_leduc_takes_at_most_five_seconds_of_the_processor():
    """Its linear program has hundreds of sequences; it took 17 seconds once, and takes about one."""
    began = process_time()
    solution = solve(game("leduc"))
    assert process_time() - began < 5
    assert solution.checked
