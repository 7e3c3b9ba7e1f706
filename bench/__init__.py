"""The program next to its peers on the same work: `python -m bench`.

Times are measured, never asserted. The answers of the programs are judged, and failures are counted.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent
