"""`python -m kernaudit` is the same program as `kernaudit`."""

from __future__ import annotations

from kernaudit.cli import main

if __name__ == "__main__":
    main()
