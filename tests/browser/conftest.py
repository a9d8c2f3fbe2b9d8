"""A real Chromium, driven by playwright; tests skip, and say so, where there is none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fakes.pages import source_of
from kernaudit.model.report import Report

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of this machine."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make test installs it")
    program = next(filter(None, (os.environ.get("CHROMIUM"), *map(shutil.which, NAMES))), None)
    if program is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium, or name one in CHROMIUM")
    with api.sync_playwright() as play:
        started = play.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield started
        started.close()


@dataclass
class Shown:
    """A page on the screen, and what it did: requests, console messages, errors, dialogs."""

    page: Page
    file: Path
    requests: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)

    def kernels(self) -> list[str]:
        """The names of the kernels whose rows are seen."""
        return self.page.locator("tr.kernel:visible .name").all_inner_texts()

    def families(self) -> list[str]:
        """The names of the families whose rows are seen."""
        return self.page.locator("tr.family:visible .name").all_inner_texts()

    def settle(self) -> None:
        """Wait until the filter's delay has passed and no row is left to build."""
        self.page.wait_for_timeout(250)
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Shown]]:
    """Opens the page of a report from disk, offline; fails if it asks for anything, or complains."""
    contexts, opened = [], []

    def _show(report: Report, *, script: bool = True, width: int = 1280, dark: bool = False) -> Shown:
        file = tmp_path / f"report-{len(opened)}.html"
        file.write_text(source_of(report), encoding="utf-8")
        context = browser.new_context(
            java_script_enabled=script,
            viewport={"width": width, "height": 900},
            color_scheme="dark" if dark else "light",
            offline=True,
        )
        contexts.append(context)
        shown = Shown(context.new_page(), file)
        opened.append(shown)
        shown.page.on("request", lambda one: shown.requests.append(one.url))
        shown.page.on("console", lambda one: shown.messages.append(f"{one.type}: {one.text}"))
        shown.page.on("pageerror", lambda one: shown.messages.append(f"error: {one}"))
        shown.page.on("dialog", lambda one: (shown.messages.append(f"dialog: {one.message}"), one.dismiss()))
        shown.page.goto(file.as_uri())
        return shown

    yield _show
    for context in contexts:
        context.close()
    for one in opened:
        assert one.messages == []
        assert one.requests == [one.file.as_uri()]
