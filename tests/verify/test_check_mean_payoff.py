"""The checker of mean payoffs refuses policies that are not the best."""

from fractions import Fraction

import pytest
from classic_games import load
from small_games import Alternating

from gametheory import state_graph
from gametheory.verify import CertificateError, check_mean_payoff

RUN = {"new": ("run",), "old": ("run",), "broken": ("repair",)}
GAIN = Fraction(11, 2)  # 2 periods new, 3 old, 1 broken: (20 + 18 - 5) / 6


def certificate(gain=GAIN):
    """Return gains and biases of the policy that runs the machine until it breaks, counted by hand."""
    new = Fraction(0)
    broken = -5 - gain + new
    old = 3 * (6 - gain) + broken
    return dict.fromkeys(RUN, gain), {"new": new, "old": old, "broken": broken}


def test_the_machine_by_hand():
    graph = state_graph(load("machine").Machine())
    assert check_mean_payoff(graph, {}, *certificate(), RUN) == GAIN


def test_a_better_move_of_equal_gain_is_found():
    """To repair an old machine has the same gain as to run it while the machine comes back; its bias is less."""
    graph = state_graph(load("machine").Machine())
    careful = {**RUN, "old": ("repair",)}
    gain = Fraction(15, 3)  # 2 periods new, 1 repaired: (20 - 5) / 3
    biases = {"new": Fraction(0), "old": -5 - gain, "broken": -5 - gain}
    with pytest.raises(CertificateError, match=r"the gain is exceeded after .* in old"):
        check_mean_payoff(graph, {}, dict.fromkeys(RUN, gain), biases, careful)


def test_wrong_certificates_are_refused():
    graph = state_graph(load("machine").Machine())
    gains, biases = certificate()
    for wrong in ({**RUN, "old": ("sell",)}, {}, {**RUN, "new": ("repair",)}):
        with pytest.raises(CertificateError, match=r"not allowed|not attained"):
            check_mean_payoff(graph, {}, gains, biases, wrong)
    with pytest.raises(CertificateError, match="not one player"):
        check_mean_payoff(state_graph(Alternating()), {}, {}, {}, {})
