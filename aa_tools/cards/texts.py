"""The words on cards: in one language or several, and with the numbers of the rules where braces name them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, StringConstraints, ValidationInfo, WithJsonSchema
from pydantic_core import PydanticCustomError

from aa_tools.errors import suggest

LANGUAGE = "en"
"""The language of a card file that does not say another."""

LANGUAGES = "[a-z]{2,3}(-[A-Z]{2})?"
"""What a language is called: en, de, pt-BR."""

TEXT_ERROR = "text_error"
"""The kind of pydantic's error for a faulty text; its context holds the message and the language."""

_BRACES = re.compile(r"\{([^{}|]*)(?:\|([^{}|]*)\|([^{}|]*))?\}")


@dataclass
class TextResolver:
    """In which language texts are read, and which numbers they may name.

    Attributes:
        language: the one wanted.
        numbers: the numbers of the rules by name, such as points.professor; None where the rules are faulty.
        found: the languages met while reading.
        lacking: how many texts stand in other languages only.
    """

    language: str = LANGUAGE
    numbers: Mapping[str, int] | None = None
    found: set[str] = field(default_factory=set)
    lacking: int = 0

    def resolve(self, value: object) -> object:
        """Returns a text in the wanted language, its braces filled; what is no text is returned as it is.

        Raises:
            PydanticCustomError: the text is not in that language, or braces name what the rules do not have.
        """
        if isinstance(value, str):
            return self._filled(value, None)
        if not isinstance(value, dict) or not value:
            return value
        self.found.update(map(str, value))
        texts = {language: self._checked(language, text) for language, text in value.items()}
        if self.language not in texts:
            self.lacking += 1
            raise _text_error(f"there is no text in {self.language!r} here; add {self.language}: …", None)
        return texts[self.language]

    def _checked(self, language: object, text: object) -> str:
        if not isinstance(language, str) or not re.fullmatch(LANGUAGES, language):
            raise _text_error(f"{language!r} is no language; write its two letters, such as en or de", language)
        if not isinstance(text, str) or not text.strip():
            raise _text_error(f"the text in {language!r} is missing; write it after {language}:", language)
        return self._filled(text, language)

    def _filled(self, text: str, language: str | None) -> str:
        if re.search(r"[{}]", _BRACES.sub("", text)):
            raise _text_error("a brace stands alone; write {points.professor} or {grid.2|card|cards}", language)
        if self.numbers is None:
            return text
        for name, *_ in _BRACES.findall(text):
            if name not in self.numbers:
                raise _text_error(f"the rules have no number {{{name}}}; {suggest(name, self.numbers)}", language)
        return _BRACES.sub(self._number, text)

    def _number(self, found: re.Match[str]) -> str:
        name, one, many = found.groups()
        assert self.numbers is not None
        number = self.numbers[name]
        return f"{number}" if one is None else f"{number} {one if number == 1 else many}"


def _text_error(message: str, language: object) -> PydanticCustomError:
    return PydanticCustomError(TEXT_ERROR, "{message}", {"message": message, "language": language})


def _resolved(value: object, info: ValidationInfo) -> object:
    resolver = (info.context or {}).get("texts")
    return resolver.resolve(value) if resolver else value


def printable(text: str) -> str:
    """Raises ValueError where a character of the text moves the cursor or has no form."""
    if wrong := next((each for each in text if not each.isprintable() and each != "\n"), None):
        raise ValueError(f"the character {wrong!r} cannot be printed; leave it out")
    return text


Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True), AfterValidator(printable)]
"""A text that is the same in all languages, such as a name."""

_ONE = {"type": "string", "minLength": 1}
LocalizedText = Annotated[
    Text,
    BeforeValidator(_resolved),
    WithJsonSchema(
        {
            "anyOf": [
                _ONE,
                {
                    "type": "object",
                    "patternProperties": {f"^{LANGUAGES}$": _ONE},
                    "additionalProperties": False,
                    "minProperties": 1,
                },
            ]
        }
    ),
]
"""A text as it stands in a file: plain, or one for each language."""


def numbers_of(rules: BaseModel) -> dict[str, int]:
    """Returns every number of the rules by its name, such as grid.2; rounds count from 1."""
    return dict(_numbers("", rules.model_dump()))


def _numbers(name: str, value: Any) -> list[tuple[str, int]]:
    if isinstance(value, dict):
        parts = [(str(key), each) for key, each in value.items()]
    elif isinstance(value, list | tuple):
        parts = [(str(number), each) for number, each in enumerate(value, 1)]
    else:
        return [(name, value)] if isinstance(value, int) and not isinstance(value, bool) else []
    return [found for key, each in parts for found in _numbers(f"{name}.{key}" if name else key, each)]
