"""The second reader of theorems: coqchk, which checks compiled files of Rocq and has no parser and no tactics.

It computes with Rocq's virtual machine, as the first reader does: without it, one long computation takes hours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from subprocess import TimeoutExpired
from tempfile import TemporaryDirectory

from gametheory.parallel.extras import find_on_path
from gametheory.parallel.limits import Progress
from gametheory.prove.kernel.compiler import compile_files, find_program, library_options, run_program
from gametheory.prove.kernel.sources import Refused, Source, checked_closure, in_order

SECONDS = 1800  # for one call; the standard library takes about 60
# What coqchk lists of the standard library for files that import no more of it than `sources.MODULES`. No theorem may
# rest on one of these: `toplevel` compares all that Rocq says about its assumptions with one sentence.
ALLOWED = frozenset(
    f"Coq.{file}.{name}"
    for file, names in {
        # Axioms of the real numbers, which tactics for rational numbers load.
        "Logic.FunctionalExtensionality": "functional_extensionality_dep",
        "Reals.ClassicalDedekindReals": "sig_forall_dec sig_not_dec",
        # No axioms but definitions behind a signature, which are listed where the standard library is not read again:
        # two that hold real numbers, and one of a tactic that rewrites under binders.
        "Reals.Rdefinitions.RbaseSymbolsImpl": (
            "R R0 R0_def R1 R1_def Rabst Rlt Rlt_def Rmult Rmult_def Ropp Ropp_def Rplus Rplus_def Rquot1 Rquot2 Rrepr"
        ),
        "Reals.Rdefinitions.RinvImpl": "Rinv Rinv_def",
        "ssr.ssrunder.Under_rel": (
            "Over_rel Under_rel Under_relE Under_rel_from_rel over_rel over_rel_done under_rel_done"
        ),
    }.items()
    for name in names.split()
)


def second_reading(sources: Mapping[str, Source], progress: Progress | None = None) -> dict[str, str]:
    """Compile files of Rocq, and let coqchk check them and the standard library; return why each is rejected, or ""."""
    if not sources:
        return {}
    program = find_program()
    if program is None:
        raise FileNotFoundError("coqc: Rocq is not installed")
    reasons: dict[str, str] = {}
    for source in sources.values():
        try:
            checked_closure(sources, source.name)
        except Refused as error:
            reasons[source.name] = str(error)
    allowed = in_order({name: each for name, each in sources.items() if name not in reasons}, sources.keys() - reasons)
    with TemporaryDirectory() as name:
        folder = Path(name)
        reasons |= compile_files(program, folder, allowed, progress)
        compiled = [each.name for each in allowed if not reasons[each.name]]
        return reasons | dict.fromkeys(compiled, rejection(folder, compiled) if compiled else "")


def rejection(folder: Path, names: Iterable[str], standard_library: bool = True) -> str:
    """Return why coqchk rejects compiled files of a folder, or "".

    Without the standard library, coqchk checks these files and believes all others that they import.
    """
    checker = find_on_path("coqchk") or find_on_path("rocqchk")
    if checker is None:
        return "coqchk is not installed"
    asked = names if standard_library else [word for name in names for word in ("-norec", name)]
    command = [checker, "-silent", "-o", "-bytecode-compiler", "yes", *library_options(folder), *asked]
    try:
        done = run_program(command, folder, SECONDS)
    except TimeoutExpired:
        return f"coqchk takes more than {SECONDS} seconds"
    text = " ".join((done.stdout + done.stderr).split())
    summary = dict(part.split(": ", 1) for part in text.split(" * ")[1:])
    if done.returncode or "Axioms" not in summary:
        return f"coqchk: {text[-200:]}"
    summary.pop("Theory", None)  # an option that is not given here, whether Set is impredicative
    for title, value in summary.items():
        others = [name for name in value.split() if name not in ("<none>", *(ALLOWED if title == "Axioms" else ()))]
        if others:
            return f"coqchk reports {title}: {' '.join(others)[:200]}"
    return ""
