"""The meaning of cmake's value commands as pure functions: lists, strings, versions, regular expressions, math, paths.

Nothing here knows the interpreter: a command gets its expanded arguments and a way to read a variable, and returns the
assignments it makes. Failures are `LibError`, with the text that cmake itself prints.
"""

from __future__ import annotations
