"""`make quick` runs the tests that a change needs, and no others."""

import pytest
from affected import ALWAYS, ROOT, affected_tests


@pytest.mark.parametrize(
    ("changed", "expected", "not_expected"),
    [
        (
            "gametheory/games/battle/distribution.py",
            {"gametheory/games/battle/distribution.py", "tests/games/battle"},
            "tests/solvers",
        ),
        (
            "gametheory/games/castle/closed_form.py",
            {"tests/games/castle", "tests/prove/test_symbolic.py"},
            "tests/proofs/test_castle_3.py",
        ),
        ("gametheory/solvers/perfect_information.py", {"tests/solvers/test_retrograde.py"}, "tests/games/battle"),
        (
            "gametheory/numbers/format.py",
            {
                "tests/render/test_table.py",
                "tests/project/test_docs.py::test_examples_of_a_page[docs/how-to/your-own-game.md]",
            },
            "tests/games/battle",
        ),
        ("proofs/castle_1/table.py", {"tests/proofs"}, "tests/solvers"),
        ("docs/index.md", {"tests/project/test_docs.py::test_examples_of_a_page[docs/index.md]"}, "tests/proofs"),
        ("CHANGELOG.md", set(ALWAYS), "tests/project/test_docs.py::test_examples_of_a_page[CHANGELOG.md]"),
        ("tests/small_games.py", {"tests/model/test_games.py"}, "tests/proofs"),
        ("tests/mutants/faults.toml", {"tests/project/test_mutants.py"}, "tests/proofs"),
        ("Makefile", set(ALWAYS), "tests/proofs"),
    ],
)
def test_tests_of_one_changed_file(changed: str, expected: set[str], not_expected: str) -> None:
    found = affected_tests([changed])
    assert expected <= set(found)
    assert not_expected not in found
    assert all((ROOT / name.partition("::")[0]).exists() for name in found)
