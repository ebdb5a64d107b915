"""What all answers are: pydantic models, in either of its major versions, that keep fields they do not know."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Dict, MutableMapping, Optional, Type, TypeVar

import pydantic

from .errors import AnswerError

_V2 = pydantic.VERSION.startswith("2.")


class Model(pydantic.BaseModel):
    """An answer of the service, or a part of one."""

    if _V2:
        # Models are built when they are first needed: most programs need few of them.
        model_config = {"extra": "allow", "populate_by_name": True, "protected_namespaces": (), "defer_build": True}
    else:  # pydantic 1, as Debian 12 has it

        class Config:
            extra = "allow"
            allow_population_by_field_name = True

    def to_dict(self) -> Dict[str, Any]:
        """As the service sent it, with Python's types for instants."""
        model: Any = self
        write = model.model_dump if _V2 else model.dict
        plain: Dict[str, Any] = write(by_alias=True, exclude_unset=True)
        return plain


class UnknownEvent(Model):
    """An event of a type that this version of the client does not know: more may come. Ignore it, or read `data` yourself."""

    id: str
    type: str
    version: int
    document_id: Optional[str] = None
    sequence: Optional[int] = None
    timestamp: datetime
    display: Optional[Dict[str, str]] = None
    data: Dict[str, Any]


M = TypeVar("M", bound=Model)


def read(model: Type[M], value: Any) -> M:
    """The answer as a model.

    :raises AnswerError: where it does not have the shape that the contract promises
    """
    kind: Any = model
    try:
        whole: M = kind.model_validate(value) if _V2 else kind.parse_obj(value)
        return whole
    except pydantic.ValidationError as error:
        raise AnswerError(f"the answer is no {model.__name__}: {error}") from error


def complete(module: MutableMapping[str, Any]) -> None:
    """Resolves the names that models of a module use before they are there; pydantic 2 does so by itself."""
    if _V2:
        return
    for value in list(module.values()):
        if isinstance(value, type) and issubclass(value, Model) and value is not Model:
            value.update_forward_refs(**module)
