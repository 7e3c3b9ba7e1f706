"""`python -m gametheory` is the command `gametheory`."""

import sys

from gametheory.cli import main

sys.exit(main())
