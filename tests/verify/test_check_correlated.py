"""The checker of correlated equilibria; lies of one unit are in `test_every_number_counts`."""

from fractions import Fraction

import pytest

from gametheory.model.normal_form import NormalForm
from gametheory.verify import CertificateError, check_correlated

CHICKEN = NormalForm.from_payoffs([[6, 2], [7, 0]], [[6, 7], [2, 0]])
SUM = (Fraction(1), Fraction(1))
BEST = {(0, 0): Fraction(1, 2), (1, 0): Fraction(1, 4), (0, 1): Fraction(1, 4)}
DUAL = {(0, 0, 1): Fraction(3, 4), (1, 0, 1): Fraction(3, 4)}
UNIT = Fraction(1, 10**12)


def test_the_best_distribution_is_accepted_with_its_multipliers():
    assert check_correlated(CHICKEN, BEST, SUM, DUAL) == Fraction(21, 2)
    # a coarse equilibrium of chicken cannot do better
    coarse = {(who, None, other): each for (who, _, other), each in DUAL.items()}
    assert check_correlated(CHICKEN, BEST, SUM, coarse, coarse=True) == Fraction(21, 2)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"distribution": {(0, 0): Fraction(1)}}, "player 1 gains 1 by strategy 2"),
        ({"distribution": {**BEST, (2, 0): Fraction(0)}}, "no distribution of profiles"),
        ({"weights": (Fraction(1),)}, "1 weights for 2 players"),
        ({"multipliers": {**DUAL, (0, 1, 0): -UNIT}}, "a multiplier is negative"),
        ({"multipliers": {**DUAL, (0, None, 1): UNIT}}, "belongs to no deviation"),
    ],
)
def test_other_certificates_are_refused(changed, message):
    certificate = {"distribution": BEST, "weights": SUM, "multipliers": DUAL} | changed
    with pytest.raises(CertificateError, match=message):
        check_correlated(CHICKEN, **certificate)
