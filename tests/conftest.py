"""What the tests share: the published tables, and the games that the package holds."""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "proofs"))
