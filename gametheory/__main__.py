"""`python -m gametheory` is the command `gametheory`."""

import os
import sys
from contextlib import suppress

with suppress(FileNotFoundError):  # the current folder has been removed
    # A file z3.py in the current folder, which can be a stranger's, must not answer for the solver.
    if sys.path[0] == os.getcwd():
        sys.path.append(sys.path.pop(0))

from gametheory.cli import main

sys.exit(main())
