"""Reads a page as a browser does, far enough to test it: elements, attributes, texts, nesting."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser

from kernaudit.model.report import Report
from kernaudit.render.base import View
from kernaudit.render.registry import find_format

BLOCKS = {"p", "td", "th", "tr", "li", "div", "h1", "h2", "h3", "h4", "dt", "dd", "caption", "summary", "section"}
VOID = {"meta", "col", "input", "br", "hr", "img", "link"}


@dataclass
class Element:
    """A start tag, with the text of everything in it."""

    tag: str
    attributes: dict[str, str | None]
    parents: tuple[str, ...]
    text: str = ""

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name) or ""

    @property
    def words(self) -> str:
        """The text with single blanks."""
        return " ".join(self.text.split())


@dataclass
class Page(HTMLParser):
    """All elements of a page in their order."""

    source: str
    elements: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self._open: list[Element] = []
        self.feed(self.source)
        self.close()
        assert not self._open, [one.tag for one in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"<{tag}> has an attribute twice"
        made = Element(tag, dict(attrs), tuple(one.tag for one in self._open))
        self.elements.append(made)
        self._part(tag)
        if tag not in VOID:
            self._open.append(made)

    def handle_endtag(self, tag: str) -> None:
        self._part(tag)
        assert self._open.pop().tag == tag, f"</{tag}> at {self.getpos()} closes something else"

    def _part(self, tag: str) -> None:
        if tag in BLOCKS:
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        for one in self._open:
            one.text += data

    def all(self, tag: str, **wanted: str) -> list[Element]:
        """The elements of a tag with these attributes (`class_` matches one of several classes)."""
        return [one for one in self.elements if one.tag == tag and _has(one, wanted)]

    def one(self, tag: str, **wanted: str) -> Element:
        """The only such element."""
        (found,) = self.all(tag, **wanted)
        return found

    @property
    def data(self) -> dict:
        """What the script reads."""
        return json.loads(self.one("script", id="data").text)

    @property
    def shown(self) -> str:
        """The text that a reader sees before any script runs."""
        return " ".join(one.words for one in self.elements if one.tag in {"header", "main"})


def _has(one: Element, wanted: dict[str, str]) -> bool:
    return all(
        value in one["class"].split() if name == "class_" else one[name] == value for name, value in wanted.items()
    )


def source_of(report: Report) -> str:
    """The page of a report as text."""
    return find_format("html").render(report, View())


def page_of(report: Report) -> Page:
    """The page of a report, read."""
    return Page(source_of(report))
