"""cvc5 in a process: limits of work, and how a process that gives no answer is named."""

import os
import signal
from threading import Timer

import pytest

from gametheory.parallel import solver_process
from gametheory.parallel.solver_process import ask_cvc5

pytest.importorskip("cvc5")
# The weights of an equilibrium of three players, with three, three and two actions, and payoffs 0 and 1. A step of the
# coverings for these polynomials takes more than 20 seconds.
LONG_STEP = """(set-logic QF_NRA)
(declare-const a1 Real) (declare-const a2 Real) (declare-const a3 Real) (declare-const b1 Real)
(declare-const b2 Real) (declare-const b3 Real) (declare-const c1 Real) (declare-const c2 Real)
(assert (and (> a1 0) (> a2 0) (> a3 0) (> b1 0) (> b2 0) (> b3 0) (> c1 0) (> c2 0)))
(assert (= 1 (+ a1 a2 a3)))
(assert (= 1 (+ b1 b2 b3)))
(assert (= 1 (+ c1 c2)))
(assert (= (+ (* b1 c1) (* b2 c2) (* (- 1) b3 c1)) 0))
(assert (= (+ (* (- 1) b1 c2) (* (- 1) b2 c1) (* b2 c2) (* b3 c2)) 0))
(assert (= (+ (* a2 c2) (* (- 1) a3 c1)) 0))
(assert (= (+ (* (- 1) a1 c1) (* (- 1) a2 c1) (* a2 c2) (* a3 c2)) 0))
(assert (= (+ (* a1 b1) (* a2 b1) (* (- 1) a2 b2) (* a2 b3) (* a3 b3)) 0))
(assert (<= (+ (* a1 b1) (* a1 b2) (* (- 1) a2 b2) (* a3 b3)) 0))
(check-sat)"""
UNSATISFIABLE = "(set-logic QF_LRA)(declare-const x Real)(assert (< x x))(check-sat)"


def test_a_step_without_an_end_is_named_and_the_next_question_is_answered(monkeypatch):
    monkeypatch.setattr(solver_process, "SECONDS", 1)
    assert ask_cvc5(LONG_STEP, 10**6) == solver_process.TIMED_OUT
    assert ask_cvc5(UNSATISFIABLE, 1000) == "unsat"


def test_an_interrupt_is_for_the_program_that_asks(capfd):
    """Ctrl-C in a terminal reaches both processes: the one of cvc5 prints nothing, and goes on."""
    ask_cvc5(UNSATISFIABLE, 1000)
    process = solver_process._processes[os.getpid()]
    process.send_signal(signal.SIGINT)
    assert ask_cvc5(UNSATISFIABLE, 1000) == "unsat"
    assert solver_process._processes[os.getpid()] is process
    assert capfd.readouterr().err == ""


def test_a_process_that_was_killed_is_not_called_slow():
    ask_cvc5(UNSATISFIABLE, 1000)
    process = solver_process._processes[os.getpid()]
    process.send_signal(signal.SIGSTOP)  # so that the question is not answered before
    Timer(0.2, process.kill).start()
    assert ask_cvc5(UNSATISFIABLE, 1000) == "unknown (its process ended with status -9)"
    assert ask_cvc5(UNSATISFIABLE, 1000) == "unsat"
