"""The stored theorems of Rocq say something about the games, and a planted false statement is not a theorem."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import PROOFS

from gametheory.prove.kernel import (
    checked_closure,
    compile_files,
    facts,
    find_program,
    read_sources,
)

THEOREMS = PROOFS / "rocq"
pytestmark = [pytest.mark.slow, pytest.mark.skipif(find_program() is None, reason="Rocq is not installed")]

# The file in which it is planted, the old and the new text, the theorem, and the first file that does not compile.
FALSE = {
    "a 2 for a 1 in Theorem A": (
        "castle/ClosedFormsA.v",
        "Z.max 2 (1 + ceiling_division",
        "Z.max 2 (2 + ceiling_division",
        "castle/BestDay.T_spec",
    ),
    "< for <= in Theorem A": (
        "castle/ClosedFormsA.v",
        "defenders * odd <= soldiers * even",
        "defenders * odd < soldiers * even",
        "castle/Battle.shot_s",
    ),
    "a 5 for the 4 of the logarithms": (
        "castle/Waiting.v",
        "K := two + two",
        "K := two + three",
        "castle/Waiting.cd3_wait_logarithms",
    ),
}


@pytest.mark.parametrize(("file", "old", "new", "theorem"), FALSE.values(), ids=FALSE)
def test_a_false_statement_is_not_a_theorem(file: str, old: str, new: str, theorem: str, tmp_path: Path) -> None:
    module = theorem.partition(".")[0].split("/")[1]
    for source in checked_closure(read_sources(THEOREMS), f"Castle.{module}"):
        (tmp_path / source.library).mkdir(exist_ok=True)
        text = source.text.replace(old, new) if source.file == file else source.text
        assert (text != source.text) == (source.file == file)
        (tmp_path / source.file).write_text(text)
    fact = facts(tmp_path, [theorem])[theorem]
    assert re.search(rf"^{module}\.v, line \d+: Error", fact.reason)
    assert not fact.statement


def test_the_real_numbers_have_a_logarithm_as_the_theorem_assumes(tmp_path: Path) -> None:
    program = find_program()
    assert program is not None
    waiting = read_sources(THEOREMS)["Castle.Waiting"]
    assert compile_files(program, tmp_path, [waiting], None) == {waiting.name: ""}
    shutil.copy(Path(__file__).with_name("real_numbers.v"), tmp_path)
    command = [*program.command, "-q", "-Q", "castle", "Castle", "real_numbers.v"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    axioms = set(re.findall(r"^(\S+)(?= :|$)", done.stdout, re.M)) - {"Axioms:"}
    assert axioms == {
        "ClassicalDedekindReals.sig_not_dec",
        "ClassicalDedekindReals.sig_forall_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
    }
