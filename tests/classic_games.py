"""The games of the page docs/how-to/classic-games.md, as the page prints them."""

import re
import sys
from pathlib import Path
from types import ModuleType

PAGE = Path(__file__).parents[1] / "docs" / "how-to" / "classic-games.md"
FILE = re.compile(r"^<!-- file: (\w+)\.py -->\n+```python\n(.*?)^```$", re.M | re.S)


def text(name):
    """Return the text of one file of the page."""
    return dict(FILE.findall(PAGE.read_text(encoding="utf-8")))[name]


def load(name):
    """Return the module of one file of the page."""
    module = ModuleType(f"classic_{name}")
    sys.modules[module.__name__] = module  # dataclasses look up their module there
    exec(compile(text(name), f"{PAGE.name}:{name}.py", "exec"), module.__dict__)
    return module
