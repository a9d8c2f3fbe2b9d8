"""Fuzzes every target for a while: `python tests/fuzz/run.py SECONDS [SEED]`; the last line says what came of it.

An input that ends in anything but an error for the user, that takes longer than `SLOWEST` seconds or that needs more
than `MEMORY` bytes is a crash: it is kept in `found/TARGET`, where `test_found.py` runs it from then on.
"""

from __future__ import annotations

import hashlib
import os
import resource
import signal
import sys
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from fuzz.mutate import mutated  # noqa: E402 - found through the line above
from fuzz.targets import TARGETS  # noqa: E402 - found through the line above

SLOWEST = 10
MEMORY = 1_500_000_000
_PIECE = 0.5
"""Seconds that one target gets at a time."""


@dataclass
class Outcome:
    """What came of a run; times in seconds, memory in MB."""

    inputs: int = 0
    crashes: int = 0
    longest: float = 0.0
    slowest: str = "none"

    def line(self) -> str:
        """The last line."""
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        return (
            f"fuzz: {self.inputs} inputs, {self.crashes} crashes, longest {self.longest:.2f} s ({self.slowest}), "
            f"peak memory {peak} MB"
        )


class _TooSlow(BaseException):
    """Not to be mistaken for an error of the program."""


def corpus(name: str) -> list[bytes]:
    """The seeds of a target, and what was found for it."""
    folders = (HERE / "seeds" / name, HERE / "found" / name)
    files = [path for folder in folders if folder.is_dir() for path in sorted(folder.iterdir()) if path.is_file()]
    return [path.read_bytes() for path in files] or [b""]


def run(seconds: float, seed: int) -> Outcome:
    """Fuzz all targets in turn."""
    random, outcome = Random(seed), Outcome()
    inputs = {name: corpus(name) for name in TARGETS}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for name in TARGETS:
            until = min(end, time.monotonic() + _PIECE)
            while time.monotonic() < until:
                data = mutated(random.choice(inputs[name]), inputs[name], random)
                if attempt(name, data, outcome):
                    inputs[name].append(data) if len(inputs[name]) < 500 and random.random() < 0.1 else None
    return outcome


def attempt(name: str, data: bytes, outcome: Outcome) -> bool:
    """Try one input; whether it went well."""
    started = time.monotonic()
    signal.signal(signal.SIGALRM, _alarm)
    signal.alarm(SLOWEST)
    try:
        TARGETS[name](data)
        fault = None
    except (_TooSlow, Exception) as error:
        fault = "".join(traceback.format_exception(error)[-6:])
    finally:
        signal.alarm(0)
    took = time.monotonic() - started
    outcome.inputs += 1
    if took > outcome.longest:
        outcome.longest, outcome.slowest = took, name
    if fault is not None:
        outcome.crashes += 1
        print(f"{keep(name, data)}\n{fault}", flush=True)
    return fault is None


def keep(name: str, data: bytes) -> Path:
    """Write an input to where tests run it from then on."""
    folder = HERE / "found" / name
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / hashlib.sha256(data).hexdigest()[:12]
    path.write_bytes(data)
    return path


def _alarm(number: int, frame: object) -> None:
    del number, frame
    raise _TooSlow(f"more than {SLOWEST} s")


def main() -> int:
    """Run as asked on the command line."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    os.environ.setdefault("KERNAUDIT_CACHE_DIR", "")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    print(f"fuzz: {len(TARGETS)} targets, seed {seed}", flush=True)
    outcome = run(seconds, seed)
    print(outcome.line(), flush=True)
    return 1 if outcome.crashes else 0


if __name__ == "__main__":
    sys.exit(main())
