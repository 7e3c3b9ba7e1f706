"""The checker of correlated equilibria refuses every certificate that is wrong by one unit in the last place."""

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


@pytest.mark.parametrize("profile", [(1, 0), (0, 1), (1, 1)])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_moved_distribution_is_refused(profile, sign):
    near = {**BEST, (0, 0): BEST[0, 0] + sign * UNIT, profile: BEST.get(profile, 0) - sign * UNIT}
    with pytest.raises(CertificateError):
        check_correlated(CHICKEN, near, SUM, DUAL)


@pytest.mark.parametrize("deviation", [*DUAL])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_moved_multiplier_is_refused(deviation, sign):
    with pytest.raises(CertificateError, match="do not bound profile"):
        check_correlated(CHICKEN, BEST, SUM, {**DUAL, deviation: DUAL[deviation] + sign * UNIT})


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"distribution": {(0, 0): Fraction(1)}}, "player 1 gains 1 by strategy 2"),
        ({"distribution": {**BEST, (2, 0): Fraction(0)}}, "no distribution of profiles"),
        ({"distribution": {each: float(p) for each, p in BEST.items()}}, "no distribution of profiles"),
        ({"weights": (Fraction(1),)}, "1 weights for 2 players"),
        ({"weights": (1.0, 1.0)}, "not an integer or a Fraction"),
        ({"multipliers": {**DUAL, (0, 1, 0): -UNIT}}, "a multiplier is negative"),
        ({"multipliers": {**DUAL, (0, None, 1): UNIT}}, "belongs to no deviation"),
        ({"multipliers": {}}, "do not bound profile"),
    ],
)
def test_other_certificates_are_refused(changed, message):
    certificate = {"distribution": BEST, "weights": SUM, "multipliers": DUAL} | changed
    with pytest.raises(CertificateError, match=message):
        check_correlated(CHICKEN, **certificate)
