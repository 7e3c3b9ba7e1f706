"""`python -m gametheory` is the command `gametheory`."""

import os
import sys

if sys.path[0] == os.getcwd():
    # A file z3.py in the current folder, which can be a stranger's, must not answer for the solver.
    sys.path.append(sys.path.pop(0))

from gametheory.cli import main

sys.exit(main())
