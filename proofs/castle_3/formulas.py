r"""The printed formulas that several statements quote."""

FALL_DAY = (
    r"\left\lceil \frac{\sqrt{\mathit{dpw}^2 + 4n\mathit{dpw}} - \mathit{dpw} + 2n - 2s}"
    r"{2(\mathit{dpw} - n)} \right\rceil"
)
LEFT_ALIVE = r"s + q\mathit{dpw} - (q+1)n"
BATTLE_DAYS = r"\left\lceil \frac{1}{4} \log_\varphi \frac{n + x\varphi^{-1}}{n - x\varphi} \right\rceil"
