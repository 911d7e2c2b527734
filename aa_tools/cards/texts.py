"""Texts of cards, in one language or several. Names of rules in braces are replaced by their numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, StringConstraints, ValidationInfo, WithJsonSchema
from pydantic_core import PydanticCustomError

from aa_tools.errors import suggest

LANGUAGE = "en"
"""The default language of a card file."""

LANGUAGES = "[a-z]{2,3}(-[A-Z]{2})?"
"""The form of a language code: en, de, pt-BR."""

TEXT_ERROR = "text_error"
"""The type of the pydantic error for an invalid text. Its context has the keys "message" and "language"."""

_BRACES = re.compile(r"\{([^{}|]*)(?:\|([^{}|]*)\|([^{}|]*))?\}")


@dataclass
class TextResolver:
    """Selects the language of texts and inserts numbers of the rules.

    Attributes:
        language: the language to select.
        numbers: the numbers of the rules by name, such as points.professor; None if the rules are invalid.
        found: the languages found so far.
        missing: the number of texts without this language so far.
    """

    language: str = LANGUAGE
    numbers: Mapping[str, int] | None = None
    found: set[str] = field(default_factory=set)
    missing: int = 0

    def resolve(self, value: object) -> object:
        """Returns a text in the selected language with its numbers inserted. Other values are returned unchanged.

        Raises:
            PydanticCustomError: no text in this language, or an unknown name in braces.
        """
        if isinstance(value, str):
            return self._insert_numbers(value, None)
        if not isinstance(value, dict) or not value:
            return value
        self.found.update(map(str, value))
        texts = {language: self._check(language, text) for language, text in value.items()}
        if self.language not in texts:
            self.missing += 1
            raise _text_error(f"the text in {self.language!r} is missing; add {self.language}: …", None)
        return texts[self.language]

    def _check(self, language: object, text: object) -> str:
        if not isinstance(language, str) or not re.fullmatch(LANGUAGES, language):
            raise _text_error(f"{language!r} is not a language code; write one such as en or de", language)
        if not isinstance(text, str) or not text.strip():
            raise _text_error(f"the text in {language!r} is empty; write it after {language}:", language)
        return self._insert_numbers(text, language)

    def _insert_numbers(self, text: str, language: str | None) -> str:
        if re.search(r"[{}]", _BRACES.sub("", text)):
            raise _text_error("unmatched brace; write {points.professor} or {grid.2|card|cards}", language)
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
    """Returns a text unchanged. Raises ValueError for control characters and other invisible ones."""
    if wrong := next((letter for letter in text if not letter.isprintable() and letter != "\n"), None):
        raise ValueError(f"the character {wrong!r} cannot be printed; remove it")
    return text


Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True), AfterValidator(printable)]
"""A text that is not translated, such as a name."""

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
"""A text of a file: plain, or a mapping from language codes to texts."""


def numbers_of(rules: BaseModel) -> dict[str, int]:
    """Returns every number of the rules by name, such as grid.2 or rounds.1.professors (rounds count from 1)."""
    return dict(_numbers("", rules.model_dump()))


def _numbers(name: str, value: Any) -> list[tuple[str, int]]:
    if isinstance(value, dict):
        parts = [(str(key), part) for key, part in value.items()]
    elif isinstance(value, list | tuple):
        parts = [(str(number), part) for number, part in enumerate(value, 1)]
    else:
        return [(name, value)] if isinstance(value, int) and not isinstance(value, bool) else []
    return [found for key, part in parts for found in _numbers(f"{name}.{key}" if name else key, part)]
