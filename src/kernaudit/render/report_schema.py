"""The JSON Schema of the report document, for editors and for programs that read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.model.build import BuildStatus, RequestRule
from kernaudit.model.decision import Answer, BranchKind, InputSource, PinBy, PinOrigin
from kernaudit.model.evidence import AssumptionKind, FindingLevel, SkipReason
from kernaudit.model.report import FamilyKind, Language, SourceKind
from kernaudit.model.verdict import Detail, Layer, NoteKind, RemedyKind, Status
from kernaudit.render.document import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Iterable
    from enum import StrEnum

    from kernaudit.render.cells import Json

__all__ = ["report_schema"]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TEXT: Json = {"type": "string"}
_COUNT: Json = {"type": "integer", "minimum": 0}
_NUMBER: Json = {"type": "number"}
_FLAG: Json = {"type": "boolean"}
_ANY: Json = {}


def report_schema() -> Json:
    """Return the schema; fields may be added later, so that unknown ones are allowed everywhere."""
    return {
        "$schema": _DIALECT,
        "title": "A report of kernaudit",
        **_object(
            schema={"const": SCHEMA},
            tool=_object(name=_TEXT, version=_TEXT, rules_digest=_TEXT),
            input=_input(),
            assumptions=_list(_assumption()),
            devices=_list(_device()),
            families=_list(_family()),
            ops=_list(_op()),
            kernels=_list(_kernel()),
            build_breaks=_list(_break()),
            findings=_list(_finding()),
            lists_found=_list(_placed(variable=_TEXT, value=_TEXT)),
            pins=_list(_pin()),
            decisions=_list(_decision()),
            skipped=_list(_object(path=_TEXT, reason=_one_of(SkipReason), detail=_or_null(_TEXT))),
            summary=_summary(),
            gate=_or_null(_gate()),
        ),
        "$defs": {"cell": _cell(), "reason": _reason(), "note": _note(), "remedy": _remedy(), "fact": _fact()},
    }


def _object(**fields: Json) -> Json:
    return {"type": "object", "properties": fields, "required": list(fields)}


def _placed(**fields: Json) -> Json:
    return _object(**fields, file=_or_null(_TEXT), line=_or_null({"type": "integer", "minimum": 1}))


def _list(of: Json) -> Json:
    return {"type": "array", "items": of}


def _map(of: Json) -> Json:
    return {"type": "object", "additionalProperties": of}


def _or_null(of: Json) -> Json:
    return {"anyOf": [of, {"type": "null"}]}


def _one_of(words: Iterable[StrEnum]) -> Json:
    return {"enum": [word.value for word in words]}


def _ref(name: str) -> Json:
    return {"$ref": f"#/$defs/{name}"}


def _input() -> Json:
    maybe = _or_null(_TEXT)
    return _object(
        root_name=_TEXT, tree_digest=_TEXT, revision=maybe, to=_list(_TEXT), cuda=_TEXT, request=maybe,
        defines=_map(_TEXT), env=_map(_TEXT), as_of=maybe, config=maybe, title=maybe, **{"from": maybe},
    )  # fmt: skip


def _assumption() -> Json:
    return _placed(
        id=_TEXT, kind=_one_of(AssumptionKind), text=_TEXT, origin=_or_null(_TEXT), affects=_list(_TEXT)
    )  # fmt: skip


def _device() -> Json:
    maybe = _or_null(_TEXT)
    return _object(
        id=_TEXT, name=_TEXT, capability=_TEXT, toolkit=_TEXT, status=_one_of(BuildStatus), message=maybe,
        request=maybe, request_rule=_one_of(RequestRule), effective=_list(_TEXT),
        minimum_toolkit=maybe, minimum_driver=maybe,
    )  # fmt: skip


def _family() -> Json:
    gate = _placed(text=_TEXT, before=_list(_TEXT), after=_list(_TEXT))
    external = _placed(name=_TEXT, url=_or_null(_TEXT), tag=_or_null(_TEXT))
    cell = _object(
        status=_one_of(Status), counts=_map(_COUNT), effective=_list(_TEXT), request_rule=_one_of(RequestRule),
        reasons=_list(_ref("reason")),
    )  # fmt: skip
    return _object(
        id=_TEXT, name=_TEXT, kind=_one_of(FamilyKind), gate=_or_null(gate), kernels=_list(_TEXT),
        build_targets=_list(_TEXT), external=_or_null(external), cells=_map(cell),
    )  # fmt: skip


def _op() -> Json:
    cell = _object(status=_one_of(Status), served_by=_list(_TEXT))
    return _placed(name=_TEXT, kernels=_list(_TEXT), cells=_map(cell))


def _kernel() -> Json:
    return _placed(
        id=_TEXT, name=_TEXT, symbol=_TEXT, instantiation=_or_null(_TEXT), units=_list(_TEXT),
        language=_one_of(Language), source_kind=_one_of(SourceKind), family=_or_null(_TEXT),
        build_targets=_list(_TEXT), ops=_list(_TEXT), cells=_map(_ref("cell")),
    )  # fmt: skip


def _cell() -> Json:
    verdict = {"status": _one_of(Status), "detail": _or_null(_one_of(Detail)), "also": _list(_one_of(Status))}
    chain = {"notes": _list(_ref("note")), "reasons": _list(_ref("reason"))}
    smem = _object(
        static=_or_null(_COUNT), dynamic=_or_null(_COUNT), limit=_COUNT, optin=_FLAG, expression=_or_null(_TEXT),
        fits=_or_null(_object(name=_TEXT, value=_ANY)), estimate=_FLAG,
    )  # fmt: skip
    rebuilt = _object(target=_or_null(_TEXT), **verdict, **chain)
    return _object(
        **verdict, image=_or_null(_TEXT), images=_list(_TEXT), smem=_or_null(smem), **chain,
        remedies=_list(_ref("remedy")), improve=_list(_ref("remedy")), if_rebuilt=_or_null(rebuilt),
    )  # fmt: skip


def _reason() -> Json:
    return _placed(layer=_one_of(Layer), rule=_or_null(_TEXT), text=_TEXT)


def _note() -> Json:
    return _placed(kind=_one_of(NoteKind), text=_TEXT)


def _remedy() -> Json:
    edit = _object(**{"from": _TEXT, "to": _TEXT})
    return _placed(kind=_one_of(RemedyKind), text=_TEXT, edit=_or_null(edit))


def _break() -> Json:
    return _placed(
        target=_TEXT, gencode=_TEXT, source=_TEXT, build_target=_TEXT, rule=_TEXT, message=_TEXT, devices=_list(_TEXT),
        kernels=_list(_TEXT),
    )  # fmt: skip


def _finding() -> Json:
    return _placed(id=_TEXT, level=_one_of(FindingLevel), text=_TEXT, devices=_list(_TEXT), families=_list(_TEXT))


def _pin() -> Json:
    maybe = _or_null(_TEXT)
    return _placed(
        id=_TEXT, spec=_object(by=_one_of(PinBy), value=_TEXT), origin=_one_of(PinOrigin), matched=_list(_TEXT),
        entry=maybe, owner=maybe, note=maybe, expiry=maybe, decision=maybe,
        time_share=_or_null(_NUMBER), speed_ratio=_or_null(_NUMBER), port_lines=_or_null(_COUNT),
    )  # fmt: skip


def _decision() -> Json:
    cost = _object(low=_or_null(_NUMBER), high=_or_null(_NUMBER), unit=_TEXT)
    value: Json = {"anyOf": [_NUMBER, _TEXT, {"type": "null"}]}
    given = _object(name=_TEXT, value=value, unit=_TEXT, source=_one_of(InputSource))
    branch = _object(
        kind=_one_of(BranchKind), feasible=_or_null(_FLAG), line=_TEXT, cost=cost, inputs=_list(given),
        facts=_list(_ref("fact")),
    )  # fmt: skip
    return _object(
        pin=_TEXT, device=_TEXT, answer=_one_of(Answer), line={"type": "string", "maxLength": 120},
        branches=_list(branch), cheapest=_or_null(_TEXT),
        break_even=_or_null(_object(input=_TEXT, value=_NUMBER)), caveats=_list(_TEXT), facts=_list(_ref("fact")),
    )  # fmt: skip


def _fact() -> Json:
    return _object(text=_TEXT, source=_TEXT, date=_or_null(_TEXT), grade=_TEXT, stale=_FLAG)


def _summary() -> Json:
    parse = _object(files=_COUNT, bytes=_COUNT, error_bytes=_COUNT, recovered_bytes=_COUNT)
    return _object(
        kernels=_COUNT, families=_COUNT, finishes=_FLAG, by_status=_map(_map(_COUNT)),
        unknown_by_reason=_map(_COUNT), parse=parse,
    )  # fmt: skip


def _gate() -> Json:
    ignored = _placed(reason=_TEXT)
    problem = _placed(
        rule=_TEXT, level=_one_of(FindingLevel), text=_TEXT, kernel=_or_null(_TEXT), device=_or_null(_TEXT),
        fingerprint=_TEXT, ignored=_or_null(ignored),
    )  # fmt: skip
    move = _object(kernel=_TEXT, device=_TEXT, before=_one_of(Status), after=_or_null(_one_of(Status)))
    return _object(
        failed=_FLAG, compared=_COUNT, problems=_list(problem), improvements=_list(move), stale=_list(move),
        unused=_list(_placed(text=_TEXT)), remarks=_list(_TEXT),
    )  # fmt: skip
