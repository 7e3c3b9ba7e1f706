"""The program next to its peers on the same work: `python -m bench`.

Times are measured and never asserted; what the programs answer is judged, and failures are counted.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent
