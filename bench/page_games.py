"""Games of the page *Solve a classic game*, as it prints them."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from bench import ROOT

PAGE = Path(ROOT) / "docs" / "how-to" / "classic-games.md"


@cache
def game_of_page(file: str, name: str) -> Any:
    """Return the class of a game from a file that the page prints.

    >>> game_of_page("pig.py", "Pig")(10).start().own
    0
    """
    module = ModuleType(f"{Path(file).stem}_of_the_page")
    sys.modules[module.__name__] = module  # dataclasses look up their module there
    exec(compile(text_of_page(file), file, "exec"), module.__dict__)
    return module.__dict__[name]


def text_of_page(file: str) -> str:
    """Return a file that the page prints.

    >>> "class Pig:" in text_of_page("pig.py").splitlines()
    True
    """
    text = re.search(
        rf"^<!-- file: {re.escape(file)} -->\n+```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S
    )
    assert text
    return text[1]
