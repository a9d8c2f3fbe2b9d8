"""Declarations of fetched projects: the keywords that FetchContent, ExternalProject and CPM share."""

from __future__ import annotations

import re
from typing import Final

from kernaudit.build.cmake.arguments import parse_keywords

__all__ = ["FetchDetails", "expand_short", "is_keyword"]

_SINGLE: Final = (
    "GIT_REPOSITORY",
    "GIT_TAG",
    "GIT_SHALLOW",
    "GIT_PROGRESS",
    "GIT_REMOTE_NAME",
    "GIT_REMOTE_UPDATE_STRATEGY",
    "GIT_SUBMODULES_RECURSE",
    "URL_HASH",
    "URL_MD5",
    "HG_REPOSITORY",
    "HG_TAG",
    "SVN_REPOSITORY",
    "SVN_REVISION",
    "SOURCE_DIR",
    "BINARY_DIR",
    "SUBBUILD_DIR",
    "PREFIX",
    "TMP_DIR",
    "STAMP_DIR",
    "DOWNLOAD_DIR",
    "DOWNLOAD_NAME",
    "DOWNLOAD_EXTRACT_TIMESTAMP",
    "DOWNLOAD_NO_PROGRESS",
    "TIMEOUT",
    "SOURCE_SUBDIR",
    "INSTALL_DIR",
    "CMAKE_GENERATOR",
    "BUILD_IN_SOURCE",
    "BUILD_ALWAYS",
    "EXCLUDE_FROM_ALL",
    "UPDATE_DISCONNECTED",
    "NAME",
    "VERSION",
    "GITHUB_REPOSITORY",
    "GITLAB_REPOSITORY",
    "DOWNLOAD_ONLY",
    "FORCE",
)
_LISTS: Final = (
    "URL",
    "GIT_SUBMODULES",
    "GIT_CONFIG",
    "PATCH_COMMAND",
    "UPDATE_COMMAND",
    "CONFIGURE_COMMAND",
    "BUILD_COMMAND",
    "INSTALL_COMMAND",
    "TEST_COMMAND",
    "DOWNLOAD_COMMAND",
    "CMAKE_ARGS",
    "CMAKE_CACHE_ARGS",
    "CMAKE_CACHE_DEFAULT_ARGS",
    "DEPENDS",
    "BUILD_BYPRODUCTS",
    "INSTALL_BYPRODUCTS",
    "STEP_TARGETS",
    "LIST_SEPARATOR",
    "HTTP_HEADER",
    "FIND_PACKAGE_ARGS",
    "OVERRIDE_FIND_PACKAGE",
    "OPTIONS",
    "PATCHES",
    "SYSTEM",
    "QUIET",
)
_SHORT: Final = re.compile(r"(?:(gh|gl|bb):)?([^@#]+)(?:@([^#]+))?(?:#(.+))?")
_HOSTS: Final = {"gh": "https://github.com/", "gl": "https://gitlab.com/", "bb": "https://bitbucket.org/"}


class FetchDetails:
    """What a declaration says: where from, which revision, where to."""

    def __init__(self, args: list[str]) -> None:
        keys = parse_keywords(args, single=_SINGLE, lists=_LISTS)
        urls = keys.values("URL")
        hosted = [
            _HOSTS[short] + path
            for short, path in (("gh", keys.get("GITHUB_REPOSITORY")), ("gl", keys.get("GITLAB_REPOSITORY")))
            if path
        ]
        repository = keys.get("GIT_REPOSITORY") or keys.get("HG_REPOSITORY") or keys.get("SVN_REPOSITORY")
        self.url = repository or next(iter(hosted or urls), None)
        tag = keys.get("GIT_TAG") or keys.get("HG_TAG") or keys.get("SVN_REVISION")
        version = keys.get("VERSION")
        self.tag = tag or (f"v{version}" if version and self.url else None)
        self.source = keys.get("SOURCE_DIR")
        self.binary = keys.get("BINARY_DIR")
        self.subdirectory = keys.get("SOURCE_SUBDIR")
        self.name = keys.get("NAME")
        self.byproducts = keys.values("BUILD_BYPRODUCTS")


def is_keyword(text: str) -> bool:
    """Tell whether a declaration starts with a keyword (CPM's one-line form does not)."""
    return text in _SINGLE or text in _LISTS


def expand_short(text: str) -> list[str]:
    """Spell out CPM's one-line form `gh:owner/name@version#tag`."""
    match = _SHORT.fullmatch(text)
    if match is None:
        return []
    host, path, version, tag = match.groups()
    name = path.rstrip("/").rpartition("/")[2].removesuffix(".git").partition(".")[0]
    spelled = ["NAME", name, "GIT_REPOSITORY", (_HOSTS.get(host or "", "") if host else "") + path]
    if tag or version:
        spelled += ["GIT_TAG", tag or f"v{version}"]
    return spelled
