"""`python -m kernaudit` is the same program as `kernaudit`."""

from __future__ import annotations

import sys
from pathlib import Path

if not sys.flags.safe_path and sys.path[:1] == [str(Path.cwd())]:
    del sys.path[0]  # `-m` puts the working directory first, and that may be the tree that is audited

from kernaudit.cli import main

if __name__ == "__main__":
    main()
